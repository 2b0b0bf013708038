import { groupedBy } from "../base/grouped-by.js";
import { inWhole } from "../base/numbers.js";
import { asOne } from "../base/short-labels.js";
import { distinct } from "./check-rows.js";
import { type Finding, fixed, inWords, type Quantity, quantity, said, wholePercent } from "./finding.js";
import { ends, furthestApart, meansByName, type Named } from "./who-is-first.js";

/** A policy's miss rate at one size of the cache, or that rate over another's. */
export interface RatePoint {
  readonly policy: string;
  /** Entries, or entries per thread or host. */
  readonly size: number;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

/** A stretch of sizes. */
export interface Region {
  readonly from: number;
  readonly to: number;
}

/** What no policy on line can reach. */
const BOUNDS: ReadonlySet<string> = new Set(["MIN", "INFINITE"]);

/** Smallest difference of two miss rates that counts as one. */
const MISS_MARGIN = 0.05;

/** Those that are compared, where there are any besides what nobody can reach. */
function compared(points: readonly RatePoint[]): RatePoint[] {
  const real = points.filter(({ policy }) => !BOUNDS.has(policy.split(",")[0]));
  return real.length > 0 ? real : [...points];
}

/**
 * What the rates show: the fall across the region, or where the lines are furthest apart. Per thread or host it is from
 * where on they run together, which is what such a picture is drawn for.
 *
 * @param per what sizes are per: " per thread"; "" where they are entries in all
 */
export const missRateFinding = (points: readonly RatePoint[], region: Region | undefined, per: string): Finding => ({
  ...whereRatesDiffer(points, region, per),
  region: region !== undefined,
});

function whereRatesDiffer(all: readonly RatePoint[], region: Region | undefined, per: string): Finding {
  const points = compared(all);
  const names = distinct(points.map(({ policy }) => policy));
  const entries = (size: number) => countOf(size, ` entries${per}`, ` entry${per}`);
  const lineOf = (name: string) => points.filter(({ policy }) => policy === name);
  const usual = lineOf(names.includes("CLOCK") ? "CLOCK" : names[0]);
  const [first, last] = [usual[0], usual[usual.length - 1]];
  if (region || names.length === 1) {
    const [from, to] = region ? [region.from, region.to] : [first.size, last.size];
    const [before, after] = [from, to].map((size) => wholePercent(rateAt(usual, size)));
    return said`${first.policy} misses ${before} with ${entries(from)}, ${after} with ${quantity(to, inWhole(to))}`;
  }
  const [low, high] = [
    Math.max(...names.map((name) => lineOf(name)[0].size)),
    Math.min(...names.map((name) => lineOf(name).at(-1)!.size)),
  ];
  const sizes = distinct(points.map(({ size }) => size)).filter((size) => size >= low && size <= high);
  const rates = sizes.map((size) => ({
    size,
    values: names.map((name) => ({ name, value: rateAt(lineOf(name), size) })),
  }));
  if (rates.length === 0) return ends(meansByName(named(points)), ["Most misses", "fewest"], wholePercent);
  const standings = rates.map(({ size, values }) => ({ place: said`at ${entries(size)}`, values }));
  return (
    (per === "" ? undefined : togetherFrom(rates, entries)) ??
    furthestApart(standings, wholePercent, MISS_MARGIN, ["Misses differ most", "Most misses"])
  );
}

const countOf = (size: number, unit = "", one = unit): Quantity =>
  quantity(size, size < 1 ? size.toPrecision(1) : inWhole(size), unit, one);

/**
 * From where on lines run together: "All lie within 5 points from 32 entries per thread on; they are 15 apart at 1".
 * Undefined where they do so at all sizes, or not at the last.
 */
function togetherFrom(
  rates: readonly { readonly size: number; readonly values: readonly Named[] }[],
  entries: (size: number) => Quantity,
): Finding | undefined {
  const spreads = rates.map(({ size, values }) => {
    const shares = values.map(({ value }) => value);
    return { size, spread: Math.max(...shares) - Math.min(...shares) };
  });
  const from = spreads.findLastIndex(({ spread }) => spread >= MISS_MARGIN) + 1;
  if (from === 0 || from === spreads.length) return undefined;
  const widest = spreads.reduce((a, b) => (b.spread > a.spread ? b : a));
  const inPoints = (share: number) => quantity(share, String(Math.round(100 * share)));
  return {
    ...said`All lie within ${inPoints(MISS_MARGIN)} points from ${entries(spreads[from].size)} on; they are ${inPoints(widest.spread)} apart at ${countOf(widest.size)}`,
    together: "later",
  };
}

const named = (points: readonly RatePoint[]) => points.map(({ policy, value }) => ({ name: policy, value }));

/** What the ratios show: the highest of each line. */
export function missRatioFinding(points: readonly RatePoint[], to: string): Finding {
  const lines = groupedBy(
    compared(points).filter(({ policy }) => policy !== to),
    ({ policy }) => policy,
  );
  if (lines.length === 0) return said`Miss rate over that of ${to}`;
  const highest = lines.map((own) => ({
    name: asOne(own[0].policy),
    value: Math.max(...own.map(({ value }) => value)),
  }));
  const [least, ...more] = highest.toSorted((a, b) => a.value - b.value);
  const most = more.at(-1);
  const times = ({ value }: Named) => fixed(2, " times")(value);
  const told = [`Nearest to ${to} at worst: `, ""] as const;
  if (most && inWords(times(most)) === inWords(times(least))) {
    const all = lines.length === 2 ? `${least.name} and ${most.name}` : `all ${lines.length}`;
    return { ...said`At worst, ${all} miss ${times(least)} as often as ${to}`, lead: { told } };
  }
  const others = most ? said`, ${most.name} ${times(most)}` : "";
  return {
    ...said`At worst, ${least.name} misses ${times(least)} as often as ${to}${others}`,
    lead: { name: least.name, told },
  };
}

/** The miss rate at a size, read off straight lines between the points; sizes ascending, on a logarithmic scale. */
function rateAt(line: readonly RatePoint[], size: number): number {
  const after = line.findIndex((point) => point.size >= size);
  if (after <= 0) return line[after < 0 ? line.length - 1 : 0].value;
  const [a, b] = [line[after - 1], line[after]];
  return a.value + ((b.value - a.value) * Math.log2(size / a.size)) / Math.log2(b.size / a.size);
}
