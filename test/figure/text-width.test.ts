import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { balancedText, textWidth, wrapText } from "../../src/figure/text-width.js";

/** Advance width in em of a character, read from a TrueType file (tables cmap format 4, hmtx, head, hhea). */
function advances(name: string): (character: string) => number {
  const file = readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
  const tables = new Map<string, number>();
  for (let i = 0; i < file.readUInt16BE(4); i++) {
    tables.set(file.toString("latin1", 12 + 16 * i, 16 + 16 * i), file.readUInt32BE(20 + 16 * i));
  }
  const cmap = tables.get("cmap")!;
  const starts = Array.from(
    { length: file.readUInt16BE(cmap + 2) },
    (_, i) => cmap + file.readUInt32BE(cmap + 8 + 8 * i),
  );
  const format4 = starts.find((start) => file.readUInt16BE(start) === 4)!;
  const segments = file.readUInt16BE(format4 + 6) / 2;
  const glyphOf = (code: number): number => {
    for (let i = 0; i < segments; i++) {
      if (code > file.readUInt16BE(format4 + 14 + 2 * i)) continue;
      const at = format4 + 16 + 2 * i;
      const first = file.readUInt16BE(at + 2 * segments);
      const delta = file.readUInt16BE(at + 4 * segments);
      const offset = file.readUInt16BE(at + 6 * segments);
      if (offset === 0) return (code + delta) & 0xffff;
      return (file.readUInt16BE(at + 6 * segments + offset + 2 * (code - first)) + delta) & 0xffff;
    }
    return 0;
  };
  const metrics = file.readUInt16BE(tables.get("hhea")! + 34);
  const perEm = file.readUInt16BE(tables.get("head")! + 18);
  return (character) =>
    file.readUInt16BE(tables.get("hmtx")! + 4 * Math.min(glyphOf(character.charCodeAt(0)), metrics - 1)) / perEm;
}

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

describe("textWidth", () => {
  it.each([
    ["DejaVuSans", "normal"],
    ["DejaVuSans-Bold", "bold"],
  ] as const)("holds the advance widths of %s, to half a thousandth of an em", (file, weight) => {
    const advance = advances(file);
    for (const character of printable) {
      expect(Math.abs(textWidth(character, 1, weight) - advance(character)), character).toBeLessThanOrEqual(0.0005);
    }
  });

  it("never takes a character outside of ASCII as narrower than it is", () => {
    const advance = advances("DejaVuSans-Bold");
    for (const character of "′–·°éαβγ≥≤×∞✓✗◐—…äßñ\u00a0") {
      expect(textWidth(character, 1, "bold") + 0.0005, character).toBeGreaterThanOrEqual(advance(character));
    }
  });
});

describe("wrapText", () => {
  it("breaks at spaces, keeps every word, and stays within the limit", () => {
    const text = "PageRank ordering beats backlink ordering although backlink ordering matches the importance metric";
    const lines = wrapText(text, 200, 12);
    expect(lines.join(" ")).toBe(text);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(textWidth(line, 12)).toBeLessThanOrEqual(200);
  });

  it("gives a word wider than the limit a line of its own", () => {
    expect(wrapText("a http://example.org/very/long/address b", 60, 12)).toEqual([
      "a",
      "http://example.org/very/long/address",
      "b",
    ]);
  });

  it("makes the lines of a title about as long as each other, and no more of them", () => {
    const title = "PageRank finds half of the hot pages in 15 % of the crawl, backlink in 25 %";
    const greedy = wrapText(title, 640, 16, "bold").map((line) => textWidth(line, 16, "bold"));
    const balanced = balancedText(title, 640, 16, "bold").map((line) => textWidth(line, 16, "bold"));
    expect(balanced).toHaveLength(greedy.length);
    expect(Math.min(...balanced)).toBeGreaterThan(2 * Math.min(...greedy));
  });

  it("does not break inside a comparison, or between a number and its unit", () => {
    expect(wrapText("hot from G = 100 on", 60, 12).some((line) => line.includes("G\u00a0=\u00a0100"))).toBe(true);
    expect(wrapText("hot are 12 % of all", 40, 12).some((line) => line.includes("12\u00a0%"))).toBe(true);
  });
});
