import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REFERENCE, readable, type Series, seriesStyles } from "../../src/figure/series-style.js";
import { luminance } from "./luminance.js";

const own = (name: string): Series => ({ label: name, method: name });
const colorOf = (series: readonly Series[], label: string) => seriesStyles(series).get(label)!.color;

describe("seriesStyles", () => {
  it("gives no two series the same look, up to 40 of them", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 40 }), (names) => {
        const styles = [...seriesStyles(names.map(own)).values()].map((style) => JSON.stringify(style));
        expect(new Set(styles).size).toBe(names.length);
      }),
    );
  });

  it("gives no two variants the same look, whatever methods they are of, up to 40 of them", () => {
    // 12 methods, more than there are colours, and 12 variants, more than there are dashes; some known, some grey
    const method = fc.constantFrom(
      "backlink",
      "PageRank",
      "random",
      "OPIC",
      ...Array.from("abcdefgh", (each) => `my ${each}`),
    );
    const variant = fc.constantFrom("", ...Array.from("abcdefghijk", (each) => `, ties ${each}`));
    const label = fc.tuple(method, variant).map((parts) => parts.join(""));
    const looks = (labels: readonly string[]) =>
      new Set([...seriesStyles(labels.map(own)).values()].map((style) => JSON.stringify(style))).size;
    fc.assert(
      fc.property(fc.uniqueArray(label, { maxLength: 40 }), (labels) => {
        expect(looks(labels)).toBe(labels.length);
      }),
    );
    const nine = Array.from("abcdefghi", (each) => `my ${each}`);
    expect(looks([...nine, "my i, ties lifo", "my j"])).toBe(11); // grey tells nine and ten apart by their dashes
    const dashed = Array.from("abcdefghijk", (each) => `backlink, ties ${each}`);
    expect(looks([...dashed, "PageRank"])).toBe(12);
  });

  it("gives a known method the same style beside whatever else", () => {
    const alone = seriesStyles([own("PageRank")]).get("PageRank");
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 20 }), (names) => {
        fc.pre(
          !names.some((name) =>
            name
              .toLowerCase()
              .replace(/[^a-z]/g, "")
              .startsWith("pagerank"),
          ),
        );
        expect(seriesStyles([...names, "PageRank"].map(own)).get("PageRank")).toEqual(alone);
      }),
    );
  });

  it("gives labels in full, as tables have them, what their short forms get in figures", () => {
    const full = ["breadth-first", "by anchors, Figure 4", "similarity, Figure 5", "similarity, graded"];
    const short = ["breadth-first", "by anchors", "similarity, Figure 5", "similarity, graded"];
    expect([...seriesStyles(full.map(own)).values()]).toEqual([...seriesStyles(short.map(own)).values()]);
  });

  it("knows a method by its name without tie rule, plural and punctuation", () => {
    const color = colorOf([own("backlink")], "backlink");
    for (const name of ["Backlinks", "backlink (random ties)", "back-link, ties lifo"]) {
      expect(colorOf([own(name)], name)).toBe(color);
    }
    expect(colorOf([own("breadth-first")], "breadth-first")).not.toBe(color);
  });

  it("gives no two a colour, up to eight of them, whatever their methods and variants", () => {
    const variants = [
      "backlink",
      "backlink, ties lifo",
      "pagerank",
      "pagerank, ties lifo",
      "mine",
      "yours",
      "his",
      "hers",
    ];
    const colors = variants.map((label) => colorOf(variants.map(own), label));
    expect(new Set(colors).size).toBe(8);
    expect(colors[0]).toBe(colorOf([own("backlink")], "backlink"));
    expect(colors[2]).toBe(colorOf([own("PageRank")], "PageRank"));
  });

  it("keeps the style of an ordering beside its own tie rules, whichever comes first", () => {
    const alone = seriesStyles([own("backlink")]).get("backlink");
    expect(seriesStyles(["backlink, ties lifo", "backlink"].map(own)).get("backlink")).toEqual(alone);
  });

  it("gives no two of eight a colour beside a ninth that they are compared with", () => {
    const names = ["rewired, degrees kept", "rewired, hosts kept", "a", "b", "c", "d", "e", "f", "the web itself"];
    const colors = names.map((label) => colorOf(names.map(own), label));
    expect(new Set(colors).size).toBe(9);
    expect(colors[8]).toBe(colorOf([own("the web itself")], "the web itself"));
  });

  it("gives a ninth method no colour of another, but grey with a dash", () => {
    const names = ["breadth-first", "backlink", "PageRank", "OPIC", "RankMass", "score-mix", "HITS", "a", "b", "c"];
    const styles = [...seriesStyles([...names, "random"].map(own)).values()];
    const [ninth, tenth] = styles.filter(({ color }) => color === REFERENCE.color);
    expect([new Set(styles.map(({ color }) => color)).size, tenth === undefined]).toEqual([10, false]);
    expect(ninth.dash.length * tenth.dash.length).toBeGreaterThan(0);
    expect(ninth.dash).not.toEqual(tenth.dash);
  });

  it("tells more than eight by the colour of their method and the dash of their variant", () => {
    const series = ["backlink", "PageRank", "random"].flatMap((method) =>
      ["G = 3", "G = 10", "G = 100"].map((g) => ({ label: `${method}, ${g}`, method })),
    );
    const styles = [...seriesStyles(series).values()];
    expect(new Set(styles.slice(0, 3).map(({ color }) => color)).size).toBe(1);
    expect(new Set(styles.map(({ color }) => color)).size).toBe(3);
    expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(9);
  });

  it("draws a ramp of numbers beside what they are compared with, which is grey", () => {
    const sizes = ["CLOCK, 40 entries", "CLOCK, 400 entries", "CLOCK, 4,000 entries"];
    const series = [...sizes, "INFINITE"].map((label) => ({ label, method: label.split(",")[0] }));
    const colors = (of: readonly Series[]) => of.map(({ label }) => colorOf(of, label));
    expect(colors(series)).toEqual([...colors(series.slice(0, 3)), colorOf([own("INFINITE")], "INFINITE")]);
    const [red, green, blue] = colorOf(series, "INFINITE").match(/[0-9a-f]{2}/g)!;
    expect([red, green]).toEqual([green, blue]);
    const dashes = [...seriesStyles(series).values()].map(({ dash }) => String(dash));
    expect(new Set(dashes).size).toBe(4);
  });

  it("tells variants of one method by colour and dash", () => {
    const styles = seriesStyles(["G = 3", "G = 10", "G = 100"].map((label) => ({ label, method: "backlink" })));
    const values = [...styles.values()];
    expect(new Set(values.map((style) => style.color)).size).toBe(3);
    expect(new Set(values.map((style) => String(style.dash))).size).toBe(3);
  });
});

