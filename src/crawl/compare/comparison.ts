import { got, problem } from "../../base/error.js";
import type { Face } from "../../base/face/face.js";
import { Result } from "../../base/face/result.js";
import { given } from "../../base/given.js";
import { checkOptions } from "../../base/method.js";
import { type DataFrame, frameOf } from "../../base/rows/frame.js";
import { saveRows } from "../../base/rows/save-rows.js";
import type { Web } from "../../web/web.js";
import { fewHotWarning } from "../few-hot.js";
import type { Importance } from "../importance/importance.js";
import { checkJudging, type JudgeOptions } from "../judge.js";
import type { Judgement } from "../judgement.js";
import type { RankAgreementOptions } from "../rank-agreement.js";
import { comparisonConclusions } from "./comparison-advice.js";
import {
  type DifferenceOptions,
  differencesFromBest,
  type OrderingDifference,
  orderingDifference,
} from "./comparison-difference.js";
import { comparisonFace } from "./comparison-face.js";
import { comparisonProvenance } from "./comparison-provenance.js";
import { type RankAgreementRow, rankAgreementRows } from "./comparison-rank-agreement.js";
import {
  type ComparisonRow,
  type CurveParts,
  type CurvePoint,
  comparisonRows,
  curvePoints,
} from "./comparison-rows.js";
import { type ComparisonSummary, comparisonSummary } from "./comparison-summary.js";
import { comparisonLatex, comparisonNotes, comparisonTable } from "./comparison-table.js";
import {
  type ComparedCrawl,
  crawlsBy,
  type JudgedRuns,
  judgeAll,
  labelsOf,
  modelOf,
  performanceAt,
} from "./judged-crawls.js";
import type { Regret } from "./regret.js";
import { type RegretOptions, regretOf } from "./regret-of.js";

export type { DifferenceOptions, OrderingDifference } from "./comparison-difference.js";
export type { ComparisonRow, CurvePoint } from "./comparison-rows.js";
export type { ComparisonSummary } from "./comparison-summary.js";

/** Crawls of one web under several orderings, judged. Shows itself as a table; `hotPageCurve` draws it. */
export class Comparison extends Result {
  readonly #runs: JudgedRuns;
  readonly #ofCrawls: readonly string[];
  /** What a person should know before reading the curves: starts that reach little, hot pages too few to tell anything. */
  readonly warnings: readonly string[];

