import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Comparison } from "../../../src/crawl/compare/comparison.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { hotAtShare, PAPER_SHARE, PAPER_SHARES, unlikeShare } from "../../../src/experiment/cho1998/setting.js";
import { inDegrees } from "../../../src/web/graph/statistics.js";
import { pairsOf } from "../../fixture/pairs.js";
import { webOf } from "../../fixture/webs.js";

describe("the G of the paper's share of hot pages", () => {
  it("is the largest by which 1,400 of 179,000 pages reached are hot", () => {
    const pages = fc.integer({ min: 2, max: 400 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        links: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 900 }),
      }),
    );
    fc.assert(
      fc.property(pages, ({ size, links }) => {
        const all = Array.from({ length: size - 1 }, (_, page): [number, number] => [page, page + 1]); // all are reached
        const web = webOf(
          size,
          [...new Set([...all, ...links.filter(([a, b]) => a !== b)].map(String))].map((link) => {
            const [from, to] = link.split(",").map(Number);
            return [from, to] as [number, number];
          }),
        );
        const counts = [...inDegrees(web.graph)];
        const hot = (g: number) => counts.filter((count) => count >= g).length;
        const g = hotAtShare(web, PAPER_SHARE);
        const wanted = (1_400 / 179_000) * size;
        expect(hot(g)).toBeGreaterThanOrEqual(wanted);
        expect(hot(g + 1)).toBeLessThan(wanted);
      }),
    );
  });

  it("leaves out pages that the start does not reach", () => {
    // page 3 has two backlinks, from pages that nothing links to, and they do not count
    const links: [number, number][] = [
      [0, 1],
      [2, 3],
      [4, 3],
    ];
    expect(hotAtShare(webOf(5, links), PAPER_SHARE)).toBe(1);
  });

  it("is read off any importance, to three digits, so that at least the share is hot", () => {
    const path = webOf(4, pairsOf("0,1 1,2 2,3"));
    const worth = { ...backlinks(), of: () => Float64Array.of(0.51239, 13.4567, 1.98765, 2345.6) };
    const at = (share: number) => hotAtShare(path, share, worth);
    expect([0.25, 0.5, 0.75, 1].map(at)).toEqual([2340, 13.4, 1.98, 1]);
    expect(PAPER_SHARES.map((share) => share.toFixed(3))).toEqual(["0.475", "0.098", "0.008"]);
  });
});

describe("a likeness of the paper's share", () => {
  it("is none where the odds of a hot page are over four times the paper's", () => {
    const crawls = (hot: number) => ({ judgement: { hot, pages: 1_000 }, importance: { hotAt: 2 } });
    const isUnlike = (hot: number, share: number) => unlikeShare(crawls(hot) as unknown as Comparison, share);
    // by hand: odds of 0.5 are 1, so of 0.8 they are 4; odds of 0.01 are 1/99, four times as large at 38.8 of 1,000
    expect([700, 790].map((hot) => isUnlike(hot, 0.5))).toEqual([undefined, undefined]);
    expect([38, 3].map((hot) => isUnlike(hot, 0.01))).toEqual([undefined, undefined]);
    expect(isUnlike(1_000, 0.5)?.verdict).toBe("cannot be tested");
    expect(isUnlike(39, 0.01)?.because).toBe(
      "3.9 % of the pages are hot at G = 2, too many are worth as much for a share of 1.0 %",
    );
  });
});
