import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Crawl } from "../../src/fetch/crawl.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import { crawlSettings } from "../../src/fetch/crawl-settings.js";
import { HostSplitter } from "../../src/fetch/host-splitter.js";
import type { Estate, Neighbours, SentUrl, SharedCrawl } from "../../src/fetch/neighbours.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { FakeClock } from "./fake-clock.js";
import { page, SimulatedWeb } from "./simulated-web.js";

/** The other process of a crawl of two: hosts that begin with "o" are its own. It writes down what it is sent. */
class Other implements Neighbours {
  isOver = false;
  get isDone() {
    return this.isOver;
  }
  readonly counts = { messages: 7, bytes: 700 };
  readonly sent: SentUrl[] = [];
  readonly foreign = new Set(["o"]);
  crawl: SharedCrawl | undefined;
  /** Done once the crawl is ready. */
  readonly #then: (crawl: SharedCrawl, other: Other) => Promise<void>;

  constructor(then: (crawl: SharedCrawl, other: Other) => Promise<void> = async () => {}) {
    this.#then = then;
  }

  isOwn = (url: string) => !this.foreign.has(new URL(url).hostname[0]);
  tenureOf = () => 0;
  send(found: SentUrl): void {
    this.sent.push(found);
  }
  async flush(): Promise<void> {}
  async opened(): Promise<void> {}
  async begin(crawl: SharedCrawl): Promise<void> {
    this.crawl = crawl;
    await this.#then(crawl, this);
  }
  async end(): Promise<void> {}
  cut(): void {}
  save(): unknown {
    return { name: "one" };
  }
  async saved(): Promise<void> {}
}

interface Run {
  readonly pages: Readonly<Record<string, readonly string[]>>;
  readonly other?: Other;
  readonly options?: Partial<CrawlOptions>;
  readonly out?: string;
}

/** Crawls until nothing is left here. */
async function crawled({ pages, other = new Other(), options = {}, out = join(temporaryFolder(), "crawl") }: Run) {
  const clock = new FakeClock();
  const web = new SimulatedWeb(clock, (url) => {
    if (url.endsWith("/moved")) return { status: 302, headers: { location: "http://o.example/here" } };
    return pages[url] ? { body: page(url, pages[url]) } : { status: 404 };
  });
  const crawl = await Crawl.open({
    out,
    contact: "crawl@web.example",
    clock,
    transport: web,
    neighbours: other,
    seeds: ["http://a.example/"],
    politeness: { delay: 100, factor: 0 },
    scope: { within: "any" },
    ...options,
  });
  const look = () => {
    other.crawl?.settle();
    if (other.crawl?.isIdle) other.isOver = true;
    if (other.isOver) other.crawl?.nudge();
    else clock.after(1_000, look);
  };
  look();
  const status = await clock.run(crawl.run());
  return { status, web, sent: other.sent, out, crawl };
}