  constructor(
    readonly web: Web,
    readonly crawls: readonly ComparedCrawl[],
    readonly importance: Importance,
    warnings: readonly string[] = [],
    readonly options: JudgeOptions = {},
  ) {
    super();
    this.#ofCrawls = warnings;
    this.#runs = { web, importance, options, judged: judgeAll(web, crawls, importance, options) };
    const fewHot = fewHotWarning(this.judgement, importance, modelOf(this.#runs));
    const own = [importance.warning?.(web), fewHot].filter((each) => each !== undefined);
    this.warnings = [...warnings, ...own];
  }

  /**
   * The same crawls under another importance, threshold or model; choices that are not named stay. Nothing is crawled
   * again.
   */
  judge(importance: Importance = this.importance, options: JudgeOptions = {}): Comparison {
    checkJudging("judge", importance, options);
    return new Comparison(this.web, this.crawls, importance, this.#ofCrawls, { ...this.options, ...given(options) });
  }

  /** The same comparison with some of its crawls. */
  only(keep: (crawl: ComparedCrawl) => boolean): Comparison {
    if (typeof keep !== "function")
      throw problem.option`only() takes a function, ({ method }) => method.name === "backlink"; ${got(keep)}`;
    const crawls = this.crawls.filter((crawl) => {
      const is: unknown = keep(crawl);
      if (is instanceof Promise) throw problem.option`only() asks at once: write its function without async`;
      return is;
    });
    if (crawls.length === 0) throw problem.option`only() keeps none of the ${this.crawls.length} crawls`;
    return new Comparison(this.web, crawls, this.importance, this.#ofCrawls, this.options);
  }

  /**
   * Mean of P over 1 .. T visited pages, one number per repeat.
   *
   * @param ordering label, or name where only one label has it: "backlink"
   */
  areas(ordering: string): number[] {
    return crawlsBy(this.#runs, ordering).map(({ area }) => area);
  }

  /** Labels of the orderings, as given. */
  get orderings(): string[] {
    return labelsOf(this.#runs);
  }

  /** T, H and pages out of reach, of the first crawl. */
  get judgement(): Omit<Judgement, "curve"> {
    return this.#runs.judged[0].judgement;
  }

  /** P after a share of the pages, one number per repeat; the share is taken to the nearest hundredth. */
  performance(ordering: string, crawled: number): number[] {
    return crawlsBy(this.#runs, ordering).map((crawl) => performanceAt(crawl, crawled));
  }

  /**
   * How far `ordering` is ahead of `baseline`, from the same start page with the same seed: mean over the repeats with
   * an interval, see `pairedDifference`, and how many more start pages would tell both apart. An interval on one side
   * of 0 means that start pages do not explain the difference.
   *
   * runs.difference("page-rank", "breadth-first")
   *
   * @throws "option" for an ordering that was not crawled, or fewer than two repeats of both, or two start pages
   */
  difference(ordering: string, baseline: string, options: DifferenceOptions = {}): OrderingDifference {
    return orderingDifference(this.#runs, ordering, baseline, options);
  }

  /**
   * The ordering with the largest mean area against each other one, those that fall behind least first; none where
   * fewer than two start pages are shared. Offline bounds stand apart.
   */
  differences(options: DifferenceOptions = {}): OrderingDifference[] {
    return differencesFromBest(this.#runs, options);
  }

  /**
   * What the start pages say of the differences, in sentences: the last lines of the table. None where only one
   * ordering is compared.
   */
  conclusions(): string[] {
    return comparisonConclusions(this.#runs);
  }

  /**
   * What each crawl fell short of the ideal crawler's area, and why; see `Regret`. Crawls the web by `ideal` from the
   * same start pages.
   */
  regret(options: RegretOptions = {}): Promise<Regret> {
    return regretOf(this.#runs, options);
  }

  /**
   * How well the PageRank of the crawled part tells that of the whole web, at shares of the crawl, a row per crawl and
   * share; see `rankAgreement`. The importance that the crawls are judged by does not matter.
   */
  rankAgreement(options: RankAgreementOptions = {}): RankAgreementRow[] {
    return rankAgreementRows(this.#runs, options);
  }

  rows(): ComparisonRow[] {
    return comparisonRows(this.#runs);
  }

  summary(): ComparisonSummary[] {
    return comparisonSummary(this.#runs);
  }

  /**
   * Rows of a figure: the lines of the orderings, with bands where there are repeats, and the two closed-form
   * references; with `crawls` each crawl too.
   */
  curveRows(options: CurveParts = {}): CurvePoint[] {
    checkOptions("curveRows", options, { references: undefined, crawls: undefined });
    return curvePoints(this.#runs, options);
  }

  /** Lines of small print for a figure: what was crawled, from where, how often. */
  notes(): string[] {
    return comparisonNotes(this.#runs);
  }

  /** The rows as a danfo DataFrame: the summary, or with "all" every point of every crawl. */
  async frame(which: "summary" | "all" = "summary"): Promise<DataFrame> {
    checkOptions("frame", { which }, { which: ["summary", "all"] });
    return frameOf(which === "all" ? this.rows() : this.summary());
  }

  table(): string {
    return comparisonTable(this.#runs, this.warnings);
  }

  /**
   * The summary as a LaTeX tabular; with a baseline also how far each ordering is ahead of it: latex({ baseline:
   * "breadth-first" }).
   */
  latex(options: { readonly baseline?: string } = {}): string {
    checkOptions("latex", options, { baseline: undefined });
    return comparisonLatex(this.#runs, options.baseline);
  }

  /**
   * Writes the rows, one per crawl and point: .csv; .json or .parquet with summary and provenance. Folders are made as
   * needed.
   *
   * @throws "option" for another suffix; "failed" naming the path when it cannot be written
   */
  save(path: string): Promise<void> {
    return saveRows(path, this.rows(), { summary: this.summary(), provenance: this.provenance });
  }

  /** All that these numbers depend on, as plain data. */
  get provenance() {
    return comparisonProvenance(this.#runs);
  }

  toString(): string {
    return this.table();
  }

  face(): Face {
    return comparisonFace(this.#runs, this.warnings);
  }
}
