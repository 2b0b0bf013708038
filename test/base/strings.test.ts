import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Strings, StringsBuilder } from "../../src/base/strings.js";

const texts = fc.array(fc.string({ unit: "grapheme" })); // whole characters, of one to four bytes and more

describe("Strings", () => {
  it("gives back what went in, whatever the script", () => {
    fc.assert(
      fc.property(texts, (values) => {
        const strings = Strings.from(values);
        expect(strings.size).toBe(values.length);
        expect([...strings]).toEqual(values);
        expect(values.map((_, i) => strings.at(i))).toEqual(values);
        expect(strings.byteLength).toBe(Buffer.byteLength(values.join(""), "utf8"));
        expect(new Strings(strings.bytes, strings.offsets).at(0)).toBe(values[0] ?? "");
      }),
    );
  });

  it("finds the first string that is equal to the letter, or says -1", () => {
    fc.assert(
      fc.property(texts, fc.string({ unit: "grapheme" }), (values, other) => {
        const strings = Strings.from(values);
        for (const value of [...values, other, ""]) expect(strings.indexOf(value)).toBe(values.indexOf(value));
      }),
    );
    expect(Strings.from(["ab", "a", "b"]).indexOf("b")).toBe(2); // not the end of "ab"
  });

  it("tells letters of several bytes apart from their parts", () => {
    const strings = Strings.from(["é", "e\u0301", "日本", "🕸", ""]);
    expect([...strings]).toEqual(["é", "e\u0301", "日本", "🕸", ""]);
    expect(strings.byteLength).toBe(2 + 3 + 6 + 4);
    expect(strings.indexOf("🕸")).toBe(3);
  });

  it("has nothing at an index outside", () => {
    const strings = Strings.from(["a"]);
    expect([-1, 1, 0.5, Number.NaN].map((index) => strings.at(index))).toEqual(["", "", "", ""]);
    expect(Strings.from([]).size).toBe(0);
    expect(Strings.from([]).indexOf("")).toBe(-1);
  });

  it("stores half a character as the replacement character, as UTF-8 must", () => {
    expect(Strings.from(["\ud83d"]).at(0)).toBe("\ufffd");
  });

  it("grows past its first room of 16 KiB and 1,023 strings, and is not changed by what is added later", () => {
    const builder = new StringsBuilder();
    const values = Array.from({ length: 5000 }, (_, i) => `http://host${i % 7}.edu/${"ü".repeat(i % 50)}${i}`);
    for (const value of values.slice(0, 2500)) builder.add(value);
    const half = builder.build();
    for (const value of values.slice(2500)) builder.add(value);
    expect(builder.size).toBe(5000);
    expect([...half]).toEqual(values.slice(0, 2500));
    expect([...builder.build()]).toEqual(values);
    expect(Strings.from(["x".repeat(100_000)]).at(0).length).toBe(100_000); // one string larger than the room
  });

  it("prints how many it has, and the first six of them", () => {
    const strings = Strings.from(Array.from({ length: 1008 }, (_, i) => `it's ${i}\n`));
    expect(inspect(strings)).toBe(
      String.raw`1,008 strings
  "it's 0\n"
  "it's 1\n"
  "it's 2\n"
  "it's 3\n"
  "it's 4\n"
  "it's 5\n"
  ... 1,002 more`,
    );
    expect(inspect(Strings.from([""]))).toBe("1 string\n  ''");
    expect(inspect(Strings.from([]))).toBe("0 strings");
  });
});
