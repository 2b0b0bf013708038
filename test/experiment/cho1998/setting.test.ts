import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hotAtPaperShare } from "../../../src/experiment/cho1998/setting.js";
import { inDegrees } from "../../../src/web/graph/statistics.js";
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
        const g = hotAtPaperShare(web);
        const wanted = (1_400 / 179_000) * size;
        expect(hot(g)).toBeGreaterThanOrEqual(wanted);
        expect(hot(g + 1)).toBeLessThan(wanted);
      }),
    );
  });

  it("leaves out pages that the start does not reach", () => {
    // page 3 has two backlinks, from pages that nothing links to
    const links: [number, number][] = [
      [0, 1],
      [2, 3],
      [4, 3],
    ];
    expect(hotAtPaperShare(webOf(5, links))).toBe(1);
  });
});
