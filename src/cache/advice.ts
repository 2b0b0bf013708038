import { type MissRates, missRateAt } from "./knee.js";

/** Practical policies from the simplest on, CLOCK before all as Broder et al. 2003, section 7, advise; the rest by what they keep per entry. */
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

/** Bits of a URL's fingerprint, l of section 6. */
const FINGERPRINT = 64;

/**
 * Bits that one entry takes in the scatter table with circular lists: l + 1 for RANDOM and FIFO, one more for the mark of CLOCK and SIEVE, Broder et al. 2003,
 * section 6. Others keep their entries in lists: two links of 32 bits besides, their ghosts and sketches not counted.
 *
 * @param name of the method
 */
export function bitsPerEntry(name: string): number {
  if (name === "random" || name === "fifo") return FINGERPRINT + 1;
  if (name === "clock") return FINGERPRINT + 2;
  return FINGERPRINT + 1 + 64;
}

/** A policy that could be built, and its curve. */
export interface Candidate extends MissRates {
  readonly policy: string;
  readonly name: string;
}

/** Smallest size asked for at which a curve is at most at a rate; undefined when none is. */
export function smallestSize({ sizes, missRates }: MissRates, target: number): number | undefined {
  return sizes.find((_, i) => missRates[i] <= target);
}

/**
 * Chooses the simplest policy, unless another one misses less by more than `margin` at the size that the simplest needs. Simplest first: CLOCK, RANDOM, FIFO,
 * SIEVE, LRU, then today's.
 *
 * @param target miss rate wanted, in [0, 1]
 * @param margin in [0, 1]; 0.01 is one point
 * @returns the one chosen; undefined when none reaches the target
 */
export function chosenPolicy<C extends Candidate>(
  candidates: readonly C[],
  target: number,
  margin: number,
): C | undefined {
  const rank = ({ name }: C) =>
    (SIMPLEST_FIRST.indexOf(name) + SIMPLEST_FIRST.length + 1) % (SIMPLEST_FIRST.length + 1);
  const able = candidates.filter((each) => smallestSize(each, target) !== undefined);
  const [simplest] = able.toSorted((a, b) => rank(a) - rank(b));
  if (simplest === undefined) return undefined;
  const size = smallestSize(simplest, target) as number;
  const own = missRateAt(simplest, size);
  const better = able.filter((each) => missRateAt(each, size) < own - margin);
  return better.toSorted((a, b) => missRateAt(a, size) - missRateAt(b, size))[0] ?? simplest;
}

/** What was measured on the first part of a trace. */
export interface Prefix {
  readonly requests: number;
  /** Miss rate of a cache that holds everything, in [0, 1]. */
  readonly floor: number;
  /** Entries that the policy needs for the target there; undefined when it cannot. */
  readonly entries: number | undefined;
}

/** How a number would go on, with what the parts of the trace say on their own. */
export interface Extrapolated {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Carries a number that was measured on longer and longer parts of a trace on to a trace `grow` times as long, as a power of the length. The value goes on
 * as from the first part to the last; the range goes on as the slowest and the fastest of the steps between.
 *
 * @returns undefined with fewer than two parts, or where a number is missing or not above 0
 */
export function extrapolated(
  parts: readonly { readonly requests: number; readonly value: number | undefined }[],
  grow: number,
): Extrapolated | undefined {
  if (parts.length < 2 || !parts.every(({ value }) => value !== undefined && value > 0)) return undefined;
  const logs = parts.map(({ requests, value }) => [Math.log(requests), Math.log(value as number)]);
  const slope = ([x1, y1]: number[], [x2, y2]: number[]) => (y2 - y1) / (x2 - x1);
  const steps = logs.slice(1).map((log, i) => slope(logs[i], log));
  const last = parts[parts.length - 1].value as number;
  const goneOn = (power: number) => last * grow ** power;
  const value = goneOn(slope(logs[0], logs[logs.length - 1]));
  return { value, low: goneOn(Math.min(...steps)), high: goneOn(Math.max(...steps)) };
}

/** Where a curve first comes down to a rate, linear in log2 of the size between those asked for; undefined where it never does. */
export function sizeAtRate(curve: MissRates, rate: number): number | undefined {
  const { sizes, missRates } = curve;
  const after = missRates.findIndex((each) => each <= rate);
  if (after < 0) return undefined;
  if (after === 0) return sizes[0];
  const share = (missRates[after - 1] - rate) / (missRates[after - 1] - missRates[after]);
  return sizes[after - 1] * (sizes[after] / sizes[after - 1]) ** share;
}
