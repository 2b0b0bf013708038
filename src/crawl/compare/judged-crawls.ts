import { got, problem } from "../../base/error.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import type { PageId } from "../../web/graph/graph.js";
import { reach } from "../../web/graph/reach.js";
import type { Web } from "../../web/web.js";
import type { Importance } from "../importance/importance.js";
import { type JudgedWeb, type JudgeOptions, judgedWeb, judgeWith, worth } from "../judge.js";
import type { Judgement } from "../judgement.js";
import { threshold } from "../model/threshold.js";
import { type CrawlModel, usesHotAt } from "../model.js";

/** One finished crawl of a comparison. */
export interface ComparedCrawl {
  readonly method: OrderingMethod;
  /** 0, 1, ...: crawls with the same number share start and seed. */
  readonly repeat: number;
  readonly seed: number;
  readonly from: readonly PageId[];
  readonly order: Uint32Array;
  /** What an `offline` ordering was shown. */
  readonly truth?: Importance;
  /** Milliseconds; 0 when the crawl came from the cache. */
  readonly ms: number;
}

/** Curves are kept at 1, 2, ... hundredths of the pages. */
export const STEPS = 100;

/** A crawl with what it was worth. */
export interface JudgedCrawl {
  readonly crawl: ComparedCrawl;
  /** P at 0, 1, ... STEPS hundredths of T; NaN where no page reaches the threshold. */
  readonly points: Float64Array;
  /** NaN where there is no P. */
  readonly area: number;
  readonly judgement: Omit<Judgement, "curve">;
  /** The pages that count as the whole Web for it. */
  readonly part: JudgedWeb;
  /** I(P) of the pages of that part. */
  readonly values: Float64Array;
}

/**
 * Judged crawls of one web, with what they were judged by: all that tables and figures of a comparison are made from.
 */
export interface JudgedRuns {
  readonly web: Web;
  readonly importance: Importance;
  readonly options: JudgeOptions;
  readonly judged: readonly JudgedCrawl[];
}

/** Labels of the orderings, as given. */
export const labelsOf = ({ judged }: JudgedRuns): string[] => [
  ...new Set(judged.map(({ crawl }) => crawl.method.label)),
];

export const modelOf = ({ options }: JudgedRuns): CrawlModel => options.model ?? threshold();

/** Whether a crawl has an area: not where no page reaches the threshold. */
export const hasArea = ({ area }: JudgedCrawl): boolean => !Number.isNaN(area);

/** What crawls are judged by: "backlinks >= 100", without the threshold where the model has no use for it. */
export const importanceLabel = (runs: JudgedRuns): string => {
  const { label, hotAt } = runs.importance;
  const model = modelOf(runs);
  const sign = model.options.hot === "more-than" ? ">" : ">=";
  return hotAt !== undefined && usesHotAt(model) ? `${label} ${sign} ${hotAt}` : label;
};

/** H of the first crawl; undefined where the model tells no page hot by a threshold. */
export const hotOf = (runs: JudgedRuns): number | undefined =>
  usesHotAt(modelOf(runs)) ? runs.judged[0].judgement.hot : undefined;

/**
 * Crawls of one ordering.
 *
 * @param ordering label, or name where only one label has it: "backlink"
 * @throws "option" when there is none
 */
export function crawlsBy(runs: JudgedRuns, ordering: string): readonly JudgedCrawl[] {
  const labels = labelsOf(runs);
  const methods = runs.judged.map(({ crawl }) => crawl.method);
  const named = [...new Set(methods.filter(({ name }) => name === ordering).map(({ label }) => label))];
  const label = labels.includes(ordering) || named.length !== 1 ? ordering : named[0];
  if (!labels.includes(label)) throw problem.option`no crawl by "${ordering}". There are: ${labels.join("; ")}`;
  return runs.judged.filter(({ crawl }) => crawl.method.label === label);
}

/** P after a share of the pages, taken to the nearest hundredth. @throws "option" for what is no share */
export function performanceAt({ points }: JudgedCrawl, share: number): number {
  if (share >= 0 && share <= 1) return points[Math.round(share * STEPS)];
  throw problem.option`crawled is a share of the pages, in [0, 1]; ${got(share)}`;
}

/** Pages visited at a hundredth of T; at least one. */
export const visitedAt = (step: number, pages: number): number => Math.max(1, Math.round((step * pages) / STEPS));

/** Judges crawls of one web; those whose starts reach the same pages share the part and what its pages are worth. */
export function judgeAll(
  web: Web,
  crawls: readonly ComparedCrawl[],
  importance: Importance,
  options: JudgeOptions,
): readonly JudgedCrawl[] {
  const parts: { members: Uint8Array; part: JudgedWeb; values: Float64Array }[] = [];
  const partOf = (from: readonly PageId[]) => {
    const { members } = reach(web.graph, from);
    const known = parts.find((each) => Buffer.compare(each.members, members) === 0);
    if (known) return known;
    const part = judgedWeb(web, from, options.over);
    parts.push({ members, part, values: worth(part.web, importance) });
    return parts[parts.length - 1];
  };
  const byStart = new Map<string, ReturnType<typeof partOf>>();
  return crawls.map((crawl) => {
    const start = crawl.from.join(" ");
    const judged = byStart.get(start) ?? partOf(crawl.from);
    byStart.set(start, judged);
    const { curve, ...judgement } = judgeWith(judged.part, judged.values, crawl.order, importance.hotAt, {
      seed: crawl.seed,
      ...options,
    });
    const points = Float64Array.from({ length: STEPS + 1 }, (_, step) =>
      step === 0 ? 0 * curve[0] : curve[Math.min(curve.length, visitedAt(step, judgement.pages)) - 1],
    );
    return { crawl, points, area: judgement.area, judgement, part: judged.part, values: judged.values };
  });
}
