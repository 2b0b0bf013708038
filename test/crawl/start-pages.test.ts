import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { Strings } from "../../src/base/strings.js";
import { replay } from "../../src/crawl/replay.js";
import { drawStarts, foreignOrderWarning, shortReachWarning } from "../../src/crawl/start-pages.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { random } from "../../src/ordering/random.js";
import { load } from "../../src/web/dataset/load.js";
import { reach } from "../../src/web/graph/reach.js";
import { realData } from "../web/read/real-data.js";
import { anyLinks, grownWeb, smallWeb } from "./small-web.js";

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

  it("names the start pages that reach all of a web, where a few do and nobody chose others", () => {
    const from = (start: number, links = web) => shortReachWarning({ ...links, start });
    expect(from(0)).toBe(
      "Start page 0 reaches 3 % of two-parts (3 of 100 pages). All are reached from: [0, 3] (--start 0 --start 3)",
    );
    const urls = Strings.from(Array.from({ length: 100 }, (_, page) => `http://a.example/?${page}`));
    expect(from(0, { ...web, urls })).toBe(
      "Start http://a.example/?0 reaches 3 % of two-parts (3 of 100 pages). " +
        'All are reached from: ["http://a.example/?0", "http://a.example/?3"] ' +
        "(--start 'http://a.example/?0' --start 'http://a.example/?3')",
    );
    expect(from(1)).toMatch(/All are reached from: \[0, 3\] /); // 1 is reached from 0
    expect(from(0, smallWeb(10, ring(1, 9)))).toMatch(/All are reached from: \[0, 1\] /); // of a ring the first
    expect(shortReachWarning(web, [0])).toMatch(/curves will be short/);
    expect(shortReachWarning(smallWeb(10, ring(1, 5)), [1])).toBeUndefined();
  });

  it("names none that another of them reaches, as many as it takes", () => {
    let named = 0;
    fc.assert(
      fc.property(anyLinks(12, 20), fc.nat(), ({ size, links }, any) => {
        const small = smallWeb(size, links);
        const warning = shortReachWarning({ ...small, start: any % size }) ?? "";
        const [, list] = /All are reached from: \[(.*?)\] /.exec(warning) ?? [];
        if (list === undefined) return;
        named++;
        const pages = list.split(", ").map(Number);
        expect(reach(small.graph, pages).pages).toBe(size);
        for (const page of pages) {
          const others = pages.filter((each) => each !== page);
          expect(reach(small.graph, others).members[page], `${page} of ${list}`).toBe(0);
        }
      }),
    );
    expect(named).toBeGreaterThan(10);
  });

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
      `"Start page 0 reaches 1 % of small (2 of 200 pages): curves will be short. No start reaches more."`,
    );
    // 15,000 pages that nobody links to, of 15,000: more than 200 million steps
    expect(shortReachWarning(smallWeb(15_001, [[0, 1]]), [0])).toBe(
      "Start page 0 reaches 0.01 % of small (2 of 15,001 pages): curves will be short. No start of 100 tried reaches more.",
    );
  });

  it("keeps silent when the starts reach a tenth of the web; those that nobody chose, where no few reach all of it", () => {
    expect(shortReachWarning(web, [3])).toBeUndefined();
    expect(shortReachWarning(web, [0, 3])).toBeUndefined();
    expect(shortReachWarning(smallWeb(10, []), [0])).toBeUndefined();
    expect(shortReachWarning(smallWeb(11, []), [0])).toBeDefined();
    expect(shortReachWarning(smallWeb(100, ring(0, 90)))).toBeUndefined();
    expect(shortReachWarning(smallWeb(101, ring(0, 90)))).toBeUndefined(); // and eleven pages alone
    expect(shortReachWarning(smallWeb(94, ring(0, 84)))).toBeUndefined(); // ten
    expect(shortReachWarning(smallWeb(5, ring(0, 4)))).toMatch(/All are reached from: \[0, 4\] /);
  });
});

