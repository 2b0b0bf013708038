import { expect, it } from "vitest";
import { claims } from "../../../src/experiment/ours/which-centrality.js";
import { crawlsByHand } from "../crawls-by-hand.js";

it("the ordering that is first by backlinks is first by a centrality, or behind by the margin at most", () => {
  const linked = crawlsByHand({ a: 0.6, b: 0.5 });
  const found = (closeness: Readonly<Record<string, number>>, hot?: number, byLinks = linked) => {
    // hot by the others as by a: each claim reads its own
    const others = { betweenness: crawlsByHand({ a: 0.6, b: 0.5 }), authority: crawlsByHand({ a: 0.6, b: 0.5 }) };
    const evidence = { byLinks, byCentrality: { closeness: crawlsByHand(closeness, hot), ...others } };
    const [first, ...rest] = claims.map(({ test }) => test(evidence));
    if (byLinks === linked) expect(rest.map(({ verdict }) => verdict)).toEqual(["agrees", "agrees"]);
    return first;
  };
  expect(found({ a: 0.7, b: 0.3 })).toMatchObject({
    verdict: "agrees",
    because: "the same ordering is first by both",
  });
  const behind = found({ a: 0.3, b: 0.7 });
  expect(behind).toMatchObject({
    verdict: "disagrees",
    ours: "b (first by closeness) 0.700, a (first by backlinks) 0.300",
  });
  expect(behind.because).not.toContain("the same");
  expect(found({ a: 0.69, b: 0.7 }).verdict).toBe("agrees");
  // of 1,000 pages 20 to 250 tell something
  expect([19, 20, 250, 251].map((hot) => found({ a: 0.7, b: 0.3 }, hot).because)).toEqual([
    "only 19 pages are hot by closeness",
    "the same ordering is first by both",
    "the same ordering is first by both",
    "25 % of the pages tie as the most worth by closeness",
  ]);
  expect(found({ a: 0.7, b: 0.3 }, 100, crawlsByHand({ a: 1, b: 0 }, 19)).because).toBe(
    "only 19 pages are hot by backlinks",
  );
});
