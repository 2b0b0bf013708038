import { inspect } from "node:util";
import type { Judgement, JudgeOptions } from "../crawl/judge.js";
import type { CrawlModel } from "../crawl/model.js";
import { threshold } from "../crawl/threshold.js";
import { idOf, nameOf, type Web } from "../graph/web.js";
import type { Importance } from "../importance/importance.js";
import { checkOptions } from "../options.js";
import { frameOf } from "../rows/frame.js";
import { saveRows } from "../rows/save-rows.js";
import { textTable } from "../rows/text-table.js";
import { version } from "../version.js";
import { ENGINE } from "./crawl-key.js";
import { type ComparedCrawl, type JudgedCrawl, judgeAll, STEPS, visitedAt } from "./judged-crawls.js";
import { type BootstrapOptions, type PairedDifference, pairedDifference } from "./paired-difference.js";
import { quantile } from "./quantile.js";

/** One crawl at one point, as a tidy row; shares in [0, 1]. */
export interface ComparisonRow {
  readonly dataset: string;
  readonly ordering: string;
  readonly importance: string;
  readonly hotAt: number | undefined;
  readonly model: CrawlModel["name"];
  readonly repeat: number;
  readonly seed: number;
  readonly start: string;
  readonly crawled: number;
  readonly performance: number;
}

/** One ordering over all repeats; areas and shares in [0, 1]. */
export interface ComparisonSummary {
  readonly ordering: string;
  /** Median over the repeats of the mean of P over 1 .. T visited pages. */
  readonly area: number;
  /** The middle 90 % of the repeats. */
  readonly low: number;
  readonly high: number;
  /** Median P after 10, 20, 40, 60 and 80 % of the pages. */
  readonly at10: number;
  readonly at20: number;
  readonly at40: number;
  readonly at60: number;
  readonly at80: number;
  readonly repeats: number;
}

export interface DifferenceOptions extends BootstrapOptions {
  /** Compare P after this share of the pages, in [0, 1], taken to the next hundredth. Default: the area under the whole curve. */
  readonly crawled?: number;
}

/** How far one ordering is ahead of another; areas and shares in [0, 1]. */
export interface OrderingDifference extends PairedDifference {
  readonly ordering: string;
  /** The other one, whose values were subtracted. */
  readonly baseline: string;
  /** Share of the pages after which P was compared; undefined: the areas were. */
  readonly crawled: number | undefined;
}

/** One point of one line: the median over the repeats and the band that holds 90 % of them. */
export interface CurvePoint {
  readonly dataset: string;
  readonly ordering: string;
  readonly importance: string;
  readonly hotAt: number | undefined;
  readonly model: CrawlModel["name"];
  readonly crawled: number;
  readonly performance: number;
  readonly low?: number;
  readonly high?: number;
}

/** Crawls of one web under several orderings, judged. Shows itself as a table; `hotPageCurve` draws it. */
export class Comparison {
  readonly #judged: readonly JudgedCrawl[];

  constructor(
    readonly web: Web,
    readonly crawls: readonly ComparedCrawl[],
    readonly importance: Importance,
    /** What a person should know before reading the curves: starts that reach little. */
    readonly warnings: readonly string[] = [],
    readonly options: JudgeOptions = {},
  ) {
    this.#judged = judgeAll(web, crawls, importance, options);
  }

  /** The same crawls under another importance, threshold or model; choices that are not named stay. Nothing is crawled again. */
  judge(importance: Importance = this.importance, options: JudgeOptions = {}): Comparison {
    return new Comparison(this.web, this.crawls, importance, this.warnings, { ...this.options, ...options });
  }

  /** The same comparison with some of its crawls. */
  only(keep: (crawl: ComparedCrawl) => boolean): Comparison {
    const crawls = this.crawls.filter(keep);
    if (crawls.length === 0) throw new RangeError(`only() keeps none of the ${this.crawls.length} crawls`);
    return new Comparison(this.web, crawls, this.importance, this.warnings, this.options);
  }

  /**
   * Mean of P over 1 .. T visited pages, one number per repeat.
   *
   * @param ordering label, or name where only one label has it: "backlink"
   */
  areas(ordering: string): number[] {
    return this.#of(ordering).map(({ area }) => area);
  }

  /** Labels of the orderings, as given. */
  get orderings(): string[] {
    return [...new Set(this.crawls.map(({ method }) => method.label))];
  }

  /** T, H and pages out of reach, of the first crawl. */
  get judgement(): Omit<Judgement, "curve"> {
    return this.#judged[0].judgement;
  }

