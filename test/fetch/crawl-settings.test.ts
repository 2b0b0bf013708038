import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clock } from "../../src/cache/policy/clock.js";
import { cacheExperiment } from "../../src/cache/sweep/cache-experiment.js";
import { agentOf } from "../../src/fetch/agent.js";
import { crawlSettings } from "../../src/fetch/crawl-settings.js";
import { settingsOf } from "../../src/fetch/politeness/settings.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";

const asked = { seeds: ["http://a.example/"], out: "/tmp/crawl", contact: "a@b.example", proxy: "none" };
const settings = (options: object = {}) => crawlSettings({ ...asked, ...options } as never, "1.2");

describe("a crawl of which nothing else is asked", () => {
  it("is as the docs of each option say", () => {
    const { clock: _clock, canonical: _canonical, retry, agent, ...found } = settings();
    expect(found).toMatchObject({
      seed: 1,
      mostUrls: 2 ** 22,
      normalize: ["fragment", "credentials"],
      pages: Number.POSITIVE_INFINITY,
      time: Number.POSITIVE_INFINITY,
      links: "anchors",
      sitemaps: "ignore",
      robots: "obey",
      content: "all",
      store: "warc",
      order: "found",
      seen: "memory",
      gzipLevel: 1,
      trace: true,
      bodyLimit: 16 << 20,
      mostHops: 10,
      robotsFreshFor: 86_400_000, // a day
      segmentBytes: 1 << 30,
      cookies: false,
      allowPrivate: false,
      checkpointEvery: 30_000,
      checkpointPages: 1000,
      ahead: 100_000,
      connections: 100,
      seeds: ["http://a.example/"],
      obeyNofollow: false,
      follow: true,
      obeyMetaRobots: true,
      politeness: {},
    });
    for (const name of ["ordering", "urlCache", "nearDuplicates", "proxies", "previous", "neighbours"] as const)
      expect(found[name], name).toBeUndefined();
    expect(retry).toEqual({ retries: 3, delay: 60_000, maxDelay: 3_600_000, maxRetryAfter: 86_400_000, jitter: 0.5 });
    expect(agent).toEqual({
      userAgent: "crawlbench/1.2 (+mailto:a@b.example)",
      productToken: "crawlbench",
      from: "a@b.example",
    });
  });

  it.each<readonly [option: string, wrong: object]>([
    ["timeouts: total", { timeouts: { total: 0 } }],
    ["header", { header: ["no colon"] }],
    ["auth", { auth: ["nobody"] }],
    ["insecure", { insecure: ["*.example"] }],
    ["proxy", { proxy: "gopher://a.example" }],
    ["timeZone", { politeness: { timeZone: "Mars/Olympus" } }],
    ["retry: retries", { retry: { retries: -1 } }],
    ["nearDuplicates", { nearDuplicates: { bits: -1 } }],
    ["urlCache", { urlCache: -1 }],
    ["alongside", { alongside: [7] }],
    ["trace", { alongside: [cacheExperiment({ policies: [clock] })], trace: false }],
    ["connections", { connections: 0.5 }],
    ["checkpointEvery", { checkpointEvery: 0 }],
    ["sitemaps", { ordering: backlink, sitemaps: "follow" }],
  ])("refuses a wrong %s before anything is written or asked for", (option, wrong) => {
    expect(() => settings(wrong)).toThrow(coded("option"));
    expect(() => settings(wrong)).toThrow(option);
  });

  it("refuses to block what is no host name, before anything is written", () => {
    expect(() => settings({ block: ["a.example", "http://b.example/"] })).toThrow(
      /expected the name of a host or domain.*found "http:\/\/b\.example\/"/,
    );
  });

  it.each([
    [{ speed: 0 }, "speed is a number above 0, or left out for no limit; found 0"],
    [{ delay: -1 }, "delay is a number, 0 or more, in milliseconds; found -1"],
    [{ schedule: [{ from: "25:00", to: "30:00", speed: 3 }] }, 'a time of day is "08:00" or "20:30"; found "25:00"'],
  ])("refuses %j among delays and speeds, before anything is written", (politeness, message) => {
    expect(() => settings({ politeness })).toThrow(message);
  });

  it("keeps as many URLs ahead as it has connections where an ordering decides, or one at a time is fetched", () => {
    expect(settings({ ordering: backlink, connections: 7 })).toMatchObject({ ordering: backlink, ahead: 7 });
    expect(settings({ connections: 1 })).toMatchObject({ ordering: undefined, ahead: 1 });
    expect(settings({ ordering: breadthFirst, connections: 2 })).toMatchObject({ ordering: undefined, ahead: 100_000 });
    expect(settings({ connections: 7, ahead: 9 })).toMatchObject({ ahead: 9 });
  });

  it("waits for hosts that do not answer, and between tries, in step with the delay", () => {
    const waits = (delay: number) => {
      const { politeness, retry } = settings({ politeness: { delay } });
      const { downDelay, maxDownDelay, robotsDelay } = politeness;
      return [downDelay, maxDownDelay, robotsDelay, retry.delay];
    };
    // ten times the delay and at least a second, 120 times and at least a minute, ten times up to 10 s; twice
    expect(waits(0)).toEqual([1000, 60_000, 1000, 1000]);
    expect(waits(400)).toEqual([4000, 60_000, 4000, 1000]);
    expect(waits(2000)).toEqual([20_000, 240_000, 10_000, 4000]);
    expect(settings({ politeness: { delay: 2000, downDelay: 5 }, retry: { delay: 6 } })).toMatchObject({
      politeness: { downDelay: 5 },
      retry: { delay: 6 },
    });
  });

  it("takes seeds as people write them", () => {
    const seeds = ["a.example", "a.example:8080/x", "HTTPS://A.example/b#c", "localhost:1"];
    expect(settings({ seeds }).seeds).toEqual([
      "http://a.example/",
      "http://a.example:8080/x",
      "https://a.example/b",
      "http://localhost:1/",
    ]);
    expect(settings({ seeds: ["http://www.a.example/"], normalize: ["www"] }).seeds).toEqual(["http://a.example/"]);
  });

  it("tells pages apart by the steps that are asked for", () => {
    const url = "http://u:p@www.a.example/?b=2&a=1";
    expect(settings().canonical(url)).toBe("http://www.a.example/?b=2&a=1");
    expect(settings().canonical("http://a.example/")).toBe("http://a.example/");
    expect(settings({ normalize: ["www", "sort-query", "credentials"] }).canonical(url)).toBe(
      "http://a.example/?a=1&b=2",
    );
  });
});

