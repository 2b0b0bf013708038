import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { clock } from "../../src/cache/policy/clock.js";
import { min } from "../../src/cache/policy/min.js";
import { sieve } from "../../src/cache/policy/sieve.js";
import { UrlMemory } from "../../src/fetch/url-memory.js";
import { backlink } from "../../src/ordering/backlink.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { depth } from "../depth.js";
import { simulate } from "./simulate.js";
import { page } from "./simulated-web.js";

const size = depth({ everyday: 80, prove: 240 });
const urlOf = (id: number) => `http://h${id % 6}.web.example/p${id}`;

/** Pages that link to the next one, to the start, and to pages at random, many of them out of scope. */
function answer(url: string) {
  const id = Number(/p(\d+)$/.exec(url)?.[1] ?? size);
  if (id >= size) return { status: 404 };
  const random = new Random(id);
  const links = [urlOf(id + 1), urlOf(0), ...Array.from({ length: 12 }, () => urlOf(random.below(size)))];
  return { body: page(url, [...links, `http://elsewhere.example/${id % 5}`]), latency: 20 + (id % 7) * 30 };
}

const seeds = [urlOf(0)];
const crawl = async (options: object) => {
  const { server, status, snapshot } = await simulate({ answer, options: { seeds, ...options } });
  const { links, pages, statuses, frontier, urlCache } = status;
  const { graph } = webOf(snapshot);
  return { order: server.pages, counts: { links, pages, statuses, frontier }, links: [...graph.targets], urlCache };
};

const CACHES = [16, { policy: sieve, entries: 4096 }];
const OTHERS = [1, 4096, { policy: sieve, entries: 16 }];

const CRAWLS: [string, object][] = [
  ["100 connections", {}],
  ["a limit of depth, where a URL that was too deep may be found again nearer", { scope: { depth: 4 } }],
  ["an ordering that is told of known links too", { ordering: backlink }],
];

describe("the URL cache of a crawl", () => {
  it.each(depth({ everyday: CRAWLS, prove: [...CRAWLS, ["one connection", { connections: 1 }]] }))(
    "changes nothing of what is crawled, of any size and policy: %s",
    async (_, options) => {
      const without = await crawl(options);
      expect(without.urlCache).toBeUndefined();
      for (const urlCache of [...CACHES, ...depth({ everyday: [], prove: OTHERS })]) {
        const { urlCache: used, ...found } = await crawl({ ...options, urlCache });
        expect({ ...found, urlCache: undefined }).toEqual(without);
        expect(used?.asked).toBe(without.counts.links.found);
        // 15 links on a page, one of them new
        if (used?.entries === 4096) expect(used?.hits).toBeGreaterThan(0.5 * (used?.asked ?? 0));
      }
    },
  );

  it("holds the id of what was asked for, and of nothing else", () => {
    const memory = new UrlMemory({ policy: clock, entries: 4 }, 1);
    expect(memory.idOf(1, 2)).toBe(-1);
    memory.learn(1, 2, 7);
    expect([memory.idOf(1, 2), memory.asked]).toEqual([-1, 0]); // a look that is no link
    memory.ask();
    expect([memory.idOf(1, 2), memory.knew]).toEqual([-1, false]);
    memory.learn(1, 2, 7);
    expect(memory.idOf(1, 2)).toBe(7);
    expect(memory.idOf(1, 3)).toBe(-1);
    memory.ask();
    expect([memory.idOf(1, 2), memory.knew]).toEqual([7, true]);
    expect([memory.asked, memory.hits]).toEqual([2, 1]);
  });

  it("takes no URL for another whose fingerprint begins alike, where a policy knows them by 53 bits", () => {
    const memory = new UrlMemory({ policy: sieve, entries: 4 }, 1);
    memory.ask();
    memory.idOf(9, 2048);
    memory.learn(9, 2048, 3);
    memory.ask();
    expect(memory.idOf(9, 2049)).toBe(-1);
    expect(memory.idOf(9, 2048)).toBe(3);
  });

  it("is refused in odd sizes, and under a policy that looks ahead", async () => {
    const size = "urlCache is a power of two up to 67108864, or 0 for none";
    await expect(crawl({ urlCache: 50_000 })).rejects.toThrow(`${size}; found 50000; try 65536`);
    await expect(crawl({ urlCache: Number.NaN })).rejects.toThrow(size);
    await expect(crawl({ urlCache: { policy: sieve, entries: 3 } })).rejects.toThrow(size);
    await expect(crawl({ urlCache: { policy: min, entries: 4 } })).rejects.toThrow("looks at requests to come");
    await expect(crawl({ urlCache: { policy: "sieve", entries: 4 } })).rejects.toThrow("a URL cache");
  });
});
