import { problem } from "../base/error.js";
import { listed } from "../base/listed.js";
import type { ClaimVerdict, Verdict } from "./claim.js";
import { COPY_OF, witnesses } from "./ledger.js";

/** Counts up to twelve, as prose has them. */
const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** 3 -> "three", 25 -> "25". */
export const inWords = (count: number): string => WORDS[count] ?? String(count);

/** 1, "web" -> "one web"; 2, "web" -> "two webs". */
export const manyOf = (count: number, noun: string): string => `${inWords(count)} ${noun}${count === 1 ? "" : "s"}`;

const NUMBER = /[+-]?\d+(?:,\d{3})*(?:\.\d+)?/;

/** One claim of the ledger on all webs: the numbers that a text may quote, as they were recorded. */
export class RecordedClaim {
  /** Its verdicts, save on webs where it cannot be tested, and on parts of other webs. */
  readonly tested: readonly ClaimVerdict[];
  readonly #told: readonly ClaimVerdict[];

  constructor(
    ledger: readonly ClaimVerdict[],
    readonly experiment: string,
    readonly claim: string,
  ) {
    const ofClaim = (each: ClaimVerdict) =>
      each.experiment === experiment && each.claim === claim && each.verdict !== "cannot be tested";
    this.#told = ledger.filter(ofClaim);
    this.tested = witnesses(ledger).filter(ofClaim);
  }

  /** "six webs, five of them real" */
  get webs(): string {
    return `${manyOf(this.tested.length, "web")}, ${inWords(this.#countOf(({ real }) => real))} of them real`;
  }

  /** The same, where two readings of a web are one: "six webs, five of them real". */
  get websOnce(): string {
    const webs = new Map(this.tested.map(({ dataset, real }) => [COPY_OF[dataset] ?? dataset, real]));
    return `${manyOf(webs.size, "web")}, ${inWords([...webs.values()].filter(Boolean).length)} of them real`;
  }

  /** "a and b": webs on which it was tested, and the other claim was not. */
  websBeside(other: RecordedClaim): string {
    const known = new Set(other.tested.map(({ dataset }) => dataset));
    return listed(this.tested.flatMap(({ dataset }) => (known.has(dataset) ? [] : [dataset])));
  }

  /** On how many webs it came out so. */
  count(verdict: Verdict): number {
    return this.#countOf((each) => each.verdict === verdict);
  }

  /** "campus, cnr-2000": on which webs it came out so, in the order of the ledger. */
  websOf(verdict: Verdict): string {
    return this.tested.flatMap((each) => (each.verdict === verdict ? [each.dataset] : [])).join(", ");
  }

  /** On how many real webs it was tested, or came out so; two copies of a web are one. */
  realWebs(verdict?: Verdict): number {
    const real = this.tested.filter((each) => each.real && (verdict === undefined || each.verdict === verdict));
    return new Set(real.map(({ dataset }) => COPY_OF[dataset] ?? dataset)).size;
  }

  /** On how many webs it follows from a number that was put in. */
  get byConstruction(): number {
    return this.#countOf(({ kind }) => kind === "construction");
  }

  /** Crawls of each web. @throws "lacks" when webs differ in it */
  get crawls(): string {
    const [crawls, ...others] = new Set(this.tested.map(({ dataset }) => this.on(dataset, "positive in", " of ")));
    if (others.length === 0) return crawls;
    throw problem.lacks`the ledger has ${crawls} and ${others.join(", ")} crawls of a web in ${this.experiment}: ${this.claim}`;
  }

  /** The first number behind these words in what the paper states, or in the margin that was set before the run. */
  stated(where: "published" | "tolerance", after = ""): string {
    return this.#number(this.tested[0]?.[where] ?? "", [after]);
  }

  /**
   * The first number behind these words, one after the other, in what was recorded on a web, or a part of one.
   *
   * @returns as it was recorded: "0.509", "+0.192", "1,742"
   * @throws "lacks" when the ledger has no such number
   */
  on(dataset: string, ...after: readonly string[]): string {
    const verdict = this.#told.find((each) => each.dataset === dataset);
    return this.#number(verdict ? `${verdict.ours}; ${verdict.because}` : "", after);
  }

  /**
   * The first number of what was recorded on a web with another number put in: `varied("campus", WITHOUT_REPEATS)`.
   *
   * @param choice its words, or how they begin
   * @throws "lacks" when the ledger has no such run
   */
  varied(dataset: string, choice: string): string {
    const { varied = [] } = this.#told.find((each) => each.dataset === dataset) ?? {};
    return this.#number(varied.find((each) => each.choice.startsWith(choice))?.ours ?? "", [""]);
  }

  /** "+0.192 to +0.204": the 95 % interval of a difference. */
  interval(dataset: string): string {
    return `${this.on(dataset, "95 % interval")} to ${this.on(dataset, "95 % interval", " to ")}`;
  }

  /** The number behind these words on all webs, on real ones, or on those with a verdict, the smallest first. */
  numbers(after: string, which?: Verdict | "real"): string[] {
    const all = this.tested.filter(
      (each) => which === undefined || (which === "real" ? each.real : each.verdict === which),
    );
    return all.map(({ dataset }) => this.on(dataset, after)).sort((a, b) => Number(a) - Number(b));
  }

  /** "1.0 to 3.3": the smallest and the largest of `numbers`. */
  range(after: string, verdict?: Verdict): string {
    const all = this.numbers(after, verdict);
    return `${all[0]} to ${all.at(-1)}`;
  }

  #number(text: string, after: readonly string[]): string {
    let rest = text;
    for (const words of after) rest = rest.includes(words) ? rest.slice(rest.indexOf(words) + words.length) : "";
    const found = NUMBER.exec(rest)?.[0];
    if (found !== undefined) return found;
    throw problem.lacks`the ledger has no number behind "${after.join(" ... ")}" in "${text}" of ${this.experiment}: ${this.claim}`;
  }

  #countOf(holds: (verdict: ClaimVerdict) => boolean): number {
    return this.tested.filter(holds).length;
  }
}
