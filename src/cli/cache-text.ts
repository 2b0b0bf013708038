import { inPercent, plural } from "../base/numbers.js";
import type { Advice } from "../cache/advice/advice-text.js";
import type { CacheSweep } from "../cache/sweep/sweep.js";
import type { CacheRow } from "../cache/sweep/sweep-rows.js";
import type { NamedPolicy } from "./cache-policies.js";
import { namedRows } from "./cache-rows.js";
import { curveTable } from "./cache-table.js";

/** What is shown of a sweep, from the trace down to the advice. */
export interface CacheReport {
  readonly sweep: CacheSweep;
  readonly policies: readonly NamedPolicy[];
  readonly threads: number | undefined;
  /** Entries, ascending; left out: all of the sweep. */
  readonly sizes?: readonly number[];
  /** Undefined where the policies are bounds only, or the trace is a sample. */
  readonly advice?: Advice;
  /** Said below the table in place of advice. */
  readonly instead?: string;
}

/**
 * Share of first requests above which a log is hardly what a crawler meets: a third of the links of a page repeat each
 * other.
 */
const MOSTLY_NEW = 0.9;
const ONCE =
  "Nearly every URL occurs once. Is this a log of fetched pages? A URL cache sees every link of every page, before duplicates are dropped";

/** The first line of an advice, which says what the first of the answer says, with what of it hangs below. */
const HEAD = /^.*\n(?: .*\n)*/;

/** The answer for people: what the trace holds, the curves with the critical region marked, the knee, what to build. */
export function cacheText({ sweep, policies, threads, advice, instead, ...shown }: CacheReport): string {
  const { trace, requests, distinct } = sweep;
  const { sizes = sweep.sizes } = shown;
  const knee = advice?.about.knee;
  const rows = namedRows(sweep, policies);
  const curves = [...new Set(rows.map(({ policy }) => policy))].map((name) => {
    const own = new Map(rows.filter(({ policy }) => policy === name).map((row) => [row.size, row]));
    return { name, cell: (size: number) => cellOf(own.get(size)) };
  });
  return [
    `${trace}: ${plural(Math.round(requests), "request")} for ${plural(Math.round(distinct), "distinct URL")}; any cache misses at least ${inPercent(distinct / requests)}`,
    ...(distinct > MOSTLY_NEW * requests ? [ONCE] : []),
    "",
    `Misses in % of the requests${knee && knee.kind !== "none" ? `; the critical region is that of ${knee.policy}` : ""}`,
    curveTable(sizes, curves, { threads, knee }),
    "",
    ...(advice ? [advice.toString().replace(HEAD, "")] : []),
    ...(instead === undefined ? [] : [instead]),
  ].join("\n");
}

/** "35.1", of an estimate "35.1 ± 0.4"; the interval is about as wide on both sides. */
function cellOf(row: CacheRow | undefined): string {
  if (row === undefined) return "-";
  const { missRate, low, high } = row;
  const spread = low === undefined || high === undefined ? "" : ` ± ${(50 * (high - low)).toFixed(1)}`;
  return (100 * missRate).toFixed(1) + spread;
}
