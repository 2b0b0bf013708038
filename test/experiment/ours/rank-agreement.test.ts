import { describe, expect, it } from "vitest";
import { claims } from "../../../src/experiment/ours/rank-agreement.js";

type Rows = Parameters<(typeof claims)[0]["test"]>[0];

/** Three crawls of each ordering at 2, 10 and 20 %; the medians at 10 % are what is given, all else is reversed. */
const rowsOf = (masses: readonly number[], taus: readonly number[]): Rows =>
  masses.flatMap((mass, i) =>
    [0.02, 0.102, 0.2].flatMap((crawled) =>
      [-1, 0, 1].map((repeat) => {
        const [massCovered, tau] = Math.abs(crawled - 0.1) < 0.01 ? [mass + repeat, taus[i] + 2 * repeat] : [i, i];
        return { ordering: `order ${i}`, repeat, crawled, massCovered, tau };
      }),
    ),
  ) as never;

describe("whether crawls that gather most tell worst", () => {
  const [paradox] = claims;
  const masses = [0.1, 0.2, 0.3, 0.4, 0.5];

  it("is the rank correlation of medians after a tenth of the crawl", () => {
    // Spearman: 1 - 6 sum d^2 / (5 * 24), with sum d^2 = 40, 0 and 20
    const found = (...taus: number[]) => paradox.test(rowsOf(masses, taus));
    expect(found(0.9, 0.8, 0.7, 0.6, 0.5)).toMatchObject({
      verdict: "agrees",
      ours: "correlation -1.00 over 5 orderings",
      because: "order 4 covers most (0.50) with tau 0.50; order 0 tells best (0.90) and covers 0.10",
    });
    expect(found(0.1, 0.2, 0.3, 0.4, 0.5)).toMatchObject({
      verdict: "disagrees",
      ours: "correlation +1.00 over 5 orderings",
    });
    // d = 4, 1, 1, 1, 1
    expect(found(0.5, 0.1, 0.2, 0.3, 0.4)).toMatchObject({
      verdict: "no difference",
      ours: "correlation +0.00 over 5 orderings",
    });
  });

  it("cannot be tested of fewer than five orderings, those without a tau left out", () => {
    const four = rowsOf(masses.slice(1), [0.4, 0.3, 0.2, 0.1]);
    const without = { ordering: "order 9", crawled: 0.1, massCovered: 0.9, tau: undefined } as Rows[number];
    expect(paradox.test([...four, without])).toMatchObject({
      verdict: "cannot be tested",
      because: "only 4 orderings reach 10 % of the pages",
    });
  });
});
