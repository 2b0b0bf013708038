import { either, problem } from "../../base/error.js";
import { groupedBy } from "../../base/grouped-by.js";
import { cacheRule, checkOptions, commonRules } from "../../base/method.js";
import type { Progress } from "../../base/progress.js";
import { meanOf } from "../../base/statistics/mean-of.js";
import { type BootstrapOptions, bootstrapRules } from "../../base/statistics/paired-difference.js";
import { ideal } from "../../ordering/ideal.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { judgeWith } from "../judge.js";
import { defaultCacheFolder } from "../pool/crawl-store.js";
import { runCrawls } from "../pool/pool.js";
import { onlineLabels } from "./comparison-difference.js";
import { startOf } from "./comparison-rows.js";
import { hasArea, importanceLabel, type JudgedCrawl, type JudgedRuns, modelOf } from "./judged-crawls.js";
import { Regret, type RegretRow } from "./regret.js";

export interface RegretOptions extends Omit<BootstrapOptions, "interval"> {
  /** Crawls at a time; default: one per core. */
  readonly workers?: number;
  /** Keep the crawls by `ideal` on disk and take them from there: true (default), false, or a folder. */
  readonly cache?: boolean | string;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
}

/**
 * Splits the regret of the crawls of a comparison; the web is crawled by `ideal` from the same start pages, shown the
 * importance that they are judged by.
 *
 * @throws "option" when all orderings are offline bounds, or crawls from one start page are of different length
 */
export async function regretOf(runs: JudgedRuns, options: RegretOptions = {}): Promise<Regret> {
  checkOptions("regret", options, RULES);
  const { workers, cache = true, onProgress, signal, ...bootstrap } = options;
  const online = onlineLabels(runs);
  const judged = runs.judged.filter(({ crawl }) => online.includes(crawl.method.label));
  if (judged.length === 0) {
    throw problem.option`regret is what an ordering loses that a crawler could follow, and all of these are offline bounds. Add one: orderings: [breadthFirst, ideal]`;
  }
  const starts = new Map(judged.map(({ crawl }) => [crawl.from.join(" "), crawl]));
  const jobs = [...starts.values()].map(({ from, seed }) => ({
    method: ideal as OrderingMethod,
    from,
    seed,
    truth: runs.importance,
  }));
  const outcomes = await runCrawls(runs.web, jobs, {
    workers,
    onProgress,
    signal,
    ...(cache !== false && { cacheFolder: cache === true ? defaultCacheFolder() : cache }),
  });
  const orders = new Map([...starts.keys()].map((start, index) => [start, outcomes[index].order]));
  const rows = groupedBy(judged, ({ crawl }) => crawl.repeat).flatMap((crawls) =>
    split(runs, crawls, orders.get(crawls[0].crawl.from.join(" ")) as Uint32Array),
  );
  const by = `model ${modelOf(runs).label}, importance ${importanceLabel(runs)}`;
  return new Regret(rows, by, bootstrap);
}

const RULES = {
  workers: commonRules.workers,
  cache: cacheRule,
  onProgress: commonRules.onProgress,
  signal: commonRules.signal,
  level: bootstrapRules.level,
  resamples: bootstrapRules.resamples,
  seed: bootstrapRules.seed,
} as const;

/** Crawls from one start page with one seed, and the order of the frontier oracle from there. */
function split(runs: JudgedRuns, crawls: readonly JudgedCrawl[], oracle: Uint32Array): RegretRow[] {
  const [{ crawl, judgement, part, values }] = crawls;
  if (!hasArea(crawls[0]))
    throw problem.option`nothing falls short of anything, for no page is hot: judge by a lower ${either("threshold, runs.judge(backlinks({ hotAt: 10 }))", "--hot")}`;
  const short = crawls.find((each) => each.crawl.order.length !== oracle.length);
  if (short) {
    throw problem.option`${short.crawl.method.label} ended after ${short.crawl.order.length} of ${oracle.length} pages, and areas compare over the same pages only. Leave it out: runs.only(({ method }) => method.name !== "${short.crawl.method.name}")`;
  }
  const { area } = judgeWith(part, values, oracle, runs.importance.hotAt, { seed: crawl.seed, ...runs.options });
  const anywhere = meanOf(Array.from({ length: oracle.length }, (_, k) => judgement.ideal(k + 1)));
  const informed = Math.max(...crawls.map((each) => each.area));
  const following = Math.max(area, informed);
  return crawls.map((each) => ({
    dataset: runs.web.name,
    ordering: each.crawl.method.label,
    repeat: each.crawl.repeat,
    start: startOf(runs, each.crawl.from),
    total: anywhere - each.area,
    mustFollowLinks: anywhere - following,
    lackOfInformation: following - informed,
    badPolicy: informed - each.area,
  }));
}
