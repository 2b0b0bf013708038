import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GraphBuilder, graphFrom } from "../../../src/web/graph/builder.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { anyLinks, anyPolicy, type Link, linksIn } from "../../fixture/webs.js";

const KEEP = { duplicates: "keep", selfLinks: "keep" } as const;

describe("GraphBuilder", () => {
  it("drops and keeps repeats and self-links as a filter of each row does, in the order added, and counts what it found", () => {
    fc.assert(
      fc.property(anyLinks(), anyPolicy, ({ size, links }, policy) => {
        const builder = new GraphBuilder();
        for (const [from, to] of links) builder.add(from, to);
        const { graph, found } = builder.build({ size, ...policy });
        const repeats = (row: Link[]) => row.filter(([, to], i) => row.findIndex((link) => link[1] === to) < i);
        const rows = Array.from({ length: size }, (_, page) => links.filter(([from]) => from === page));
        const expected = rows.map((row) =>
          row
            .filter((link) => policy.duplicates === "keep" || !repeats(row).includes(link))
            .filter(([from, to]) => policy.selfLinks === "keep" || from !== to)
            .map(([, to]) => to),
        );
        expect(rows.map((_, page) => [...linksOf(graph, page)])).toEqual(expected);
        expect(graph.links).toBe(expected.flat().length);
        expect(graph.targets.length).toBe(graph.links);
        expect(found).toEqual({
          links: links.length,
          selfLinks: links.filter(([from, to]) => from === to).length,
          duplicates: rows.flatMap(repeats).filter(([from, to]) => from !== to).length,
        });
      }),
    );
  });

  it("drops repeats and self-links unless told otherwise", () => {
    // 0 -> 1 twice, 0 -> 0 once: by hand
    const links: Link[] = pairsOf("0,1 0,0 0,1");
    expect(linksIn(graphFrom(2, links))).toEqual([[0, 1]]);
    expect(linksIn(graphFrom(2, links, KEEP))).toEqual(links);
  });

  it("counts pages up to the highest that a link names, when it is not told", () => {
    const builder = new GraphBuilder();
    expect(builder.build().graph.size).toBe(0);
    builder.add(3, 5);
    expect(builder.build().graph).toEqual(graphFrom(6, [[3, 5]]));
  });

  it("keeps more links than its first room of 4,096, and can be built twice and added to in between", () => {
    const builder = new GraphBuilder();
    const links = Array.from({ length: 10_000 }, (_, i): Link => [i % 7, (i * 31) % 101]);
    for (const [from, to] of links.slice(0, 6000)) builder.add(from, to);
    builder.build(); // drops repeats from its own copy
    for (const [from, to] of links.slice(6000)) builder.add(from, to);
    expect(builder.links).toBe(10_000);
    expect([...builder.pairs]).toEqual(links.flat());
    expect(builder.build(KEEP).graph).toEqual(graphFrom(101, links, KEEP));
    expect(builder.build(KEEP).graph.links).toBe(10_000);
  });

  it("refuses an end that is no page id, naming the link, and goes on without it", () => {
    const builder = new GraphBuilder();
    for (const [from, to] of [
      [-1, 0],
      [0, 1.5],
      [0, Number.NaN],
      [2 ** 32 - 1, 0],
      [0, 2 ** 32],
    ]) {
      const message = `link ${from} -> ${to}: page ids are integers from 0 to 4294967294`;
      expect(() => builder.add(from, to)).toThrow(coded("graph", message));
    }
    builder.add(0, 1);
    expect([...builder.pairs]).toEqual([0, 1]);
    expect(builder.build().graph.size).toBe(2);
  });

  it("refuses a size that leaves a linked page out", () => {
    expect(() => graphFrom(2, [[0, 2]])).toThrow(coded("graph", "a link names page 2, but there are 2 pages, 0 .. 1"));
  });
});
