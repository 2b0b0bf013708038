import { counted } from "../../base/numbers.js";
import { quantile } from "../../base/statistics/quantile.js";
import { dedicated } from "../../urldb/engine/dedicated.js";
import { lmdb } from "../../urldb/engine/lmdb.js";
import type { GrownRow } from "../../urldb/measure.js";
import { type Claim, type Finding, howMany, untestable, within } from "../claim.js";
import type { LoadExperiment } from "../experiment.js";
import { type Adds, addsTo, type Evidence, installed } from "./adds.js";
import { BATCH } from "./contestants.js";
import { berkeleyDb } from "./peer/berkeley-db.js";

/** Bytes for the process that adds, what it starts, and the system's cache of their files. */
const MEMORY = 256_000_000;

/** A database ends with the first block that is so many times as slow as its fastest: it cannot proceed, section 1.1.1. */
const END_AT = 10;

const STRUCTURE = { label: "dedicated", engine: dedicated, batch: BATCH };
const TREES = [
  { label: "LMDB", engine: lmdb, batch: BATCH },
  { label: "Berkeley DB", engine: berkeleyDb, batch: BATCH },
];
const CONTESTANTS = [STRUCTURE, ...TREES];

const blocksOf = ({ rows }: Evidence<GrownRow>, label: string) => rows.filter(({ engine }) => engine === label);

/** The slowest of the last three blocks, over the median of the first half: "6.1x from 53 µs, at 500,000 URLs and 188 MB". */
function slowdown(blocks: readonly GrownRow[]): { readonly times: number; readonly said: string } {
  const delays = blocks.map(({ microseconds }) => microseconds);
  const early = quantile(delays.slice(0, Math.ceil(delays.length / 2)), 0.5);
  const times = Math.max(...delays.slice(-3)) / early;
  const { engine, urls, disk } = blocks[blocks.length - 1];
  return {
    times,
    said: `${engine} ${times.toFixed(1)}x from ${early.toFixed(0)} µs, at ${counted(urls)} URLs and ${(disk / 1e6).toFixed(0)} MB of files`,
  };
}

const missingOf = ({ missing }: Evidence<GrownRow>, labels: readonly string[]): Finding =>
  untestable(labels.map((label) => missing.get(label) ?? `${label} did not run`).join("; "));

export const claims: readonly Claim<Evidence<GrownRow>>[] = [
  {
    claim: "The more pages, the lower the speed: a B-tree that outgrows its memory slows down",
    source: "section 1.1.1, after Lee et al. 2008",
    published: "larger N ultimately results in lower S and higher Σ, in most crawlers",
    tolerance:
      "one of the last three blocks twice as slow as the median of the first half; LMDB and Berkeley DB count, where they run",
    quote:
      "larger N implies higher complexity of checking URL uniqueness ... which ultimately results in lower S and higher Σ",
    wouldChange:
      "URLs that come sorted: a B-tree then touches few pages for many URLs, and one that is as fast past memory would turn this",
    test(evidence) {
      const ran = TREES.map(({ label }) => blocksOf(evidence, label)).filter((blocks) => blocks.length > 1);
      if (ran.length === 0)
        return missingOf(
          evidence,
          TREES.map(({ label }) => label),
        );
      const found = ran.map(slowdown);
      return {
        ours: found.map(({ said }) => said).join("; "),
        verdict: howMany(found.map(({ times }) => times >= 2)),
        because: `${counted(MEMORY / 1e6)} MB of memory for process, peers and cached files`,
      };
    },
  },
  {
    claim: "A dedicated structure keeps its speed past memory",
    source: "ours, on section 1.1.1",
    published: "-",
    tolerance: "none of the last three blocks 4 times as slow as the median of the first half (mixed: 8)",
    wouldChange:
      "A disk that reads less than a hundred pages a second: each URL that the filters let pass is one read, and a slowdown beyond 8 times would turn this",
    test(evidence) {
      const blocks = blocksOf(evidence, STRUCTURE.label);
      if (blocks.length < 2) return missingOf(evidence, [STRUCTURE.label]);
      const { times, said } = slowdown(blocks);
      return { ours: said, verdict: within(times, 4, 8), because: "its files are read in order, and seldom" };
    },
  },
  {
    claim: "In the same memory it holds three times as many URLs as a B-tree before it cannot proceed",
    source: "ours, on section 1.1.1: N",
    published: "-",
    tolerance: `up to the first block that is ${END_AT} times as slow as the fastest, or the end: 3 times (mixed: more)`,
    wouldChange:
      "Twice the memory, and twice the URLs: both should move alike, and if the B-tree's share grows, ours is luck",
    test(evidence) {
      const most = (label: string) => Math.max(0, ...blocksOf(evidence, label).map(({ urls }) => urls));
      const trees = TREES.map(({ label }) => ({ label, urls: most(label) })).filter(({ urls }) => urls > 0);
      if (trees.length === 0)
        return missingOf(
          evidence,
          TREES.map(({ label }) => label),
        );
      const own = most(STRUCTURE.label);
      const least = Math.min(...trees.map(({ urls }) => own / urls));
      return {
        ours: [{ label: STRUCTURE.label, urls: own }, ...trees]
          .map(({ label, urls }) => `${label} ${counted(urls)}`)
          .join(", "),
        verdict: within(-least, -3, -1.000001),
        because: "the load ends there, where a database does not end before",
      };
    },
  },
];

/** The paper's load, in less memory than it takes. */
export const pastMemory: LoadExperiment = {
  id: "dorosz/past-memory",
  title: "Speed and resources as a URL database outgrows its memory",
  paper:
    "Dorosz, section 1.1.1, after Lee, Leonard, Wang and Loguinov 2008: a crawler is described by N, the pages that it can handle before resources end, S, its speed " +
    "as a function of the pages crawled, and Σ, CPU and memory. The paper measures S up to 4 million URLs on a machine with 12 GB. Here 3 million URLs are added in 256 MB, " +
    "by batches that wait for the disk: a row has the delay, bytes on disk and bytes of memory of the process at each N.",
  load: "dorosz-load-past-memory",
  alone: "3 million URLs into three databases in 256 MB of memory, as root on Linux: some ten minutes",
  uses: () => installed(CONTESTANTS),
  run(options = {}) {
    const { scale = 1 } = options;
    const add = Math.round(3_000_000 * scale);
    const adds: Adds<GrownRow> = {
      ...{ contestants: CONTESTANTS, claims, scale },
      counts: { start: 0, add, block: Math.round(add / 30), memory: MEMORY, endAt: END_AT },
    };
    return addsTo(pastMemory, adds, options);
  },
};
