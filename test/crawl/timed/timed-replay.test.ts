import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Strings } from "../../../src/base/strings.js";
import { replay } from "../../../src/crawl/replay.js";
import { byteLatency, constantLatency, lognormalLatency } from "../../../src/crawl/timed/latency.js";
import { type TimedReplayOptions, timedReplay } from "../../../src/crawl/timed/timed-replay.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { depthFirst } from "../../../src/ordering/depth-first.js";
import { forwardLink } from "../../../src/ordering/forward-link.js";
import { location } from "../../../src/ordering/location.js";
import type { Ordering, OrderingContext, OrderingMethod } from "../../../src/ordering/ordering.js";
import { pageRank } from "../../../src/ordering/page-rank.js";
import { random } from "../../../src/ordering/random.js";
import { similarity } from "../../../src/ordering/similarity.js";
import { ownerOf, type UrlTrace } from "../../../src/trace/url-trace.js";
import { campus } from "../../../src/web/campus/campus.js";
import { reach } from "../../../src/web/graph/reach.js";
import type { Web } from "../../../src/web/web.js";
import { pairsOf } from "../../fixture/pairs.js";
import { caught } from "../../fixture/problems.js";
import { anyLinks, smallWeb } from "../small-web.js";
import { anyHostedWeb, hostedWeb } from "./hosted-web.js";

const alone: TimedReplayOptions = { processes: 1, threads: 1, politeness: 0, latency: constantLatency(1), log: true };
const orderings: readonly OrderingMethod[] = [
  breadthFirst,
  depthFirst,
  random,
  backlink,
  backlink({ ties: "random" }),
  pageRank,
  pageRank({ linkCount: "page" }),
  forwardLink,
];

/** Orderings that look at more than links. */
const reading: readonly OrderingMethod[] = [
  location({ contains: "db" }),
  similarity("database", { rule: "figure5", inside: "backlink" }),
  similarity("database systems", { rule: "graded" }),
];

/** Pages in the order in which their downloads began. */
const downloads = (web: Web, options: TimedReplayOptions) => [...(timedReplay(web, options).log?.urls ?? [])];

const anyOptions = fc.record({
  processes: fc.integer({ min: 1, max: 4 }),
  threads: fc.integer({ min: 1, max: 5 }),
  copies: fc.integer({ min: 1, max: 3 }),
  politeness: fc.constantFrom(0, 1, 10),
  backEndQueues: fc.constantFrom(1, 2, 5, Number.POSITIVE_INFINITY),
  batch: fc.constantFrom(0, 700),
  latency: fc.constantFrom(constantLatency(100), lognormalLatency()),
  ordering: fc.constantFrom(...orderings),
  seed: fc.nat(1000),
  log: fc.constant(true),
});

