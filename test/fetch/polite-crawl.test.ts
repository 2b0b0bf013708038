import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Crawl } from "../../src/fetch/crawl.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import type { FetchRequest, Transport } from "../../src/fetch/fetched.js";
import type { SharedCrawl } from "../../src/fetch/neighbours.js";
import { backlink } from "../../src/ordering/backlink.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { FakeClock } from "./fake-clock.js";
import { loneNeighbours } from "./lone-neighbours.js";
import { simulate } from "./simulate.js";
import { type Answer, type LoggedRequest, page, SimulatedWeb } from "./simulated-web.js";

// What a crawl owes to hosts beside the gaps that the scheduler is tested for: all of a crawl on a fake clock.

const HOUR = 3_600_000;

/** Milliseconds from the end of each request to the begin of the next, in the order of begins; negative: at once. */
const gapsOf = (log: readonly LoggedRequest[]) => {
  const sorted = log.toSorted((a, b) => a.begin - b.begin);
  return sorted.slice(1).map(({ begin }, i) => begin - sorted[i].end);
};

const links = (host: string, count: number) => Array.from({ length: count }, (_, i) => `http://${host}/${i}`);

describe("a robots.txt that cannot be had", () => {
  const file = "http://b.web.example/robots.txt";
  /** A page with links to five of a host. */
  const five = (url: string) => page(url, url === "http://a.web.example/" ? links("b.web.example", 5) : []);

  const options: Partial<CrawlOptions> = {
    seeds: ["http://a.web.example/"],
    contact: "crawl@web.example",
    politeness: { delay: 1_000 },
  };

  it.each([
    ["breadth-first", {}],
    ["backlink", { ordering: backlink }],
  ])(
    "costs no page: a later run asks again, once the hour is over, and stores what waited (%s)",
    async (_, ordering) => {
      const { out, status, crawl } = await simulate({
        answer: (url) => (url === file ? { status: 503 } : { body: url.endsWith(".txt") ? "" : five(url) }),
        options: { ...options, ...ordering },
      });
      expect(status).toMatchObject({ state: "done", pages: 1, postponed: 5, frontier: 5, disallowed: 0 });
      expect(crawl.errors()[0]).toMatchObject({ url: "http://b.web.example/robots.txt", fault: "robots" });
      const run = async (begins: number) => {
        const clock = new FakeClock(begins);
        const web = new SimulatedWeb(clock, (url) => ({ body: url.endsWith(".txt") ? "" : five(url) }));
        const again = await Crawl.open({ ...options, ...ordering, out, clock, transport: web } as CrawlOptions);
        return { status: await clock.run(again.run()), web };
      };
      const soon = await run(status.now + HOUR / 2);
      expect([soon.status.postponed, soon.web.log]).toEqual([5, []]);
      const { status: late, web } = await run(status.now + HOUR);
      expect(late).toMatchObject({ state: "done", pages: 6, frontier: 0 });
      expect(web.log.map(({ url }) => url)[0]).toBe("http://b.web.example/robots.txt");
      expect(web.pages.toSorted()).toEqual(links("b.web.example", 5));
    },
  );

  it("is asked for again by a crawl that goes on meanwhile, and then costs no page either", async () => {
    const seeds = ["http://a.web.example/", "http://slow.web.example/"];
    const { status, server } = await simulate({
      answer: (url, visit) => {
        if (url === "http://b.web.example/robots.txt") return visit <= 3 ? { status: 503 } : { body: "Disallow: /x" };
        if (url === seeds[1]) return { body: page(url, ["/end"]), latency: 1.5 * HOUR };
        return { body: url.endsWith(".txt") ? "" : five(url) };
      },
      options: { ...options, seeds, timeouts: { total: 3 * HOUR } },
    });
    expect(status).toMatchObject({ state: "done", pages: 8 });
    expect(server.pages.filter((url) => url.startsWith("http://b.")).toSorted()).toEqual(links("b.web.example", 5));
  });

  it("that does not come when it is no longer fresh keeps the pages that are left", async () => {
    const many = links("b.web.example", 60);
    const { status, server } = await simulate({
      answer: (url, visit) => {
        if (url === "http://b.web.example/robots.txt" && visit > 1) return { status: 503 };
        return { body: url.endsWith(".txt") ? "" : page(url, url === "http://a.web.example/" ? many : []) };
      },
      options: { ...options, robotsFreshFor: 20_000 },
    });
    expect(server.pages.length - 1 + (status.postponed ?? 0)).toBe(60);
    expect(status.postponed).toBeGreaterThan(30);
  });

  it("is given up after three tries an hour, whatever its Retry-After: the crawl ends", async () => {
    const { server, status } = await simulate({
      answer: (url) => {
        if (url === file) return { status: 503, headers: { "retry-after": "3600" } };
        return { body: url.endsWith(".txt") ? "" : five(url) };
      },
      options,
    });
    expect(server.log.filter(({ url }) => url === file)).toHaveLength(3);
    expect(status).toMatchObject({ state: "done", postponed: 5 });
  });

  it.each([
    ["breadth-first", {}],
    ["backlink", { ordering: backlink }],
  ])(
    "is asked for once where the crawler may not connect, and a run that may fetches the pages at once (%s)",
    async (_, ordering) => {
      const run = (mayConnect: boolean, out?: string) =>
        simulate({
          answer: (url) => {
            if (url.startsWith("http://b.") && !mayConnect) return { fault: "forbidden-address" };
            return { body: url.endsWith(".txt") ? "" : five(url) };
          },
          ...(out !== undefined && { out }),
          options: { ...options, ...ordering },
        });
      const { out, server, status } = await run(false);
      expect(server.log.filter(({ host }) => host === "b.web.example")).toHaveLength(1);
      expect(status).toMatchObject({ state: "done", pages: 1, frontier: 5, faults: { "forbidden-address": 1 } });
      expect(status.postponed).toBeUndefined();
      expect((await run(true, out)).status).toMatchObject({ state: "done", pages: 6, frontier: 0 });
    },
  );

  it("is asked for no more where it redirects to a host to which the crawler may not connect", async () => {
    const { server, status } = await simulate({
      answer: (url) => {
        if (url === file) return { status: 302, headers: { location: "http://10.0.0.1/robots.txt" } };
        if (url.startsWith("http://10.")) return { fault: "forbidden-address" };
        return { body: url.endsWith(".txt") ? "" : five(url) };
      },
      options,
    });
    expect(server.log.filter(({ host }) => host === "10.0.0.1")).toHaveLength(1);
    expect(status).toMatchObject({ state: "done", pages: 1, postponed: 5 });
  });

  it("leaves nothing to wait for where its host is blocked meanwhile", async () => {
    let block = () => {};
    const { status } = await simulate({
      answer: (url) => {
        if (url === file) return { status: 503 };
        if (url.endsWith("/slow")) block();
        const found = [...links("b.web.example", 1), "/slow"];
        return { body: url.endsWith(".txt") ? "" : page(url, found), latency: url.endsWith("/slow") ? HOUR / 2 : 50 };
      },
      options: { ...options, seeds: ["http://a.web.example/", "http://a.web.example/1", "http://a.web.example/2"] },
      onOpen: (crawl) => {
        block = () => void setImmediate(() => crawl.block("b.web.example"));
      },
    });
    expect(status).toMatchObject({ state: "done", dropped: { blocked: 1 } });
    expect(status.postponed).toBeUndefined();
  });

  it("is asked for no more often than its pages, however short it is fresh", async () => {
    const { server, status } = await simulate({
      answer: (url) => ({ body: url.endsWith(".txt") ? "User-agent: *\nCrawl-delay: 4" : page(url, ["/1", "/2"]) }),
      options: { ...options, robotsFreshFor: 3_000 },
    });
    const paths = server.log.map(({ url }) => new URL(url).pathname);
    expect(paths).toEqual(["/robots.txt", "/", "/robots.txt", "/1", "/robots.txt", "/2"]);
    expect(status.state).toBe("done");
  });
});

