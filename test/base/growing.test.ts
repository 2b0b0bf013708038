import { describe, expect, it } from "vitest";
import { grown, grownBuffer } from "../../src/base/growing.js";
import { GrowingWords } from "../../src/base/growing-words.js";

describe("grown", () => {
  it("is the array itself where it has room", () => {
    const array = new Float64Array(4);
    expect(grown(array, 4)).toBe(array);
  });

  it("keeps what was there, of the same kind, and adds zeros up to twice the length", () => {
    const longer = grown(Uint16Array.of(7, 8, 9), 4);
    expect(longer).toEqual(Uint16Array.of(7, 8, 9, 0, 0, 0)); // 2 * 3 numbers
  });

  it("has as much room as is asked for where that is more", () => {
    expect(grown(new Int32Array(3), 100)).toHaveLength(100);
    expect(grown(new Uint8Array(0), 1)).toHaveLength(1); // twice nothing is nothing
  });

  it("grows by the factor it is given, rounded up", () => {
    expect(grown(new Uint32Array(5), 6, 1.5)).toHaveLength(8); // 7.5
    expect(grown(new Uint32Array(5), 6, 1)).toHaveLength(6); // what was asked for
  });
});

describe("grownBuffer", () => {
  it("is a longer buffer that begins with the bytes that were there", () => {
    const buffer = Buffer.from("abc");
    expect(grownBuffer(buffer, 3)).toBe(buffer);
    const longer = grownBuffer(buffer, 4);
    expect(longer).toHaveLength(6); // 2 * 3 bytes
    expect(longer.toString("latin1", 0, 3)).toBe("abc");
  });
});

describe("GrowingWords", () => {
  it("gives back what was pushed and appended, in order, past any one piece", () => {
    const words = new GrowingWords();
    for (let i = 0; i < 3000; i++) words.push(i * 7);
    words.append(Uint32Array.from({ length: 3000 }, (_, i) => (3000 + i) * 7));
    expect(words.length).toBe(6000);
    expect(words.taken()).toEqual(Uint32Array.from({ length: 6000 }, (_, i) => i * 7));
  });

  it("is empty when its numbers were taken, and may be filled again", () => {
    const words = new GrowingWords(2);
    words.append(Uint32Array.of(1, 2));
    expect(words.taken()).toEqual(Uint32Array.of(1, 2));
    expect(words.length).toBe(0);
    words.push(3);
    expect(words.taken()).toEqual(Uint32Array.of(3));
  });
});
