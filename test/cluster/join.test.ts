import { describe, expect, it } from "vitest";
import { page } from "../fetch/simulated-web.js";
import { captured, SimulatedCluster } from "./simulated-cluster.js";

const HOSTS = 20;
const PAGES = 300;
const SEED = "http://h0.share.example/0";

const urlOf = (id: number) => `http://h${id % HOSTS}.share.example/${id}`;
const ALL = Array.from({ length: PAGES }, (_, id) => urlOf(id)).sort();

/** Page p links to 2p + 1 and 2p + 2, so that all are reached, and to one that is known. */
const answer = (url: string) => {
  const id = Number(new URL(url).pathname.slice(1));
  if (!Number.isInteger(id) || id >= PAGES || url.endsWith("/robots.txt")) return { status: 404 };
  return {
    body: page(`page ${id}`, [2 * id + 1, 2 * id + 2, (id * 7) % PAGES].filter((each) => each < PAGES).map(urlOf)),
  };
};

const options = { seeds: [SEED], politeness: { delay: 1_000, factor: 0 } };

describe("processes that share a crawl", () => {
  it("fetch together what one fetches, each page once", async () => {
    const cluster = new SimulatedCluster(answer);
    const first = await cluster.start("a", options);
    const others = await Promise.all([cluster.start("b"), cluster.start("c")]);
    const statuses = await cluster.run([first, ...others]);
    expect(statuses.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect(cluster.repeated).toEqual([]);
    expect(cluster.web.pages.sort()).toEqual(ALL);
    const shards = await Promise.all([first, ...others].map(({ out }) => captured(out)));
    expect(shards.flat().sort()).toEqual(ALL);
    for (const shard of shards) expect(shard.length).toBeGreaterThan(0);
  });
});
