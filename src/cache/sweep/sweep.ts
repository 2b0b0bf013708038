import { got, option, problem } from "../../base/error.js";
import type { Face } from "../../base/face/face.js";
import { Result } from "../../base/face/result.js";
import { inPercent, plural } from "../../base/numbers.js";
import { type DataFrame, frameOf } from "../../base/rows/frame.js";
import { saveRows } from "../../base/rows/save-rows.js";
import { textTable } from "../../base/rows/text-table.js";
import { columnsThatFit } from "../../base/rows/width.js";
import { shortLabels } from "../../base/short-labels.js";
import { meanOf } from "../../base/statistics/mean-of.js";
import { version } from "../../base/version.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import { type Knee, kneeOf } from "../advice/knee.js";
import { type Advice, type AdviceOptions, adviceFor } from "../advice/sweep-advice.js";
import { type KneeWithInterval, kneeWithInterval } from "../advice/sweep-knee.js";
import type { CacheMethod } from "../method.js";
import type { CacheJobsOptions } from "./cache-jobs.js";
import {
  type CacheRow,
  type PerThreadRow,
  type RelativeRow,
  rowsOf,
  type SweepCurve,
  sizeInShort,
  type TraceCounts,
} from "./sweep-rows.js";

/** What a sweep is about, besides its curves. */
export interface SweepOf extends TraceCounts {
  /** The trace itself; a sample of one has none. */
  readonly trace?: UrlTrace;
  /** SHA-256 of the requests as 32-bit numbers, low byte first. */
  readonly sha256?: string;
  readonly threads?: number;
  /** What a reader should know: what was estimated, and how. */
  readonly notes?: readonly string[];
  readonly jobs?: CacheJobsOptions;
}

/** Misses of some policies at some sizes, on one trace. Shows itself as a table; `missRateCurve` draws it. */
export class CacheSweep extends Result {
  readonly trace: string;
  /** Requests of the trace. */
  readonly requests: number;
  /** URLs of the trace: as often misses a cache that holds everything. */
  readonly distinct: number;
  /** Threads of the process that asked, where the trace knows them. */
  readonly threads: number | undefined;
  readonly #of: SweepOf;

  constructor(
    of: SweepOf,
    readonly curves: readonly SweepCurve[],
  ) {
    super();
    this.#of = of;
    this.trace = of.name;
    this.requests = of.requests;
    this.distinct = of.distinct;
    this.threads = of.threads;
  }

  /** Labels of the policies, as given. */
  get policies(): string[] {
    return [...new Set(this.curves.map(({ policy }) => policy))];
  }

  /** All sizes, ascending. */
  get sizes(): number[] {
    return [...new Set(this.curves.flatMap(({ sizes }) => sizes))].sort((a, b) => a - b);
  }

