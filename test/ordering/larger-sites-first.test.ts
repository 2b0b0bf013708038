import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { tieTerm } from "../../src/ordering/frontier/queue-term.js";
import { hostInDegree } from "../../src/ordering/host-in-degree.js";
import { largerSitesFirst } from "../../src/ordering/larger-sites-first.js";
import type { PageId } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import { pairsOf } from "../fixture/pairs.js";
import { anyWeb, webOf } from "../fixture/webs.js";
import { hostIn } from "./hosts.js";
import { literalCrawl } from "./literal.js";

const crawl = (web: Web, options: Parameters<typeof largerSitesFirst>[0] = {}, seed = 1) => [
  ...replay(web, largerSitesFirst(options), { seed }),
];

/** Pages of the host of `page` that wait, it included. */
const waitingBeside = (web: Web, queue: readonly PageId[], page: PageId) =>
  queue.filter((each) => hostIn(web, each) === hostIn(web, page)).length;

describe("largerSitesFirst: against Castillo et al. 2004, written out", () => {
  for (const ties of ["fifo", "lifo"] as const) {
    it(`takes, with ${ties} ties, the page discovered ${ties === "fifo" ? "first" : "last"} of those on hosts with most waiting pages`, () => {
      fc.assert(
        fc.property(anyWeb(), (web) => {
          const expected = literalCrawl(web, (queue, { discovered }) => {
            const counts = new Map(queue.map((page) => [page, waitingBeside(web, queue, page)]));
            const age = (page: PageId) => discovered.indexOf(page) * (ties === "fifo" ? 1 : -1);
            queue.sort((a, b) => counts.get(b)! - counts.get(a)! || age(a) - age(b));
          });
          expect(crawl(web, { ties })).toEqual(expected);
        }),
      );
    });
  }

  it("takes, with random ties, the first page of some host with most waiting pages", () => {
    fc.assert(
      fc.property(anyWeb(), fc.integer(), (web, seed) => {
        const order = crawl(web, { ties: "random" }, seed);
        const guided = literalCrawl(web, (queue, { crawled, discovered }) => {
          const page = order[crawled.length];
          const most = Math.max(...queue.map((each) => waitingBeside(web, queue, each)));
          expect(waitingBeside(web, queue, page)).toBe(most);
          const beside = queue.filter((each) => hostIn(web, each) === hostIn(web, page));
          expect(Math.min(...beside.map((each) => discovered.indexOf(each)))).toBe(discovered.indexOf(page));
          queue.splice(queue.indexOf(page), 1);
          queue.unshift(page);
        });
        expect(guided).toEqual(order);
      }),
    );
  });
});

describe("largerSitesFirst by hand", () => {
  // 0 -> 1, 2, 3; 2 -> 4, 5; pages 0, 1, 4, 5 on a.edu, 2 and 3 on b.edu
  const host = ["a", "a", "b", "b", "a", "a"];
  const urls = host.map((name, page) => `http://${name}.edu/${page}`);
  const web = webOf(6, pairsOf("0,1 0,2 0,3 2,4 2,5"), { urls });

  it("goes 0, 2, 1, 4, 3, 5, unlike any other", () => {
    // 0 shows one page on a and two on b: 2 first. It shows 4 and 5: three on a, one on b: 1. Then two on a: 4. Then
    // one each: 3 is older
    expect(crawl(web)).toEqual([0, 2, 1, 4, 3, 5]);
    expect([...replay(web, breadthFirst)]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...replay(web, hostInDegree)]).toEqual([0, 2, 1, 3, 4, 5]); // b, then one other host each: by discovery
  });

  it("goes 0, 3, 2, 5, 4, 1 with lifo ties: on each host the newest, of hosts alike the one with the newest page", () => {
    // two on b: 3. Then one each, 1 and 2: 2 is newer. Then a alone: 5, 4, 1
    expect(crawl(web, { ties: "lifo" })).toEqual([0, 3, 2, 5, 4, 1]);
  });

  it("is breadth-first on a single host", () => {
    fc.assert(
      fc.property(anyWeb(), ({ graph }) => {
        const pages = Array.from({ length: graph.size }, (_, page) => `http://one.edu/${page}`);
        const one = { ...webOf(graph.size, [], { urls: pages }), graph };
        expect(crawl(one)).toEqual([...replay(one, breadthFirst)]);
      }),
    );
  });
});

describe("largerSitesFirst", () => {
  it("tells why a page waits: how many wait on its host, then its number in the order of discovery", () => {
    const urls = ["http://a.edu/", "http://a.edu/1", "http://b.edu/"];
    const made = largerSitesFirst.create({ size: 3, url: (page: PageId) => urls[page] } as Parameters<
      typeof largerSitesFirst.create
    >[0]);
    made.discover(Uint32Array.of(0, 1, 2), 3);
    expect(made.explain?.(1)).toEqual([{ name: "waiting pages of its host", value: 2 }, tieTerm("fifo", 2)]);
    expect(made.explain?.(2)).toEqual([{ name: "waiting pages of its host", value: 1 }, tieTerm("fifo", 3)]);
  });

  it("says in its label how ties are broken, and refuses a web without URLs", () => {
    expect(largerSitesFirst.label).toBe("larger-sites-first, ties fifo");
    expect(() => replay(webOf(1, []), largerSitesFirst)).toThrow("larger-sites-first needs urls");
  });
});
