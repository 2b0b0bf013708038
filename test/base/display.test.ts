import { createRequire } from "node:module";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { displayBundle } from "../../src/base/display.js";
import { renderFigure } from "../../src/figure/figure.js";

const require = createRequire(import.meta.url);
/** tslab's own module: in a kernel this very instance holds the writer. */
const jupyter = require("tslab/dist/jupyter.js") as { lastWriteDisplayData: unknown };

interface Output {
  data: Record<string, unknown>;
  metadata: Record<string, Record<string, number>>;
}

function startCell() {
  const shown: Output[] = [];
  jupyter.lastWriteDisplayData = (content: Output) => shown.push(content);
  return shown;
}

const aPoint = {
  data: { values: [{ x: 1 }] },
  mark: "point",
  encoding: { x: { field: "x", type: "quantitative" } },
};
const figure = () => renderFigure(aPoint, [{ x: 1 }], { title: "A point" });

afterEach(() => {
  jupyter.lastWriteDisplayData = null;
});

describe("displayBundle", () => {
  it("shows nothing outside a notebook, even where tslab is loaded", () => {
    expect(displayBundle({ "text/plain": "hello" })).toBe(false);
  });

  it("sends one output with all forms to the cell that runs", () => {
    const shown = startCell();
    expect(displayBundle({ "text/plain": "hello", "image/png": new Uint8Array([1, 2, 3]) })).toBe(true);
    // AQID: base64 of the bytes 1, 2, 3
    expect(shown).toEqual([{ data: { "text/plain": "hello", "image/png": "AQID" }, metadata: {}, transient: {} }]);
  });
});

describe("a figure as the last line of a cell", () => {
  it("shows itself as PNG, Vega-Lite and text, not as SVG, and prints nothing", async () => {
    const shown = startCell();
    expect(inspect(await figure())).toBe("");
    expect(shown).toHaveLength(1);
    const { data, metadata } = shown[0];
    expect(Object.keys(data).sort()).toEqual(["application/vnd.vegalite.v5+json", "image/png", "text/plain"]);
    expect(
      Buffer.from(data["image/png"] as string, "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    // PNG specification, section 11.2.2: the width stands at byte 16; half of it is shown, for sharp prints
    const pixels = Buffer.from(data["image/png"] as string, "base64").readUInt32BE(16);
    expect(Math.abs(2 * metadata["image/png"].width - pixels)).toBeLessThanOrEqual(2);
    expect(data["text/plain"]).toBe("A point\nx\n-\n1");
  });

  it("prints its table in a terminal", async () => {
    expect(inspect(await figure())).toBe("A point\nx\n-\n1");
  });

  it("does not show itself as a part of something else", async () => {
    const shown = startCell();
    expect(inspect({ figure: await figure() })).toBe("{ figure: [Figure: A point] }");
    expect(shown).toEqual([]);
  });
});
