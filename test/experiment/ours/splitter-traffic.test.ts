import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clock } from "../../../src/cache/policy/clock.js";
import { simulate } from "../../../src/cache/simulate.js";
import { timedReplay } from "../../../src/crawl/timed/timed-replay.js";
import { splitterTraffic } from "../../../src/experiment/ours/splitter-traffic.js";
import { crossTrace } from "../../../src/trace/sub-trace.js";
import type { UrlTrace } from "../../../src/trace/url-trace.js";
import { campus } from "../../../src/web/campus/campus.js";
import { anyHostedWeb } from "../../crawl/timed/hosted-web.js";

/** What one of two processes met: URLs 0 and 3 are its own, 1 and 2 the other's. */
const own: UrlTrace = {
  name: "own",
  requests: Uint32Array.of(0, 1, 2, 1, 2, 0, 3, 1),
  urls: 4,
  hosts: Uint32Array.of(0, 1, 1, 0),
  hostKeys: Uint32Array.of(4, 7), // host 0 is process 0's, host 1 process 1's
  process: 0,
  processes: 2,
  pages: {
    ends: Uint32Array.of(3, 8),
    threads: Uint16Array.of(0, 0),
    hosts: Uint32Array.of(0, 0),
    times: Float64Array.of(0, 1),
  },
};

describe("splitterTraffic", () => {
  it("counts a trace of eight links as a hand does", () => {
    // crossing: 1 2 1 2 1; a cache of one entry misses all, one of two the first two
    expect(splitterTraffic([own], [1, 2, 64])).toEqual({ pages: 2, met: 8, crossing: 5, sent: [5, 2, 2], once: 2 });
  });

  it("sends nothing where there is one process, or all links are local", () => {
    const local = { ...own, hosts: Uint32Array.of(0, 0, 0, 0) };
    const alone = { ...own, process: 0, processes: 1 };
    for (const trace of [local, alone])
      expect(splitterTraffic([trace], [1])).toEqual({ pages: 2, met: 8, crossing: 0, sent: [0], once: 0 });
  });

  it("adds up what each process would send behind a cache of its own", () => {
    const sizes = [1, 4, 64];
    const { traces } = timedReplay(campus({ pages: 1000 }), { processes: 4, threads: 5, copies: 3 });
    const crosses = traces.map((trace) => crossTrace(trace));
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
    const traffic = splitterTraffic(traces, sizes);
    expect(traffic.crossing).toBe(sum(crosses.map(({ requests }) => requests.length)));
    expect(traffic.once).toBe(sum(crosses.map(({ urls }) => urls)));
    expect(traffic.sent).toEqual(sizes.map((size) => sum(crosses.map((cross) => simulate(cross, clock, size)))));
  });

  it("sends each URL at least once, no more than cross, and less from a cache that holds all", () => {
    fc.assert(
      fc.property(anyHostedWeb, fc.integer({ min: 2, max: 5 }), ({ web, hostOf }, processes) => {
        const { traces } = timedReplay(web, { hostOf, processes, threads: 2 });
        const { crossing, sent, once, met } = splitterTraffic(traces, [1, 1024]);
        expect(sent[0]).toBeGreaterThanOrEqual(once);
        expect(sent[0]).toBeLessThanOrEqual(crossing);
        expect(sent[1]).toBe(once);
        expect(crossing).toBeLessThanOrEqual(met);
      }),
    );
  });
});
