import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  crossTrace,
  firstRequests,
  pagesOf,
  requestsOfPages,
  requestsWhere,
  splitByProcess,
  threadTraces,
} from "../../src/trace/sub-trace.js";
import { ownerOf, type UrlTrace } from "../../src/trace/url-trace.js";
import { coded } from "../fixture/problems.js";
import { anyTrace, renumber } from "./any-trace.js";

/** What each request says in words that do not depend on numbers: its fingerprint and host key. */
const told = ({ requests, fingerprints, hosts, hostKeys }: UrlTrace): string[] =>
  Array.from(
    requests,
    (url) => `${fingerprints?.[2 * url]}.${fingerprints?.[2 * url + 1]} of ${hostKeys?.[hosts?.[url] ?? -1]}`,
  );

/** Index of the page of each request. */
const pageOf = (trace: UrlTrace): number[] =>
  Array.from(trace.requests, (_, i) => pagesOf(trace).ends.findIndex((end) => end > i));

const isDense = ({ requests, urls }: UrlTrace) => {
  expect(renumber([...requests])).toEqual([...requests]);
  expect(new Set(requests).size).toBe(urls);
};

describe("parts of a trace", () => {
  it("are the requests that are kept, numbered anew, with their fingerprints, hosts and pages", () => {
    fc.assert(
      fc.property(anyTrace(), fc.integer({ min: 1, max: 5 }), (trace, step) => {
        const part = requestsWhere(trace, (index) => index % step === 0);
        isDense(part);
        expect(told(part)).toEqual(told(trace).filter((_, i) => i % step === 0));
        expect(pageOf(part)).toEqual(pageOf(trace).filter((_, i) => i % step === 0));
        expect(part.pages?.ends.at(-1)).toBe(part.requests.length);
        expect(part.pages?.threads).toEqual(trace.pages?.threads);
      }),
    );
  });

  it("up to a request are as if the rest were not there; the last page ends with them", () => {
    fc.assert(
      fc.property(anyTrace(), fc.integer({ min: 1, max: 320 }), (trace, count) => {
        const part = firstRequests(trace, count);
        isDense(part);
        expect(told(part)).toEqual(told(trace).slice(0, count));
        expect(pageOf(part)).toEqual(pageOf(trace).slice(0, count));
        expect(part.pages?.ends.at(-1)).toBe(part.requests.length);
        expect(part.requests).toEqual(trace.requests.subarray(0, count)); // a beginning keeps its numbers
      }),
    );
  });

  it("by process are all of it: each request once, with the process that the host of its page belongs to, in order", () => {
    fc.assert(
      fc.property(anyTrace(), fc.integer({ min: 1, max: 5 }), (trace, processes) => {
        const parts = splitByProcess(trace, processes);
        const { hosts } = pagesOf(trace);
        const owners = pageOf(trace).map((page) => ownerOf(trace.hostKeys?.[hosts[page]] ?? 0, processes));
        expect(parts.map(({ process }) => process)).toEqual([...new Set(owners)].sort());
        for (const part of parts) {
          isDense(part);
          expect(told(part)).toEqual(told(trace).filter((_, i) => owners[i] === part.process));
          expect(part.processes).toBe(processes);
          for (const host of pagesOf(part).hosts)
            expect(ownerOf(part.hostKeys?.[host] ?? 0, processes)).toBe(part.process);
        }
      }),
    );
  });

  it("by process are not cut again from what one process logged", () => {
    fc.assert(
      fc.property(anyTrace(), (trace) => {
        const [part] = splitByProcess(trace, 2);
        expect(() => splitByProcess(part, 3)).toThrow(/is what one of 2 processes logged already/);
      }),
      { numRuns: 20 },
    );
  });

  it("that cross to other processes are those requests whose hosts are not the process's own", () => {
    fc.assert(
      fc.property(anyTrace(), fc.integer({ min: 2, max: 4 }), (trace, processes) => {
        for (const part of splitByProcess(trace, processes)) {
          const isForeign = (url: number) =>
            ownerOf(part.hostKeys?.[part.hosts?.[url] ?? 0] ?? 0, processes) !== part.process;
          const foreign = told(part).filter((_, i) => isForeign(part.requests[i]));
          if (foreign.length === 0) expect(() => crossTrace(part)).toThrow("no request is left");
          else {
            const cross = crossTrace(part);
            isDense(cross);
            expect(told(cross)).toEqual(foreign);
            expect(crossTrace(cross)).toEqual({ ...cross, name: `${cross.name}, cross` });
          }
        }
      }),
    );
  });

  it("by thread are all of it, and no thread without requests", () => {
    fc.assert(
      fc.property(anyTrace(), (trace) => {
        const parts = threadTraces(trace);
        const { threads } = pagesOf(trace);
        const asked = pageOf(trace).map((page) => threads[page]);
        const used = [...new Set(asked)].sort((a, b) => a - b);
        expect(parts.map(({ name }) => name)).toEqual(used.map((thread) => `any, thread ${thread}`));
        for (const [i, part] of parts.entries()) {
          isDense(part);
          expect(told(part)).toEqual(told(trace).filter((_, at) => asked[at] === used[i]));
          expect([...pagesOf(part).threads].every((thread) => thread === used[i])).toBe(true);
        }
      }),
    );
  });

  it("of a trace that one can follow by hand", () => {
    const trace: UrlTrace = {
      name: "hand",
      requests: Uint32Array.of(0, 1, 0, 2, 1, 2),
      urls: 3,
      fingerprints: Uint32Array.of(10, 0, 11, 0, 12, 0),
      hosts: Uint32Array.of(0, 1, 1),
      hostKeys: Uint32Array.of(4, 7), // host 0 belongs to process 0 of 2, host 1 to process 1
      pages: {
        ends: Uint32Array.of(2, 2, 5, 6),
        threads: Uint16Array.of(3, 3, 1, 3),
        hosts: Uint32Array.of(1, 0, 0, 1),
        times: Float64Array.of(1, 2, 3, 4),
      },
    };
    const [zero, one] = splitByProcess(trace, 2);
    expect([...zero.requests]).toEqual([0, 1, 2]);
    expect([...(zero.fingerprints ?? [])]).toEqual([10, 0, 12, 0, 11, 0]);
    expect([...(zero.pages?.ends ?? [])]).toEqual([0, 3]);
    expect([...one.requests]).toEqual([0, 1, 2]);
    expect([...(one.fingerprints ?? [])]).toEqual([10, 0, 11, 0, 12, 0]);
    expect([...crossTrace(zero).requests]).toEqual([0, 1]); // URLs 2 and 1 of host 1
    expect([...(crossTrace(one).fingerprints ?? [])]).toEqual([10, 0]);
    expect(one.name).toBe("hand, process 2 of 2");
    expect(threadTraces(trace).map(({ requests }) => [...requests])).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect([...requestsOfPages(trace, (page) => page === 3).requests]).toEqual([0]);
    expect([...(firstRequests(trace, 3).pages?.ends ?? [])]).toEqual([2, 2, 3]);
    expect([...(firstRequests(trace, 1).pages?.ends ?? [])]).toEqual([1]);
  });

  it("are refused where the trace does not know enough, or nothing is left", () => {
    const bare: UrlTrace = { name: "bare", requests: Uint32Array.of(0), urls: 1 };
    for (const cut of [
      () => splitByProcess(bare, 2),
      () => threadTraces(bare),
      () => pagesOf(bare),
      () => crossTrace(bare),
    ])
      expect(cut).toThrow(expect.objectContaining({ code: "lacks" }));
    expect(() => crossTrace({ ...bare, process: 0, processes: 2 })).toThrow("bare does not tell the hosts of its URLs");
    expect(() => crossTrace({ ...bare, process: 0, processes: 1 })).toThrow("splitByProcess");
    expect(() => requestsWhere(bare, () => false)).toThrow(expect.objectContaining({ code: "empty" }));
    expect(() => firstRequests(bare, 0)).toThrow(coded("option"));
    expect(() => splitByProcess(bare, 0)).toThrow(coded("option"));
  });
});
