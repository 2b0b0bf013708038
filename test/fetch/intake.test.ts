import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Waiting } from "../../src/fetch/frontier/frontier.js";
import { HostSplitter } from "../../src/fetch/host-splitter.js";
import { Intake, type IntakeParts } from "../../src/fetch/intake.js";
import type { Neighbours, SentUrl } from "../../src/fetch/neighbours.js";
import { Tally } from "../../src/fetch/tally.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { depthFirst } from "../../src/ordering/depth-first.js";
import { simulate } from "./simulate.js";
import { page } from "./simulated-web.js";

const at = (path: string) => `http://a.example/${path}`;

/** An intake, what it gave to the frontier, and what it sent to others: hosts that begin with "o" are theirs. */
function opened(parts: Partial<IntakeParts> = {}) {
  const ids = new Map<string, number>();
  const intern = (url: string) => {
    if (!ids.has(url)) ids.set(url, ids.size);
    return ids.get(url) as number;
  };
  const discovered: Waiting[] = [];
  const sent: SentUrl[] = [];
  const neighbours = {
    isOwn: (url: string) => !url.startsWith("http://o"),
    send: (found: SentUrl) => sent.push(found),
  };
  const splitter = new HostSplitter(neighbours as unknown as Neighbours, () => undefined);
  const tally = new Tally();
  const intake = new Intake({
    writer: { urls: { intern, idOf: intern } } as unknown as IntakeParts["writer"],
    frontier: {
      discover: (found: readonly Waiting[]) => discovered.push(...found),
    } as unknown as IntakeParts["frontier"],
    admit: (url) => (url.includes("out") ? "host" : undefined),
    tally,
    splitter,
    mostHops: 2,
    ...parts,
  });
  return { intake, discovered, sent, tally };
}

const item: Waiting = { id: 0, url: at("from"), depth: 3, hops: 1 };
const links = (...urls: string[]) => urls.map((url) => ({ url }));

describe("what is taken in", () => {
  it("of a page has that page as its via, a link deeper, or a redirect further", () => {
    const { intake, sent } = opened();
    const { found } = intake.find(item, links(at("x"), "http://o.example/y"), at("moved"));
    expect(found).toEqual([
      { id: expect.any(Number), url: at("moved"), depth: 3, hops: 2, via: at("from") },
      { id: expect.any(Number), url: at("x"), depth: 4, hops: 0, via: at("from") },
    ]);
    expect(sent).toEqual([{ url: "http://o.example/y", depth: 4, hops: 0, via: at("from") }]);
  });

  it("from another process keeps the via that it was sent with, or none", async () => {
    const { intake, discovered, tally } = opened();
    const urls: SentUrl[] = [
      { url: at("x"), depth: 2, hops: 0, via: "http://o.example/page" },
      { url: at("start"), depth: 0, hops: 0 },
      { url: at("out"), depth: 2, hops: 0, via: "http://o.example/page" },
    ];
    expect(await intake.receive(urls, async () => false)).toBe(2);
    expect(discovered).toEqual([
      { id: expect.any(Number), url: at("x"), depth: 2, hops: 0, via: "http://o.example/page" },
      { id: expect.any(Number), url: at("start"), depth: 0, hops: 0 },
    ]);
    expect([tally.fresh, tally.outOfScope]).toEqual([3, { host: 1 }]);
  });

  it("of a start page has no via", () => {
    const { intake, discovered } = opened();
    intake.seed([at(""), at("")]);
    expect(discovered).toEqual([{ id: 0, url: at(""), depth: 0, hops: 0 }]);
  });

  it("follows no more redirects than it may, one after the other", () => {
    const { intake, tally } = opened();
    expect(intake.find({ ...item, hops: 2 }, [], at("moved")).found).toEqual([]);
    expect(tally.dropped).toEqual({ "too-many-redirects": 1 });
  });
});

describe("a snapshot", () => {
  // 0 -> 1, 2; 1 -> 3, moved; 2 -> 4; 3 -> 0, 4; moved is a redirect to 5. Page 4 is found on page 2, or, depth first,
  // on page 3
  const pages: Readonly<Record<string, readonly string[]>> = {
    0: ["1", "2"],
    1: ["3", "moved"],
    2: ["4"],
    3: ["0", "4"],
    4: [],
    5: [],
  };
  const answer = (url: string) => {
    const name = url.slice(at("").length);
    if (name === "moved") return { status: 302, headers: { location: at("5") } };
    return pages[name] ? { body: page(name, pages[name].map(at)) } : { status: 404 };
  };

  it.each([
    [breadthFirst, { 0: undefined, 1: "0", 2: "0", 3: "1", moved: "1", 4: "2", 5: "moved" }],
    [depthFirst, { 0: undefined, 1: "0", 2: "0", 3: "1", moved: "1", 4: "3", 5: "moved" }],
  ])("says of each page on which it was first found: crawled by %o", async (ordering, expected) => {
    const options = { seeds: [at("0")], connections: 1, ordering };
    const { snapshot, out } = await simulate({ answer, options });
    const bytes = readFileSync(join(out, "index/capture.via.u32"));
    const names = [...snapshot.urls].map((url) => url.slice(at("").length));
    const found = Array.from({ length: snapshot.captures }, (_, row) => {
      const via = bytes.readUInt32LE(4 * row);
      return [names[snapshot.capture(row).urlId], via === 0xffffffff ? undefined : names[via]];
    });
    expect(Object.fromEntries(found.filter(([name]) => name !== "robots.txt"))).toEqual(expected);
  });
});
