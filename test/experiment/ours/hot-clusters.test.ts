import { describe, expect, it } from "vitest";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { crawlAll } from "../../../src/experiment/cho1998/setting.js";
import { claims, type Evidence, hotClusters } from "../../../src/experiment/ours/hot-clusters.js";
import { type Link, webOf } from "../../fixture/webs.js";

describe("the claims on clusters of hot pages", () => {
  const [handful, sign] = claims;
  /** 0 to 100 less what is given: 5 % of them lie below 5, and 5 % above 95. */
  const drawn = (less: number) => Array.from({ length: 101 }, (_, i) => i - less);
  const evidence: Evidence = { hot: 20, effective: 2, count: 3, differences: drawn(50) };

  it("take five clusters for a handful, and twenty for nearly one", () => {
    const verdict = (effective: number) => handful.test({ ...evidence, effective }).verdict;
    expect([5, 5.1, 20, 20.1].map(verdict)).toEqual(["agrees", "mixed", "mixed", "disagrees"]);
    expect(handful.test(evidence).ours).toBe("20 hot pages in 3 clusters, effectively 2.0");
  });

  it("say that the sign can turn while the middle 90 % of the draws hold 0, at their ends too", () => {
    const verdict = (less: number) => sign.test({ ...evidence, differences: drawn(less) }).verdict;
    expect([4, 5, 50, 95, 96].map(verdict)).toEqual(["disagrees", "agrees", "agrees", "agrees", "disagrees"]);
    expect(sign.test(evidence).ours).toBe("IR' less IB': -45.000 to 45.000");
  });

  it("cannot be tested below 20 hot pages, nor the sign below one and a half clusters", () => {
    const verdicts = (change: Partial<Evidence>) => claims.map(({ test }) => test({ ...evidence, ...change }).verdict);
    expect(verdicts({ hot: 19 })).toEqual(["cannot be tested", "cannot be tested"]);
    expect(verdicts({ effective: 1.49 })).toEqual(["agrees", "cannot be tested"]);
    expect(verdicts({ effective: 1.5 })).toEqual(["agrees", "agrees"]);
  });
});

it("clusters that are drawn anew weigh as many pages as they have", async () => {
  // 130 pages; 1 .. 20 are linked from all others and each other, 21 .. 30 from 31 .. 129 and each other, so that all
  // thirty have 100 links or more and the two clusters touch nowhere
  const size = 130;
  const cluster = (from: number, to: number, sources: readonly number[]): Link[] =>
    sources.flatMap((source) =>
      Array.from({ length: to - from }, (_, i): Link => [source, from + i]).filter(([a, b]) => a !== b),
    );
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const cold = [0, ...range(31, size)];
  const web = webOf(size, [
    ...range(31, size).map((page): Link => [0, page]),
    ...cluster(1, 21, [...range(1, 21), ...cold]),
    ...cluster(21, 31, [...range(21, 31), ...cold]),
  ]);
  const result = await hotClusters.run(web, { repeats: 1, cache: false });
  const [, sign] = result.verdicts;
  // sizes 20 and 10: 30^2 / (20^2 + 10^2) = 1.8
  expect(result.verdicts[0].ours).toBe("30 hot pages in 2 clusters, effectively 1.8");
  expect(sign.verdict).not.toBe("cannot be tested");
  const runs = (await crawlAll(web, { repeats: 1, cache: false })).judge(backlinks({ hotAt: 100 }));
  const rows = result.rows as readonly { ordering: string; area: number }[];
  for (const ordering of runs.orderings) {
    const areas = rows.filter((row) => row.ordering === ordering).map(({ area }) => area);
    expect(areas).toHaveLength(200);
    // two draws of two: the one twice, each once, or the other twice
    const found = [...new Set(areas.map((area) => area.toFixed(9)))].map(Number).sort((a, b) => a - b);
    expect(found).toHaveLength(3);
    const [low, both, high] = found;
    const larger = [low, high].map((each, i) => (20 * each + 10 * [high, low][i]) / 30);
    expect(Math.min(...larger.map((each) => Math.abs(each - both)))).toBeLessThan(1e-8);
    // of all clusters once it is the area of the crawl: the sum over pages of what each adds
    expect(both).toBeCloseTo(runs.areas(ordering)[0], 1);
  }
});
