import { describe, expect, it } from "vitest";
import { timedReplay } from "../../../src/crawl/timed/timed-replay.js";
import { advised, claims } from "../../../src/experiment/ours/scale-out-claims.js";
import {
  type KeyStep,
  type ScaleOut,
  type ScaleStep,
  scaleOutOf,
} from "../../../src/experiment/ours/scale-out-crawls.js";
import { type Link, webOf } from "../../fixture/webs.js";

interface Step {
  readonly processes: number;
  /** Of 1,000 links: those of the page's process, and of its host. */
  readonly local: number;
  readonly onHost: number;
  readonly variation: number;
  readonly inParts: number;
  readonly seconds: number;
  /** Of 1,000 that cross, from 100 pages, behind a cache of 1,024 entries; with a smaller one all, with a larger none. */
  readonly sent: number;
}

const stepOf = ({ processes, local, onHost, variation, inParts, seconds, sent }: Step): ScaleStep =>
  ({
    processes,
    shares: { links: 1_000, local, onHost },
    pages: { variation, largestOverMean: 2 },
    pagesInParts: { largestOverMean: inParts },
    idle: 0.5,
    seconds,
    traffic: { pages: 100, crossing: 1_000, once: 100, sent: [...new Array<number>(4).fill(1_000), sent, 0, 0] },
  }) as never;

/** Of 4 and of 400 processes; 0.75 stay on the host, so that 0.8125 and 0.750625 are local. */
const FOUR: Step = { processes: 4, local: 813, onHost: 750, variation: 0.1, inParts: 1.2, seconds: 1_000, sent: 200 };
const MANY: Step = { ...FOUR, processes: 400, local: 755, variation: 1.2, seconds: 200, sent: 300 };

/** 300 hosts of one size: the root of 3 / 300 is 0.1, that of 399 / 300 is 1.15. */
const evidenceOf = (four: Partial<Step> = {}, many: Partial<Step> = {}, more: Partial<ScaleOut> = {}): ScaleOut =>
  ({
    threads: 10,
    hosts: 500,
    effectiveHosts: 300,
    steps: [stepOf({ ...FOUR, ...four }), stepOf({ ...MANY, ...many })],
    keys: [],
    ...more,
  }) as never;

const NAMES = [
  ...["Four of five", "The local share", "Local are", "Larger units", "64 parts", "How even", "On one web"],
  ...["A small cache", "What such"],
];
const byName = (evidence: ScaleOut) =>
  Object.fromEntries(
    claims.map(({ claim, test }) => [NAMES.find((name) => claim.startsWith(name)) ?? claim, test(evidence)]),
  );
const verdict = (name: string, ...evidence: Parameters<typeof evidenceOf>) =>
  byName(evidenceOf(...evidence))[name].verdict;

