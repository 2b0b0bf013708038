import { type MissRates, missRateAt } from "./knee.js";

/**
 * Practical policies from the simplest on, CLOCK before all as Broder et al. 2003, section 7, advise; the rest by what
 * they keep per entry.
 */
const SIMPLEST_FIRST = [
  "clock",
  "random",
  "fifo",
  "sieve",
  "lru",
  "s3-fifo",
  "two-q",
  "lfu",
  "w-tiny-lfu",
  "arc",
  "lirs",
];

/** A policy that could be built, and its curve. */
export interface Candidate extends MissRates {
  readonly policy: string;
  readonly name: string;
}

/** What a policy takes to come down to a miss rate. */
export interface Taking<C extends Candidate = Candidate> {
  readonly candidate: C;
  /** The smallest size asked for that does. */
  readonly entries: number;
  readonly bytes: number;
}

/** Smallest size asked for at which a curve is at most at a rate; undefined when none is. */
export function smallestSize({ sizes, missRates }: MissRates, target: number): number | undefined {
  return sizes.find((_, i) => missRates[i] <= target);
}

/**
 * What each policy takes to reach a target, those left out that never do. Simplest first: CLOCK, RANDOM, FIFO, SIEVE,
 * LRU, then today's, then what is not known.
 *
 * @param target miss rate wanted, in [0, 1]
 * @param bytesOf what a policy takes for so many entries
 */
export function takingFor<C extends Candidate>(
  candidates: readonly C[],
  target: number,
  bytesOf: (candidate: C, entries: number) => number,
): Taking<C>[] {
  const rank = ({ name }: C) =>
    (SIMPLEST_FIRST.indexOf(name) + SIMPLEST_FIRST.length + 1) % (SIMPLEST_FIRST.length + 1);
  return candidates
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((candidate) => {
      const entries = smallestSize(candidate, target);
      return entries === undefined ? [] : [{ candidate, entries, bytes: bytesOf(candidate, entries) }];
    });
}

/**
 * Chooses the simplest policy that reaches the target, unless another one takes fewer of its bytes by more than a
 * share; then the one that takes fewest.
 *
 * @param taking simplest first, see `takingFor`
 * @param margin share of the bytes, in [0, 1); 0.2: another is chosen when it takes less than 80 %
 * @returns the one chosen; undefined when there is none
 */
export function chosenPolicy<C extends Candidate>(taking: readonly Taking<C>[], margin: number): Taking<C> | undefined {
  const [simplest] = taking;
  if (simplest === undefined) return undefined;
  const least = taking.reduce((best, each) => (each.bytes < best.bytes ? each : best));
  return least.bytes < (1 - margin) * simplest.bytes ? least : simplest;
}

/**
 * The first size, from one on, at which twice the entries gain less than `gain`: `from`, 2 `from`, .. up to the largest
 * size of the curve.
 *
 * @param gain miss rate, in (0, 1)
 */
export function worthwhileSize(curve: MissRates, from: number, gain: number): { size: number; missRate: number } {
  const last = curve.sizes[curve.sizes.length - 1];
  const rateAt = (size: number) => curve.missRates[curve.sizes.indexOf(size)] ?? missRateAt(curve, size);
  let size = Math.min(from, last);
  while (size < last && rateAt(size) - rateAt(Math.min(2 * size, last)) >= gain) size = Math.min(2 * size, last);
  return { size, missRate: rateAt(size) };
}
