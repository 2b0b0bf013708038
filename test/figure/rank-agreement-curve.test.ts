import { describe, expect, it } from "vitest";
import { type RankAgreementPoint, rankAgreementCurve } from "../../src/figure/rank-agreement-curve.js";
import { expectGolden, overhang } from "./golden.js";

const lineOf = (ordering: string, power: number, lift: number): RankAgreementPoint[] =>
  [0.01, 0.05, 0.1, 0.2, 0.4, 0.7, 1].map((crawled) => ({
    dataset: "campus",
    ordering,
    crawled,
    tau: lift + (1 - lift) * crawled,
    massCovered: crawled ** power,
  }));
const rows = [...lineOf("breadth-first", 0.8, 0.6), ...lineOf("ideal", 0.4, -0.1), ...lineOf("random", 1, 0.5)];

describe("rankAgreementCurve", () => {
  it("draws tau over the pages crawled, a line per ordering, below 0 where it must", async () => {
    const figure = await rankAgreementCurve(rows);
    expectGolden(figure, "rank-agreement-curve");
    expect(overhang(figure)).toBe(0);
    expect(figure.svg).toContain(">−0.2<");
  });

  it("draws it over the rank gathered when asked, where who gathers most is furthest to the right", async () => {
    const figure = await rankAgreementCurve(rows, { over: "mass" });
    expect(figure.svg).toContain(">PageRank of the pages crawled (% of all)<");
    expect(overhang(figure)).toBe(0);
  });

  it("takes the median of crawls at one share, and leaves out what cannot be told", async () => {
    const three = [0.1, 0.9, 0.2].map((tau) => ({ ...rows[0], tau }));
    const figure = await rankAgreementCurve([...three, { ...rows[1], tau: undefined }]);
    expect(figure.summary).toEqual([
      { ordering: "breadth-first", crawled: 0.01, massCovered: rows[0].massCovered, tau: 0.2 },
    ]);
    expect(figure.description).toBe("campus · medians of 3 crawls");
  });

  it("counts 2 % of a little more and a little fewer pages as one share", async () => {
    const more = { ...rows[0], crawled: 73 / 3657, tau: 0.5 };
    const fewer = { ...rows[0], crawled: 66 / 3305, tau: 0.3 };
    const { summary } = await rankAgreementCurve([more, { ...more, crawled: 0.05 }, fewer]);
    expect(summary).toMatchObject([{ crawled: 73 / 3657, tau: 0.4 }, { crawled: 0.05 }]);
  });

  it("refuses no rows, a share in percent and several webs in one picture", async () => {
    await expect(rankAgreementCurve([])).rejects.toThrow("rankAgreementCurve: expected at least one row");
    await expect(rankAgreementCurve([{ ...rows[0], crawled: 20 }])).rejects.toThrow("crawled must be a share");
    await expect(rankAgreementCurve([rows[0], { ...rows[1], dataset: "other" }])).rejects.toThrow("shows one dataset");
  });
});
