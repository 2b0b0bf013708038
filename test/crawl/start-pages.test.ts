import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawStarts, shortReachWarning } from "../../src/crawl/start-pages.js";
import { reach } from "../../src/graph/reach.js";
import { Strings } from "../../src/graph/strings.js";
import { Random } from "../../src/random.js";
import { anyLinks, smallWeb } from "./small-web.js";

const ring = (from: number, size: number): [number, number][] =>
  Array.from({ length: size }, (_, i) => [from + i, from + ((i + 1) % size)]);

describe("drawStarts", () => {
  // 0 -> ring of 1, 2, 3 -> ring of 4 .. 8 -> 9; a larger ring, 10 .. 19, is not reached from 0.
  const web = smallWeb(20, [[0, 1], ...ring(1, 3), [3, 4], ...ring(4, 5), [8, 9], ...ring(10, 10)]);

  it("puts the first page first, and draws the others from the largest component that it reaches", () => {
    const starts = drawStarts(web, 0, 4, new Random(1));
    expect(starts).toHaveLength(4);
    expect(starts[0]).toBe(0);
    expect(new Set(starts).size).toBe(4);
    for (const page of starts.slice(1)) expect([4, 5, 6, 7, 8]).toContain(page);
  });

  it("gives fewer where the component is smaller, and the first page alone where it leads nowhere", () => {
    expect(drawStarts(web, 0, 100, new Random(1)).toSorted((a, b) => a - b)).toEqual([0, 4, 5, 6, 7, 8]);
    expect(drawStarts(web, 4, 100, new Random(1)).toSorted((a, b) => a - b)).toEqual([4, 5, 6, 7, 8]);
    expect(drawStarts(web, 9, 3, new Random(1))).toEqual([9]);
    expect(drawStarts(web, 0, 1, new Random(1))).toEqual([0]);
  });

  it("draws every page of the component equally often", () => {
    const drawn = new Map<number, number>();
    for (let seed = 0; seed < 2000; seed++) {
      const [, page] = drawStarts(web, 0, 2, new Random(seed));
      drawn.set(page, (drawn.get(page) ?? 0) + 1);
    }
    // Binomial(2000, 1/5): mean 400, standard deviation 18; five of those either way.
    expect([...drawn.keys()].sort((a, b) => a - b)).toEqual([4, 5, 6, 7, 8]);
    for (const count of drawn.values()) expect(Math.abs(count - 400)).toBeLessThan(90);
  });

  it("draws pages that all reach the same pages, each once, and equally for equal seeds", () => {
    fc.assert(
      fc.property(
        anyLinks(16, 40),
        fc.nat(15),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(99),
        (links, start, count, seed) => {
          const small = smallWeb(links.size, links.links);
          const first = start % links.size;
          const starts = drawStarts(small, first, count, new Random(seed));
          expect(starts).toEqual(drawStarts(small, first, count, new Random(seed)));
          expect(new Set(starts).size).toBe(starts.length);
          expect(starts.length).toBeLessThanOrEqual(count);
          const reached = starts.map((page) => reach(small.graph, [page]).members);
          for (const members of reached.slice(2)) expect(members).toEqual(reached[1]);
          for (const page of starts) expect(reached[0][page]).toBe(1);
        },
      ),
    );
  });
});

describe("shortReachWarning", () => {
  // 0 -> 1 -> 2 is all that 0 reaches; the ring of the other 97 reaches itself.
  const web = smallWeb(100, [[0, 1], [1, 2], ...ring(3, 97)], { name: "two-parts" });

  it("tells which starts reach more, when the start reaches 3 % of the web", () => {
    expect(shortReachWarning(web, [0])).toMatchInlineSnapshot(
      `"Start page 0 reaches 3 % of two-parts (3 of 100 pages): curves will be short. Better starts: page 3 (97 %)"`,
    );
    const urls = Strings.from(Array.from({ length: 100 }, (_, page) => `http://a.example/${page}`));
    expect(shortReachWarning({ ...web, urls }, [0, 1])).toMatchInlineSnapshot(
      `"Start http://a.example/0, http://a.example/1 reaches 3 % of two-parts (3 of 100 pages): curves will be short. Better starts: http://a.example/3 (97 %)"`,
    );
  });

  it("says so when no better start was found", () => {
    expect(shortReachWarning(smallWeb(200, [[0, 1]]), [0])).toMatchInlineSnapshot(
      `"Start page 0 reaches 1 % of small (2 of 200 pages): curves will be short. No start that reaches more was found."`,
    );
  });

  it("keeps silent when the starts reach a tenth of the web", () => {
    expect(shortReachWarning(web, [3])).toBeUndefined();
    expect(shortReachWarning(web, [0, 3])).toBeUndefined();
    expect(shortReachWarning(smallWeb(10, []), [0])).toBeUndefined();
    expect(shortReachWarning(smallWeb(11, []), [0])).toBeDefined();
  });
});