describe("a robots.txt that redirects to another host", () => {
  const names = ["r1", "r2", "r3"].map((name) => `${name}.web.example`);
  const central = "central.web.example";
  const seeds = [`http://${central}/`, ...names.map((name) => `http://${name}/`)];
  const answer: Answer = (url) => {
    const { hostname, pathname } = new URL(url);
    if (pathname === "/robots.txt" && names.includes(hostname))
      return { status: 302, headers: { location: `http://${central}/for-${hostname}` }, latency: 5_000 };
    if (pathname.startsWith("/for-")) return { body: "User-agent: *\nDisallow: /private", latency: 5_000 };
    if (pathname === "/robots.txt") return { body: "" };
    return { body: page(url, ["/private", "/open"]), latency: 5_000 };
  };
  const options: Partial<CrawlOptions> = { seeds, politeness: { delay: 2_000 }, scope: { within: "any" } };

  it("is asked for there in its turn, never at the same time as another file or page of that host", async () => {
    const { server, status } = await simulate({ answer, options });
    const there = server.log.filter(({ host }) => host === central);
    expect(there.filter(({ url }) => url.includes("/for-"))).toHaveLength(3);
    expect(Math.min(...gapsOf(there))).toBeGreaterThanOrEqual(2_000);
    expect(status).toMatchObject({ state: "done", pages: 4 * 2 + 1, disallowed: 3 }); // central has no rules
  });

  it("does not keep that host from its own pages, however many redirect there, and none waits for ever", async () => {
    const many = Array.from({ length: 30 }, (_, i) => `q${i}.web.example`);
    const own = Array.from({ length: 30 }, (_, i) => `http://${central}/${i}`);
    const { server, status } = await simulate({
      answer: (url) => {
        const { hostname, pathname } = new URL(url);
        if (pathname.startsWith("/for-")) return { body: "" };
        if (pathname !== "/robots.txt") return { body: page(url, []) };
        return hostname === central
          ? { body: "" }
          : { status: 302, headers: { location: `http://${central}/for-${hostname}` } };
      },
      options: { ...options, seeds: [...own, ...many.map((name) => `http://${name}/`)] },
    });
    const turns = server.log.filter(({ host, url }) => host === central && !url.endsWith("robots.txt"));
    const guests = turns.filter(({ url }) => url.includes("/for-")).map(({ url }) => url.replace(/.*-/, ""));
    const redirected = server.log.filter(({ host, url }) => host !== central && url.endsWith("robots.txt"));
    expect(guests).toEqual(redirected.map(({ host }) => host)); // first come, first served
    turns.forEach((_, i) => {
      const kinds = turns.slice(i, i + 3).map(({ url }) => url.includes("/for-"));
      if (i + 3 < turns.length - 3) expect(new Set(kinds).size, `${i}`).toBe(2);
    });
    expect(status).toMatchObject({ state: "done", pages: 60 });
  });

  it("is not asked for at a host that is blocked, and nothing of its own is fetched", async () => {
    const { server, status } = await simulate({
      answer,
      options: { ...options, seeds: seeds.slice(1), block: [central] },
    });
    expect(server.log.map(({ url }) => url)).toEqual(names.map((name) => `http://${name}/robots.txt`));
    expect(status).toMatchObject({ state: "done", pages: 0, postponed: 3 });
  });

  it("is asked for once, however slow, and its own host is asked for nothing else meanwhile", async () => {
    const { server } = await simulate({
      answer: (url) => {
        if (url === "http://a.web.example/robots.txt")
          return { status: 302, headers: { location: "http://user@c.web.example/r" } };
        return url.endsWith("/r") ? { latency: 5_000 } : { body: page(url, ["/1", "/2"]), latency: 8_000 };
      },
      options: { ...options, seeds: ["http://a.web.example/"] },
    });
    expect(server.log.filter(({ url }) => /robots\.txt$|\/r$/.test(url)).map(({ url }) => url)).toEqual([
      "http://a.web.example/robots.txt",
      "http://c.web.example/r",
    ]);
    expect(Math.min(...gapsOf(server.log.filter(({ host }) => host.startsWith("a."))))).toBeGreaterThanOrEqual(2_000);
  });

  it("is asked for there as seldom as that host's Crawl-delay says", async () => {
    const { server } = await simulate({
      answer: (url) => {
        if (url === `http://${central}/robots.txt`) return { body: "User-agent: *\nCrawl-delay: 30" };
        if (url.endsWith("/robots.txt")) return answer(url, 1, {});
        return { body: url.includes("/for-") ? "" : page(url, url.includes(central) ? ["/1"] : []) };
      },
      options,
    });
    const there = gapsOf(server.log.filter(({ host }) => host === central));
    expect(there.length).toBe(5); // robots.txt, three files of others, two pages
    expect(Math.min(...there)).toBeGreaterThanOrEqual(30_000);
  });

  it("is followed over several hosts, and back to its own", async () => {
    const steps = ["http://b.web.example/r", "http://c.web.example/r", "http://a.web.example/r"];
    const { server } = await simulate({
      answer: (url) => {
        const at = ["http://a.web.example/robots.txt", ...steps].indexOf(url);
        if (at >= 0 && at < 3) return { status: 301, headers: { location: steps[at] } };
        return { body: url.endsWith("/r") ? "User-agent: *\nDisallow: /private" : page(url, ["/private", "/open"]) };
      },
      options: { ...options, seeds: ["http://a.web.example/"] },
    });
    expect(server.log.map(({ url }) => url)).toEqual([
      "http://a.web.example/robots.txt",
      ...steps,
      "http://a.web.example/",
      "http://a.web.example/open",
    ]);
  });

  it("is asked for though that host waits for its own, which redirects to here", async () => {
    const [a, b] = ["http://a.web.example", "http://b.web.example"];
    const { status } = await simulate({
      answer: (url) => {
        if (url.endsWith("/robots.txt"))
          return { status: 302, headers: { location: `${url.startsWith(a) ? b : a}/r` } };
        return { body: url.endsWith("/r") ? "" : page(url, []) };
      },
      options: { ...options, seeds: [a, b].flatMap((host) => [`${host}/`, `${host}/1`]), time: 3_600_000 },
    });
    expect(status).toMatchObject({ state: "done", pages: 4 });
    expect(status.elapsed).toBeLessThan(60_000);
  });

  it("is no longer waited for when the host goes to another process of the crew", async () => {
    const clock = new FakeClock();
    const web = new SimulatedWeb(clock, (url) => {
      if (url === "http://a.web.example/robots.txt")
        return { status: 302, headers: { location: "http://c.web.example/r" } };
      return { body: /\.txt$|\/r$/.test(url) ? "" : page(url, url.includes("//c.") ? ["/1", "/2", "/3"] : []) };
    });
    let share: SharedCrawl | undefined;
    let ownsC = true;
    const neighbours = loneNeighbours(
      clock,
      (url) => ownsC || !url.includes("//c."),
      (crawl) => {
        share = crawl;
      },
    );
    const crawl = await Crawl.open({
      ...options,
      out: join(temporaryFolder(), "crawl"),
      contact: "crawl@web.example",
      clock,
      transport: web,
      seeds: ["http://c.web.example/", "http://a.web.example/"],
      politeness: { delay: 40_000 },
      neighbours,
      time: 24 * HOUR,
    });
    clock.after(41_000, () => {
      void share?.whileHeld(async () => {
        ownsC = false;
        await share?.release(
          (url) => url.includes("//c."),
          async () => {},
        );
      });
    });
    const status = await clock.run(crawl.run());
    expect(status.elapsed).toBeLessThan(HOUR);
  });

  it("waits for a host that does not answer no longer than that one is asked", async () => {
    const { status, server } = await simulate({
      answer: (url) => {
        if (url === "http://a.web.example/robots.txt")
          return { status: 302, headers: { location: "http://dead.web.example/r" } };
        return url.includes("dead.") ? { fault: "dns" } : { body: page(url, []) };
      },
      options: { ...options, seeds: ["http://a.web.example/"] },
    });
    expect(server.log.filter(({ host }) => host === "dead.web.example").length).toBeLessThanOrEqual(3);
    expect(status).toMatchObject({ state: "done", pages: 0, postponed: 1 });
  });
});

