import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { lru } from "../../src/cache/policy/lru.js";
import { storageIn } from "../../src/fetch/crawl-storage.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { depthFirst } from "../../src/ordering/depth-first.js";
import { location } from "../../src/ordering/location.js";
import { opic } from "../../src/ordering/opic.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { random } from "../../src/ordering/random.js";
import { similarity } from "../../src/ordering/similarity.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { simulate } from "./simulate.js";
import { page } from "./simulated-web.js";

const size = depth({ everyday: 64, prove: 300 });
const urlOf = (id: number) => `http://h${id % 7}.web.example/p${id}`;

/** Pages that link ahead, back, out of scope, and at times to what is no page. */
function answer(url: string) {
  const id = Number(/p(\d+)$/.exec(url)?.[1] ?? size);
  if (id >= size) return { status: 404 };
  const chance = new Random(id);
  const links = [urlOf(id + 1), ...Array.from({ length: 8 }, () => urlOf(chance.below(size)))];
  return { body: page(url, [...links, `http://elsewhere.example/${id}`]), latency: 20 + (id % 5) * 40 };
}

/** URLs in memory: the others stand in runs. */
const RECENT = depth({ everyday: 8, prove: 16 });

async function crawl(options: object, out = join(temporaryFolder(), "crawl"), seen: object = { seen: "memory" }) {
  const storage = storageIn(out, RECENT);
  const all = { seeds: [urlOf(0)], checkpointPages: depth({ everyday: 16, prove: 40 }), storage, ...seen, ...options };
  const { server, status, snapshot } = await simulate({ answer, out, options: all });
  const { links, pages, statuses, frontier } = status;
  const { graph } = webOf(snapshot);
  return { order: server.pages, counts: { links, pages, statuses, frontier }, links: [...graph.targets] };
}

const runsIn = (out: string) => readdirSync(join(out, "state", "seen")).filter((file) => file.endsWith(".run"));

/** One of each kind of frontier: on disk, in memory, in memory with the texts of pages. */
const FRONTIERS: [string, object][] = [
  ["breadth-first", { ordering: breadthFirst }],
  ["backlink", { ordering: backlink }],
  ["a topic", { ordering: similarity("page") }],
];
const OTHERS: [string, object][] = [
  ["breadth-first, unshuffled", { order: "unshuffled" }],
  ["depth-first", { ordering: depthFirst }],
  ["random", { ordering: random }],
  ["location", { ordering: location }],
  ["OPIC", { ordering: opic }],
  ["PageRank", { ordering: pageRank }],
];

describe("URLs that are told apart on disk", () => {
  it.each(depth({ everyday: FRONTIERS, prove: [...FRONTIERS, ...OTHERS] }))(
    "change nothing of a crawl, with a URL cache and without: %s",
    async (_, options) => {
      const expected = await crawl(options);
      const out = join(temporaryFolder(), "crawl");
      expect(await crawl(options, out, { seen: "filter" })).toEqual(expected);
      expect(runsIn(out).length).toBeGreaterThan(0);
      const cached = { seen: "filter", urlCache: { policy: lru, entries: 32 } };
      expect(await crawl(options, undefined, cached)).toEqual(expected);
    },
  );

  let whole: ReturnType<typeof crawl> | undefined;
  it.each([
    ["memory", "filter"],
    ["filter", "memory"],
    ["filter", "filter"],
  ])("are known to a crawl that is gone on with: first %s, then %s", async (first, then) => {
    whole ??= crawl({ ordering: backlink, connections: 1 });
    const out = join(temporaryFolder(), "crawl");
    const before = await crawl({ ordering: backlink, connections: 1, pages: size / 2 }, out, { seen: first });
    const after = await crawl({ ordering: backlink, connections: 1 }, out, { seen: then });
    expect([...before.order, ...after.order]).toEqual((await whole).order);
    expect(after.links).toEqual((await whole).links);
  });

  it("stand in state/seen, which a crawl in memory does not make", async () => {
    const out = join(temporaryFolder(), "crawl");
    await crawl({}, out);
    expect(existsSync(join(out, "state", "seen"))).toBe(false);
  });

  it("are refused by another word", async () => {
    await expect(crawl({ seen: "disk" })).rejects.toThrow(/seen.*memory.*filter/);
  });
});