describe("a crawl that shares hosts with another process", () => {
  it("sends each URL of the other's hosts to it once, with where it was found, and fetches its own", async () => {
    const pages = {
      "http://a.example/": ["http://o.example/1", "http://o.example/1", "http://a.example/2", "http://o.example/3"],
      "http://a.example/2": ["http://o.example/3", "http://o.example/4", "http://a.example/"],
    };
    const { web, sent, status } = await crawled({ pages });
    expect(web.pages).toEqual(["http://a.example/", "http://a.example/2"]);
    const via = (id: string) => `http://a.example/${id}`;
    expect(sent).toEqual([
      { url: "http://o.example/1", depth: 1, hops: 0, via: via("") },
      { url: "http://o.example/3", depth: 1, hops: 0, via: via("") },
      { url: "http://o.example/4", depth: 2, hops: 0, via: via("2") },
    ]);
    expect(status.state).toBe("done");
    // links to o: 3 on the first page, 2 on the second; 7 messages and 700 bytes are what the neighbours say
    expect(status.exchange).toEqual({ foreign: 5, sent: 3, received: 0, fresh: 0, messages: 7, bytes: 700 });
  });

  it("sends start pages and redirects that are the other's, and nothing that no process would fetch", async () => {
    const out = join(temporaryFolder(), "crawl");
    const other = new Other();
    const links = [
      "http://o.example/picture.png",
      "http://o.example/deep",
      "ftp://o.example/",
      "http://a.example/moved",
    ];
    const options = {
      seeds: ["http://a.example/", "http://o.example/seed"],
      scope: { within: "any" as const, depth: 1 },
    };
    const { sent, status } = await crawled({ pages: { "http://a.example/": links }, other, options, out });
    expect(sent.map(({ url, depth, hops }) => [url, depth, hops])).toEqual([
      ["http://o.example/seed", 0, 0],
      ["http://o.example/deep", 1, 0],
      ["http://o.example/here", 1, 1], // where a redirect leads is as deep as what leads there
    ]);
    expect(status.links.outOfScope).toMatchObject({ suffix: 1 });
  });

  it("sends a URL that was too deep when it was met, once it is met on a shorter way", async () => {
    const pages = {
      "http://a.example/": ["http://a.example/1", "http://b.example/"],
      "http://a.example/1": ["http://a.example/2"],
      "http://a.example/2": ["http://o.example/x"], // 3 links from the start
      "http://b.example/": [],
    };
    const options = { scope: { within: "any" as const, depth: 2 } };
    const deep = await crawled({ pages, options });
    expect(deep.sent).toEqual([]);
    const both = {
      ...pages,
      "http://b.example/": ["http://b.example/slow"],
      "http://b.example/slow": [],
      "http://a.example/1": ["http://a.example/2", "http://o.example/x"],
    };
    expect((await crawled({ pages: both, options })).sent.map(({ depth }) => depth)).toEqual([2]);
  });

  it("takes in what the other found, each URL once, and says how many were new", async () => {
    const found = (url: string, depth = 1): SentUrl => ({ url, depth, hops: 0, via: "http://o.example/" });
    const fresh: number[] = [];
    const other = new Other(async (crawl) => {
      fresh.push(
        await crawl.receive([found("http://a.example/7"), found("http://a.example/7"), found("http://a.example/")]),
      );
      fresh.push(await crawl.receive([found("http://a.example/7"), found("http://a.example/x.png")]));
    });
    const pages = { "http://a.example/": ["http://a.example/7"], "http://a.example/7": ["http://o.example/"] };
    const { web, status } = await crawled({ pages, other });
    expect(fresh).toEqual([1, 0]); // the start page is known, the picture is out of scope
    expect(web.pages.sort()).toEqual(["http://a.example/", "http://a.example/7"]);
    expect(status.exchange).toMatchObject({ received: 5, fresh: 1 });
  });

  it("has what it took in on disk by then: a kill right after costs none of it", async () => {
    const [out, killed] = [join(temporaryFolder(), "crawl"), join(temporaryFolder(), "killed")];
    const other = new Other(async (crawl) => {
      await crawl.receive([{ url: "http://a.example/7", depth: 1, hops: 0 }]);
      cpSync(out, killed, { recursive: true });
    });
    const pages = { "http://a.example/": [], "http://a.example/7": [] };
    await crawled({ pages, other, out });
    expect((await crawled({ pages, out: killed })).web.pages).toContain("http://a.example/7");
  });

  it("lets in again what it had sent, when its host has become its own and the other never got it", async () => {
    const other = new Other();
    const pages = {
      "http://a.example/": ["http://o.example/1", "http://a.example/2"],
      "http://a.example/2": ["http://o.example/1"],
      "http://o.example/1": [],
    };
    const send = other.send.bind(other);
    other.send = (found) => {
      send(found);
      other.foreign.clear();
    };
    const { web, sent } = await crawled({ pages, other });
    expect(sent.length).toBe(1);
    expect(web.pages).toContain("http://o.example/1");
  });

  it("that is opened again takes in what it only sent before, and not what it had let in", async () => {
    const out = join(temporaryFolder(), "crawl");
    const pages = {
      "http://a.example/": ["http://a.example/7", "http://o.example/1"],
      "http://a.example/7": [],
      "http://o.example/1": [],
    };
    expect((await crawled({ pages, out })).sent).toHaveLength(1);
    const fresh: number[] = [];
    const other = new Other(async (crawl) => {
      for (const url of ["http://a.example/7", "http://o.example/1"])
        fresh.push(await crawl.receive([{ url, depth: 1, hops: 0 }]));
    });
    other.foreign.clear(); // the host of what was sent has become its own
    const { web } = await crawled({ pages, out, other });
    expect([fresh, web.pages]).toEqual([[0, 1], ["http://o.example/1"]]);
  });

  it("that is opened again sends once more what it is asked for of all that it found in scope, and no more", async () => {
    const out = join(temporaryFolder(), "crawl");
    const links = ["http://o.example/1", "http://o.example/2", "http://o.example/x.png", "http://a.example/moved"];
    const pages = { "http://a.example/": links };
    const options = { seeds: ["http://a.example/", "http://o.example/seed"], scope: { within: "any" as const } };
    const { sent: first } = await crawled({ pages, options, out });
    const isAsked = (url: string) => url !== "http://o.example/2";
    const again: SentUrl[] = [];
    const other = new Other(async (crawl, { sent }) => {
      const before = sent.length; // start pages are sent whenever a crawl is opened
      await crawl.resend(isAsked);
      again.push(...sent.slice(before));
    });
    const { web } = await crawled({ pages, options, out, other });
    expect(again).toEqual(first.filter(({ url }) => isAsked(url)));
    const urls = again.map(({ url }) => url.slice("http://o.example/".length));
    expect([urls, web.pages]).toEqual([["seed", "1", "here"], []]);
  });

  it("gives away the URLs of a part, and what it knows of their hosts, and fetches none of them", async () => {
    const out = join(temporaryFolder(), "crawl");
    const [a, b] = ["http://a.example/", "http://b.example/"];
    const pages = { [a]: [`${a}1`, `${a}2`, `${b}1`], [b]: [] };
    const options = { seeds: [a, b] };
    await crawled({ pages, options: { ...options, pages: 2 }, out });
    const given: Estate[] = [];
    const other = new Other((crawl) =>
      crawl.release(
        (url) => url.startsWith(a),
        async (estate) => void given.push(estate),
      ),
    );
    const { web } = await crawled({ pages, options, out, other });
    const [{ waiting, done, hosts }] = given;
    expect([waiting, done]).toEqual([
      [1, 2].map((page) => ({ url: `${a}${page}`, depth: 1, hops: 0 })),
      [{ url: a, depth: 0, hops: 0 }],
    ]);
    expect(hosts.scheduler.hosts.map(([host]) => host)).toEqual(["a.example"]);
    expect(hosts.robots.map(([origin]) => origin)).toEqual(["http://a.example"]);
    expect(hosts.scheduler.robots.map(([origin]) => origin)).toEqual(["http://a.example"]);
    expect(web.pages).toEqual([`${b}1`]);
  });

  it("is not at rest while it has URLs that came when it was paused", async () => {
    const clock = new FakeClock();
    const web = new SimulatedWeb(clock, () => ({ body: page("page", []) }));
    const other = new Other();
    const out = join(temporaryFolder(), "crawl");
    const crawl = await Crawl.open({
      out,
      contact: "crawl@web.example",
      clock,
      transport: web,
      neighbours: other,
      seeds: ["http://a.example/"],
      politeness: { delay: 100, factor: 0 },
    });
    const ended = crawl.run();
    const wait = (ms: number) => clock.run(new Promise<void>((resolve) => clock.after(ms, resolve)));
    await wait(10_000);
    other.crawl?.settle();
    await wait(10_000);
    expect(other.crawl?.isIdle).toBe(true);
    crawl.pause();
    await clock.run(other.crawl!.receive([{ url: "http://a.example/new", depth: 1, hops: 0 }]));
    await wait(10_000);
    expect(other.crawl?.isIdle).toBe(false);
    crawl.proceed();
    await wait(10_000);
    other.crawl?.settle();
    await wait(10_000);
    expect([other.crawl?.isIdle, web.pages]).toEqual([true, ["http://a.example/", "http://a.example/new"]]);
    other.isOver = true;
    other.crawl?.nudge();
    expect((await clock.run(ended)).state).toBe("done");
  });
});

