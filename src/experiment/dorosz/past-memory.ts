import { counted } from "../../base/numbers.js";
import { quantile } from "../../base/statistics/quantile.js";
import { dedicated } from "../../urldb/engine/dedicated.js";
import { lmdb } from "../../urldb/engine/lmdb.js";
import type { GrownRow } from "../../urldb/measure.js";
import { type Claim, type Finding, unless, untestable, within } from "../claim.js";
import { checkScale, type LoadExperiment } from "../experiment.js";
import { type Adds, addsTo, type Evidence, installed } from "./adds.js";
import { BATCH } from "./contestants.js";

/** Bytes for the process that adds, what it starts, and the system's cache of their files. */
const MEMORY = 256_000_000;

/** A database ends with the third block in a row that is so many times as slow as its fastest: it cannot proceed. */
const END_AT = 5;

const STRUCTURE = { label: "dedicated", engine: dedicated, batch: BATCH };

/** Berkeley DB is left out: its process has a cache of 256 MB, as the peer of Figure 2 is set up, and does not fit. */
const TREE = { label: "LMDB", engine: lmdb, batch: BATCH };

const CONTESTANTS = [STRUCTURE, TREE];

const blocksOf = ({ rows }: Evidence<GrownRow>, label: string) => rows.filter(({ engine }) => engine === label);

/** The last three blocks over the first half, by medians: "6.1x from 53 µs, at 500,000 URLs and 188 MB of files". */
function slowdown(blocks: readonly GrownRow[]): { readonly times: number; readonly said: string } {
  const delays = blocks.map(({ microseconds }) => microseconds);
  const early = quantile(delays.slice(0, Math.ceil(delays.length / 2)), 0.5);
  const times = quantile(delays.slice(-3), 0.5) / early;
  const { engine, urls, disk } = blocks[blocks.length - 1];
  return {
    times,
    said: `${engine} ${times.toFixed(1)}x from ${early.toFixed(0)} µs, at ${counted(urls)} URLs and ${(disk / 1e6).toFixed(0)} MB of files`,
  };
}

/** Whether its files and the process that holds them came to more than the memory. */
const isPast = (blocks: readonly GrownRow[]) => blocks.some(({ disk, memory }) => disk + memory > MEMORY);

/** The finding where one of them did not run, or stayed within memory. */
function missingOf(evidence: Evidence<GrownRow>, labels: readonly string[]): Finding | undefined {
  const missing = labels.filter((label) => !isPast(blocksOf(evidence, label)));
  return missing.length === 0
    ? undefined
    : untestable(
        missing.map((label) => evidence.missing.get(label) ?? `${label} did not outgrow its memory`).join("; "),
      );
}

export const claims: readonly Claim<Evidence<GrownRow>>[] = [
  {
    claim: "The more pages, the lower the speed: a B-tree that outgrows its memory slows down",
    source: "section 1.1.1, after Lee et al. 2008",
    published: "larger N ultimately results in lower S and higher Σ, in most crawlers",
    tolerance: "the last three blocks 2 times as slow as the first half, by medians (mixed: 1.25 times)",
    quote:
      "larger N implies higher complexity of checking URL uniqueness ... which ultimately results in lower S and higher Σ",
    wouldChange:
      "URLs that come sorted: a B-tree then touches few pages for many URLs, and one that is as fast past memory would turn this",
    test: unless(
      (evidence) => missingOf(evidence, [TREE.label]),
      (evidence) => {
        const { times, said } = slowdown(blocksOf(evidence, TREE.label));
        return {
          ours: said,
          verdict: within(-times, -2, -1.25),
          because: `${counted(MEMORY / 1e6)} MB of memory for the process and its cached files`,
        };
      },
    ),
  },
  {
    claim: "A dedicated structure keeps its speed past memory",
    source: "ours, on section 1.1.1",
    published: "-",
    tolerance: "the last three blocks at most 4 times as slow as the first half, by medians (mixed: 8)",
    wouldChange:
      "A disk that reads less than a hundred pages a second: each URL that the filters let pass is one read, and a slowdown beyond 8 times would turn this",
    test: unless(
      (evidence) => missingOf(evidence, [STRUCTURE.label]),
      (evidence) => {
        const { times, said } = slowdown(blocksOf(evidence, STRUCTURE.label));
        return { ours: said, verdict: within(times, 4, 8), because: "its files are read in order, and seldom" };
      },
    ),
  },
  {
    claim: "In the same memory it holds three times as many URLs as a B-tree before it cannot proceed",
    source: "ours, on section 1.1.1: N",
    published: "-",
    tolerance: `up to three blocks in a row ${END_AT} times as slow as the fastest, or the end: 3 times (mixed: more)`,
    wouldChange:
      "Twice the memory, and twice the URLs: both should move alike, and if the B-tree's share grows, ours is luck",
    test: unless(
      (evidence) => missingOf(evidence, [STRUCTURE.label, TREE.label]),
      (evidence) => {
        const [own, tree] = CONTESTANTS.map(({ label }) => blocksOf(evidence, label).at(-1)?.urls ?? 0);
        return {
          ours: `${STRUCTURE.label} ${counted(own)}, ${TREE.label} ${counted(tree)}`,
          verdict: own / tree >= 3 ? "agrees" : own > tree ? "mixed" : "disagrees",
          because: "the load ends there, where a database does not end before",
        };
      },
    ),
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
  alone: "3 million URLs into two databases in 256 MB of memory, as root on Linux: some five minutes",
  uses: () => installed(CONTESTANTS),
  run(options = {}) {
    const { scale = 1 } = options;
    checkScale(scale, "3,000,000 URLs");
    const add = Math.round(3_000_000 * scale);
    const adds: Adds<GrownRow> = {
      ...{ contestants: CONTESTANTS, claims, scale },
      counts: { start: 0, add, block: Math.round(add / 30), memory: MEMORY, endAt: END_AT },
    };
    return addsTo(pastMemory, adds, options);
  },
};
