import { inspect } from "node:util";
import type { Extrapolated, Prefix } from "../cache/advice.js";
import type { KneeWithInterval } from "./sweep-knee.js";
import { inPercent, inWhole } from "./sweep-rows.js";

/** What advice is about. Rates in [0, 1], sizes in entries. */
export interface AdviceAbout {
  readonly trace: string;
  readonly requests: number;
  readonly distinct: number;
  /** Miss rate of a cache that holds everything. */
  readonly floor: number;
  readonly target: number;
  readonly grow: number;
  readonly margin: number;
  readonly threads: number | undefined;
  readonly knee: KneeWithInterval;
}

/** A cache that reaches the target. */
export interface Recommendation {
  readonly policy: string;
  /** The smallest size asked for that reaches the target. */
  readonly entries: number;
  /** The smallest size found that does. */
  readonly exact: number;
  readonly bits: number;
  readonly bytes: number;
  /** Whether `bits` are those of the scatter table with circular lists. */
  readonly compact: boolean;
  readonly missRate: { readonly rate: number; readonly low: number; readonly high: number };
  /** Miss rate of MIN at `entries`. */
  readonly min: number;
  /** The other practical policies at `entries`. */
  readonly others: readonly { readonly policy: string; readonly missRate: number }[];
  readonly growth: {
    /** First 1/8, 1/4, 1/2 and the whole of the trace. */
    readonly parts: readonly Prefix[];
    readonly entries: Extrapolated | undefined;
    readonly floor: Extrapolated | undefined;
  };
}

/** Which cache to build for a trace. Shows itself as a few lines of text. */
export class Advice {
  constructor(
    readonly about: AdviceAbout,
    /** Undefined where no cache reaches the target. */
    readonly recommendation?: Recommendation,
  ) {}

  toString(): string {
    const { trace, requests, distinct, floor } = this.about;
    return [
      `${trace}: ${inWhole(requests)} requests, ${inWhole(distinct)} URLs (best possible miss rate ${inPercent(floor)})`,
      ...this.#knee(),
      ...(this.recommendation
        ? [...this.#choice(this.recommendation), ...this.#growth(this.recommendation)]
        : this.#unreachable()),
    ].join("\n");
  }

  [inspect.custom](): string {
    return this.toString();
  }

  #knee(): string[] {
    const { knee, threads } = this.about;
    if (knee.kind === "none") return [`knee: none, ${knee.reason} (${knee.policy})`];
    const interval =
      knee.low !== undefined && knee.high !== undefined ? ` (95 %: ${inWhole(knee.low)} - ${inWhole(knee.high)})` : "";
    const each =
      threads === undefined ? "" : `; ${inWhole(knee.knee / threads)} per thread. Broder et al. 2003 advise 100 - 500`;
    const where = knee.kind === "jump" ? "the curve jumps between" : "critical region";
    return [
      `knee: ${inWhole(knee.knee)} entries${interval}${each}`,
      `      ${where} ${inWhole(knee.from)} - ${inWhole(knee.to)} entries: misses ${inPercent(knee.plateau)} -> ${inPercent(knee.floor)} (${knee.policy})`,
    ];
  }

  #choice({ policy, entries, exact, bits, bytes, compact, missRate, min, others }: Recommendation): string[] {
    const { target, threads, floor, margin } = this.about;
    const each = threads === undefined ? "" : `, ${inWhole(entries / threads)} per thread`;
    const close = others.filter((other) => Math.abs(other.missRate - missRate.rate) <= margin);
    return [
      `choose ${policy} with ${inWhole(entries)} entries${each}: ${Number(bits.toFixed(1))} bits each${compact ? " in the scatter table" : ""} = ${inBytes(bytes)}`,
      `      misses ${inPercent(missRate.rate)} (95 %: ${inPercent(missRate.low)} - ${inPercent(missRate.high)}); asked for ${inPercent(target)}, which ${inWhole(exact)} entries just reach`,
      `      MIN, which knows the future, would miss ${inPercent(min)} with as many; no cache less than ${inPercent(floor)}`,
      ...(close.length > 0
        ? [`      within ${Number((100 * margin).toFixed(2))} points: ${close.map((other) => other.policy).join(", ")}`]
        : []),
    ];
  }

  #growth({ growth }: Recommendation): string[] {
    const { grow } = this.about;
    if (grow === 1) return [];
    const { entries, floor } = growth;
    const head = `a crawl ${grow} times as long, if it goes on as this one did`;
    const limit = floor && `first requests alone would be about ${inPercent(floor.value)} (${inPercent(floor.low)} - ${inPercent(floor.high)})`; // biome-ignore format: one line
    const need = entries
      ? `about ${inWhole(entries.value)} entries (${inWhole(entries.low)} - ${inWhole(entries.high)})`
      : "entries unknown: the first parts of this trace do not reach the target at any size";
    return [
      `${head}: ${need}${limit ? `; ${limit}` : ""}`,
      `      (a guess: from the first 1/8, 1/4, 1/2 and the whole; the range is the slowest and fastest step)`,
    ];
  }

  #unreachable(): string[] {
    const { target, floor, distinct, requests } = this.about;
    if (target >= floor) return [`no policy of the sweep reaches ${inPercent(target)}`];
    return [
      `no cache misses ${inPercent(target)} or less: ${inWhole(distinct)} of ${inWhole(requests)} requests are the first for their URL, ${inPercent(floor)}`,
      `      ask for ${inPercent(Math.ceil(100 * floor + 1) / 100, 0)} or more`,
    ];
  }
}

/** 150000 is "150 kB". */
export function inBytes(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9 ? ["GB", 1e9] : bytes >= 1e6 ? ["MB", 1e6] : bytes >= 1e3 ? ["kB", 1e3] : ["bytes", 1];
  return `${Number((bytes / size).toPrecision(3))} ${unit}`;
}
