import { counted, inPercent } from "../../base/numbers.js";
import { meanOf } from "../../base/statistics/mean-of.js";
import { clock } from "../../cache/policy/clock.js";
import { infinite } from "../../cache/policy/infinite.js";
import { missesOverTime } from "../../cache/sweep/misses-over-time.js";
import { missesOverTimeCurve } from "../../figure/misses-over-time-curve.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import { type Claim, type Finding, testClaims, unless, untestable, within } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { statedOf } from "../paper-points.js";
import { points } from "./reading.js";
import { crawlsOf, notesOn, PAPER_POLICIES, wellPast } from "./setting.js";

/** Equal parts of the trace. */
const INTERVALS = 20;

/** Miss rates interval by interval. */
export interface OverTime {
  readonly clock: readonly number[];
  readonly infinite: readonly number[];
  /** Whether the caches hold every URL of the trace, so that all but first requests hit. */
  readonly holdsAll: boolean;
}

/** A cache that holds every URL shows how many URLs are new, and nothing of caches. */
const tooLarge = ({ holdsAll }: OverTime): Finding | undefined =>
  holdsAll ? untestable("the cache holds every URL of the crawl") : undefined;

/** The paper's policies along a trace, at a size well past the critical region. */
export function alongTrace(trace: UrlTrace, threads: number, seed = 1) {
  const rows = PAPER_POLICIES.flatMap((method) =>
    missesOverTime(trace, method, wellPast(threads), { intervals: INTERVALS, seed }),
  );
  const rates = (label: string) => rows.filter(({ policy }) => policy === label).map(({ missRate }) => missRate);
  const holdsAll = wellPast(threads) >= trace.urls;
  return {
    rows,
    evidence: { clock: rates(clock.label), infinite: rates(infinite.label), holdsAll } satisfies OverTime,
  };
}

const span = (rates: readonly number[]) => Math.max(...rates) - Math.min(...rates);

export const stable = (figure: string): Claim<OverTime> => ({
  claim: "The differences over time are small, and the miss rate stabilizes",
  source: `section 5.2, ${figure}`,
  published: "after 1 to 2 of some 6.7 billion URLs",
  tolerance: "CLOCK's intervals after the first quarter within 5 points of each other (mixed: 10)",
  quote:
    "As can be seen in Figures 10 and 11, the differences are small and the miss rate stabilizes about 1-2 billion URLs into the full trace",
  wouldChange:
    "A web that does not end: 100 million requests of a crawl still in its first tenth, whose intervals lie over 10 points apart after the first quarter, would turn an agreement; ours end, and drift",
  test: unless(tooLarge, ({ clock: rates }) => {
    const rest = rates.slice(INTERVALS / 4);
    return {
      ours: `${inPercent(Math.min(...rest))} to ${inPercent(Math.max(...rest))}`,
      verdict: within(span(rest), 0.05, 0.1),
      because: `${INTERVALS} intervals; ${inPercent(meanOf(rates.slice(0, INTERVALS / 4)))} in the first quarter`,
    };
  }),
});

/** @param because how our crawls end, and the paper's did not */
export const risesAtTheEnd = (because: string): Claim<OverTime> => ({
  claim: "There is a slight increase towards the end, and INFINITE has it too",
  source: "section 5.2, Figure 10",
  published: "slight; the crawl is deep in many sites by then",
  tolerance: "last tenth above the mean of the middle half by 0 to 5 points, for CLOCK and INFINITE (mixed: for one)",
  quote:
    "There is a slight increase towards the end in the full trace ... (The infinite cache also suffers an increase in miss rate.)",
  wouldChange:
    "The last tenth of a crawl that is cut by time and not by the web's end: a rise above 5 points, or none, in CLOCK and INFINITE",
  test: unless(tooLarge, ({ clock: rates, infinite: floor }) => {
    const rises = [rates, floor].map(
      (each) => meanOf(each.slice(-INTERVALS / 10)) - meanOf(each.slice(INTERVALS / 4, -INTERVALS / 4)),
    );
    const held = rises.filter((rise) => rise > 0 && rise <= 0.05).length;
    return {
      ours: `CLOCK ${points(rises[0])}, INFINITE ${points(rises[1])}`,
      verdict: held === 2 ? "agrees" : held === 1 ? "mixed" : "disagrees",
      because,
    };
  }),
});

interface TimeFigure {
  readonly figure: 10 | 11;
  readonly title: string;
  readonly paper: string;
  readonly which: "full" | "cross";
  readonly claims: readonly Claim<OverTime>[];
}

/** Miss rates over time at a size well past the critical region. */
export function timeFigure({ figure, title, paper, which, claims }: TimeFigure): WebExperiment {
  const experiment: WebExperiment = {
    id: `broder2003/figure-${figure}`,
    title,
    paper,
    suits: "broder2003",
    async run(web, options = {}) {
      const { traces, provenance } = await crawlsOf(web, options);
      const { threads, openHosts, [which]: trace } = traces[traces.length - 1];
      const size = wellPast(threads);
      const { rows: measured, evidence } = alongTrace(trace, threads, options.seed);
      const rows = measured.map((row) => ({ dataset: web.name, ...row }));
      const notes = [
        ...notesOn({ trace, requests: trace.requests.length, distinct: trace.urls, threads, openHosts }),
        `a cache of ${counted(size)} entries: the paper has 2¹⁸ for 500 threads`,
      ];
      return resultOf(
        experiment,
        web.name,
        testClaims(claims, evidence),
        rows,
        { ...provenance, size, intervals: INTERVALS },
        () =>
          missesOverTimeCurve(rows, {
            notes,
            paper: statedOf(experiment.id, (share) => share * trace.requests.length),
          }),
      );
    },
  };
  return experiment;
}
