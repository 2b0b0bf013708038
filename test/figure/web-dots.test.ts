import { describe, expect, it } from "vitest";
import { webDots } from "../../src/figure/web-dots.js";
import { expectGolden, overhang } from "./golden.js";

const rows = (series: string, ...values: number[]) =>
  values.map((value, i) => ({ dataset: ["web-NotreDame", "cnr-2000", "campus, generated"][i], series, value }));

describe("webDots", () => {
  it("draws a row a web and a dot a series, and counts on how many webs each is highest by more than the margin", async () => {
    const figure = await webDots([...rows("PageRank", 0.51, 0.74, 0.83), ...rows("backlink", 0.31, 0.77, 0.84)]);
    expectGolden(figure, "web-dots");
    expect(overhang(figure)).toBe(0);
    expect(figure.title).toBe("Highest: PageRank on 1 web of 3, backlink on 1, level on 1");
    expect(figure.summary).toContainEqual({ dataset: "cnr-2000", PageRank: 0.74, backlink: 0.77 });
  });

  it("writes the numbers of a single series beside its dots, and what the paper has across", async () => {
    const paper = [{ x: 80, says: "almost 80 % hit", quote: "q", source: "2003, abstract" }];
    const figure = await webDots(rows("hits", 79.3, 86, 25.6), {
      ends: [0, 100],
      extremes: ["Most hits", "fewest"],
      inWords: (value) => `${value} %`,
      paper,
    });
    expectGolden(figure, "web-dots-single");
    expect(overhang(figure)).toBe(0);
    expect(figure.title).toBe("Most hits: cnr-2000, 86 %; fewest: campus (generated), 25.6 %");
  });

  it("writes a number to the left of its dot where the paper's line would go through it", async () => {
    const paper = [{ x: 80, says: "almost 80 % hit", quote: "q", source: "2003, abstract" }];
    const figure = await webDots(rows("hits", 76.9, 79.9, 25.6), { ends: [0, 100], paper });
    const { data } = figure.spec as unknown as { data: { values: { value: number; isLeft: boolean }[] } };
    // a dot on the line has its number beyond it
    expect(data.values.map(({ value, isLeft }) => [value, isLeft])).toEqual([
      [76.9, true],
      [79.9, false],
      [25.6, false],
    ]);
    expect(figure.svg).toMatch(/<text text-anchor="end"[^>]*>76\.90</);
  });

  it("hides no dot behind another: those at one place stand in a column", async () => {
    const all = [...rows("PageRank", 1, 0.74), ...rows("backlink", 1, 0.77), ...rows("random", 0.995, 0.741)];
    const { spec } = await webDots(all, { ends: [0, 1] });
    const { data } = spec as unknown as { data: { values: { value: number; lift: number }[] } };
    expect(data.values.map(({ value, lift }) => [value, lift])).toEqual([
      [1, 0],
      [0.74, -3.5],
      [1, 7],
      [0.77, 0],
      [0.995, -7],
      [0.741, 3.5],
    ]);
    const without = await webDots(all); // the axis then ends near the largest value
    expect(without.spec.data).toEqual(data);
  });

  it("says where nothing differs, keeps numbers in names, and refuses no rows", async () => {
    const sizes = await webDots([...rows("100 entries", 0.5), ...rows("524 entries", 0.8)]);
    expect(sizes.title).toBe("Highest: 524 entries on 1 web of 1");
    const level = await webDots([...rows("a", 0.5, 0.5), ...rows("b", 0.51, 0.5)]);
    expect(level.title).toBe("No difference on any web");
    await expect(webDots([])).rejects.toThrow("webDots: expected at least one row");
  });
});
