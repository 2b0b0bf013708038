import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DARK, methodStyles, palette, REFERENCE } from "../../src/figure/series-style.js";
import { ciede2000, distance, labOf } from "./color-distance.js";
import { luminance } from "./luminance.js";

/** What two names need to be told apart, and two neighbours on a ramp of numbers. */
const [NAMES, NUMBERS] = [12, 5];

const pairsOf = (colors: readonly string[]) =>
  colors.flatMap((a, i) => colors.slice(i + 1).map((b) => [a, b] as const));
const nearest = (colors: readonly string[]) => Math.min(...pairsOf(colors).map(([a, b]) => distance(a, b)));

/** Colours and dashes of lines in a picture, one for each look: of two names that are drawn alike there is only one. */
const linesOf = (svg: string) =>
  [...svg.matchAll(/<g class="mark-line[\s\S]*?<\/g>/g)].flatMap(([group]) =>
    [...group.matchAll(/<path [^>]*>/g)].map(([path]) => ({
      color: /stroke="(#[0-9a-f]{6})"/.exec(path)?.[1] ?? "",
      dash: /stroke-dasharray="([^"]*)"/.exec(path)?.[1] ?? "",
    })),
  );

const looks = (svg: string) => [...new Map(linesOf(svg).map((line) => [JSON.stringify(line), line])).values()];

const folder = import.meta.dirname;
const pictures = readdirSync(folder).filter((name) => name.endsWith(".svg") && !name.endsWith("-changed.svg"));
const withLines = pictures.filter((name) => looks(readFileSync(join(folder, name), "utf8")).length > 1);

describe("distances of colours", () => {
  it("are those of the published pairs", () => {
    // Sharma, Wu and Dalal 2005, Table 1, pairs 1, 7, 17, 20 and 25
    for (const [a, b, expected] of [
      [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
      [[50, 0, 0], [50, -1, 2], 2.3669],
      [[50, 2.5, 0], [73, 25, -18], 27.1492],
      [[50, 2.5, 0], [58, 24, 15], 19.4535],
      [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    ] as const) {
      expect(ciede2000(a, b)).toBeCloseTo(expected, 4);
    }
    expect(labOf("#ffffff").map((part) => Math.round(part) + 0)).toEqual([100, 0, 0]);
  });

  it("are smaller for eyes that see no red or no green", () => {
    expect(distance("#009e73", "#b35d94")).toBeLessThan(ciede2000(labOf("#009e73"), labOf("#b35d94")) / 2);
  });
});

describe("colours of names", () => {
  it("are far from each other and from the grey of references, in light and dark, to all eyes", () => {
    const light = [...new Set([...palette.map(({ color }) => color), ...DARK.keys()])];
    expect(light).toContain(REFERENCE.color);
    expect(light).toHaveLength(10);
    expect(nearest(light)).toBeGreaterThanOrEqual(NAMES);
    expect(nearest([...DARK.values()])).toBeGreaterThanOrEqual(NAMES);
  });

  it("are seen on their ground: a contrast of 3", () => {
    for (const [light, dark] of DARK) {
      expect(1.05 / (luminance(light) + 0.05), light).toBeGreaterThanOrEqual(3);
      expect((luminance(dark) + 0.05) / (luminance("#16181c") + 0.05), dark).toBeGreaterThanOrEqual(3);
    }
  });
});

describe("a picture", () => {
  it.each(withLines)("has no two lines in one colour, nor in two that are hard to tell apart: %s", (name) => {
    const colors = looks(readFileSync(join(folder, name), "utf8")).map(({ color }) => color);
    const named = new Set([...DARK.keys()]);
    // closed forms share the grey of references; numbers stand on a ramp
    const series = colors.filter((color, i) => color !== REFERENCE.color || colors.indexOf(color) === i);
    expect(new Set(series).size, `a colour twice among ${series}`).toBe(series.length);
    expect(nearest(series)).toBeGreaterThanOrEqual(series.every((color) => named.has(color)) ? NAMES : NUMBERS);
  });

  it.each([
    ["breadth-first", "backlink", "page-rank, accuracy 0.01", "random"],
    ["MIN", "LRU", "CLOCK", "RANDOM", "STATIC", "INFINITE"],
    ["berkeley-db", "postgresql", "lmdb", "dedicated", "in-memory"],
    ["page-rank, Figure 5", "backlink, Figure 5", "breadth-first, Figure 5", "page-rank", "breadth-first", "random"],
    ["backlink, ties fifo", "backlink, ties lifo", "backlink, ties random", "page-rank, ties lifo"],
    ["hits", "rankmass", "exact-pagerank", "page-rank"],
  ])("of %s, %s, %s, %s ... has a colour for each", (...names) => {
    const colors = [...methodStyles(names).values()].map(({ color }) => color);
    expect(new Set(colors).size).toBe(names.length);
    expect(nearest(colors)).toBeGreaterThanOrEqual(NAMES);
  });
});