describe("a host whose name ends in a dot", () => {
  const answer: Answer = (url) => ({
    body: url.endsWith("/robots.txt")
      ? ""
      : page(url, ["http://a.web.example./1", "http://a.web.example/2", "http://b.web.example./3"]),
    latency: 5_000,
  });

  it("is the host without it: one request at a time", async () => {
    const options = {
      seeds: ["http://a.web.example/"],
      politeness: { delay: 2_000 },
      scope: { within: "any" as const },
    };
    const { server } = await simulate({ answer, options });
    const log = server.log.filter(({ host }) => /^a\./.test(host));
    expect(log.some(({ host }) => host === "a.web.example.")).toBe(true);
    expect(Math.min(...gapsOf(log))).toBeGreaterThanOrEqual(2_000);
  });

  it("is blocked with it", async () => {
    const options = { seeds: ["http://a.web.example/"], block: ["b.web.example"], scope: { within: "any" as const } };
    const { server, status } = await simulate({ answer, options });
    expect(server.log.filter(({ host }) => host.startsWith("b."))).toEqual([]);
    expect(status.dropped).toEqual({ blocked: 1 });
  });
});

describe("hosts at one address", () => {
  it("are asked one after the other from the first request on, robots.txt files among them", async () => {
    const seeds = Array.from({ length: 12 }, (_, i) => `http://h${i}.web.example/`);
    const { server, status } = await simulate({
      answer: (url) => ({ body: url.endsWith(".txt") ? "" : page(url, []), latency: 200 }),
      options: { seeds, politeness: { delay: 1_000, factor: 0, addressDelay: 2_000 } },
      transport: (web) => ({
        fetch: async (request) => ({ ...(await web.fetch(request)), ip: "192.0.2.1" }),
        addressOf: async () => "192.0.2.1",
        close: () => web.close(),
      }),
    });
    expect(status).toMatchObject({ state: "done", pages: 12 });
    expect(server.log).toHaveLength(24);
    expect(Math.min(...gapsOf(server.log))).toBeGreaterThanOrEqual(2_000);
  });
});

