import { inWhole } from "../../base/numbers.js";
import type { MissRates } from "./knee.js";

/** A range is of use while its upper end is at most so many times its lower one. */
const WIDEST = 4;
/** Sizes farther apart than this say too little of what is between them. */
const APART = 2.001;
/** Fewer requests are no part of a crawl to learn from. */
const FEWEST = 1000;

/** The first part of a trace, and a policy's curve on it. */
export interface Part extends MissRates {
  readonly requests: number;
  /** Miss rate of a cache that holds everything, in [0, 1]. */
  readonly floor: number;
}

/** What was measured on the first part of a trace. */
export interface Prefix {
  readonly requests: number;
  readonly floor: number;
  /** Entries that the policy needs for the target there, by interpolation; undefined when it cannot. */
  readonly entries: number | undefined;
}

/** How a number would go on, with what the parts of the trace say on their own. */
export interface Extrapolated {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What a longer trace would need. */
export interface Growth {
  readonly parts: readonly Prefix[];
  /** Undefined where the parts do not tell. */
  readonly entries?: Extrapolated;
  /** Why they do not, as a sentence goes on. */
  readonly withheld?: string;
  /** Miss rate of a cache that holds everything; undefined where the parts do not tell. */
  readonly floor?: Extrapolated;
}

/**
 * What a trace `grow` times as long would need to reach a target, from longer and longer first parts of this one, the
 * last of which is the whole. Nothing is said where a part is too short or does not tell what it needs, where the steps
 * from part to part lead to ends more than four times apart, or where first requests alone would be more than the
 * target.
 *
 * @param target miss rate, in [0, 1]
 */
export function growthOf(parts: readonly Part[], target: number, grow: number): Growth {
  const prefixes = parts.map(({ requests, floor, sizes, missRates }) => {
    return { requests, floor, entries: sizeAtRate({ sizes, missRates }, target) };
  });
  const goneOn = (key: "floor" | "entries") => {
    const on = extrapolated(
      prefixes.map(({ requests, [key]: value }) => ({ requests, value })),
      grow,
    );
    return on !== undefined && on.high <= WIDEST * on.low ? on : undefined;
  };
  const first = goneOn("floor");
  const floor = first !== undefined && first.high <= 1 ? first : undefined;
  const all = { parts: prefixes, ...(floor && { floor }) };
  const hidden = parts.map((part, i) => doubt(part, target, i === parts.length - 1)).find((each) => each !== undefined);
  if (parts.length < 3) return { ...all, withheld: "the log is too short to be cut into parts" };
  if (hidden !== undefined) return { ...all, withheld: hidden };
  if (floor !== undefined && floor.value > target)
    return { ...all, withheld: "first requests alone would be more than the target" };
  const entries = goneOn("entries");
  if (entries !== undefined) return { ...all, entries };
  const found = prefixes.map((each) => inWhole(each.entries as number)).join(", ");
  return { ...all, withheld: `its parts show no steady trend: they take ${found} entries` };
}

/** Why a part does not tell what it needs. */
function doubt({ requests, sizes, missRates }: Part, target: number, isWhole: boolean): string | undefined {
  const part = isWhole ? "the log" : `its first part, of ${inWhole(requests)} requests,`;
  if (requests < FEWEST) return `${part} is too short to tell`;
  const after = missRates.findIndex((rate) => rate <= target);
  if (after < 0) return `${part} does not reach the target at any size`;
  if (after === 0)
    return sizes[0] === 1 ? undefined : `${part} reaches the target at the smallest size counted already`;
  return sizes[after] > APART * sizes[after - 1] ? "the sizes counted are too far apart to tell" : undefined;
}

/**
 * Carries a number that was measured on longer and longer parts of a trace on to a trace `grow` times as long, as a
 * power of the length. The value goes on as from the first part to the last; the range goes on as the slowest and the
 * fastest of the steps between.
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

/**
 * Where a curve first comes down to a rate, linear in log2 of the size between those asked for; undefined where it
 * never does.
 */
export function sizeAtRate(curve: MissRates, rate: number): number | undefined {
  const { sizes, missRates } = curve;
  const after = missRates.findIndex((each) => each <= rate);
  if (after < 0) return undefined;
  if (after === 0) return sizes[0];
  const share = (missRates[after - 1] - rate) / (missRates[after - 1] - missRates[after]);
  return sizes[after - 1] * (sizes[after] / sizes[after - 1]) ** share;
}
