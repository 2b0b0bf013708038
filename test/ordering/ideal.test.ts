import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { ideal } from "../../src/ordering/ideal.js";
import type { OrderingContext } from "../../src/ordering/ordering.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyWeb, webOf } from "../fixture/webs.js";
import { literalCrawl } from "./literal.js";

describe("ideal", () => {
  it("takes the most important page of the frontier, the oldest among equals", () => {
    fc.assert(
      fc.property(anyWeb(), fc.infiniteStream(fc.nat(3)), (web, values) => {
        const truth = Float64Array.from({ length: web.graph.size }, () => values.next().value as number);
        const expected = literalCrawl(web, (queue, { discovered }) =>
          queue.sort((a, b) => truth[b] - truth[a] || discovered.indexOf(a) - discovered.indexOf(b)),
        );
        expect([...replay(web, ideal, { truth })]).toEqual(expected);
      }),
    );
  });

  it("knows what no crawler can, unlike backlink, but does not plan ahead", () => {
    // 0 -> 1, 2, 3; 1 -> 4: the hottest page, 4, stands behind the coldest
    const web = webOf(5, pairsOf("0,1 0,2 0,3 1,4"));
    expect([...replay(web, ideal, { truth: Float64Array.of(0, 1, 2, 3, 9) })]).toEqual([0, 3, 2, 1, 4]);
    expect([...replay(web, backlink)]).toEqual([0, 1, 2, 3, 4]);
    const { explain, ...ordering } = ideal.create({
      size: 5,
      truth: Float64Array.of(0, 1, 2, 3, 9),
    } as OrderingContext);
    ordering.discover(Uint32Array.of(0, 3), 2);
    expect(explain?.(3)).toEqual([
      { name: "importance", value: 3 },
      { name: "place in order of discovery, smaller first", value: 2 },
    ]);
  });

  it("is marked offline, and refused without the importance that the crawl is judged by", () => {
    expect(ideal.offline).toBe(true);
    expect(() => replay(webOf(1, []), ideal)).toThrow(
      coded("crawl", "ideal is an offline bound: it needs the importance that the crawl is judged by"),
    );
  });
});