describe("a host that is located before it is asked", () => {
  const at =
    (address: () => Promise<string | undefined>) =>
    (web: SimulatedWeb): Transport => ({
      fetch: (request) => web.fetch(request),
      addressOf: address,
      close: () => web.close(),
    });
  const politeness = { delay: 1_000, addressDelay: 1_000 };

  it("is dropped, and counted, where it is blocked meanwhile", async () => {
    for (const robots of ["ignore", "obey"] as const) {
      let block = () => {};
      const { server, status } = await simulate({
        answer: (url) => {
          if (url === "http://a.web.example/robots.txt")
            return { status: 302, headers: { location: "http://c.web.example/r" } };
          return { body: page(url, []) };
        },
        options: { seeds: [`http://${robots === "obey" ? "a" : "c"}.web.example/`], robots, politeness },
        transport: at(async () => {
          block();
          return "192.0.2.1";
        }),
        onOpen: (crawl) => {
          block = () => crawl.block("c.web.example");
        },
      });
      expect(server.log.filter(({ host }) => host.startsWith("c."))).toEqual([]);
      expect(status).toMatchObject(robots === "obey" ? { postponed: 1 } : { state: "done", dropped: { blocked: 1 } });
    }
  });

  it("is given up for its long Crawl-delay, and its pages are counted", async () => {
    const answer: Answer = (url) => ({
      body: url.endsWith(".txt") ? "User-agent: *\nCrawl-delay: 400" : page(url, ["/1", "/2", "/3"]),
    });
    const options = { seeds: ["http://a.web.example/"] };
    const { out, status } = await simulate({ answer, options: { ...options, pages: 1, politeness: { delay: 1_000 } } });
    const clock = new FakeClock(status.now + HOUR);
    const again = await Crawl.open({
      ...options,
      out,
      contact: "crawl@web.example",
      clock,
      transport: at(async () => "192.0.2.1")(new SimulatedWeb(clock, answer)),
      politeness: { ...politeness, longCrawlDelay: "give up" },
    });
    expect((await clock.run(again.run())).dropped).toEqual({ "crawl-delay": 3 });
  });

  it("is located by a transport that is an object of a class", async () => {
    class Located implements Transport {
      readonly #address = "192.0.2.1";
      readonly #web: SimulatedWeb;
      constructor(web: SimulatedWeb) {
        this.#web = web;
      }
      fetch(request: FetchRequest) {
        return this.#web.fetch(request);
      }
      async addressOf() {
        return this.#address;
      }
      close() {
        return this.#web.close();
      }
    }
    const { status } = await simulate({
      answer: (url) => ({ body: page(url, []) }),
      options: { seeds: ["http://a.web.example/"], politeness },
      transport: (web) => new Located(web),
    });
    expect(status.pages).toBe(1);
  });
});