describe("timedReplay", () => {
  it("has no hosts open at the links of a page that has none", () => {
    const { web, hostOf } = hostedWeb([0], []);
    const { openHosts, downloads, milliseconds } = timedReplay(web, {
      hostOf,
      processes: 2,
      latency: constantLatency(9),
    });
    expect([openHosts, downloads, milliseconds]).toEqual([[0, 0], 1, 9]);
  });

  it("does as a crawl of two hosts by two threads worked out by hand", () => {
    const links = pairsOf("0,1 0,3 0,1 0,2 3,4 3,0 1,0 4,2");
    const { web, hostOf } = hostedWeb([0, 0, 0, 1, 1], links);
    const crawl = timedReplay(web, { hostOf, processes: 1, threads: 2, latency: constantLatency(100), log: true });
    // page 0 at 0; 3 at 100, since host 0 may be asked again at 1100; 1 at 1100; 4 at 1200, 10 x 100 after 200; 2 at
    // 2200
    expect([...(crawl.log?.urls ?? [])]).toEqual([0, 3, 1, 4, 2]);
    expect([...(crawl.log?.begins ?? [])]).toEqual([0, 100, 1100, 1200, 2200]);
    expect(crawl.milliseconds).toBe(2300);
    const [trace] = crawl.traces;
    // met: 1 3 1 2, then 4 0, then 0, then 2; numbered as they turn up: 1 is 0, 3 is 1, 2 is 2, 4 is 3, 0 is 4
    expect([...trace.requests]).toEqual([0, 1, 0, 2, 3, 4, 4, 2]);
    expect([...crawl.urlIds[0]]).toEqual([1, 3, 2, 4, 0]);
    expect([...(trace.hosts ?? [])]).toEqual([0, 1, 0, 1, 0]);
    expect([...(trace.pages?.ends ?? [])]).toEqual([4, 6, 7, 8, 8]);
    expect([...(trace.pages?.hosts ?? [])]).toEqual([0, 1, 0, 1, 0]);
    expect([...(trace.pages?.times ?? [])]).toEqual([100, 200, 1200, 1300, 2300]);
    // the thread that is longest free: 0, then 1, then 0 (1 ended at 200), then 1, then 0
    expect([...(trace.pages?.threads ?? [])]).toEqual([0, 1, 0, 1, 0]);
    // each host is open while it is asked or has a page waiting: host 0 over 0-100 and 100-2300, host 1 over 100-200
    // and 200-1300
    expect(crawl.openHostsOverTime[0]).toBeCloseTo((2300 + 1200) / 2300, 12);
    // when the links of a page are met its own download is over: no host is open at the four of page 0, host 0 at the
    // two of page 3, both at that of page 1, host 0 at that of page 4
    expect(crawl.openHosts[0]).toBe((4 * 0 + 2 * 1 + 1 * 2 + 1 * 1) / 8);
    expect(crawl.idle).toBeCloseTo(1 - 500 / (2 * 2300), 12);
  });

  it.each(orderings)("downloads as the virtual crawler does under $label, alone and without politeness", (ordering) => {
    fc.assert(
      fc.property(anyLinks(25, 80), fc.nat(99), ({ size, links }, seed) => {
        const web = smallWeb(size, links);
        expect(downloads(web, { ...alone, ordering, seed })).toEqual([...replay(web, ordering, { seed })]);
      }),
      { numRuns: 40 },
    );
  });

  it.each(reading)("hands orderings URLs, text and anchors: $label", (ordering) => {
    const web = campus({ pages: 400 });
    const expected = [...replay(web, ordering)];
    expect(downloads(web, { ...alone, ordering })).toEqual(expected);
    const repeated = downloads(web, { ...alone, ordering, repeats: 0.4 });
    expect(repeated, "repeats change neither the links nor their anchors").toEqual(expected);
  });

  it.each([...orderings, ...reading])("downloads all pages in three processes under $label", (ordering) => {
    const web = campus({ pages: 400 });
    const { pages } = timedReplay(web, { processes: 3, threads: 4, ordering });
    expect(pages).toBe(reach(web.graph, [web.start]).pages);
  });

  it("shows itself as what each process met, with what was assumed", () => {
    const { web, hostOf } = hostedWeb([0, 0, 0, 1, 1], pairsOf("0,1 0,3 0,1 0,2 3,4 3,0 1,0 4,2"));
    const crawl = timedReplay(web, { hostOf, processes: 1, threads: 2, latency: constantLatency(100) });
    const [said, , , row, assumed] = inspect(crawl).split("\n");
    // the crawl that is worked out by hand above: 500 of 2 x 2300 ms busy, 5 / 8 hosts open at a request
    expect(said).toContain(
      "2 threads: 5 downloads, 5 of them of stored pages, in 2 s of virtual time; threads idle 89.1 %",
    );
    expect(row.trim().split(/ {2,}/)).toEqual(["0", "8", "5", "0.6", "2", "89.1 %"]);
    expect(assumed).toBe(
      "Assumed: hosts as given; repeats as in the source, 0.125 of all links; latency constant, 100 ms.",
    );
  });

  it("downloads each page that can be reached once, and records all of its links", () => {
    fc.assert(
      fc.property(anyHostedWeb, anyOptions, ({ web, hostOf }, options) => {
        const crawl = timedReplay(web, { ...options, hostOf });
        const { graph } = web;
        const { members, pages } = reach(graph, [web.start]);
        const urls = [...(crawl.log?.urls ?? [])];
        expect(new Set(urls).size).toBe(urls.length);
        expect([crawl.downloads, crawl.pages]).toEqual([pages * options.copies, pages * options.copies]);
        expect(urls.every((url) => members[url % graph.size] === 1)).toBe(true);
        const links = urls.reduce((sum, url) => sum + degree(web, url % graph.size), 0);
        expect(crawl.traces.reduce((sum, { requests }) => sum + requests.length, 0)).toBe(links);
        const pageAt = new Map(urls.map((url, i) => [`${crawl.log?.hosts[i]} ${crawl.log?.ends[i]}`, url]));
        for (const trace of crawl.traces) checkTrace(trace, crawl.urlIds[trace.process ?? 0], web, pageAt);
      }),
      { numRuns: 150 },
    );
  });

  it("never asks a host twice at once, nor before its time, nor with more threads or hosts than it has", () => {
    fc.assert(
      fc.property(anyHostedWeb, anyOptions, ({ web, hostOf }, options) => {
        const { log, peakOpenHosts } = timedReplay(web, { ...options, hostOf });
        if (!log) return expect.unreachable();
        const last = new Map<number, [begin: number, end: number]>();
        const running = new Map<number, number[]>();
        for (let i = 0; i < log.urls.length; i++) {
          const [begin, end] = [log.begins[i], log.ends[i]];
          const before = last.get(log.hosts[i]);
          if (before) expect(begin).toBeGreaterThanOrEqual(before[1] + options.politeness * (before[1] - before[0]));
          last.set(log.hosts[i], [begin, end]);
          const ends = (running.get(log.processes[i]) ?? []).filter((each) => each > begin);
          expect(ends.length).toBeLessThan(options.threads);
          running.set(log.processes[i], [...ends, end]);
        }
        for (const peak of peakOpenHosts) expect(peak).toBeLessThanOrEqual(options.backEndQueues);
      }),
      { numRuns: 150 },
    );
  });

  it("asks the ordering as late as it can: a page found later goes first when the ordering prefers it, on a host that must wait", () => {
    // page 0 shows 1, 2 and 3, page 1 shows 4 and 5; all on one host. Depth-first goes on with 4, breadth-first with 2
    const { web, hostOf } = hostedWeb([0, 0, 0, 0, 0, 0], pairsOf("0,1 0,2 0,3 1,4 1,5"));
    const order = (ordering: OrderingMethod) =>
      downloads(web, { hostOf, ordering, latency: constantLatency(1), log: true });
    expect(order(breadthFirst)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(order(depthFirst)).toEqual([...replay(web, depthFirst)]);
  });

  it("repeats itself for equal seeds, and meets URLs in another order for others", () => {
    const web = campus({ pages: 1000 });
    const traces = (seed: number) => timedReplay(web, { threads: 3, seed, copies: 2 }).traces;
    expect(traces(7)).toEqual(traces(7));
    expect(traces(7).map(({ requests }) => requests)).not.toEqual(traces(8).map(({ requests }) => requests));
  });

  it("takes the time that it took in version 0.1.0: a seed draws the same latencies", () => {
    const took = (seed: number) => timedReplay(campus({ pages: 1000 }), { threads: 3, seed }).milliseconds;
    expect([7, 8].map(took)).toEqual([3991130.769344884, 7938719.246689666].map((each) => expect.closeTo(each, 3)));
  });

  it("takes (n - 1) 11 d + d for n pages of one host that each take d", () => {
    const links = Array.from({ length: 19 }, (_, page) => [page, page + 1] as const);
    const { web, hostOf } = hostedWeb(new Array(20).fill(0), links);
    expect(timedReplay(web, { hostOf, latency: constantLatency(7) }).milliseconds).toBe(19 * 77 + 7);
  });

  it("downloads T pages in d with T threads and as many hosts, and keeps them all busy: Little's law", () => {
    const pages = 60;
    const star = Array.from({ length: pages }, (_, i) => [0, i + 1] as const);
    const { web, hostOf } = hostedWeb(
      Array.from({ length: pages + 1 }, (_, page) => page),
      star,
    );
    const crawl = timedReplay(web, { hostOf, processes: 1, threads: 12, latency: constantLatency(5) });
    expect(crawl.milliseconds).toBe(5 + (pages / 12) * 5);
    // threads busy in the mean = downloads per millisecond x milliseconds of a download
    expect(12 * (1 - crawl.idle)).toBeCloseTo((crawl.downloads / crawl.milliseconds) * 5, 12);
  });

  it("sends URLs to other processes in batches: a page of another process waits for the next", () => {
    const { web, hostOf } = hostedWeb([0, 1, 2, 3], pairsOf("0,1 0,2 0,3"));
    const crawl = timedReplay(web, { hostOf, processes: 2, latency: constantLatency(10), batch: 1000, log: true });
    const owners = [...(crawl.log?.processes ?? [])];
    expect(new Set(owners).size, "the hosts of this test belong to both processes").toBe(2);
    const begins = [...(crawl.log?.begins ?? [])];
    expect(begins.slice(1)).toEqual(owners.slice(1).map((owner) => (owner === owners[0] ? 10 : 1000)));
  });

  it("stops at the requests or the time asked for", () => {
    const web = campus({ pages: 1000 });
    const whole = timedReplay(web, { threads: 5 });
    const count = ({ traces }: typeof whole) => traces.reduce((sum, { requests }) => sum + requests.length, 0);
    const part = timedReplay(web, { threads: 5, until: { requests: 1000 } });
    expect(count(part)).toBeGreaterThanOrEqual(1000);
    expect(count(part)).toBeLessThan(1200);
    for (const { requests, process = 0 } of part.traces)
      expect(requests).toEqual(whole.traces[process].requests.slice(0, requests.length));
    const timed = timedReplay(web, { threads: 5, until: { milliseconds: 60_000 } });
    expect(timed.milliseconds).toBe(60_000);
    expect(timed.traces.every(({ pages }) => pages?.times.every((time) => time <= 60_000))).toBe(true);
    expect(timedReplay(web, { threads: 5, until: { milliseconds: 1e12 } }).milliseconds).toBe(whole.milliseconds);
  });

  it.each([
    [{ threads: 0 }, /threads is a whole number from 1 to 65,536; found 0/],
    [{ politeness: -1 }, /politeness is a number from 0; found -1/],
    [{ backEndQueues: 0.5 }, /backEndQueues/],
    [{ copies: 2 ** 31 }, /are more than 32 bits can number/],
    [{ until: { pages: 3 } }, /until has no option "pages": it takes requests, milliseconds/],
    [{ outside: "kept" }, /outside is "fetched", "ignored"; found "kept"/],
    [{ from: [9] }, /start page 9 is not in small/],
    [{ from: [] }, /needs at least one start page/],
    [{ repeats: 1 }, /share of all links, in \[0, 1\); found 1/],
    [{ hostOf: new Uint32Array(2) }, /a host for each of 3 URLs; found 2/],
    [{ ordering: similarity("a") }, /similarity needs urls, anchors and text; small has links only/],
  ] as [object, RegExp][])("refuses %j", (options, message) => {
    expect(() => timedReplay(smallWeb(3, [[0, 1]]), options)).toThrow(message);
  });

  it.each([
    [byteLatency([100, Number.NaN, 100]), /finite and above 0; found NaN of page 1$/],
    [byteLatency([100, -20_000, 100]), /found -100 of page 1$/],
    [lognormalLatency({ hostSpread: 1e6 }), /found (?:Infinity|0) of page \d$/],
  ])("refuses downloads that never end, or end before they begin: %#", (latency, message) => {
    const { web, hostOf } = hostedWeb([0, 1, 2], pairsOf("0,1 0,2"));
    expect(() => timedReplay(web, { hostOf, latency })).toThrow(message);
  });

  it.each([
    [constantLatency(10), 1e308], // 10 x 1e308 is more than 1.8e308, the largest number
    [constantLatency(1e307), 100],
  ])("refuses a delay that no number can hold, where pages would be left behind: %#", (latency, politeness) => {
    const { web, hostOf } = hostedWeb([0, 0], pairsOf("0,1"));
    const crawl = (times: number) => timedReplay(web, { hostOf, latency, politeness: times, processes: 1 });
    const { code, facts } = caught(() => crawl(politeness));
    expect({ code, option: facts.option }).toEqual({ code: "option", option: "politeness" });
    expect(crawl(0).downloads).toBe(2);
  });

  it("lets an ordering read addresses of URLs discovered and texts of pages crawled, and no others", () => {
    const { web, hostOf } = hostedWeb([0, 0, 1, 1], pairsOf("0,1 0,2"));
    const urls = Strings.from(["http://a/", "http://a/1", "http://b/2", "http://b/3"]);
    const text = (page: number) => ({ title: `title ${page}`, body: "" });
    const rich: Web = { ...web, capabilities: ["links", "urls", "text"], urls, text };
    /** What an ordering is told that asks once page 0 was crawled. */
    const asked = (what: (context: OrderingContext) => unknown) => {
      let answer: unknown;
      const create = (context: OrderingContext): Ordering => {
        let calls = 0;
        const next = () => {
          if (calls++ === 0) return 0;
          answer ??= what(context);
          return -1;
        };
        return { discover: () => {}, next };
      };
      const ordering: OrderingMethod = { ...breadthFirst, label: "curious", create };
      timedReplay(rich, { hostOf, processes: 1, ordering });
      return answer;
    };
    expect(asked(({ url }) => url(1))).toBe("http://a/1");
    expect(asked(({ text }) => text(0))).toEqual({ title: "title 0", body: "" });
    expect(asked(({ terms }) => terms(0))).toHaveProperty("title");
    const early = (url: number, word: string) =>
      `curious asked about URL ${url}, which process 0 had not ${word} yet: orderings cannot peek`;
    expect(() => asked(({ url }) => url(3))).toThrow(early(3, "discovered"));
    expect(() => asked(({ text }) => text(1))).toThrow(early(1, "crawled"));
    expect(() => asked(({ terms }) => terms(1))).toThrow(early(1, "crawled"));
  });

  it("names the page when an ordering takes one that does not wait", () => {
    const stubborn: OrderingMethod = {
      ...breadthFirst,
      label: "stubborn",
      create: () => ({ discover: () => {}, next: () => 0 }),
    };
    const { web, hostOf } = hostedWeb([0, 1], [[0, 1]]);
    expect(() => timedReplay(web, { hostOf, processes: 1, ordering: stubborn })).toThrow(
      /stubborn named URL 0 \(page 0\), which does not wait in process 0/,
    );
  });
});

const degree = ({ graph }: Web, page: number): number => graph.offsets[page + 1] - graph.offsets[page];

/**
 * A trace is what its pages show, numbered as URLs turn up, and all of its pages belong to its process.
 *
 * @param pageAt URL by host and time of the end of its download: a host has one at a time
 */
function checkTrace(trace: UrlTrace, urlIds: Uint32Array, { graph }: Web, pageAt: Map<string, number>): void {
  const { requests, urls, pages, hosts, hostKeys, fingerprints, process, processes = 0 } = trace;
  if (!pages || !hosts || !hostKeys || !fingerprints)
    throw new Error("a recorded trace has pages, hosts and fingerprints");
  expect([hosts.length, urlIds.length, new Set(urlIds).size]).toEqual([urls, urls, urls]);
  let next = 0;
  for (const url of requests) {
    expect(url).toBeLessThanOrEqual(next);
    if (url === next) next++;
  }
  expect(next).toBe(urls);
  let first = 0;
  for (let i = 0; i < pages.ends.length; i++) {
    expect(ownerOf(hostKeys[pages.hosts[i]], processes)).toBe(process);
    const page = pageAt.get(`${pages.hosts[i]} ${pages.times[i]}`) ?? Number.NaN;
    const own = page % graph.size;
    const shown = graph.targets.subarray(graph.offsets[own], graph.offsets[own + 1]);
    const met = Array.from(requests.subarray(first, pages.ends[i]), (url) => urlIds[url]);
    expect(met).toEqual(Array.from(shown, (target) => page - own + target));
    first = pages.ends[i];
  }
  expect(first).toBe(requests.length);
  expect(new Set(Array.from(urlIds, (_, i) => fingerprints[2 * i])).size).toBe(urls);
}