describe("a crawl", () => {
  const neighbours = {};
  it.each([
    [{ out: "" }, 'a crawl needs a folder for its snapshot: out: "DIR"; found ""'],
    [{ out: undefined }, 'a crawl needs a folder for its snapshot: out: "DIR"; found undefined'],
    [{ contact: " " }, /^a crawl needs a contact, which servers read in the User-Agent: /],
    [{ contact: "me" }, 'the contact is a http(s) URL or a mail address; found "me"'],
    [{ agent: "my bot" }, /^the agent is a name of letters, .*; found "my bot"$/],
    [{ connections: 0 }, "connections is an integer from 1; found 0"],
    [{ ahead: 1.5 }, "ahead is an integer from 1; found 1.5"],
    [{ checkpointPages: 0 }, "checkpointPages is an integer from 1; found 0"],
    [{ mostUrls: "9" }, 'mostUrls is an integer from 1; found "9"'],
    [{ pages: 0 }, "pages is a positive number; found 0"],
    [{ time: -1 }, "time is a positive number; found -1"],
    [{ checkpointEvery: Number.NaN }, "checkpointEvery is a positive number; found NaN"],
    [{ normalize: ["www", "wwww"] }, /^there is no step "wwww" of normalisation: fragment, credentials, /],
    [{ seeds: ["ftp://a.example/"] }, 'a seed is an http or https URL; found "ftp://a.example/"'],
    [
      { seeds: ["http://me:secret@a.example:81/x"] },
      'a seed holds no name and password: start from http://a.example:81/x, with auth: ["http://a.example:81=user:password"]',
    ],
    [{ seeds: ["/about"] }, 'a seed is an http or https URL; found "/about"'],
    [{ seeds: ["../about"] }, 'a seed is an http or https URL; found "../about"'],
    [{ resolve: ["a.example"] }, /^resolve: expected host=address\[:port\]/],
    [{ scope: { hosts: ["a b"] } }, /; found "a b"$/],
    [{ scope: { within: "all" } }, /within/],
    [{ neighbours, ordering: backlink }, /^processes that share a crawl go breadth-first; found backlink/],
    [{ neighbours, previous: "old" }, /^processes that share a crawl fetch all pages anew: leave previous out/],
    [
      { neighbours, alongside: [{}] },
      /^each of the processes that share a crawl logs what it meets itself: leave alongside out/,
    ],
  ])("is refused where an option makes no sense: %j", (options, message) => {
    expect(() => settings(options)).toThrow(message);
    expect(() => settings(options)).toThrow(coded("option"));
  });

  it("has something to start from: seeds, a folder that is there, a former crawl, or neighbours", () => {
    const out = join(temporaryFolder(), "new");
    expect(() => settings({ seeds: [], out })).toThrow('nothing to start from: seeds: ["https://..."]');
    expect(settings({ seeds: [], out: temporaryFolder() }).seeds).toEqual([]);
    expect(settings({ seeds: [], out, previous: "old" }).seeds).toEqual([]);
    expect(settings({ seeds: undefined, out, neighbours }).seeds).toEqual([]);
  });
});

