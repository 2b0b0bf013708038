import { got, gotInstead, option, problem } from "../base/error.js";
import { showing } from "../base/face/result.js";
import { checkOptions, commonRules } from "../base/method.js";
import { requireMethod } from "../base/methods-in.js";
import type { ProgressListener } from "../base/progress-event.js";
import { Random } from "../base/random.js";
import type { PageId } from "../web/graph/graph.js";
import { reach } from "../web/graph/reach.js";
import { partOf } from "../web/part.js";
import { nameOf, requireCapabilities, requireWeb, type Web } from "../web/web.js";
import { IMPORTANCES, type Importance, valuesOn } from "./importance/importance.js";
import { type Judgement, judgementFace } from "./judgement.js";
import { threshold } from "./model/threshold.js";
import { type CrawlModel, type JudgedCrawl, MODELS } from "./model.js";
import { ranked } from "./ranked-values.js";

export interface JudgeOptions {
  /** Default: Crawl & Stop with Threshold, P_ST. */
  readonly model?: CrawlModel;
  /**
   * The pages that count as the whole Web. "reachable" (default): those that the crawl's pages reach, as in the paper's
   * T = 179,000 of 225,000. "web": all; unreachable pages then count as pages, and their links as links.
   */
  readonly over?: "reachable" | "web";
  /** Seed of choices that a model leaves to chance. */
  readonly seed?: number;
}

/** The part of a web that crawls are judged on, and what its pages are worth there. */
export interface JudgedWeb {
  readonly web: Web;
  /** Page of `web` for each page of the whole. */
  readonly local: Uint32Array;
  readonly unreachable: number;
}

/**
 * The whole Web of an experiment: what `starts` reach, or everything.
 *
 * O(n + m), a copy of the part.
 */
export function judgedWeb(web: Web, starts: Iterable<PageId>, over: "reachable" | "web" = "reachable"): JudgedWeb {
  requireWeb("judgedWeb", web);
  const local = new Uint32Array(web.graph.size);
  const reached = over === "web" ? undefined : reach(web.graph, starts);
  if (reached === undefined || reached.pages === web.graph.size) {
    for (let page = 0; page < local.length; page++) local[page] = page;
    return { web, local, unreachable: 0 };
  }
  const part = partOf(web, reached.members);
  for (let i = 0; i < part.pages.length; i++) local[part.pages[i]] = i;
  return { web: part.web, local, unreachable: web.graph.size - part.pages.length };
}

/**
 * Judges a finished crawl under any importance and model; the crawl is not run again. Cho et al. 1998, section 3.
 *
 * Any order is judged, also one that no crawl can have made, such as a random one. Whether an order is of this web at
 * all, `foreignOrderWarning` says.
 *
 * @param order pages of `web` in the order crawled
 * @throws "crawl" when the order is empty, or names a page twice or one that is not in the web
 * @throws "no-page" when the web lacks what the importance needs
 */
export function judge(
  web: Web,
  order: Uint32Array | readonly PageId[],
  importance: Importance,
  options: JudgeOptions = {},
): Judgement {
  requireWeb("judge", web);
  checkJudging("judge", importance, options);
  checkOrder(web, order);
  const part = judgedWeb(web, order, options.over);
  const judged = judgeWith(part, worth(part.web, importance), Uint32Array.from(order), importance.hotAt, options);
  const by = { web: web.name, importance, model: options.model ?? threshold() };
  return showing<Judgement>((judgement) => judgementFace(judgement, by))(judged);
}

/** @throws "option" for what is no importance, or an option that is not known or makes no sense */
export function checkJudging(owner: string, importance: unknown, options: JudgeOptions): void {
  requireMethod(owner, IMPORTANCES, importance);
  checkOptions(owner, options, judgeRules);
  if (options.model !== undefined) requireMethod(owner, MODELS, options.model);
}

/** What a judge is told, and what it may be. */
export const judgeRules = { model: undefined, over: ["reachable", "web"], seed: commonRules.seed } as const;

/**
 * Tells how long I(P) will take, where that is a second or more.
 *
 * @throws "option" when the importance does not take webs of this size
 */
export function announceWorth(web: Web, { label, estimate }: Importance, onProgress?: ProgressListener): void {
  const seconds = Math.round((estimate?.(web) ?? 0) / 1000);
  if (seconds > 0) onProgress?.({ task: `${label} of ${web.name}, about ${seconds} s`, done: 0, total: 1 });
}

/** I(P) of every page of the judged part. */
export function worth(web: Web, importance: Importance): Float64Array {
  requireCapabilities(web, importance.needs, importance.label);
  return valuesOn(web, importance);
}

/** `judge` for many crawls of one web: the part and its importance are found once. */
export function judgeWith(
  part: JudgedWeb,
  importance: Float64Array,
  order: Uint32Array,
  hotAt: number | undefined,
  { model = threshold(), seed = 1 }: JudgeOptions = {},
): Judgement {
  const crawl: JudgedCrawl = {
    graph: part.web.graph,
    order: part.unreachable === 0 ? order : order.map((page) => part.local[page]),
    importance,
    hotAt,
    random: new Random(seed),
  };
  const { size } = part.web.graph;
  const after = (visited: number) => {
    if (Number.isInteger(visited) && visited >= 0 && visited <= size) return visited;
    throw problem.option`${option("visited")} is a whole number of pages, 0 to ${size}; ${got(visited)}`;
  };
  const curve = model.curve(crawl);
  let sum = 0;
  for (const performance of curve) sum += performance;
  return {
    curve,
    area: sum / curve.length,
    pages: size,
    unreachable: part.unreachable,
    hot: hotAt === undefined ? undefined : (model.hot?.(crawl) ?? ranked(importance).atLeast(hotAt)),
    ideal: (visited) => model.ideal(after(visited), crawl),
    random: (visited) => model.random(after(visited), crawl),
  };
}

/** @throws "crawl" when an order is empty, or names a page twice or one that is not in the web */
export function checkOrder(web: Web, order: Uint32Array | readonly PageId[]): void {
  const { name, graph } = web;
  if (!ArrayBuffer.isView(order) && !Array.isArray(order))
    throw problem.crawl`the order is a list of pages, such as replay(web, breadthFirst) gives; ${gotInstead(order)}`;
  if (order.length === 0) throw problem.crawl`the order holds no page: a crawl visits at least its start`;
  const seen = new Uint8Array(graph.size);
  for (let k = 0; k < order.length; k++) {
    const page = order[k];
    const entry = `entry ${k + 1} of the order`;
    if (!(Number.isInteger(page) && page >= 0 && page < graph.size))
      throw problem.crawl`${entry} is page ${page}, but ${name} has pages 0 .. ${graph.size - 1}`;
    if (seen[page] === 1) throw problem.crawl`${entry} is ${nameOf(web, page)}, which was crawled before`;
    seen[page] = 1;
  }
}
