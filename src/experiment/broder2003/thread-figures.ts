import { counted, inPercent } from "../../base/numbers.js";
import { missRateAt } from "../../cache/advice/knee.js";
import { sizeInShort } from "../../cache/sweep/sweep-rows.js";
import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { type Claim, testClaims, unless, untestable } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { statedOf } from "../paper-points.js";
import { curveOf, perThread, points, steepestPart, threadsInWords, widestGap } from "./reading.js";
import { clockByThreads, crawlsOf, PROCESSES, type Sweep } from "./setting.js";
import { noRegion, tooSmall } from "./shape-claims.js";

type Sweeps = readonly Sweep[];

const clockOf = ({ rows }: Sweep) => curveOf(rows, "CLOCK");
const anyTooSmall = (sweeps: Sweeps) => sweeps.map(tooSmall).find(Boolean);
const anyWithout = (sweeps: Sweeps) =>
  sweeps.map((sweep) => noRegion(sweep, ` with ${threadsInWords(sweep.threads)}`)).find(Boolean);

/** Section 5.2 on Figures 6 and 7. */
export const regionMoves = (figure: string): readonly Claim<Sweeps>[] => [
  {
    claim: "With fewer threads the critical region starts further to the left",
    source: `section 5.2, ${figure}`,
    published: "further to the left as threads decrease",
    tolerance: "the steepest four doublings begin a doubling earlier at each step (mixed: earlier from most to fewest)",
    quote: "the critical region starts further to the left as the number of threads decreases",
    wouldChange:
      "A crawl with a fixed number of open hosts whatever the threads: a region that still moves would make threads the cause",
    test: unless(anyWithout, (sweeps) => {
      const starts = sweeps.map((sweep) => steepestPart(clockOf(sweep)).from);
      const steps = starts.slice(1).map((start, i) => Math.log2(start / starts[i]));
      return {
        ours: sweeps.map(({ threads }, i) => `${threadsInWords(threads)}: ${sizeInShort(starts[i])}`).join(", "),
        verdict: steps.every((step) => step >= 1)
          ? "agrees"
          : starts[starts.length - 1] > starts[0]
            ? "mixed"
            : "disagrees",
        because: `by ${steps.map((step) => step.toFixed(0)).join(" and ")} doublings, where the threads grow by 2.3 and 2.3`,
      };
    }),
  },
];

/** Largest gap of any two of the curves over `scale`, from `low` on; where both have sizes. */
export function largestGap(sweeps: Sweeps, scale: (sweep: Sweep) => number, low = 0): number {
  const curves = sweeps.map((sweep) => perThread(clockOf(sweep), scale(sweep)));
  return Math.max(...curves.flatMap((a, i) => curves.slice(i + 1).map((b) => widestGap(a, b, low).gap)));
}

/** Section 5.2 on Figures 8 and 9, and section 7's advice. */
export const coincides = (figure: string): readonly Claim<Sweeps>[] => [
  {
    claim: "Over entries per thread the curves almost coincide",
    source: `section 5.2, ${figure}`,
    published: "almost coincide",
    tolerance: "within 5 points, and half as far apart as over entries (mixed: one of both)",
    quote: "Figures 8 and 9 ... the curves corresponding to various number of threads almost coincide",
    wouldChange:
      "A web of 100,000 hosts or more, where no thread waits: curves over 5 points apart there would speak against threads as the scale, for ours run short of hosts",
    test: unless(anyTooSmall, (sweeps) => {
      const [together, apart] = [largestGap(sweeps, ({ threads }) => threads), largestGap(sweeps, () => 1)];
      const held = [together <= 0.05, together <= apart / 2].filter(Boolean).length;
      return {
        ours: `${points(together)} apart at most`,
        verdict: held === 2 ? "agrees" : held === 1 ? "mixed" : "disagrees",
        because: `${points(apart)} over entries; ${points(largestGap(sweeps, ({ threads }) => threads, 16))} from 16 entries per thread on, ${points(largestGap(sweeps, ({ openHosts }) => openHosts))} over entries per open host`,
      };
    }),
  },
  {
    claim: "100 to 500 entries per thread are enough",
    source: "section 7",
    published: "100 to 500 entries per crawling thread",
    tolerance:
      "at 500 entries per thread CLOCK is within 5 points of INFINITE in each crawl that has more URLs than entries (mixed: in one)",
    quote: "we recommend a cache size of between 100 to 500 entries per crawling thread",
    wouldChange:
      "A web with site-wide lists of more than 500 links on each page: the set shared on a host is then larger than the advice, and an excess above 5 points would bound it",
    test: unless(anyTooSmall, (sweeps) => {
      const left = sweeps.map((sweep) => {
        const entries = 500 * sweep.threads;
        const rate = missRateAt(clockOf(sweep), entries);
        const excess = rate - curveOf(sweep.rows, "INFINITE").missRates[0];
        return { threads: sweep.threads, rate, excess, holdsAll: entries >= sweep.distinct };
      });
      const ours = left.map(({ threads, rate }) => `${threadsInWords(threads)}: ${inPercent(rate)}`).join(", ");
      const telling = left.filter(({ holdsAll }) => !holdsAll);
      if (telling.length === 0) return untestable("each of these caches holds every URL of its crawl", ours);
      const enough = telling.filter(({ excess }) => excess <= 0.05).length;
      return {
        ours,
        verdict: enough === telling.length ? "agrees" : enough > 0 ? "mixed" : "disagrees",
        because: `above INFINITE by ${left
          .map(({ excess, holdsAll }) => (holdsAll ? "nothing, holding every URL" : points(excess)))
          .join(", ")}`,
      };
    }),
  },
];

interface ThreadFigure {
  readonly figure: 6 | 7 | 8 | 9;
  readonly title: string;
  readonly paper: string;
  readonly which: "full" | "cross";
  readonly perThread: boolean;
  readonly claims: readonly Claim<Sweeps>[];
}

/** CLOCK by number of threads, on one of both traces, over entries or over entries per thread. */
export function threadFigure({ figure, title, paper, which, perThread: divided, claims }: ThreadFigure): WebExperiment {
  const experiment: WebExperiment = {
    id: `broder2003/figure-${figure}`,
    title,
    paper,
    suits: "broder2003",
    async run(web, options) {
      const sweeps = await clockByThreads(web, which, options);
      const { provenance } = await crawlsOf(web, options);
      const rows = sweeps.flatMap(({ threads, rows: own }) =>
        own
          .filter(({ policy }) => policy === "CLOCK")
          .map((row) => ({
            dataset: web.name,
            ...row,
            policy: threadsInWords(threads),
            threads,
            ...(divided && { sizePerThread: row.size / threads }),
          })),
      );
      const notes = [
        `${web.name} · CLOCK · ${sweeps.map(({ requests }) => counted(requests)).join(", ")} requests · one of ${PROCESSES} processes each`,
      ];
      return resultOf(experiment, web.name, testClaims(claims, sweeps), rows, provenance, () =>
        missRateCurve(rows, {
          notes,
          paper: statedOf(experiment.id),
          ...(divided && { x: "per thread" as const }),
        }),
      );
    },
  };
  return experiment;
}
