import { counted } from "../../base/numbers.js";
import { quantile } from "../../base/statistics/quantile.js";
import type { Contestant } from "../../urldb/measure.js";
import { type Claim, type Finding, untestable } from "../claim.js";
import { checkScale, type LoadExperiment, SCALE } from "../experiment.js";
import { ratioOf } from "../timed.js";
import { addsTo, type Evidence, installed } from "./adds.js";
import { AS_THE_PAPER, BATCH, TIMED, TODAY } from "./contestants.js";

/** The paper's counts: URLs at the start, URLs added, URLs per point. */
export const PAPER = { start: 1_000_000, add: 3_000_000, block: 100_000 } as const;

/** Points of the curves at least; where the load is scaled down they are fewer than the paper's 30. */
const POINTS = 6;

/** Delays of one contestant, block by block. */
function delaysOf({ rows, missing }: Evidence, { label }: Contestant): readonly number[] | Finding {
  const found = rows.filter(({ engine }) => engine === label).map(({ microseconds }) => microseconds);
  return found.length > 0 ? found : untestable(missing.get(label) ?? `${label} did not run`);
}

const isFinding = (value: readonly number[] | Finding): value is Finding => !Array.isArray(value);

const middle = (delays: readonly number[]) => quantile(delays, 0.5);

/** Three significant digits. */
const shown = (microseconds: number) =>
  `${Number(microseconds.toPrecision(3)).toLocaleString("en", { maximumSignificantDigits: 3 })} µs`;

/** Delays closer than this factor count as equal: what a shared disk makes of the same run. */
const NOISE = 1.25;

/** The same where each URL waits for the disk alone: what then counts is who else uses it. */
const NOISE_OF_DISK = 2;

/**
 * Is `slow` at least `factor` times as slow as `fast`, beyond noise? By medians over blocks; "mixed" when it is not,
 * nor faster beyond noise.
 */
function timesSlower(evidence: Evidence, slow: Contestant, fast: Contestant, factor: number, noise = NOISE): Finding {
  const [slowDelays, fastDelays] = [delaysOf(evidence, slow), delaysOf(evidence, fast)];
  if (isFinding(slowDelays)) return slowDelays;
  if (isFinding(fastDelays)) return fastDelays;
  const ratio = middle(slowDelays) / middle(fastDelays);
  const above = slowDelays.filter((delay, block) => delay > fastDelays[block]).length;
  return {
    ours: `${slow.label} ${shown(middle(slowDelays))}, ${fast.label} ${shown(middle(fastDelays))}: ${ratio.toFixed(1)}x`,
    verdict:
      ratio >= Math.max(factor, noise) && above >= 0.8 * slowDelays.length
        ? "agrees"
        : ratio > 1 / noise
          ? "mixed"
          : "disagrees",
    because: `medians over ${slowDelays.length} blocks; slower in ${above} of them`,
    ratios: ratioOf(`${slow.label} / ${fast.label}`, middle(slowDelays), middle(fastDelays)),
  };
}

/**
 * Does the delay stay within `factor` while the database grows? By medians of the first and last third of the blocks.
 */
function staysFlat(evidence: Evidence, contestant: Contestant, factor: number): Finding {
  const delays = delaysOf(evidence, contestant);
  if (isFinding(delays)) return delays;
  const third = Math.max(1, Math.floor(delays.length / 3));
  const [last, first] = [delays.slice(-third), delays.slice(0, third)];
  const growth = middle(last) / middle(first);
  return {
    ours: `${growth.toFixed(2)}x from ${shown(middle(first))}`,
    verdict: growth <= factor ? "agrees" : growth <= 2 * factor ? "mixed" : "disagrees",
    because: "median of the last third of the blocks over that of the first",
    ratios: ratioOf(`${contestant.label}: last third / first third`, middle(last), middle(first)),
  };
}