describe("the claims about more processes", () => {
  it("agree, but for the keys, where hosts are dealt as chance does and a cache saves four of five", () => {
    const found = byName(evidenceOf());
    expect(Object.values(found).map((each) => each.verdict)).toEqual([
      ...["agrees", "agrees", "agrees", "cannot be tested"],
      ...["agrees", "agrees", "agrees", "agrees", "agrees"],
    ]);
    expect(Object.values(found).map(({ ours }) => ours)).toEqual([
      "81.3 %",
      "4: 81.3 %, 400: 75.5 %",
      "0.4 points off at most", // 0.755 - 0.750625
      "-",
      "1.20 times the mean",
      "1.00 to 1.04 times that", // 1.2 / 1.153
      "5.0 times as fast",
      "80.0 % saved",
      "4: 2.00, 400: 3.00",
    ]);
  });

  it("turn at 5 and 10 points of 81.5 % local, and say on which side", () => {
    const local = [766, 790, 864, 866, 914, 916, 714].map((each) => verdict("Four of five", { local: each }));
    expect(local).toEqual(["agrees", "agrees", "agrees", "mixed", "mixed", "disagrees", "disagrees"]);
    const side = (each: number) => byName(evidenceOf({ local: each }))["Four of five"].side;
    expect([814, 815, 816].map(side)).toEqual(["below", undefined, "above"]);
  });

  it("turn at a fall of 10 and 20 points, and 2 and 5 points off what chance deals", () => {
    const fall = (local: number) => verdict("The local share", { local: 900 }, { local });
    expect([801, 799, 701, 699].map(fall)).toEqual(["agrees", "mixed", "mixed", "disagrees"]);
    const off = (local: number) => verdict("Local are", { local });
    expect([832, 834, 862, 864, 794, 792, 762].map(off)).toEqual([
      ...["agrees", "mixed", "mixed", "disagrees"],
      ...["agrees", "mixed", "disagrees"],
    ]);
  });

  it("turn at 1.25 and 1.5 times the mean, a factor of 2 of what chance makes, and a speed of 10 and 50 times", () => {
    expect([1.25, 1.26, 1.5, 1.51].map((inParts) => verdict("64 parts", { inParts }))).toEqual([
      ...["agrees", "mixed", "mixed", "disagrees"],
    ]);
    const even = (variation: number, other = 1.2) => verdict("How even", { variation }, { variation: other });
    expect([even(0.051), even(0.049), even(0.199), even(0.201), even(0.201, 9)]).toEqual([
      ...["agrees", "mixed", "agrees", "mixed", "disagrees"],
    ]);
    expect([100, 99, 20, 19].map((seconds) => verdict("On one web", {}, { seconds }))).toEqual([
      ...["agrees", "mixed", "mixed", "disagrees"],
    ]);
  });

  it("turn at 10 and 20 points of 80 % saved, and twice and four times as many sent per page", () => {
    expect([101, 99, 299, 301, 399, 401].map((sent) => verdict("A small cache", { sent }))).toEqual([
      ...["agrees", "mixed", "agrees", "mixed", "mixed", "disagrees"],
    ]);
    const side = (sent: number) => byName(evidenceOf({ sent }))["A small cache"].side;
    expect([201, 199].map(side)).toEqual(["below", "above"]);
    expect([400, 401, 800, 801].map((sent) => verdict("What such", {}, { sent }))).toEqual([
      ...["agrees", "mixed", "mixed", "disagrees"],
    ]);
  });

  it("judge a cache of 100 entries per thread: the size nearest above", () => {
    expect([10, 10.24, 10.25].map((threads) => advised({ threads }))).toEqual([4, 4, 5]); // 2^6, 2^7, ...: 1,024 is the fifth
  });

  it("cannot be tested about what is sent where no link crosses", () => {
    const evidence = evidenceOf();
    const none = { ...evidence.steps[0], traffic: { ...evidence.steps[0].traffic, crossing: 0 } };
    const found = byName({ ...evidence, steps: [none, evidence.steps[1]] });
    expect([found["A small cache"].verdict, found["What such"].verdict]).toEqual([
      "cannot be tested",
      "cannot be tested",
    ]);
  });

  it("count each of four things about keys", () => {
    const key = (by: string, local: number, largestOverMean: number) =>
      ({ by, shares: { links: 1_000, local }, pages: { largestOverMean } }) as KeyStep;
    const keys = [
      key("host", 800, 1.2),
      key("domain", 800, 1.5),
      key("top-level", 900, 2),
      key("url", 250, 1.1),
    ] as const;
    const change = (at: number, local: number, largest: number) =>
      verdict("Larger units", {}, {}, { keys: keys.with(at, key(keys[at].by, local, largest)) });
    expect(change(0, 800, 1.2)).toBe("agrees");
    expect([change(3, 310, 1.1), change(3, 190, 1.1), change(1, 799, 1.5)]).toEqual(["mixed", "mixed", "mixed"]);
    expect([change(3, 250, 1.2), change(0, 800, 2), change(3, 299, 1.1)]).toEqual(["mixed", "mixed", "agrees"]);
    const turned = [key("host", 800, 1), key("domain", 700, 1), key("top-level", 900, 1), key("url", 500, 1)];
    expect(verdict("Larger units", {}, {}, { keys: turned })).toBe("disagrees");
  });
});

describe("crawls of ever more processes", () => {
  it("take as many seconds as their threads need for all downloads, and wait", () => {
    const urls = Array.from({ length: 40 }, (_, page) => `http://h${page % 8}.example/${page}`);
    const links = urls.flatMap((_, page) => [1, 3].map((step): Link => [page, (page + step) % urls.length]));
    const web = webOf(urls.length, links, { urls });
    const { steps, threads } = scaleOutOf(web, { scale: 0.02, copies: 4 });
    const median = Number(/median (\d+) ms/.exec(timedReplay(web).assumptions.latency)?.[1]);
    for (const { processes, seconds, idle, downloads } of steps) {
      const each = (processes * threads * seconds * (1 - idle)) / downloads;
      expect((1_000 * each) / median).toBeGreaterThan(0.5);
      expect((1_000 * each) / median).toBeLessThan(2);
    }
  });
});
