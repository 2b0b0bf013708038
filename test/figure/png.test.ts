import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pngOf } from "../../src/figure/png.js";

describe("pngOf", () => {
  it("holds every pixel of a drawing with few colours, in chunks whose sums are right", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(fc.nat(255)),
        (w, h, bytes) => {
          const pixels = Uint8Array.from({ length: 4 * w * h }, () => bytes.next().value);
          const png = Buffer.from(pngOf(pixels, w, h));
          expect(png.toString("latin1", 1, 4)).toBe("PNG");
          const chunks = new Map<string, Buffer>();
          for (let at = 8; at < png.length; ) {
            const length = png.readUInt32BE(at);
            const type = png.toString("latin1", at + 4, at + 8);
            chunks.set(type, png.subarray(at + 8, at + 8 + length));
            at += 12 + length;
          }
          expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
          expect([chunks.get("IHDR")?.readUInt32BE(0), chunks.get("IHDR")?.readUInt32BE(4)]).toEqual([w, h]);
          const palette = chunks.get("PLTE") as Buffer;
          // PNG, section 9.2: each row begins with its filter, 0 is none
          const rows = inflateSync(chunks.get("IDAT") as Buffer);
          for (let y = 0; y < h; y++) {
            expect(rows[y * (w + 1)]).toBe(0);
            for (let x = 0; x < w; x++)
              expect([...palette.subarray(3 * rows[y * (w + 1) + 1 + x]).subarray(0, 3)]).toEqual([
                ...pixels.subarray(4 * (y * w + x)).subarray(0, 3),
              ]);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it("gives a rare colour the nearest of the 256 commonest", () => {
    // 256 greys, twice each, and one pixel that is nearly grey 7
    const grey = (value: number) => [value, value, value, 255];
    const greys = Array.from({ length: 512 }, (_, i) => grey(i >> 1));
    const png = Buffer.from(pngOf(Uint8Array.from([...greys, [7, 8, 7, 255]].flat()), 513, 1));
    const at = png.indexOf("PLTE") + 4;
    const data = png.indexOf("IDAT");
    const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
    expect([...png.subarray(at + 3 * rows[513]).subarray(0, 3)]).toEqual([7, 7, 7]);
  });

  it("ends with the chunk that every PNG ends with", () => {
    // PNG, section 11.2.5: IEND is empty, so its sum is that of its name, ae426082
    expect(
      Buffer.from(pngOf(new Uint8Array(4), 1, 1))
        .subarray(-12)
        .toString("hex"),
    ).toBe("0000000049454e44ae426082");
  });
});