/** Figure 2's claim, and ours beside it. */
export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "Berkeley DB adds a URL faster than PostgreSQL, one URL a call, each as it comes",
    source: "section 3, Figure 2",
    published: "Berkeley DB's curve below PostgreSQL's throughout",
    tolerance:
      "median delay of PostgreSQL larger by 1.25x, and larger in 4 of 5 blocks; only PostgreSQL waits for the disk, as is the default of both",
    quote: "a DB Berkeley implementation gives better performance then the PostgreSQL for use in storing URLs",
    wouldChange:
      "The paper's scripts run on its versions (PostgreSQL 8.2, bsddb3), with commits that do not wait for the disk: if PostgreSQL is then within 1.25x, the figure shows who waited, not the structure",
    test: (evidence) => timesSlower(evidence, AS_THE_PAPER.postgres, AS_THE_PAPER.berkeleyDbUnsynced, 1),
  },
  {
    claim: "It still does when both wait for the disk",
    source: "ours, on section 3: the paper does not say who waited",
    published: "-",
    tolerance: "median delay of PostgreSQL larger by 2x, and larger in 4 of 5 blocks (mixed: within 2x either way)",
    wouldChange:
      "The same on a disk whose flush takes under 50 µs: what remains between the two is then the engines' own work, and a sign that is stable over ten runs would settle it",
    test: (evidence) => timesSlower(evidence, AS_THE_PAPER.postgres, AS_THE_PAPER.berkeleyDb, 1, NOISE_OF_DISK),
  },
  {
    claim: "Berkeley DB's delay does not grow with the database, from one part to four",
    source: "ours, on section 1.2 and Figure 2: a search in a hash table takes constant time",
    published: "-",
    tolerance: "last third of the blocks within 2x of the first (mixed: 4x)",
    wouldChange:
      "A start of ten million URLs or more (--scale 10), past the page cache: growth of the last third beyond 4x would turn this",
    test: (evidence) => staysFlat(evidence, AS_THE_PAPER.berkeleyDbUnsynced, 2),
  },
  {
    claim: "PostgreSQL fed one INSERT per URL is slower than the same server fed by COPY by a factor of ten",
    source: "ours, on section 3: what was compared is also a way to feed a server",
    published: "-",
    tolerance: "10x by medians (mixed: slower)",
    wouldChange:
      "A client that prepares its statement and sends INSERTs in a pipeline: if that is within 10x of COPY, one call per URL was the cause and not INSERT",
    test: (evidence) => timesSlower(evidence, AS_THE_PAPER.postgres, TODAY.postgres, 10),
  },
  {
    claim: "In batches, too, Berkeley DB is faster than PostgreSQL",
    source: "ours, beside Figure 2",
    published: "-",
    tolerance: "median delay of PostgreSQL larger by 1.25x, and larger in 4 of 5 blocks",
    wouldChange:
      "A database larger than memory, where a B-tree reads a page per URL and COPY does not look: PostgreSQL ahead in 4 of 5 blocks there would turn this",
    test: (evidence) => timesSlower(evidence, TODAY.postgres, TODAY.berkeleyDb, 1),
  },
  {
    claim: "A dedicated structure beats a relational database fed in batches by a factor of five",
    source: "ours, on section 4: the thesis of the paper, against the fair opponent",
    published: "dedicated structures perform better",
    tolerance: `5x by medians, batches of ${counted(BATCH)} at most, both wait for the disk (mixed: faster)`,
    wouldChange:
      "A relational schema without an index on the URL, checked in bulk by a merge join: if that comes within 5x, the index is what costs, not the relational database",
    test: (evidence) => timesSlower(evidence, TODAY.postgres, TODAY.dedicated, 5),
  },
  {
    claim: "A dedicated structure beats general B-tree stores by a factor of three",
    source: "ours, on section 4",
    published: "-",
    tolerance: "3x Berkeley DB and 3x LMDB by medians, equal batches (mixed: faster)",
    wouldChange:
      "Keys that come sorted, as a batch sorted by host is: a B-tree then appends, and one within 3x of the dedicated structure would turn this",
    test(evidence) {
      const findings = [TODAY.berkeleyDb, TODAY.lmdb].map((each) => timesSlower(evidence, each, TODAY.dedicated, 3));
      const tested = findings.filter(({ verdict }) => verdict !== "cannot be tested");
      const untested = findings
        .filter((each) => !tested.includes(each))
        .map(({ because }) => `one not tested: ${because}`);
      if (tested.length === 0) return findings[0];
      const weakest =
        tested.find(({ verdict }) => verdict === "disagrees") ?? tested.find(({ verdict }) => verdict === "mixed");
      const { verdict, because } = weakest ?? tested[0];
      return {
        verdict,
        ours: tested.map(({ ours }) => ours).join("; "),
        because: [because, ...untested].join("; "),
        ratios: tested.flatMap(({ ratios = [] }) => ratios),
      };
    },
  },
];

const ALL = [...Object.values(AS_THE_PAPER), ...Object.values(TODAY)];

/** Adding URLs to URL databases, on Dorosz's load. */
export const figure2: LoadExperiment = {
  id: "dorosz/figure-2",
  title: "The delay of adding a URL, as the database grows",
  paper:
    "Dorosz, section 3: a URL database on Berkeley DB's structures (hash table U, B-trees Q and Q_c) and one on PostgreSQL 8.2, both driven from Python, " +
    "hold 1,000,000 URLs, and take 3,000,000 more. Figure 2 draws the average delay per URL, per 100,000: Berkeley DB is below. " +
    "The paper says neither whether its databases waited for the disk, nor whether PostgreSQL was fed otherwise than URL by URL; here both are measured both ways.",
  load: "dorosz-load",
  uses: () => installed(ALL),
  async run(options = {}) {
    const { scale = SCALE } = options;
    checkScale(scale, "the paper's counts");
    const add = Math.max(POINTS * TIMED, PAPER.add * scale);
    const block = Math.min(PAPER.block, Math.floor(add / POINTS));
    const counts = { start: Math.round(PAPER.start * scale), add: block * Math.round(add / block), block };
    return addsTo(figure2, { contestants: ALL, claims, counts, scale }, options);
  },
};
