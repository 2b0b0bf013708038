import { problem } from "../../base/error.js";
import { type MissRates, missRateAt } from "../../cache/advice/knee.js";

/** A row of a sweep, as far as curves are read from it. */
interface MissPoint {
  readonly policy: string;
  readonly size: number;
  readonly missRate: number;
}

/** The curve of the policy with this label. @throws "option" when the rows have none */
export function curveOf(rows: readonly MissPoint[], label: string): MissRates {
  const own = rows.filter(({ policy }) => policy === label).toSorted((a, b) => a.size - b.size);
  if (own.length === 0) throw problem.option`the sweep has no policy "${label}"`;
  return { sizes: own.map(({ size }) => size), missRates: own.map(({ missRate }) => missRate) };
}

/** Where a curve falls most. */
export interface SteepestPart {
  /** Entries, at its left end and at its right. */
  readonly from: number;
  readonly to: number;
  /** How far the miss rate falls inside. */
  readonly fall: number;
  /** `fall`, as a share of the fall of the whole curve; 0 for a level one. */
  readonly share: number;
}

/** Doublings of size in the paper's critical region, 2^14 to 2^18. */
const DOUBLINGS = 4;

/**
 * The four doublings of size in which the miss rate falls most: what the critical region of section 5.2 is held
 * against. Of equal ones the first.
 */
export function steepestPart(curve: MissRates): SteepestPart {
  const { sizes, missRates } = curve;
  const width = 2 ** DOUBLINGS;
  let best = { from: sizes[0], to: sizes[0] * width, fall: Number.NEGATIVE_INFINITY };
  for (const from of sizes) {
    if (from > sizes[0] && from * width > sizes[sizes.length - 1]) break;
    const fall = missRateAt(curve, from) - missRateAt(curve, from * width);
    if (fall > best.fall) best = { from, to: from * width, fall };
  }
  const whole = missRates[0] - missRates[missRates.length - 1];
  return { ...best, share: whole > 0 ? best.fall / whole : 0 };
}

/** With less of its fall than this in any four doublings, a curve has no critical region. */
export const LEAST_SHARE = 1 / 2;

/** The steepest part, where it is a critical region. */
export function criticalRegion(curve: MissRates): SteepestPart | undefined {
  const part = steepestPart(curve);
  return part.share >= LEAST_SHARE ? part : undefined;
}

/**
 * Largest distance of two curves between `low` and `high` entries, in miss rate, and the size where it lies; read at
 * every size of either.
 */
export function widestGap(
  a: MissRates,
  b: MissRates,
  low = 0,
  high = Number.POSITIVE_INFINITY,
): { gap: number; at: number } {
  const from = Math.max(low, a.sizes[0], b.sizes[0]);
  const to = Math.min(high, a.sizes[a.sizes.length - 1], b.sizes[b.sizes.length - 1]);
  let widest = { gap: 0, at: from };
  for (const at of new Set([...a.sizes, ...b.sizes, from, to])) {
    if (at < from || at > to) continue;
    const gap = Math.abs(missRateAt(a, at) - missRateAt(b, at));
    if (gap > widest.gap) widest = { gap, at };
  }
  return widest;
}

/** The curve over entries per thread: Figures 8 and 9. */
export const perThread = ({ sizes, missRates }: MissRates, threads: number): MissRates => ({
  sizes: sizes.map((size) => size / threads),
  missRates,
});

/** "3.4 points", of a difference of miss rates. */
export const points = (difference: number): string => `${(100 * difference).toFixed(1)} points`;

/** "1 thread", "20 threads". */
export const threadsInWords = (threads: number): string => `${threads} ${threads === 1 ? "thread" : "threads"}`;
