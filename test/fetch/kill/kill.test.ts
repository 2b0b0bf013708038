import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { Random } from "../../../src/base/random.js";
import { min } from "../../../src/cache/policy/min.js";
import { cacheMethodNamed } from "../../../src/cache/sweep/cache-methods.js";
import { cacheSweep } from "../../../src/cache/sweep/cache-sweep.js";
import { realCrawl } from "../../../src/fetch/real-crawl.js";
import { similarity } from "../../../src/ordering/similarity.js";
import { openTrace } from "../../../src/trace/open-trace.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { type ChildStatus, crawlHere, crawlInChild } from "../child/child.js";

const PAGES = depth({ everyday: 104, prove: 600 });
const FIGURE5 = { query: "computer", rule: "figure5", inside: "backlink", atLeast: 2 } as const;
/** URLs are told apart on disk: 16 of them in memory, the others in runs; and a cache of 8 before them. */
const ON_DISK = { seen: "filter", recent: 16, cache: ["sieve", 8] };
/** Orderings, what is said besides, and how often their crawls are killed. */
type Killed = [string, string | typeof FIGURE5, object, number];
const KILLED: Killed[] = [
  ["breadth-first", "breadth-first", {}, 20],
  ["backlink, URLs on disk", "backlink", ON_DISK, depth({ everyday: 2, prove: 12 })],
  ["breadth-first, URLs on disk", "breadth-first", ON_DISK, 12],
  ["backlink", "backlink", {}, 6],
  ["similarity", FIGURE5, {}, 4],
];
const CONNECTIONS = 8;
/** Answers after which a crawl puts all on disk. */
const CHECKPOINT = 25;

/**
 * A site of PAGES pages on 12 hosts; page p links to pages after it, so that all are reached, and back. Some are about
 * computers, or say so in anchors.
 */
const body = (id: number): string => {
  const to = [2 * id + 1, 2 * id + 2, (id * 7) % PAGES].filter((each) => each < PAGES);
  const word = (each: number) => (each % 11 === 5 ? "computer" : "page");
  const anchor = (each: number) => `<a href="http://h${each % 12}.kill.example/${each}">${word(each + id)} ${each}</a>`;
  return `<title>${id}</title><p>${`${word(id)} `.repeat(2)}</p>${to.map(anchor).join(" ")}`;
};

/** Every request, as the server saw it. */
const asked: string[] = [];
/** Called with each request, before its answer. */
let onAsked: () => unknown = () => {};
const server: Server = createServer((request, response) => {
  const id = Number(request.url?.slice(1));
  if (request.url !== "/robots.txt") asked.push(`${request.headers.host}${request.url}`);
  onAsked();
  setTimeout(() => {
    response.writeHead(Number.isInteger(id) && request.url !== "/" ? 200 : 404, { "content-type": "text/html" });
    response.end(Number.isInteger(id) ? body(id) : "");
  }, 2);
});
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
afterAll(() => new Promise((closed) => server.close(closed).closeAllConnections()));
const { port } = server.address() as AddressInfo;

/** Runs the crawl, and kills it when so many requests of it have come, unless it ended before. */
async function run(options: object, requests: number): Promise<ChildStatus | undefined> {
  const goal = asked.length + requests;
  const { process: child, ended } = crawlInChild(options);
  onAsked = () => asked.length >= goal && child.kill("SIGKILL");
  return ended;
}

/** Runs the crawl to its end. */
function goOn(options: object): Promise<ChildStatus> {
  onAsked = () => {};
  return crawlHere(options);
}

/** What all crawls here say. */
const common = {
  seeds: ["http://h0.kill.example/0"],
  contact: "crawl@kill.example",
  resolve: [`*=127.0.0.1:${port}`],
  politeness: { delay: 0, factor: 0 },
  connections: CONNECTIONS,
  checkpointPages: CHECKPOINT,
  checkpointEvery: 50,
  mostUrls: 2 ** 16, // orderings begin with arrays of this length
};

