import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pack } from "../../src/player/pack.js";
import { unpack } from "../../src/player/page/unpack.js";

const anyArray = fc.oneof(fc.uint8Array(), fc.uint32Array(), fc.float32Array({ noNaN: false })) as fc.Arbitrary<
  Uint8Array | Uint32Array | Float32Array
>;

describe("pack and unpack", () => {
  it("give back plain data with the arrays in it, of every length and value", async () => {
    const anyData = fc.record({
      name: fc.string({ unit: "grapheme" }),
      list: fc.array(fc.record({ array: anyArray, many: fc.array(anyArray) })),
      number: fc.integer(),
    });
    await fc.assert(
      fc.asyncProperty(anyData, async (data) => {
        expect(await unpack(pack(data))).toEqual(data);
      }),
      { numRuns: 200 },
    );
  });

  it("give back what looks like markup, letters that stand for others, and null", async () => {
    const data = { title: "</script><script>alert(1)</script>", odd: "\u2028\u0000😀", nothing: null, packed: "so" };
    expect(await unpack(pack(data))).toEqual(data);
    expect(pack(data)).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });

  it("refuses a text that is cut", async () => {
    await expect(unpack(pack({ array: new Uint8Array(100) }).slice(0, 40))).rejects.toThrow();
  });
});
