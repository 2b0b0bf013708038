import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { tieTerm } from "../../src/ordering/frontier/queue-term.js";
import { hostInDegree } from "../../src/ordering/host-in-degree.js";
import { largerSitesFirst } from "../../src/ordering/larger-sites-first.js";
import type { PageId } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import { pairsOf } from "../fixture/pairs.js";
import { anyWeb, webOf } from "../fixture/webs.js";
import { hostIn } from "./hosts.js";
import { literalCrawl, type Scene } from "./literal.js";

const crawl = (web: Web, options: Parameters<typeof hostInDegree>[0] = {}, seed = 1) => [
  ...replay(web, hostInDegree(options), { seed }),
];

/** Other hosts that link to the host of `page`, or links from them. */
function degreeOf(web: Web, { links }: Scene, page: PageId, count: "hosts" | "links"): number {
  const host = hostIn(web, page);
  const from = links
    .filter(([, to]) => hostIn(web, to) === host)
    .map(([source]) => hostIn(web, source))
    .filter((each) => each !== host);
  return count === "hosts" ? new Set(from).size : from.length;
}

describe("hostInDegree: its definition, written out", () => {
  for (const count of ["hosts", "links"] as const) {
    for (const ties of ["fifo", "lifo"] as const) {
      it(`takes, counting ${count}, with ${ties} ties, a page of the host with most, the one discovered ${ties === "fifo" ? "first" : "last"}`, () => {
        fc.assert(
          fc.property(anyWeb(20), (web) => {
            const expected = literalCrawl(web, (queue, scene) => {
              const degrees = new Map(queue.map((page) => [page, degreeOf(web, scene, page, count)]));
              const age = (page: PageId) => scene.discovered.indexOf(page) * (ties === "fifo" ? 1 : -1);
              queue.sort((a, b) => degrees.get(b)! - degrees.get(a)! || age(a) - age(b));
            });
            expect(crawl(web, { count, ties })).toEqual(expected);
          }),
          { numRuns: 50 },
        );
      });
    }

    it(`takes, counting ${count}, with random ties, a page of a host with most`, () => {
      fc.assert(
        fc.property(anyWeb(20), fc.integer(), (web, seed) => {
          const order = crawl(web, { count, ties: "random" }, seed);
          const guided = literalCrawl(web, (queue, scene) => {
            const page = order[scene.crawled.length];
            const most = Math.max(...queue.map((each) => degreeOf(web, scene, each, count)));
            expect(degreeOf(web, scene, page, count)).toBe(most);
            queue.splice(queue.indexOf(page), 1);
            queue.unshift(page);
          });
          expect(guided).toEqual(order);
        }),
        { numRuns: 50 },
      );
    });
  }
});

describe("hostInDegree by hand", () => {
  // 0 -> 1, 2, 4; 1 -> 2, 4; 4 -> 5; 3 is 2's: 2 -> 3; page 0 on a.edu, 1 to 3 on b.edu, 4 on c.edu, 5 on d.edu
  const urls = ["a", "b", "b", "b", "c", "d"].map((name, page) => `http://${name}.edu/${page}`);
  const web = webOf(6, pairsOf("0,1 0,2 0,4 1,2 1,4 2,3 4,5"), { urls });

  it("goes 0, 1, 4, 2, 5, 3, unlike any other", () => {
    // b and c are linked from a: 1, the oldest. It links to 2, of its own host, which says nothing, and to c, which two
    // hosts know now: 4. 4 links to d: b and d have one each: 2 is older; it shows 3, which is newer than 5
    expect(crawl(web)).toEqual([0, 1, 4, 2, 5, 3]);
    expect([...replay(web, backlink)]).toEqual([0, 1, 2, 4, 3, 5]); // 2 and 4 have two links each
    expect([...replay(web, largerSitesFirst)]).toEqual([0, 1, 2, 4, 3, 5]);
    expect([...replay(web, breadthFirst)]).toEqual([0, 1, 2, 4, 3, 5]);
  });

  it("goes 0, 1, 2, 4, 3, 5 when links are counted: a gave b two, and c has two from a and b", () => {
    expect(crawl(web, { count: "links" })).toEqual([0, 1, 2, 4, 3, 5]);
  });
});

describe("hostInDegree", () => {
  it("tells why a page waits: how many hosts link to its host, then its number in the order of discovery", () => {
    const urls = ["http://a.edu/", "http://a.edu/1", "http://b.edu/", "http://b.edu/1"];
    const made = hostInDegree.create({ size: 4, url: (page: PageId) => urls[page] } as Parameters<
      typeof hostInDegree.create
    >[0]);
    made.discover(Uint32Array.of(0), 1);
    made.next();
    made.discover(Uint32Array.of(1, 2, 3), 3);
    made.reveal?.(0, Uint32Array.of(1, 2, 3), 3, 3);
    expect(made.explain?.(1)).toEqual([{ name: "hosts that link to its host", value: 0 }, tieTerm("fifo", 2)]);
    expect(made.explain?.(3)).toEqual([{ name: "hosts that link to its host", value: 1 }, tieTerm("fifo", 4)]);
  });

  it("says in its label what it counts where that is not hosts, and how ties are broken", () => {
    expect(hostInDegree.label).toBe("host-in-degree, ties fifo");
    expect(hostInDegree({ count: "links", ties: "random" }).label).toBe("host-in-degree, count links, ties random");
  });
});
