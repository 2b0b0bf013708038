import type { Comparison } from "../../src/crawl/compare/comparison.js";

/** Five crawls of each ordering, as far as claims read them: all have its area, which is P throughout. */
export const crawlsByHand = (areas: Readonly<Record<string, number>>, hot = 100, more: object = {}): Comparison => {
  const five = (label: string) => new Array<number>(5).fill(areas[label]);
  const judgement = { hot, pages: 1_000 };
  const read = { orderings: Object.keys(areas), areas: five, performance: five, judgement };
  return { ...read, importance: { label: "by hand" }, ...more } as never;
};