describe("Retry-After", () => {
  it("with a redirect is waited for before the host is asked again (RFC 9110, section 10.2.3)", async () => {
    const { server } = await simulate({
      answer: (url) => {
        if (url.endsWith("/robots.txt")) return { body: "" };
        if (url.endsWith("/x")) return { status: 301, headers: { location: "/y", "retry-after": "40" } };
        return { body: page(url, []) };
      },
      options: { seeds: ["http://a.web.example/x"], politeness: { delay: 1_000 } },
    });
    const [, x, y] = server.log;
    expect([x.url, y.url]).toEqual(["http://a.web.example/x", "http://a.web.example/y"]);
    expect(y.begin - x.end).toBe(40_000);
  });
});

describe("a crawl that goes on where the clock was set back", () => {
  it("leaves its host alone for one delay, as if the clock had stood still meanwhile", async () => {
    const answer: Answer = (url) => ({ body: url.endsWith(".txt") ? "" : page(url, links("a.web.example", 3)) });
    const options = { seeds: ["http://a.web.example/"], politeness: { delay: 60_000 } };
    const { out, status } = await simulate({ answer, options: { ...options, pages: 2 } });
    expect(status).toMatchObject({ state: "stopped", pages: 2 });
    const begins = status.now - 5 * HOUR;
    const { server, status: end } = await simulate({ answer, options, out, clock: new FakeClock(begins) });
    expect(end).toMatchObject({ state: "done", pages: 4 });
    expect(server.log[0].begin - begins).toBe(60_000);
    expect(gapsOf(server.log)).toEqual([60_000]); // pages 3 and 4
  });
});