describe("who a crawler says it is", () => {
  it("is its product, and whom to turn to", () => {
    expect(agentOf("https://a.example/bot", "my_bot-x/2.1")).toEqual({
      userAgent: "my_bot-x/2.1 (+https://a.example/bot)",
      productToken: "my_bot-x",
    });
    expect(agentOf(" mailto:a@b.example ", "bot")).toEqual({
      userAgent: "bot (+mailto:a@b.example)",
      productToken: "bot",
      from: "a@b.example",
    });
  });
});

describe("the scheduler", () => {
  it("is as polite as Shkapenyuk and Suel unless told", () => {
    const suel = {
      policy: "suel",
      delay: 30_000, // section 3.5
      factor: 10,
      maxDelay: 300_000,
      maxCrawlDelay: 300_000,
      longCrawlDelay: "cap",
      maxRetryAfter: 86_400_000,
      queues: 500,
      domainDelay: 0,
      addressDelay: 0,
      downDelay: 300_000,
      maxDownDelay: 3_600_000,
      robotsDelay: 10_000,
      deadAfter: 6,
      deadAfterRefused: 3, // section 4.4
      robots: true,
      schedule: [],
      timeZone: "UTC",
      control: "pace",
      connections: 1000, // section 2.2
      readyHosts: 10_000,
      maxQueued: 2_000_000,
    };
    expect(settingsOf({})).toEqual(suel);
    expect(settingsOf({ policy: "mercator" })).toEqual({ ...suel, policy: "mercator", delay: 0 });
    expect(settingsOf({ policy: "webbase" })).toEqual({ ...suel, policy: "webbase", delay: 0, factor: 0 });
    expect(settingsOf({ policy: "webbase", factor: 3 }).factor).toBe(3);
  });

  it.each([
    [{ delay: -1 }, "delay is a number, 0 or more, in milliseconds; found -1"],
    [
      { maxDownDelay: Number.POSITIVE_INFINITY },
      "maxDownDelay is a number, 0 or more, in milliseconds; found Infinity",
    ],
    [{ factor: "2" }, 'factor is a number, 0 or more; found "2"'],
    [{ queues: 0 }, "queues is a whole number above 0; found 0"],
    [{ deadAfter: 1.5 }, "deadAfter is a whole number above 0; found 1.5"],
    [{ queues: 65_537 }, "queues is at most 65536; found 65537"],
    [{ speed: 0 }, /^speed is a number above 0; found 0$|^speed.*found 0$/],
    [{ bytesPerSecond: -1 }, /^bytesPerSecond.*found -1$/],
    [{ connectionsPerHost: 2 }, /^connectionsPerHost is 1: a polite crawler never sends two requests .*; found 2\. /],
    [
      { hosts: { "a.example": { delay: -1 } } },
      'hosts: "a.example": delay is a number, 0 or more, in milliseconds; found -1',
    ],
    [
      { hosts: { "a.example": { factor: Number.NaN } } },
      'hosts: "a.example": factor is a number, 0 or more; found NaN',
    ],
    [{ hosts: { "a.example": { dely: 1 } } }, /^hosts: "a\.example" has no option "dely"/],
    [{ policy: "polite" }, /policy is "suel", "mercator", "webbase"; found "polite"/],
    [{ longCrawlDelay: "x" }, /longCrawlDelay is "cap", "give up"; found "x"/],
    [{ control: "x" }, /control is "pace", "connections"; found "x"/],
    [{ dely: 1 }, /^the scheduler has no option "dely"/],
  ])("refuses what makes no sense: %j", (options, message) => {
    expect(() => settingsOf(options as never)).toThrow(message);
  });

  it("takes as many as there are where there is no limit", () => {
    expect(settingsOf({ connections: Number.POSITIVE_INFINITY, queues: 65_536 })).toMatchObject({ queues: 65_536 });
  });
});
