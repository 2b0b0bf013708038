import { Resvg } from "@resvg/resvg-js";
import { expect, test } from "vitest";
import { pngOf } from "../../src/figure/png.js";

test("a picture as PNG is read back pixel by pixel", () => {
  const [red, white, blue] = [
    [255, 0, 0, 255],
    [255, 255, 255, 255],
    [0, 0, 255, 255],
  ];
  const rgba = Uint8Array.from([red, white, blue, blue, red, white].flat());
  const href = `data:image/png;base64,${Buffer.from(pngOf(rgba, 3, 2)).toString("base64")}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><image width="3" height="2" image-rendering="pixelated" href="${href}"/></svg>`;
  expect(new Uint8Array(new Resvg(svg).render().pixels)).toEqual(rgba);
});
