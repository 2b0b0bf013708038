import { inPercent } from "../../base/numbers.js";
import { type MissRates, missRateAt } from "../../cache/advice/knee.js";
import { sizeInShort } from "../../cache/sweep/sweep-rows.js";
import { type Claim, type Finding, sideOf, unless, untestable, within } from "../claim.js";
import { criticalRegion, curveOf, LEAST_SHARE, points, steepestPart } from "./reading.js";
import type { Sweep } from "./setting.js";

/** Entries per thread at the ends of the paper's critical region: 2^14 and 2^18 over 500 threads. */
const PAPER_REGION = { from: 2 ** 14 / 500, to: 2 ** 18 / 500 };

const clockOf = ({ rows }: Sweep) => curveOf(rows, "CLOCK");

/** Fewer different URLs than this leave no room for a region between the small caches and the large. */
const FEWEST_URLS = 2 ** 10;

export const tooSmall = ({ distinct }: Sweep): Finding | undefined =>
  distinct < FEWEST_URLS ? untestable(`the trace has only ${distinct} different URLs`) : undefined;

/**
 * For claims on the critical region, where there is none: that there is one is a claim by itself. @param which of several
 * crawls, as in " with 2 threads"
 */
export function noRegion(sweep: Sweep, which = ""): Finding | undefined {
  const few = tooSmall(sweep);
  if (few || criticalRegion(clockOf(sweep))) return few;
  const most = inPercent(steepestPart(clockOf(sweep)).share);
  return untestable(`there is no critical region${which}: no four doublings hold more than ${most} of CLOCK's fall`);
}

/** Claims that the paper makes beside a figure, and again beside another. */
export interface FigureClaim extends Omit<Claim<Sweep>, "source" | "quote"> {
  readonly source: (figure: string) => string;
  /** None beside a figure that the paper does not say it of. */
  readonly quote: (figure: string) => string | undefined;
}

export const claimsBeside =
  (claims: readonly FigureClaim[]) =>
  (figure: string): readonly Claim<Sweep>[] =>
    claims.map((claim) => ({ ...claim, source: claim.source(figure), quote: claim.quote(figure) }));

const largestDifference = (a: MissRates, b: MissRates): { value: number; at: number } =>
  a.sizes.reduce(
    (widest, at, i) => {
      const value = a.missRates[i] - b.missRates[i];
      return Math.abs(value) > Math.abs(widest.value) ? { value, at } : widest;
    },
    { value: 0, at: a.sizes[0] },
  );

/** To two digits, or the unit. */
const inShort = (entries: number): number => (entries < 10 ? Number(entries.toPrecision(2)) : Math.round(entries));