describe("a splitter", () => {
  it("asks its neighbours what is own at the moment, and counts what goes out", () => {
    const other = new Other();
    const splitter = new HostSplitter(other, (url) => (url.endsWith(".png") ? "suffix" : undefined));
    expect([splitter.isForeign("http://o.example/"), splitter.isForeign("http://a.example/")]).toEqual([true, false]);
    other.foreign.add("a");
    expect(splitter.isForeign("http://a.example/")).toBe(true);
    expect(splitter.look("http://a.example/x.png", 1)).toBe("suffix");
    splitter.send({ url: "http://a.example/", depth: 1, hops: 0 });
    expect(splitter.exchange).toEqual({ foreign: 0, sent: 1, received: 0, fresh: 0, messages: 7, bytes: 700 });
  });
});

describe("the options of a crawl that is shared", () => {
  const settings = (options: Partial<CrawlOptions>) =>
    crawlSettings({ out: "folder", contact: "crawl@web.example", neighbours: new Other(), ...options }, "1.0.0");

  it("are breadth-first alone, by its name too, in the order found or unshuffled", () => {
    expect(() => settings({ ordering: backlink() })).toThrow(
      "processes that share a crawl go breadth-first; found backlink, ties fifo: leave ordering out, or --join",
    );
    expect(settings({ ordering: breadthFirst() }).ordering).toBeUndefined();
    expect(settings({ order: "unshuffled" }).order).toBe("unshuffled");
  });

  it("take no earlier snapshot", () => {
    expect(() => settings({ previous: "old" })).toThrow(
      "processes that share a crawl fetch all pages anew: leave previous out, or --join",
    );
  });

  it("are free of both without neighbours", () => {
    expect(settings({ neighbours: undefined, ordering: backlink(), previous: "old" }).previous).toBe("old");
  });
});