  /** P after a share of the pages, one number per repeat; the share is taken to the next hundredth. */
  performance(ordering: string, crawled: number): number[] {
    return this.#of(ordering).map(({ points }) => points[Math.round(crawled * STEPS)]);
  }

  /**
   * How far `ordering` is ahead of `baseline`, from the same start page with the same seed: mean over the repeats, with a bootstrap interval, see
   * `pairedDifference`. An interval on one side of 0 means that start pages do not explain the difference.
   *
   * runs.difference("page-rank", "breadth-first")
   *
   * @throws RangeError for an ordering that was not crawled, or fewer than two repeats of both, or two start pages
   */
  difference(ordering: string, baseline: string, options: DifferenceOptions = {}): OrderingDifference {
    checkOptions("difference", options, {
      crawled: undefined,
      level: undefined,
      resamples: undefined,
      seed: undefined,
    });
    const { crawled, ...bootstrap } = options;
    if (crawled !== undefined && !(crawled >= 0 && crawled <= 1))
      throw new RangeError(`crawled is a share of the pages, in [0, 1]; found ${crawled}`);
    const measured = ({ area, points }: JudgedCrawl) =>
      crawled === undefined ? area : points[Math.round(crawled * STEPS)];
    const others = new Map(this.#of(baseline).map((each) => [each.crawl.repeat, each]));
    const pairs = this.#of(ordering).flatMap((one) => {
      const other = others.get(one.crawl.repeat);
      return other ? [{ one, other }] : [];
    });
    if (pairs.length < 2) {
      throw new RangeError(
        `a difference between "${ordering}" and "${baseline}" needs 2 pairs of crawls from the same start or more; found ${pairs.length}. Crawl more: compare(web, { ..., repeats: 20 })`,
      );
    }
    if (new Set(pairs.map(({ one }) => one.crawl.from.join(" "))).size < 2) {
      throw new RangeError(
        `all ${pairs.length} pairs of crawls begin at the same page, and an interval is one over start pages. Draw them: compare(web, { ..., repeats: 20 }) without starts: "same"`,
      );
    }
    const [values, baselines] = [pairs.map(({ one }) => measured(one)), pairs.map(({ other }) => measured(other))];
    return {
      ordering: pairs[0].one.crawl.method.label,
      baseline: pairs[0].other.crawl.method.label,
      crawled,
      ...pairedDifference(values, baselines, bootstrap),
    };
  }

  rows(): ComparisonRow[] {
    return this.#judged.flatMap(({ crawl, points }) =>
      Array.from(points, (performance, step) => ({
        ...this.#labels(crawl.method.label),
        repeat: crawl.repeat,
        seed: crawl.seed,
        start: crawl.from.map((page) => nameOf(this.web, page)).join(" "),
        crawled: step / STEPS,
        performance,
      })),
    );
  }

  summary(): ComparisonSummary[] {
    return this.orderings.map((ordering) => {
      const areas = this.areas(ordering);
      const at = (share: number) => quantile(this.performance(ordering, share), 0.5);
      return {
        ordering,
        area: quantile(areas, 0.5),
        low: quantile(areas, 0.05),
        high: quantile(areas, 0.95),
        at10: at(0.1),
        at20: at(0.2),
        at40: at(0.4),
        at60: at(0.6),
        at80: at(0.8),
        repeats: areas.length,
      };
    });
  }

  /** Rows of a figure: the lines of the orderings, with bands where there are repeats, and the two closed-form references. */
  curveRows({ references = true }: { readonly references?: boolean } = {}): CurvePoint[] {
    const lines = this.orderings.flatMap((ordering) =>
      Array.from({ length: STEPS + 1 }, (_, step) => {
        const values = this.performance(ordering, step / STEPS);
        return {
          ...this.#labels(ordering),
          crawled: step / STEPS,
          performance: quantile(values, 0.5),
          ...(values.length > 1 && { low: quantile(values, 0.05), high: quantile(values, 0.95) }),
        };
      }),
    );
    // before the first page P_CS and the harvest rate are 0 of 0
    const drawn = (rows: CurvePoint[]) =>
      rows.filter(({ model, crawled }) => (model !== "stop" && model !== "harvest") || crawled > 0);
    if (!references) return drawn(lines);
    const { judgement } = this;
    const reference = (ordering: string, of: (visited: number) => number) =>
      Array.from({ length: STEPS + 1 }, (_, step) => ({
        ...this.#labels(ordering),
        crawled: step / STEPS,
        performance: step === 0 ? 0 : of(visitedAt(step, judgement.pages)),
      }));
    return drawn([
      ...lines,
      ...reference("random (closed form)", (visited) => judgement.random(visited)),
      ...reference("ideal (closed form)", (visited) => judgement.ideal(visited)),
    ]);
  }

  /** Lines of small print for a figure: what was crawled, from where, how often. */
  notes(): string[] {
    const { pages, hot, unreachable } = this.judgement;
    const repeats = new Set(this.crawls.map(({ repeat }) => repeat)).size;
    const starts = new Set(this.crawls.map(({ from }) => from.join(" "))).size;
    const count = (value: number) => value.toLocaleString("en");
    return [
      [
        `${count(pages)} ${this.options.over === "web" ? "" : "reachable "}pages`,
        hot !== undefined && `${count(hot)} hot (${((100 * hot) / pages).toFixed(1)} %)`,
        unreachable > 0 && `${count(unreachable)} out of reach`,
      ]
        .filter(Boolean)
        .join(", "),
      repeats > 1
        ? `median of ${repeats} crawls, from ${starts === 1 ? "one start page" : `${starts} start pages`}`
        : `one crawl each from ${this.crawls[0].from.map((page) => nameOf(this.web, page)).join(", ")}`,
    ];
  }

  /** The rows as a danfo DataFrame: the summary, or with "all" every point of every crawl. */
  frame(which: "summary" | "all" = "summary") {
    return frameOf(which === "all" ? this.rows() : this.summary());
  }

  table(): string {
    const { pages, unreachable, hot } = this.judgement;
    const rows = this.summary().map(({ ordering, area, low, high, at10, at20, at40, at60, at80, repeats }) => ({
      ordering,
      area: area.toFixed(3),
      ...(repeats > 1 && { "90 % of repeats": `${low.toFixed(3)} - ${high.toFixed(3)}` }),
      "at 10 %": at10.toFixed(3),
      "at 20 %": at20.toFixed(3),
      "at 40 %": at40.toFixed(3),
      "at 60 %": at60.toFixed(3),
      "at 80 %": at80.toFixed(3),
    }));
    const { label, hotAt } = this.importance;
    const model = (this.options.model ?? threshold()).label;
    const head = [
      `${this.web.name}: ${pages.toLocaleString("en")} pages judged`,
      unreachable > 0 && `${unreachable.toLocaleString("en")} out of reach`,
      `importance ${label}${hotAt === undefined ? "" : ` >= ${hotAt}`}`,
      hot !== undefined && `${hot.toLocaleString("en")} hot`,
      `model ${model}`,
    ];
    return [head.filter(Boolean).join(", "), ...this.warnings, textTable(rows)].join("\n");
  }

  /** Writes the rows: .csv (every point), or .json (summary, rows and provenance). */
  async save(path: string): Promise<void> {
    await saveRows(path, this.rows(), { summary: this.summary(), provenance: this.provenance });
  }

  /** All that these numbers depend on, as plain data. */
  get provenance() {
    const { name, sha256, graph, found } = this.web;
    return {
      crawlbench: version,
      engine: ENGINE,
      dataset: { name, sha256, pages: graph.size, links: graph.links, linksInSource: found.links },
      orderings: [...new Map(this.crawls.map(({ method }) => [method.label, method])).values()].map(
        ({ label, source, options, code }) => ({ label, source, options, ...(code !== undefined && { code }) }),
      ),
      importance: { label: this.importance.label, source: this.importance.source, hotAt: this.importance.hotAt },
      model: (this.options.model ?? threshold()).label,
      over: this.options.over ?? "reachable",
      ...(this.options.seed !== undefined && { modelSeed: this.options.seed }),
      crawls: [...new Map(this.crawls.map((crawl) => [crawl.repeat, crawl])).values()].map(
        ({ repeat, seed, from }) => ({
          repeat,
          seed,
          from: from.map((page) => idOf(this.web, page)),
        }),
      ),
    };
  }

  /** Crawls of one ordering, by its label, or by its name where only one label has it. */
  #of(ordering: string): readonly JudgedCrawl[] {
    const labels = this.orderings;
    const named = [
      ...new Set(this.crawls.filter(({ method }) => method.name === ordering).map(({ method }) => method.label)),
    ];
    const label = labels.includes(ordering) || named.length !== 1 ? ordering : named[0];
    if (!labels.includes(label)) throw new RangeError(`no crawl by "${ordering}". There are: ${labels.join("; ")}`);
    return this.#judged.filter(({ crawl }) => crawl.method.label === label);
  }

  #labels(ordering: string) {
    return {
      dataset: this.web.name,
      ordering,
      importance: this.importance.label,
      hotAt: this.importance.hotAt,
      model: (this.options.model ?? threshold()).name,
    };
  }

  [inspect.custom](): string {
    return this.table();
  }
}
