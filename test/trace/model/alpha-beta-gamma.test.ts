import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { missCurve } from "../../../src/cache/miss-curve.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { writeTraceFile } from "../../../src/trace/file/write-trace-file.js";
import { alphaBetaGamma } from "../../../src/trace/model/alpha-beta-gamma.js";
import { pageStructure } from "../../../src/trace/model/page-structure.js";
import { openTrace } from "../../../src/trace/open-trace.js";
import { ownerOf, type UrlTrace } from "../../../src/trace/url-trace.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";

/** URLs of a host, so many that two draws are seldom the same. */
const HOST_SET = depth({ everyday: 20_000, prove: 100_000 });

const structureOf = (trace: UrlTrace) => pageStructure(trace, trace.pages!);

const standard = alphaBetaGamma({ requests: 2_000_000, threads: 20 });

describe("the alpha, beta, gamma model", () => {
  it("numbers URLs as they turn up, and says of every request which page, thread and host it came from", () => {
    fc.assert(
      fc.property(
        fc.record({
          requests: fc.integer({ min: 1, max: 3000 }),
          threads: fc.integer({ min: 1, max: 20 }),
          hostSet: fc.integer({ min: 50, max: 400 }),
          linksPerPage: fc.constant({ mean: 15, median: 8 }),
          hostOrder: fc.constantFrom("runs", "in turn", "drawn"),
          repeatsOnPage: fc.constantFrom(0.4, 0.3),
          pagesPerHost: fc.integer({ min: 1, max: 30 }),
          seed: fc.integer(),
        }),
        (options) => {
          const { requests, urls, hosts, hostKeys, pages } = alphaBetaGamma(options);
          let known = 0;
          for (const url of requests) {
            expect(url).toBeLessThanOrEqual(known);
            if (url === known) known++;
          }
          expect([known, hosts?.length]).toEqual([urls, urls]);
          expect(pages?.ends.at(-1)).toBe(options.requests);
          expect(pages?.ends.every((end, page) => end > (page === 0 ? 0 : pages.ends[page - 1]))).toBe(true);
          expect(Math.max(...pages!.threads)).toBeLessThan(options.threads);
          expect([...hosts!, ...pages!.hosts].every((host) => host < hostKeys!.length)).toBe(true);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("gives every page a time, 0, since it knows none, so that its traces are stored and read again as they are", async () => {
    const trace = alphaBetaGamma({ requests: 500, threads: 3 });
    expect(trace.pages!.times).toEqual(new Float64Array(trace.pages!.ends.length));
    const path = join(temporaryFolder(), "model.trace");
    await writeTraceFile(path, trace);
    const { requests, pages } = await openTrace(path);
    expect({ requests, pages }).toEqual({ requests: trace.requests, pages: trace.pages });
  });

  it("gives equal traces for equal seeds, and others for others", () => {
    const [a, b, c] = [1, 1, 2].map((seed) => alphaBetaGamma({ requests: 5000, threads: 3, seed }));
    expect([a.requests, a.pages, a.hosts]).toEqual([b.requests, b.pages, b.hosts]);
    expect(a.requests).not.toEqual(c.requests);
  });

  it("has the paper's links per page: mean 62.55, median 23 (section 4)", () => {
    const { mean, median } = structureOf(standard);
    // sigma 1.415: a standard deviation of 158 links, over 32,000 pages 0.9; the mean within four of those
    expect(Math.abs(mean - 62.55)).toBeLessThan(3.6);
    expect(Math.abs(median - 23)).toBeLessThanOrEqual(1);
  });

  it("repeats 31.67 % of requests on the same page, in each order of L'' (section 4: 42.74 of 62.55 are different)", () => {
    expect(standard.parameters.hostOrder).toBe("runs"); // the default, as its docstring has it
    const requests = depth({ everyday: 500_000, prove: 2_000_000 });
    for (const hostOrder of ["runs", "in turn", "drawn"] as const) {
      const trace = hostOrder === "runs" ? standard : alphaBetaGamma({ requests, threads: 20, hostOrder });
      // the share grows with the length of pages, so it varies with the mean above
      expect(Math.abs(structureOf(trace).repeatsOnPage - 0.3167)).toBeLessThan(0.012);
    }
  });

  it("draws new URLs with probability gamma when all sets are known beforehand", () => {
    // one thread and host, sets of 1 + 1 + 1: all other URLs are random ones, each new; binomial, four standard
    // deviations
    const trace = alphaBetaGamma({
      requests: 200_000,
      threads: 1,
      globalSet: 1,
      popularSet: 1,
      hostSet: 1,
      pagesPerHost: 1e12,
      linksPerPage: Uint32Array.of(1),
      repeatsOnPage: 0,
      gamma: 0.3,
    });
    expect(Math.abs((trace.urls - 3) / 200_000 - 0.3)).toBeLessThan(4 * Math.sqrt((0.3 * 0.7) / 200_000));
  });

  it("meets old URLs again with probability known / universe, in a small universe", () => {
    // gamma = 1: n draws from N URLs show N (1 - (1 - 1/N)^n) different ones; standard deviation below sqrt(N) / 2
    const options = { alpha: 0, gamma: 1, popularShare: 0, repeatsOnPage: 0 };
    const { urls } = alphaBetaGamma({ requests: 10_000, ...options, universe: 5000 });
    expect(Math.abs(urls - 5000 * (1 - (1 - 1 / 5000) ** 10_000))).toBeLessThan(4 * 0.5 * Math.sqrt(5000));
  });

  it("draws G by Zipf's law: rank r as often as r^-exponent", () => {
    const options = { alpha: 1, gamma: 0, popularShare: 0, repeatsOnPage: 0, globalSet: 3, globalExponent: 2 };
    const { requests } = alphaBetaGamma({ requests: 100_000, threads: 1, ...options });
    const counts = [0, 0, 0];
    for (const url of requests) counts[url]++;
    counts.sort((a, b) => b - a);
    const total = 1 + 1 / 4 + 1 / 9;
    for (const [i, share] of [1, 1 / 4, 1 / 9].entries())
      expect(Math.abs(counts[i] / 100_000 - share / total)).toBeLessThan(0.007); // 4 sqrt(p q / n)
  });

  it("repeats the request just before when repeats lie 1 back", () => {
    const { repeatsOnPage, adjacent } = structureOf(
      alphaBetaGamma({ requests: 50_000, threads: 5, repeatDistance: 1, hostSet: HOST_SET, popularShare: 0 }),
    );
    expect(Math.abs(repeatsOnPage - 0.3167)).toBeLessThan(0.02);
    expect(adjacent).toBeGreaterThan(0.98); // the rest: two draws of one member of G
  });

  it("repeats any request of the page as often as another where repeats lie anywhere on it", () => {
    const { requests, pages } = alphaBetaGamma({
      requests: 60_000,
      linksPerPage: Uint32Array.of(3),
      repeatDistance: Number.POSITIVE_INFINITY,
      hostSet: HOST_SET,
      popularShare: 0,
    });
    // of pages whose first two requests differ and whose third is one of them, half have the first again
    const again = [0, 0];
    for (let at = 0; at + 2 < (pages?.ends.at(-1) ?? 0); at += 3) {
      const [first, second, third] = requests.subarray(at, at + 3);
      if (first !== second && third === first) again[0]++;
      if (first !== second && third === second) again[1]++;
    }
    const [firsts, seconds] = again;
    expect(firsts + seconds).toBeGreaterThan(2500); // 20,000 pages, of which a share of 0.3 x 0.7 or so: 4,000
    // five standard errors of a half among 2,500: 5 x 0.5 / 50
    expect(Math.abs(firsts / (firsts + seconds) - 0.5)).toBeLessThan(0.05);
  });

  it("works on hosts of process 0; three quarters of what leaves its host goes to the other three processes", () => {
    const { requests, hosts, hostKeys, pages, processes, parameters } = standard;
    expect(pages!.hosts.every((host) => ownerOf(hostKeys![host], processes!) === 0)).toBe(true);
    const worked = new Set(pages!.hosts);
    let [left, sent] = [0, 0];
    for (const url of requests) {
      const host = hosts![url];
      if (!worked.has(host)) left++;
      if (ownerOf(hostKeys![host], processes!) !== 0) sent++;
    }
    const { alpha, gamma, repeat } = parameters;
    expect(Math.abs(left / requests.length - (alpha + gamma) / (1 - repeat))).toBeLessThan(0.01);
    expect(Math.abs(sent / left - 0.75)).toBeLessThan(0.03); // the few popular hosts of G make that vary
  });

  it("has a critical region that moves by a factor of 5 in size with 5 times the threads (regression: half way down)", () => {
    const halfWay = (threads: number) => {
      const sizes = Array.from({ length: 60 }, (_, i) => Math.round(2 ** (6 + i / 4)));
      const requests = depth({ everyday: 300_000, prove: 1_000_000 });
      const trace = alphaBetaGamma({ requests, threads });
      const rates = missCurve(trace, lru, sizes).map((misses) => misses / requests);
      return sizes[rates.findIndex((rate) => rate < 0.45)];
    };
    const ratio = halfWay(50) / halfWay(10);
    expect(ratio).toBeGreaterThan(3.5);
    expect(ratio).toBeLessThan(7);
  });

  it("refuses what makes no sense, naming it", () => {
    const refused = (options: object) => expect(() => alphaBetaGamma({ requests: 10, ...options }));
    refused({ requests: 0 }).toThrow("requests is a whole number from 1 to 4294967295; found 0");
    refused({ threads: 70_000 }).toThrow("threads is a whole number from 1 to 65536; found 70000");
    refused({ alpha: 0.6, gamma: 0.5 }).toThrow("alpha, gamma and popularShare add up to 1 at most");
    refused({ repeatsOnPage: 0.9 }).toThrow("repeatsOnPage is 0.9, but beta leaves room for");
    refused({ repeatsOnPage: 0.1, hostSet: 2 }).toThrow("by accident: raise it, or popularSet and hostSet");
    refused({ hostOrder: "backwards" }).toThrow('hostOrder is "runs", "in turn", "drawn"; found "backwards"');
    refused({ linksPerPage: { mean: 5, median: 9 } }).toThrow("found median 9, mean 5");
    refused({ gama: 0.2 }).toThrow('alphaBetaGamma has no option "gama"');
    refused({ requests: 5000, universe: 20 }).toThrow("universe is 20: make it larger");
  });
});
