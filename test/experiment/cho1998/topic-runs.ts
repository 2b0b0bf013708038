import type { Comparison } from "../../../src/crawl/compare/comparison.js";

/** Five crawls of each ordering for a topic: all have its area, which is P throughout. */
export const topicRuns = (areas: Readonly<Record<string, number>>, hot = 100): Comparison => {
  const five = (label: string) => new Array<number>(5).fill(areas[label]);
  return { areas: five, performance: five, judgement: { hot }, importance: { label: "by hand" } } as never;
};
