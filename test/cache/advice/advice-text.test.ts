import { describe, expect, it } from "vitest";
import { Advice, type AdviceAbout, type Recommendation } from "../../../src/cache/advice/advice-text.js";

const about: AdviceAbout = {
  trace: "crawl",
  requests: 12_000,
  distinct: 3000,
  floor: 0.25,
  target: 0.4,
  aim: { entries: 64, gain: 0.02 },
  grow: 10,
  margin: 0.2,
  threads: 20,
  knee: {
    policy: "LRU",
    kind: "region",
    from: 32,
    to: 64,
    knee: 48,
    low: 40,
    high: 56,
    plateau: 0.8,
    floor: 0.42,
    steepest: 0.3,
    found: 1,
  },
};

const recommendation: Recommendation = {
  policy: "CLOCK",
  entries: 128,
  exact: 100,
  bits: 66.04,
  bytes: 1056,
  built: "in a scatter table",
  missRate: { rate: 0.39, low: 0.38, high: 0.4 },
  around: [
    { entries: 64, missRate: 0.45 },
    { entries: 256, missRate: 0.35 },
  ],
  min: 0.3,
  taking: [
    { policy: "CLOCK", entries: 128, bytes: 1056 },
    { policy: "LRU", entries: 1, bytes: 2112 },
  ],
  growth: { parts: [], withheld: "its parts differ" },
};

const head = "crawl: 12,000 requests, 3,000 URLs (best possible miss rate 25.0 %)";
const knee = [
  "knee: 48 entries (95 %: 40 - 56); 2.4 per thread. Broder et al. 2003 advise 100 - 500", // 48 / 20
  "      critical region 32 - 64 entries: misses fall from 80.0 % to 42.0 % (LRU)",
];
const aim = [
  "aim: 40.0 % misses. You named no target. Past this size and the critical region, twice the entries save LRU",
  "  less than 2 points",
];
const choice = "choose CLOCK with 128 entries, 6.4 per thread: 66 bits each in a scatter table = 1.06 kB"; // 128 / 20
const others = [
  "      it misses 39.0 % (95 %: 38.0 % - 40.0 %; in a scatter table up to 4 % of that more). The aim is 40.0 %;",
  "        100 entries reach it, too",
  "      with half the entries (64) it misses 45.0 %; with twice the entries (256) it misses 35.0 %",
  "      MIN, which knows the future, misses 30.0 % with as many entries; no cache misses less than 25.0 %",
  "memory for 40.0 % misses: CLOCK 128 entries, 1.06 kB; LRU 1 entry, 2.11 kB",
  "      (another policy replaces CLOCK only if it needs less than 80 % of its memory)",
  "a crawl 10 times as long: what it needs cannot be told from this log: its parts differ",
];
const textOf = (...given: ConstructorParameters<typeof Advice>) => String(new Advice(...given)).split("\n");

describe("advice which cache to build", () => {
  it("tells the knee, the aim, what to build, and what others would take", () => {
    expect(textOf(about, recommendation)).toEqual([head, ...knee, ...aim, choice, ...others]);
  });

  it("begins in a notebook with what to build, and has what each policy takes as a table", () => {
    expect(new Advice(about, recommendation).face()).toEqual({
      say: `C${choice.slice(1)}.`,
      lines: [...knee, ...aim, ...others].join("\n"),
      tables: [
        {
          title: "Memory for 40.0 % misses",
          rows: [
            { policy: "CLOCK", entries: 128, memory: "1.06 kB" },
            { policy: "LRU", entries: 1, memory: "2.11 kB" },
          ],
        },
      ],
      notes: [head],
    });
  });

  it("leaves out what is not known: threads, an interval, an aim that was not chosen here, policies beside the one", () => {
    const { low: _low, high: _high, ...jump } = { ...about.knee, kind: "jump" } as typeof about.knee & { low: number };
    const one = {
      ...recommendation,
      policy: "FIFO",
      entries: 1,
      exact: 1,
      built: "",
      around: [{ entries: 2, missRate: 0.35 }],
      taking: [{ policy: "FIFO", entries: 1, bytes: 1056 }],
    };
    expect(textOf({ ...about, knee: jump, aim: undefined, threads: undefined, grow: 1 }, one)).toEqual([
      head,
      "knee: 48 entries",
      "      the curve jumps between 32 - 64 entries: misses fall from 80.0 % to 42.0 % (LRU)",
      "choose FIFO with 1 entry: 66 bits each = 1.06 kB",
      "      it misses 39.0 % (95 %: 38.0 % - 40.0 %). You asked for 40.0 %; no smaller size that was tried reaches",
      "        it",
      "      with twice the entries (2) it misses 35.0 %",
      "      MIN, which knows the future, misses 30.0 % with as many entries; no cache misses less than 25.0 %",
    ]);
  });

  it("says a scatter table's own misses of CLOCK alone, and of no other way to build it", () => {
    for (const [policy, built] of [
      ["LRU", "in a scatter table"],
      ["CLOCK", "as a list"],
    ])
      expect(textOf({ ...about, aim: undefined }, { ...recommendation, policy, built })[4]).toBe(
        "      it misses 39.0 % (95 %: 38.0 % - 40.0 %). You asked for 40.0 %; 100 entries reach it, too",
      );
  });

  it("says that no policy reaches the target, or that no cache can and what can be asked for", () => {
    const none = {
      ...about,
      aim: undefined,
      knee: { policy: "LRU", kind: "none", reason: "it falls evenly", found: 0 },
    } as const;
    expect(textOf(none).slice(1)).toEqual([
      "knee: none, it falls evenly (LRU)",
      "no policy of the sweep reaches 40.0 %",
    ]);
    expect(new Advice(none).face().say).toBe("No policy of the sweep reaches 40.0 %.");
    // 25 % are first requests: the next whole number above
    expect(textOf({ ...none, target: 0.2 }).slice(2)).toEqual([
      "no cache can reach 20.0 % misses: 3,000 of 12,000 requests are the first for their URL, 25.0 %",
      "      name a target of 26 % or more",
    ]);
    expect(new Advice({ ...none, target: 0.2 }).face()).toMatchObject({
      say: "No cache can reach 20.0 % misses: 3,000 of 12,000 requests are the first for their URL, 25.0 %.",
      lines: "knee: none, it falls evenly (LRU)\n      name a target of 26 % or more",
    });
    expect(textOf({ ...none, target: 0.9, floor: 0.995 }).at(-1)).toBe("      name a target of 100 % or more");
  });
});
