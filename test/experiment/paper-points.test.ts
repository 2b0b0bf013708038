import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { paperPoints, statedOf } from "../../src/experiment/paper-points.js";
import { sourceFolder } from "../discover.js";

/** Numbers that a quote states: as they stand, as shares where percent follows, as powers of two. */
const numbersIn = (quote: string): number[] =>
  [...quote.matchAll(/(2\^)?(\d[\d,]*(?:\.\d+)?)(%)?/g)].map(([, power, digits, isShare]) => {
    const value = Number(digits.replaceAll(",", ""));
    return power ? 2 ** value : isShare ? value / 100 : value;
  });

const isStated = (value: number, quote: string) => numbersIn(quote).some((each) => Math.abs(each - value) < 1e-9);

describe("the papers' points", () => {
  it.each(paperPoints)("are of an experiment, with words, a place and a quote: $figure, $says", (point) => {
    expect(existsSync(join(sourceFolder, "experiment", `${point.figure}.ts`))).toBe(true);
    for (const text of [point.says, point.quote, point.source]) expect(text).not.toBe("");
    expect(point.x !== undefined || point.y !== undefined).toBe(true);
    if (point.x !== undefined) expect([1, 2]).toContain([point.x].flat().length);
  });

  it.each(paperPoints)("stand in the words quoted, or say how they follow from them: $figure, $says", (point) => {
    const numbers = [point.x, point.y].flat().filter((value) => typeof value === "number");
    const others = numbers.filter((value) => !isStated(value, point.quote));
    if (point.reckoned === undefined) expect(others).toEqual([]);
    else expect(others).not.toEqual([]);
  });

  it("are told apart from other numbers of a quote", () => {
    expect(isStated(0.8, "over 80% of the hot pages")).toBe(true);
    expect(isStated(0.7, "over 80% of the hot pages")).toBe(false);
    expect(isStated(2 ** 14, "until the region from k = 2^14 to")).toBe(true);
  });
});

describe("statedOf", () => {
  it("gives the marks of one figure, at sizes of ours, with year and section", () => {
    const [first] = statedOf("broder2003/figure-2", (entries) => entries / 2);
    expect(first).toMatchObject({ x: [0.5, 2 ** 13], y: 0.7, source: "2003, section 5.2" });
    expect(statedOf("cho1998/graph-9")).toEqual([
      expect.objectContaining({ x: 0.4, y: 0.8, source: "1998, section 7" }),
    ]);
  });

  it("gives none for a figure of which the paper states no number", () => {
    expect(statedOf("cho1998/graph-10")).toEqual([]);
  });
});
