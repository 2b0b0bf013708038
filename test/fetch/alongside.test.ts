import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defineCache } from "../../src/cache/method.js";
import { powersOf2 } from "../../src/cache/miss-curve.js";
import { clock } from "../../src/cache/policy/clock.js";
import { lru } from "../../src/cache/policy/lru.js";
import { min } from "../../src/cache/policy/min.js";
import { sieve } from "../../src/cache/policy/sieve.js";
import { cacheExperiment } from "../../src/cache/sweep/cache-experiment.js";
import { libraryCaches } from "../../src/cache/sweep/cache-methods.js";
import { cacheSweep } from "../../src/cache/sweep/cache-sweep.js";
import { sampledSweep } from "../../src/cache/sweep/sampled-sweep.js";
import type { CacheSweep } from "../../src/cache/sweep/sweep.js";
import { Crawl } from "../../src/fetch/crawl.js";
import type { Transport } from "../../src/fetch/fetched.js";
import type { CrawlStatus } from "../../src/fetch/status.js";
import { missRateCurve } from "../../src/figure/miss-rate-curve.js";
import { openTrace } from "../../src/trace/open-trace.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { simulate } from "./simulate.js";
import { page, type SimulatedPage, type SimulatedWeb } from "./simulated-web.js";

const PAGES = depth({ everyday: 160, prove: 400 });
/** Pages on eight hosts, each of which links to its host's menu, to the next ones, and to one that was before. */
const answer = (url: string): SimulatedPage => {
  const id = Number(/p(\d+)$/.exec(url)?.[1]);
  if (Number.isNaN(id)) return { status: 404 };
  const host = id % 8;
  const to = [host, host + 8, host + 16, 2 * id + 1, 2 * id + 2, (id * 7) % PAGES].filter((each) => each < PAGES);
  return {
    body: page(
      url,
      to.map((each) => `http://h${each % 8}.along.example/p${each}`),
    ),
    latency: 5,
  };
};
const seeds = ["http://h0.along.example/p0"];
const sizes = [...powersOf2(0, 9), 100];
const polite = { politeness: { delay: 100, factor: 0 } };

/** A web that gives its hundredth answer only when something has happened, however fast the crawl is otherwise. */
const waitsFor =
  (event: Promise<unknown>) =>
  (server: SimulatedWeb): Transport => {
    let asked = 0;
    return {
      async fetch(request) {
        if (++asked === 100) await event;
        return server.fetch(request);
      },
      close: () => server.close(),
    };
  };

/** A sweep as data, with all that it depends on. */
const told = (sweep: CacheSweep) => ({ rows: sweep.rows(), provenance: sweep.provenance, threads: sweep.threads });