const shape: readonly FigureClaim[] = [
  {
    claim: "Below the critical region the miss rate is roughly constant",
    source: (figure) => `section 5.2, ${figure}`,
    published: "flat from 2^0 to 2^14 entries",
    tolerance: "CLOCK falls by 10 points at most from one entry to the steepest four doublings (mixed: 20)",
    quote: () =>
      "the miss rate for all of the efficient algorithms is roughly constant at 70% until the region from k = 2^14 to k = 2^18",
    wouldChange:
      "A crawl with the paper's 500 threads and a hundred million requests or more: flat within 10 points there where ours is not, or a fall of over 20 where ours is flat, would make this a matter of scale",
    test: unless(noRegion, (sweep) => {
      const clock = clockOf(sweep);
      const { from } = steepestPart(clock);
      if (from === clock.sizes[0])
        return untestable("CLOCK falls most from one entry on, so that nothing lies below the region");
      const fall = clock.missRates[0] - missRateAt(clock, from);
      return {
        ours: `${inPercent(clock.missRates[0])} at one entry, ${inPercent(missRateAt(clock, from))} at ${sizeInShort(from)}`,
        verdict: within(fall, 0.1, 0.2),
        because: `CLOCK falls by ${points(fall)} before its steepest part`,
      };
    }),
  },
  {
    claim: "There is a critical region: most of the fall lies within four doublings of the size",
    source: (figure) => `section 5.2, ${figure}`,
    published: "2^14 to 2^18, nearly all of the fall",
    tolerance:
      "the steepest four doublings hold two thirds of CLOCK's fall (mixed: half); more than half, since the paper draws nearly all of it there",
    quote: () =>
      "the region from k = 2^14 to k = 2^18, which we call the critical region. Above k = 2^18, the miss rate drops abruptly to 20%",
    wouldChange:
      "A crawl whose hosts are all of about one size: a region wider than four doublings there would not come from the mixture of hosts",
    test: unless(tooSmall, (sweep) => {
      const { from, to, fall, share } = steepestPart(clockOf(sweep));
      return {
        ours: `${sizeInShort(from)} to ${sizeInShort(to)}: ${points(fall)}, ${inPercent(share)} of the fall`,
        verdict: share >= 2 / 3 ? "agrees" : share >= LEAST_SHARE ? "mixed" : "disagrees",
        because: `of ${points(fall / (share || 1))} from one entry to ${sizeInShort(Math.max(...sweep.rows.map(({ size }) => size)))}`,
      };
    }),
  },
  {
    claim: "The region begins at some 33 entries per thread",
    source: (figure) => `section 5.2, ${figure}: 2^14 entries, 500 threads`,
    published: "33 to 524 entries per thread",
    tolerance: "within a factor of 4 either way (mixed: 16)",
    quote: () => "the region from k = 2^14 to k = 2^18, which we call the critical region",
    wouldChange:
      "The same web with another number of queues per thread: a region that stays where it is would speak for threads, one that moves for open hosts",
    test: unless(noRegion, (sweep) => {
      const { from, to } = steepestPart(clockOf(sweep));
      const factor = Math.max(from / sweep.threads / PAPER_REGION.from, PAPER_REGION.from / (from / sweep.threads));
      return {
        ours: `${inShort(from / sweep.threads)} to ${inShort(to / sweep.threads)} entries per thread`,
        verdict: within(factor, 4, 16),
        ...sideOf(from / sweep.threads, PAPER_REGION.from),
        because: `${sizeInShort(from)} entries and ${sweep.threads} threads: ${factor.toFixed(1)} times off; ${sweep.openHosts.toFixed(0)} hosts were open on average`,
      };
    }),
  },
  {
    claim: "Past the region little is gained: INFINITE is close",
    source: (figure) => `section 5.2, ${figure}`,
    published: "only a slight improvement",
    tolerance: "CLOCK at its end within 5 points of INFINITE (mixed: 10)",
    quote: () => "Above k = 2^18, the miss rate drops abruptly to 20% after which we see only a slight improvement",
    wouldChange:
      "A crawl of the same web stopped at a twentieth of its links: if INFINITE is then within 5 points, what is left to gain here are URLs that come back late",
    test: unless(noRegion, (sweep) => {
      const clock = clockOf(sweep);
      const end = missRateAt(clock, steepestPart(clock).to);
      const floor = curveOf(sweep.rows, "INFINITE").missRates[0];
      return {
        ours: `CLOCK ${inPercent(end)}, INFINITE ${inPercent(floor)}`,
        verdict: within(end - floor, 0.05, 0.1),
        because: `${points(end - floor)} left to gain`,
      };
    }),
  },
  {
    claim: "LRU and CLOCK perform almost identically",
    source: (figure) => `section 5.2, ${figure}`,
    published: "almost identically",
    tolerance: "within 2 points at every size (mixed: 5)",
    quote: () => "For both traces, LRU and CLOCK perform almost identically",
    wouldChange:
      "A loop over a few more URLs than fit, as a long list of links repeated page after page: there LRU keeps none, CLOCK neither, and a gap above 5 points would have to come from elsewhere",
    test(sweep) {
      const { value, at } = largestDifference(clockOf(sweep), curveOf(sweep.rows, "LRU"));
      return {
        ours: `CLOCK less LRU: ${points(value)} at most`,
        verdict: within(Math.abs(value), 0.02, 0.05),
        because: `the largest difference lies at ${sizeInShort(at)}`,
      };
    },
  },
  {
    claim: "RANDOM is only slightly inferior to CLOCK and LRU",
    source: (figure) => `section 5.2, ${figure}`,
    published: "slightly inferior",
    tolerance: "never better than LRU by more than 1 point, never worse by more than 5 (mixed: 10)",
    quote: () => "RANDOM is only slightly inferior to CLOCK and LRU",
    wouldChange: "Ten other seeds of RANDOM: a difference outside -1 to 10 points at any size in most of them",
    test(sweep) {
      const { value, at } = largestDifference(curveOf(sweep.rows, "RANDOM"), curveOf(sweep.rows, "LRU"));
      return {
        ours: `RANDOM less LRU: ${points(value)} at most`,
        verdict: value < -0.01 ? "disagrees" : within(value, 0.05, 0.1),
        because: `the largest difference lies at ${sizeInShort(at)}`,
      };
    },
  },
];

/** What sections 5.2 and 7 say of the curves of the full trace and, "the same simulations", of the cross sub-trace. */
export const shapeClaims = claimsBeside(shape);