  rows(): CacheRow[] {
    return this.curves.flatMap((curve) => rowsOf(this.#of, curve));
  }

  /** The rows as a danfo DataFrame. */
  frame(): Promise<DataFrame> {
    return frameOf(this.rows());
  }

  /** Small print: what was counted, how. */
  notes(): string[] {
    const { trace, requests, distinct } = this;
    const head = `${trace} · ${plural(Math.round(requests), "request")} · ${plural(Math.round(distinct), "URL")}`;
    return [head, ...(this.#of.notes ?? [])];
  }

  /**
   * Miss rates by size of one policy, the mean where it ran with several seeds. @throws "option" for a policy that
   * was not swept
   */
  missRates(policy: string): { sizes: number[]; missRates: number[] } {
    const label = this.#labelOf(policy);
    const rows = this.rows().filter((row) => row.policy === label);
    const sizes = [...new Set(rows.map(({ size }) => size))].sort((a, b) => a - b);
    const missRates = sizes.map((size) => {
      const own = rows.filter((row) => row.size === size);
      return meanOf(own.map(({ missRate }) => missRate));
    });
    return { sizes, missRates };
  }

  /**
   * The critical region of one policy's curve, without an interval; default: CLOCK, else the first that is no bound.
   * See `kneeOf`.
   */
  region(policy: string = this.#usual().policy): Knee {
    return kneeOf(this.missRates(policy), this.distinct);
  }

  /**
   * The critical region and its 95 % interval, from stretches of the trace drawn anew; default: as `region`. See
   * `kneeWithInterval`.
   */
  async knee(policy: string = this.#usual().policy): Promise<KneeWithInterval> {
    const { sizes } = this.missRates(policy);
    return kneeWithInterval(this.#traced("an interval of the knee"), this.methodOf(policy), sizes, this.#of.jobs);
  }

  /** What to build: policy, entries, bytes, and what a longer crawl would need. See `adviceFor`. */
  async advise(options: AdviceOptions = {}): Promise<Advice> {
    return adviceFor(this, this.#traced("advice"), options, this.#of.jobs);
  }

  /**
   * Each row beside another policy at the same size: Figures 3 and 5 of Broder et al. 2003.
   *
   * @param policy label, or name where only one label has it; default MIN
   */
  relativeTo(policy = "MIN"): RelativeRow[] {
    const to = this.#labelOf(policy);
    const { sizes, missRates } = this.missRates(to);
    const rateAt = new Map(sizes.map((size, i) => [size, missRates[i]]));
    return this.rows().flatMap((row) => {
      const rate = rateAt.get(row.size);
      return rate === undefined ? [] : [{ ...row, relative: row.missRate / rate, to }];
    });
  }

  /**
   * Rows with their size divided by the number of threads: Figures 8 and 9. @param threads default: those of the trace
   */
  perThread(threads: number | undefined = this.threads): PerThreadRow[] {
    if (threads === undefined)
      throw problem.option`${this.trace} does not tell its threads: say how many there were, perThread(20)`;
    if (!(Number.isInteger(threads) && threads >= 1))
      throw problem.option`${option("threads")} is a whole number, 1 or more; ${got(threads)}`;
    return this.rows().map((row) => ({ ...row, threads, sizePerThread: row.size / threads }));
  }

  /**
   * Miss rates in percent, a line per policy, a column per size; below estimates half the width of their 95 % interval.
   */
  table(): string {
    const lines = this.policies.flatMap((policy) => this.#lines(policy));
    const sizes = this.sizes.filter((size) => lines.some(({ cells }) => cells.has(size)));
    const longest = Math.max(...lines.map(({ head }) => head.length), 8);
    const perTable = Math.max(4, Math.floor((columnsThatFit() - longest) / 7));
    const tables = Array.from({ length: Math.ceil(sizes.length / perTable) }, (_, i) => {
      const some = sizes.slice(i * perTable, (i + 1) * perTable);
      const cellsOf = (cells: ReadonlyMap<number, number>) =>
        some.map((size) => [sizeInShort(size).padStart(5), (cells.get(size)?.toFixed(1) ?? "-").padStart(5)]);
      return textTable(
        lines.map(({ head, cells }) => ({ "misses %": head, ...Object.fromEntries(cellsOf(cells)) })),
        { limit: lines.length },
      );
    });
    return [this.#head(), ...(this.#of.notes ?? []), tables.join("\n\n")].join("\n");
  }

  #lines(policy: string): { readonly head: string; readonly cells: ReadonlyMap<number, number> }[] {
    const { sizes, missRates } = this.missRates(policy);
    const rates = { head: policy, cells: new Map(sizes.map((size, i) => [size, 100 * missRates[i]])) };
    const errors = this.rows().flatMap((row): [number, number][] =>
      row.policy === policy && row.low !== undefined && row.high !== undefined
        ? [[row.size, 50 * (row.high - row.low)]]
        : [],
    );
    return errors.length > 0 ? [rates, { head: "  +-", cells: new Map(errors) }] : [rates];
  }

  /**
   * Writes the rows: .csv; .json or .parquet with the provenance. Folders are made as needed.
   *
   * @throws "option" for another suffix; "failed" naming the path when it cannot be written
   */
  save(path: string): Promise<void> {
    return saveRows(path, this.rows(), { provenance: this.provenance });
  }

  /** All that these numbers depend on, as plain data. */
  get provenance() {
    const { name, requests, distinct, sha256, threads, notes } = this.#of;
    const methods = new Map(this.curves.map(({ policy, method }) => [policy, method]));
    return {
      crawlbench: version,
      trace: { name, requests, distinct, ...(sha256 && { sha256 }), ...(threads && { threads }) },
      policies: [...methods].map(([policy, { source, options }]) => ({ policy, source, options })),
      sizes: this.sizes,
      seeds: [...new Set(this.curves.map(({ seed }) => seed))],
      ...(notes?.length && { notes }),
    };
  }

  /** The method behind a label or name. */
  methodOf(policy: string): CacheMethod {
    const label = this.#labelOf(policy);
    return (this.curves.find((curve) => curve.policy === label) as SweepCurve).method;
  }

  toString(): string {
    return this.table();
  }

  /** Miss rates in percent, a line per size, a column per policy. */
  face(): Face {
    const short = shortLabels(this.policies);
    const columns = this.policies.flatMap((policy) =>
      this.#lines(policy).map(({ head, cells }) => ({
        head: head === policy ? short.get(policy)! : `± ${short.get(policy)}`,
        cells,
      })),
    );
    const rows = this.sizes.map((size) => ({
      size,
      ...Object.fromEntries(columns.map(({ head, cells }) => [head, cells.get(size)?.toFixed(1) ?? ""])),
    }));
    const settings = [...short].flatMap(([label, name]) => (label === name ? [] : [`${name} is ${label}.`]));
    return {
      say: `${this.#head()}.`,
      tables: [{ title: "Misses in percent of the requests, by entries of the cache", rows }],
      notes: [...(this.#of.notes ?? []), ...settings],
    };
  }

  #head(): string {
    const { requests, distinct, trace } = this;
    return `${trace}: ${plural(Math.round(requests), "request")}, ${plural(Math.round(distinct), "URL")}; no cache misses less than ${inPercent(distinct / requests)}`;
  }

  #labelOf(policy: string): string {
    const labels = this.policies;
    if (labels.includes(policy)) return policy;
    const wanted = policy.toLowerCase();
    const named = new Set(
      this.curves
        .filter((curve) => [curve.method.name, curve.policy.toLowerCase()].includes(wanted))
        .map((curve) => curve.policy),
    );
    if (named.size === 1) return [...named][0];
    throw problem.option`no curve of "${policy}". There are: ${labels.join("; ")}`;
  }

  #usual(): SweepCurve {
    const practical = this.curves.filter(({ method }) => !method.offline && method.name !== "infinite");
    return practical.find(({ method }) => method.name === "clock") ?? practical[0] ?? this.curves[0];
  }

  #traced(what: string): UrlTrace {
    if (this.#of.trace) return this.#of.trace;
    throw problem.option`${what} needs the whole trace, and this sweep was made from a sample: use caches.cacheSweep(trace, ...)`;
  }
}
