import type { Face } from "../../base/face/face.js";
import { Result } from "../../base/face/result.js";
import { inBytes, inPercent, inWhole, plural } from "../../base/numbers.js";
import { hanging } from "../../base/rows/width.js";
import { perThread } from "./advice-words.js";
import type { Growth } from "./growth.js";
import { growthLines } from "./growth-text.js";
import type { KneeWithInterval } from "./sweep-knee.js";

/** What advice is about. Rates in [0, 1], sizes in entries. */
export interface AdviceAbout {
  readonly trace: string;
  readonly requests: number;
  readonly distinct: number;
  /** Miss rate of a cache that holds everything. */
  readonly floor: number;
  readonly target: number;
  /**
   * Where the target comes from when none was given: the size that misses it, and what twice the entries fall short of
   * gaining there.
   */
  readonly aim?: { readonly entries: number; readonly gain: number };
  readonly grow: number;
  /** Share of the bytes by which another policy must undercut the simplest. */
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
  /** Per entry, all told. */
  readonly bits: number;
  readonly bytes: number;
  /** How it is built, as a sentence goes on; empty where the bytes were given. */
  readonly built: string;
  readonly missRate: { readonly rate: number; readonly low: number; readonly high: number };
  /** Half the entries, where there are several, and twice. */
  readonly around: readonly { readonly entries: number; readonly missRate: number }[];
  /** Miss rate of MIN at `entries`. */
  readonly min: number;
  /** What each policy that can be built takes for the target, simplest first, the one chosen among them. */
  readonly taking: readonly { readonly policy: string; readonly entries: number; readonly bytes: number }[];
  /** From the first 1/8, 1/4, 1/2 and the whole of the trace. */
  readonly growth: Growth;
}

/** Which cache to build for a trace. Shows itself as a few lines of text. */
export class Advice extends Result {
  constructor(
    readonly about: AdviceAbout,
    /** Undefined where no cache reaches the target. */
    readonly recommendation?: Recommendation,
  ) {
    super();
  }

  toString(): string {
    return this.#lines().flatMap(hanging).join("\n");
  }

  #lines(): string[] {
    const { trace, requests, distinct, floor } = this.about;
    return [
      `${trace}: ${plural(Math.round(requests), "request")}, ${plural(Math.round(distinct), "URL")} (best possible miss rate ${inPercent(floor)})`,
      ...this.#knee(),
      ...this.#aim(),
      ...(this.recommendation
        ? [...this.#choice(this.recommendation), ...growthLines(this.recommendation, this.about.grow)]
        : this.#unreachable()),
    ];
  }

  face(): Face {
    const [head, ...lines] = this.#lines();
    const chosen = lines.find((line) => /^(?:choose|no) /.test(line)) as string;
    const { taking = [] } = this.recommendation ?? {};
    const rows = taking.map(({ policy, entries, bytes }) => ({ policy, entries, memory: inBytes(bytes) }));
    return {
      say: `${chosen[0].toUpperCase()}${chosen.slice(1)}.`,
      lines: lines
        .filter((line) => line !== chosen)
        .flatMap(hanging)
        .join("\n"),
      tables: [{ title: `Memory for ${inPercent(this.about.target)} misses`, rows }],
      notes: [head],
    };
  }

  #knee(): string[] {
    const { knee, threads } = this.about;
    if (knee.kind === "none") return [`knee: none, ${knee.reason} (${knee.policy})`];
    const interval =
      knee.low !== undefined && knee.high !== undefined ? ` (95 %: ${inWhole(knee.low)} - ${inWhole(knee.high)})` : "";
    const each = threads === undefined ? "" : `; ${perThread(knee.knee, threads)}. Broder et al. 2003 advise 100 - 500`;
    const where = knee.kind === "jump" ? "the curve jumps between" : "critical region";
    return [
      `knee: ${inWhole(knee.knee)} entries${interval}${each}`,
      `      ${where} ${inWhole(knee.from)} - ${inWhole(knee.to)} entries: misses fall from ${inPercent(knee.plateau)} to ${inPercent(knee.floor)} (${knee.policy})`,
    ];
  }

  #aim(): string[] {
    const { aim, target, knee } = this.about;
    if (aim === undefined) return [];
    const points = Number((100 * aim.gain).toFixed(2));
    return [
      `aim: ${inPercent(target)} misses. You named no target. Past this size and the critical region, twice the entries save ${knee.policy} less than ${points} points`,
    ];
  }

  #choice({ policy, entries, exact, bits, bytes, built, missRate, around, min, taking }: Recommendation): string[] {
    const { target, aim, threads, floor } = this.about;
    const each = threads === undefined ? "" : `, ${perThread(entries, threads)}`;
    const table = built.startsWith("in a scatter table") && policy.startsWith("CLOCK");
    const fewer =
      exact < entries ? `${inWhole(exact)} entries reach it, too` : "no smaller size that was tried reaches it";
    const wider = around.map(({ entries: size, missRate: rate }) => {
      const times = size < entries ? "half" : "twice";
      return `with ${times} the entries (${inWhole(size)}) it misses ${inPercent(rate)}`;
    });
    return [
      `choose ${policy} with ${inEntries(entries)}${each}: ${Number(bits.toFixed(1))} bits each${built && ` ${built}`} = ${inBytes(bytes)}`,
      `      it misses ${inPercent(missRate.rate)} (95 %: ${inPercent(missRate.low)} - ${inPercent(missRate.high)}${table ? "; in a scatter table up to 4 % of that more" : ""}). ${aim ? "The aim is" : "You asked for"} ${inPercent(target)}; ${fewer}`,
      `      ${wider.join("; ")}`,
      `      MIN, which knows the future, misses ${inPercent(min)} with as many entries; no cache misses less than ${inPercent(floor)}`,
      ...this.#others(taking),
    ];
  }

  #others(taking: Recommendation["taking"]): string[] {
    if (taking.length < 2) return [];
    const { target, margin } = this.about;
    const each = taking.map(({ policy, entries, bytes }) => `${policy} ${inEntries(entries)}, ${inBytes(bytes)}`);
    return [
      `memory for ${inPercent(target)} misses: ${each.join("; ")}`,
      `      (another policy replaces ${taking[0].policy} only if it needs less than ${Number((100 * (1 - margin)).toFixed(2))} % of its memory)`,
    ];
  }

  #unreachable(): string[] {
    const { target, floor, distinct, requests } = this.about;
    if (target >= floor) return [`no policy of the sweep reaches ${inPercent(target)}`];
    return [
      `no cache can reach ${inPercent(target)} misses: ${inWhole(distinct)} of ${inWhole(requests)} requests are the first for their URL, ${inPercent(floor)}`,
      `      name a target of ${inPercent(Math.min(1, Math.ceil(100 * floor + 1) / 100), 0)} or more`,
    ];
  }
}

const inEntries = (entries: number): string => `${inWhole(entries)} ${entries === 1 ? "entry" : "entries"}`;