describe("series that differ in numbers alone", () => {
  const colorsOf = (...labels: string[]) =>
    [...seriesStyles(labels.map((label) => ({ label, method: label }))).values()].map(({ color }) => color);

  it("are a ramp from light to dark, whatever their order, one thread among them", () => {
    const [most, few, one, some] = colorsOf("1,024 threads", "4 threads", "1 thread", "20 threads").map(luminance);
    expect([one, few, some, most]).toEqual([one, few, some, most].toSorted((a, b) => b - a));
    expect(new Set([one, few, some, most]).size).toBe(4);
  });

  it("are no ramp where words differ", () => {
    expect(colorsOf("G = 3", "random")[1]).toBe(colorsOf("random", "breadth-first")[0]);
  });
});

describe("a colour as text", () => {
  const colors = [...seriesStyles("abcdefg".split("").map((label) => ({ label, method: label }))).values()].map(
    ({ color }) => color,
  );

  it("has a contrast of 4.5 on white, and stays as it is where it has", () => {
    for (const color of colors) {
      const contrast = 1.05 / (luminance(readable(color)) + 0.05);
      expect(contrast, color).toBeGreaterThanOrEqual(4.5);
      expect(readable(readable(color))).toBe(readable(color));
    }
    expect(readable("#0066cd")).toBe("#0066cd"); // 5.6
  });
});