/** The folder of a crawl that nobody kills, which needs no process of its own. */
async function whole(options: object): Promise<string> {
  const out = join(temporaryFolder(), "crawl");
  asked.length = 0;
  onAsked = () => {};
  expect(await realCrawl({ ...common, ...options, out })).toMatchObject({ state: "done", pages: PAGES });
  expect(asked.length).toBe(PAGES);
  return out;
}

/** Pages with what they hold, and where their links lead. */
const pagesOf = async (folder: string): Promise<string[]> => {
  const snapshot = await openSnapshot(folder);
  const linksOf = (row: number) => {
    const page = snapshot.pageOf(row);
    return page < 0 ? [] : Array.from(snapshot.pageLinks(page), (id) => snapshot.urls.at(id));
  };
  return Array.from({ length: snapshot.captures }, (_, row) => snapshot.capture(row))
    .filter(({ url }) => !url.endsWith("/robots.txt"))
    .map(({ row, url, digest, status }) => `${url} ${status} ${digest} ${linksOf(row).join()}`)
    .sort();
};

const orderOf = async (folder: string): Promise<string[]> => {
  const snapshot = await openSnapshot(folder);
  const urls = Array.from({ length: snapshot.captures }, (_, row) => snapshot.capture(row).url);
  return urls.filter((url) => !url.endsWith("/robots.txt"));
};

/** Which they are does not depend on the ordering. */
let allPages: string[] | undefined;

describe("a crawl that is killed", () => {
  // a frontier in memory with URLs on disk; the other way round, one that counts alongside is killed below
  it.each(depth({ everyday: KILLED.slice(1, 2), prove: KILLED }))(
    "again and again, and gone on with, stores the pages of one that was not, and fetches few twice: %s",
    async (name, ordering, besides, most) => {
      allPages ??= await pagesOf(await whole({}));
      const options = { ...common, ...besides, ordering };
      const out = join(temporaryFolder(), "crawl");
      const random = new Random(name.length);
      asked.length = 0;
      let kills = 0;
      const furthest = Math.floor(PAGES / most); // so that each run has pages left to be killed at
      while (kills < most && (await run({ ...options, out }, 1 + random.below(furthest))) === undefined) kills++;
      const status = await goOn({ ...options, out });
      expect(status).toMatchObject({ state: "done" });
      expect(await pagesOf(out)).toEqual(allPages);
      expect(asked.length - PAGES).toBeLessThanOrEqual(kills * (CHECKPOINT + CONNECTIONS));
      expect(kills).toBe(most);
    },
  );

  it("and gone on with counts alongside what a sweep of its stored trace counts, in a thread of its own", async () => {
    const [policies, sizes] = [
      ["clock", "lru", "sieve", "random"],
      [1, 8, 64, 200, 2 ** 25],
    ];
    const options = { ...common, out: join(temporaryFolder(), "crawl"), policies, sizes };
    const most = depth({ everyday: 1, prove: 2 });
    let kills = 0;
    while (kills < most && (await run(options, PAGES / 4)) === undefined) kills++;
    const status = await goOn(options);
    expect([kills, status.state]).toEqual([most, "done"]);
    const methods = await Promise.all(policies.map(cacheMethodNamed));
    const stored = await cacheSweep(await openTrace(options.out), { policies: [...methods, min], sizes });
    expect(status.rows).toEqual(stored.rows());
    allPages ??= await pagesOf(await whole({}));
    expect(await pagesOf(options.out)).toEqual(allPages);
  });

  it("goes on in the order of one that was not: one connection, a crawl for a topic", async () => {
    const one = { connections: 1 };
    const options = { ...common, ...one, ordering: FIGURE5, out: join(temporaryFolder(), "crawl") };
    const { query, ...rule } = FIGURE5;
    const unkilled = await whole({ ...one, ordering: similarity(query, rule) });
    const most = depth({ everyday: 1, prove: 4 });
    let kills = 0;
    while (kills < most && (await run(options, PAGES / 8 + 40 * kills)) === undefined) kills++;
    expect(await goOn(options)).toMatchObject({ state: "done" });
    expect(kills).toBe(most);
    const order = await orderOf(options.out);
    expect(order).toEqual(await orderOf(unkilled));
    expect(order.length).toBe(PAGES);
  });
});