describe("foreignOrderWarning", () => {
  // 0 -> 1 -> ... -> 999. Cut into equal pieces that are crawled last piece first, it takes one start page per piece.
  const links = Array.from({ length: 999 }, (_, page): [number, number] => [page, page + 1]);
  const chain = smallWeb(1000, links, { name: "chain" });
  const inPieces = (pieces: number, size: number) =>
    Uint32Array.from({ length: pieces * size }, (_, k) => (pieces - 1 - Math.floor(k / size)) * size + (k % size));

  it("tells how many pages no page before them links to, and the first of them behind the first entry", () => {
    expect(foreignOrderWarning(chain, inPieces(6, 20))).toMatchInlineSnapshot(
      `"6 of the 120 pages of the order are linked from no page before them, such as page 80, entry 21. In a crawl that follows links, only start pages are. So the order was probably made on another web than chain, and then its area means nothing. Judge it on the web that it was made on"`,
    );
    const urls = Strings.from(Array.from({ length: 1000 }, (_, page) => `http://a.example/${page}`));
    const named = foreignOrderWarning({ ...chain, urls }, inPieces(25, 40));
    expect(named).toContain("25 of the 1,000 pages of the order");
    expect(named).toContain("such as http://a.example/920, entry 41."); // the last piece is 960 .. 999
  });

  it("takes up to five such pages for start pages, or 2 % of the order, but names them", () => {
    const [maybe, surely] = [/If these are none, the order was made on another web/, /So the order was probably made/];
    expect(foreignOrderWarning(chain, inPieces(2, 2))).toMatch(maybe);
    expect(foreignOrderWarning(chain, inPieces(5, 2))).toMatch(maybe);
    expect(foreignOrderWarning(chain, inPieces(6, 2))).toMatch(surely);
    expect(foreignOrderWarning(chain, inPieces(20, 50))).toMatch(maybe);
    expect(foreignOrderWarning(chain, inPieces(21, 47))).toMatch(surely); // 21 of 987: 2.1 %
    expect(foreignOrderWarning(chain, inPieces(1, 50))).toBeUndefined();
    expect(foreignOrderWarning(chain, Uint32Array.of())).toBeUndefined();
  });

  const orderings = [breadthFirst(), backlink(), random()] as const;

  const surely = /So the order was probably made on another web/;

  it("suspects no crawl of the web itself, from any five start pages, stopped at any time; of one it is silent", () => {
    const from = fc.array(fc.nat(999), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        anyLinks(40, 120),
        fc.constantFrom(...orderings),
        from,
        fc.nat(40),
        (drawn, method, pages, stopped) => {
          const small = smallWeb(drawn.size, drawn.links);
          const starts = [...new Set(pages.map((page) => page % drawn.size))];
          const order = replay(small, method, { from: starts });
          for (const part of [order, order.slice(0, stopped)]) {
            const warning = foreignOrderWarning(small, part);
            expect(warning ?? "").not.toMatch(surely);
            if (starts.length === 1) expect(warning).toBeUndefined();
          }
        },
      ),
    );
  });

  it.each(orderings.map((method) => [method.name, method] as const))(
    "tells of an order by %s that was made on another web of the same size, also where it stopped early",
    (_, method) => {
      const [own, other] = [1, 2].map((seed) => grownWeb(1000, 3, seed));
      const starts = [0, 500, 900];
      for (const from of [[0], starts]) {
        const order = replay(other, method, { from });
        expect(order).toHaveLength(1000); // page 0 reaches all
        for (const visited of [1000, 200, 50]) {
          expect(foreignOrderWarning(other, order.slice(0, visited)) ?? "").not.toMatch(surely);
          expect(foreignOrderWarning(own, order.slice(0, visited)), `${visited} pages`).toMatch(surely);
        }
      }
    },
  );

  const files = ["graphs/law/cnr-2000.graph", "graphs/web-NotreDame/web-NotreDame.txt.gz"].map(realData);
  it.skipIf(files.includes(undefined))(
    "tells cnr-2000 from web-NotreDame, two real webs of nearly one size",
    async () => {
      const [cnr, notreDame] = [await load("cnr-2000"), await load("web-NotreDame")];
      const order = replay(cnr, breadthFirst());
      // each page number of the order is one of the other web, too
      expect(order.length).toBeLessThan(notreDame.graph.size);
      const told = /^120,157 of the 325,557 pages of the order/; // counted by a script apart from this function
      expect(foreignOrderWarning(notreDame, order)).toMatch(told);
      expect(foreignOrderWarning(cnr, order)).toBeUndefined();
      expect(foreignOrderWarning(notreDame, replay(notreDame, breadthFirst()))).toBeUndefined();
    },
    60_000,
  );
});