describe("an experiment alongside a crawl", () => {
  it("ends with the sweep of the stored trace: every policy that needs no future, and MIN", async () => {
    const policies = (await libraryCaches()).filter(({ offline }) => !offline);
    const sweeps: CacheSweep[] = [];
    const statuses: CrawlStatus[] = [];
    const counting = new EventEmitter();
    const onSweep = (sweep: CacheSweep) => {
      sweeps.push(sweep);
      counting.emit("told");
    };
    const experiment = cacheExperiment({ policies, sizes, seed: 3, onSweep });
    const options = { seeds, ...polite, alongside: [experiment], onStatus: (each: CrawlStatus) => statuses.push(each) };
    const { crawl, out, status } = await simulate({ answer, options, transport: waitsFor(once(counting, "told")) });
    const [sweep] = crawl.alongside;
    const stored = await cacheSweep(await openTrace(out), { policies: [...policies, min], sizes, seed: 3 });
    expect(told(sweep)).toEqual(told(stored));
    expect(sweep.requests).toBeGreaterThan(PAGES);

    // it was told of meanwhile, each time with all that had come, and last of the result
    expect(sweeps.length).toBeGreaterThan(1);
    expect(sweeps.at(-1)).toBe(sweep);
    const counted = sweeps.map(({ requests }) => requests);
    expect(counted).toEqual(counted.toSorted((a, b) => a - b));
    const { requests, urls } = await openTrace(out);
    const before = sweeps.slice(0, -1);
    const looks = depth({ everyday: [0, before.length >> 1, before.length - 1], prove: [...before.keys()] });
    for (const live of looks.map((at) => before[at])) {
      const part = requests.subarray(0, live.requests);
      const trace = { name: "crawl", requests: part, urls: 1 + part.reduce((a, b) => Math.max(a, b), -1) };
      const rows = (await cacheSweep(trace, { policies, sizes, seed: 3 })).rows();
      expect(live.rows()).toEqual(rows);
    }
    await missRateCurve(sweeps[0]);
    expect((await sweep.advise()).toString()).toContain("entries"); // the trace is at hand

    const [curves] = status.missCurves ?? [];
    expect(curves).toMatchObject({ requests: requests.length, distinct: urls, sizes: sweep.sizes, notes: [] });
    expect(curves.curves.map(({ policy }) => policy)).toEqual([...policies.map(({ label }) => label), "MIN"]);
    expect(curves.curves.at(-1)?.missRates).toEqual(sweep.missRates("MIN").missRates);
    expect(
      statuses.some(({ missCurves: [live] = [] }) => live.requests > 0 && live.curves.length === policies.length),
    ).toBe(true);
    expect(crawl.status()).toEqual(status); // as long as somebody looks
  });

  it("counts a crawl that was stopped and goes on from its first URL: the result is that of the whole trace", async () => {
    const options = { ...polite, alongside: [cacheExperiment({ policies: [clock, sieve], sizes })] };
    const first = await simulate({ answer, options: { ...options, seeds, pages: 90 } });
    expect(first.status.state).toBe("stopped");
    const second = await simulate({ answer, options, out: first.out });
    const stored = await cacheSweep(await openTrace(first.out), { policies: [clock, sieve, min], sizes });
    expect(second.status.state).toBe("done");
    expect(second.crawl.alongside[0].requests).toBeGreaterThan(first.crawl.alongside[0].requests);
    expect(told(second.crawl.alongside[0])).toEqual(told(stored));
  });

  it("says that it estimates once there are more URLs than its bound, as a sample of the stored trace does", async () => {
    const urls = 0.75 * PAGES;
    const alongside = [cacheExperiment({ policies: [lru], sizes: [64, 256, 512], urls })];
    const { crawl, out, status } = await simulate({ answer, options: { seeds, ...polite, alongside } });
    const [sweep] = crawl.alongside;
    const bounds = { urls, requests: 32_000_000 };
    const stored = sampledSweep(await openTrace(out), { policies: [lru, min], sizes: [64, 256, 512], ...bounds });
    expect(sweep.rows().map(({ distinct: _, ...row }) => row)).toEqual(
      stored.rows().map(({ distinct: _, ...row }) => row),
    );
    expect(sweep.notes().slice(1)).toEqual(stored.notes().slice(1));
    expect(status.missCurves?.[0].notes[0]).toMatch(/^estimated from \d+ URLs .* SHARDS; intervals 95 %/);
    expect(status.missCurves?.[0].curves[0].missRates[0]).toBeNull();
  });

  it("ends with the crawl that its signal stops: all is counted but MIN, and it says so", async () => {
    const stopping = new AbortController();
    const alongside = [cacheExperiment({ policies: [clock], sizes, onSweep: () => stopping.abort() })];
    const { crawl, out, status } = await simulate({
      answer,
      options: { seeds, ...polite, alongside, signal: stopping.signal },
      transport: waitsFor(once(stopping.signal, "abort")),
    });
    expect(status.state).toBe("stopped");
    const [sweep] = crawl.alongside;
    expect(sweep.rows()).toEqual((await cacheSweep(await openTrace(out), { policies: [clock], sizes })).rows());
    expect(sweep.notes().at(-1)).toBe("without MIN, since the crawl was stopped: resume it to the end to have MIN");
  });

  it("is cut short where somebody does not wait for it, and says how far it is", async () => {
    let crawl: Crawl | undefined;
    const cut = defineCache({
      name: "cut",
      source: "this test",
      options: {},
      create: () => ({
        request() {
          void crawl?.abort(); // while the first requests are counted
          return false;
        },
      }),
    });
    const out = join(temporaryFolder(), "crawl");
    const options = { seeds, ...polite, alongside: [cacheExperiment({ policies: [cut], sizes: [1] })] };
    const run = await simulate({
      answer: (url) => ({ ...answer(url), latency: 700 }),
      // what is under way is still taken in
      transport: (server) => ({ fetch: (request) => server.fetch(request), close: async () => {} }),
      options: { ...options, onStatus() {} },
      out,
      onOpen: (opened) => {
        crawl = opened;
      },
    });
    const [sweep] = run.crawl.alongside;
    expect(sweep.notes().at(-1)).toMatch(/^the first [\d,]+ of [\d,]+ requests: counting was stopped with the crawl$/);
  });

  it("that fails ends alone: the crawl goes on to its end, all is on disk, and then the error is thrown", async () => {
    const broken = defineCache({
      name: "broken",
      source: "this test",
      options: {},
      create: () => ({
        request() {
          throw new TypeError("a policy of mine is broken");
        },
      }),
    });
    const out = join(temporaryFolder(), "crawl");
    const alongside = [broken, lru].map((each) => cacheExperiment({ policies: [each], sizes: [4] }));
    await expect(simulate({ answer, options: { seeds, ...polite, alongside }, out })).rejects.toThrow(
      "a policy of mine is broken",
    );
    const trace = await openTrace(out);
    const again = await simulate({ answer, options: { ...polite, alongside: [alongside[1]] }, out });
    expect(again.status).toMatchObject({ state: "done", pages: PAGES });
    expect(again.crawl.alongside[0].rows()).toEqual(
      (await cacheSweep(trace, { policies: [lru, min], sizes: [4] })).rows(),
    );
  });

  it("counts nothing where nothing was met", async () => {
    const alongside = [cacheExperiment({ policies: [lru] })];
    const { crawl, status } = await simulate({ answer: () => ({ status: 404 }), options: { seeds, alongside } });
    expect(crawl.alongside[0].rows()).toEqual([]);
    expect(status.missCurves).toEqual([{ requests: 0, distinct: 0, sizes: [], curves: [], notes: [] }]);
  });

  it("needs the trace, and a crawl of its own", async () => {
    const options = {
      ...{ out: "x", contact: "me@web.example", seeds },
      alongside: [cacheExperiment({ policies: [lru] })],
    };
    await expect(Crawl.open({ ...options, trace: false })).rejects.toThrow(
      "alongside counts on the trace: leave trace out",
    );
    await expect(Crawl.open({ ...options, alongside: [lru as never] })).rejects.toThrow(
      "alongside is a list of experiments",
    );
    await expect(Crawl.open({ ...options, neighbours: {} as never })).rejects.toThrow("logs what it meets itself");
  });
});
