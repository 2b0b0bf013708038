import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { UrlMemory } from "../../src/fetch/url-memory.js";
import { backlink } from "../../src/ordering/backlink.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { simulate } from "./simulate.js";
import { page } from "./simulated-web.js";

const size = 240;
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

describe("the URL cache of a crawl", () => {
  it.each([
    ["100 connections", {}],
    ["one connection", { connections: 1 }],
    ["a limit of depth, where a URL that was too deep may be found again nearer", { scope: { depth: 4 } }],
  ])("changes nothing of what is crawled, of any size: %s", async (_, options) => {
    const without = await crawl(options);
    expect(without.urlCache).toBeUndefined();
    for (const urlCache of [1, 16, 4096]) {
      const { urlCache: used, ...found } = await crawl({ ...options, urlCache });
      expect({ ...found, urlCache: undefined }).toEqual(without);
      expect(used?.asked).toBe(without.counts.links.found);
      // 15 links on a page, one of them new
      if (urlCache === 4096) expect(used?.hits).toBeGreaterThan(0.5 * (used?.asked ?? 0));
    }
  });

  it("knows what was remembered alone", () => {
    const memory = new UrlMemory(4);
    expect(memory.knows("http://a.example/")).toBe(false);
    expect(memory.knows("http://a.example/")).toBe(false);
    memory.remember();
    expect(memory.knows("http://a.example/")).toBe(true);
    expect(memory.knows("http://b.example/")).toBe(false);
    expect([memory.asked, memory.hits]).toEqual([4, 1]);
  });

  it("is refused in odd sizes, and before an ordering that is told of known links", async () => {
    await expect(crawl({ urlCache: 50_000 })).rejects.toThrow(
      "urlCache is a power of two up to 67108864, or 0 for none; found 50000; try 65536",
    );
    await expect(crawl({ ordering: backlink, urlCache: 64 })).rejects.toThrow(
      "the URL cache is for breadth-first alone",
    );
  });
});
