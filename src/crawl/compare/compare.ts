import { type Crew, crewRule } from "../../base/crew/crew.js";
import { problem } from "../../base/error.js";
import { cacheRule, checkOptions, commonRules, list, number } from "../../base/method.js";
import { requireMethod } from "../../base/methods-in.js";
import { counted } from "../../base/numbers.js";
import { type Progress, withProgress } from "../../base/progress.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { Random } from "../../base/random.js";
import { ORDERINGS, type OrderingMethod } from "../../ordering/ordering.js";
import { sourceWarnings } from "../../web/dataset/source-warnings.js";
import type { PageId } from "../../web/graph/graph.js";
import { type Capability, findPage, requireCapabilities, requireWeb, type Web } from "../../web/web.js";
import { countTerms } from "../count-terms.js";
import { IMPORTANCES, type Importance } from "../importance/importance.js";
import { announceWorth, type JudgeOptions, judgeRules } from "../judge.js";
import { threshold } from "../model/threshold.js";
import { MODELS, requireHotAt } from "../model.js";
import type { CrawlJob } from "../pool/crawl-key.js";
import { defaultCacheFolder } from "../pool/crawl-store.js";
import { runCrawls } from "../pool/pool.js";
import { drawStarts, shortReachWarning } from "../start-pages.js";
import { Comparison } from "./comparison.js";
import type { ComparedCrawl } from "./judged-crawls.js";

/** How many crawls per ordering. All are held in memory, so there is an end; a band of 90 % needs no more than hundreds. */
export const repeatsRule = (usual: number) =>
  number(usual, "[1, 10000]", "", { whole: true, is: "a whole number of crawls, 1 to 10000" });

/** What compare takes, and what each may be; a misspelt option is refused. */
const RULES = {
  orderings: list,
  importance: undefined,
  from: undefined,
  repeats: repeatsRule(1),
  starts: ["drawn", "same"],
  crew: crewRule,
  cache: cacheRule,
  ...commonRules,
  ...judgeRules,
} as const;

/**
 * The type C itself, but never inferred from here: a web's capabilities decide what orderings it takes, not the other
 * way round.
 */
type Only<C extends Capability> = [C][C extends unknown ? 0 : never];

export interface CompareOptions<C extends Capability = Capability> extends JudgeOptions {
  /** Orderings O(u), as they are or with choices: [breadthFirst, backlink({ ties: "lifo" })]. */
  readonly orderings: readonly OrderingMethod<Only<C>>[];
  /** I(P), with its threshold where the model needs one: backlinks({ hotAt: 100 }). */
  readonly importance: Importance<Only<C>>;
  /** Start page by the source's number, by URL or name, or several for one crawl; default: the web's own. */
  readonly from?: number | string | readonly (number | string)[];
  /**
   * Crawls per ordering, at most 10,000; default 1. With more, curves get a band, median and 90 %, and the table says which orderings
   * are told apart.
   */
  readonly repeats?: number;
  /**
   * What repeats change besides the seed: "drawn" (default) draws a start page for each after the first, "same" keeps
   * `from`. Several start pages are kept by all.
   */
  readonly starts?: "drawn" | "same";
  /** Crawls at a time on this machine; default: one per core. The results do not depend on it. */
  readonly workers?: number;
  /**
   * Workers of other machines, which crawl beside the threads of this one: `await openCrew("nats://...")`. The results
   * do not depend on them.
   */
  readonly crew?: Crew;
  /** Keep crawls on disk and take them from there: true (default), false, or a folder. */
  readonly cache?: boolean | string;
  readonly onProgress?: Progress;
  /** Stops the crawls; what is finished stays in the cache. */
  readonly signal?: AbortSignal;
}

/**
 * Crawls a web under several orderings, from the same start pages with the same seeds, and judges the crawls. Cho et
 * al. 1998, sections 5 and 6.
 *
 * @throws "no-page" when the web lacks what an ordering or the importance needs, or has no such start page
 * @throws "crawl" for an empty list of orderings, two with the same label, or one that ends before the first page
 */
export async function compare<C extends Capability>(web: Web<C>, options: CompareOptions<C>): Promise<Comparison> {
  check(web, options as CompareOptions);
  return withProgress(`crawls of ${web.name}`, options.onProgress, (tell) => crawlAll(web, options, tell));
}

async function crawlAll<C extends Capability>(
  web: Web<C>,
  options: CompareOptions<C>,
  onProgress: ProgressListener,
): Promise<Comparison> {
  const { orderings, importance, from, repeats = 1, starts = "drawn", workers, crew, cache = true, signal } = options;
  const { model, over, seed = 1 } = options;
  const judging = model ?? threshold();
  if (judging.needsHotAt) requireHotAt((importance as Importance).hotAt, judging.name);
  const first = (Array.isArray(from) ? from : from === undefined ? [] : [from]).map((page) => findPage(web, page));
  const home = first.length > 0 ? first : [web.start];
  const starting = startsOf(web, home, starts === "drawn" ? repeats : 1, seed);
  const jobs: (CrawlJob & { repeat: number })[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const method of orderings as readonly OrderingMethod[]) {
      jobs.push({
        method,
        repeat,
        seed: seed + repeat,
        from: starting[repeat % starting.length],
        ...(method.offline && { truth: importance as Importance }),
      });
    }
  }
  await countTerms(web, [...(orderings as readonly OrderingMethod[]), importance as Importance], {
    signal,
    onProgress,
  });
  announceWorth(web, importance as Importance); // refuses a web that is too large before it is crawled
  const outcomes = await runCrawls(web, jobs, {
    workers,
    crew,
    onProgress,
    signal,
    ...(cache !== false && { cacheFolder: cache === true ? defaultCacheFolder() : cache }),
  });
  const crawls = outcomes.map(({ order, ms }, index) => ({ ...jobs[index], order, ms }));
  const empty = crawls.find(({ order }) => order.length === 0);
  if (empty) throw problem.crawl`${empty.method.label} crawled no page of ${web.name}: there is nothing to compare`;
  const warnings = [
    ...sourceWarnings(web),
    shortReachWarning(web, first.length > 0 ? first : undefined),
    ...endedEarly(crawls),
    ...(cache === false ? [] : (orderings as readonly OrderingMethod[]).map(uncachedWarning)),
  ].filter((each) => each !== undefined);
  announceWorth(web, importance as Importance, onProgress);
  return new Comparison(web, crawls, importance as Importance, warnings, { model, over });
}

/** Orderings that left pages waiting where another from the same start went on, each once. */
function endedEarly(crawls: readonly ComparedCrawl[]): string[] {
  const most = new Map<string, number>();
  const startOf = ({ from }: ComparedCrawl) => from.join(" ");
  for (const crawl of crawls) most.set(startOf(crawl), Math.max(most.get(startOf(crawl)) ?? 0, crawl.order.length));
  const short = new Map<string, string>();
  for (const crawl of crawls) {
    const { label } = crawl.method;
    const pages = most.get(startOf(crawl)) as number;
    if (crawl.order.length === pages || short.has(label)) continue;
    short.set(
      label,
      `${label} ended after ${counted(crawl.order.length)} of ${counted(pages)} pages: its area is a mean over fewer pages, and says nothing beside the others'`,
    );
  }
  return [...short.values()];
}

/** Why the crawls of an ordering are not kept; undefined when they are. */
function uncachedWarning({ name, outside }: OrderingMethod): string | undefined {
  if (!outside?.length) return undefined;
  const names = outside.join(", ");
  const remedy = outside.every((each) => /^[\w$]+$/.test(each))
    ? `name what it reads: { uses: { ${names} } }`
    : "let it read its arguments alone, of which `random` is one, and plain data that `uses` names";
  return `Ordering "${name}" reads ${names} from outside: it is crawled anew each time. To cache it, ${remedy}`;
}

function check(web: Web, options: CompareOptions): void {
  requireWeb("compare", web);
  checkOptions("compare", options, RULES);
  const { orderings = [], importance, model } = options;
  if (orderings.length === 0) throw problem.crawl`compare needs orderings: { orderings: [breadthFirst, pageRank] }`;
  for (const method of orderings) requireMethod("compare", ORDERINGS, method);
  requireMethod("compare", IMPORTANCES, importance);
  if (model !== undefined) requireMethod("compare", MODELS, model);
  const labels = new Set<string>();
  for (const { name, label, needs } of orderings) {
    requireCapabilities(web, needs, name);
    if (labels.has(label))
      throw problem.crawl`two orderings are called "${label}": give them different names or choices`;
    labels.add(label);
  }
  requireCapabilities(web, importance.needs, importance.label);
}

function startsOf(web: Web, home: readonly PageId[], count: number, seed: number): PageId[][] {
  if (home.length > 1 || count === 1) return [[...home]];
  return drawStarts(web, home[0], count, new Random(seed)).map((page) => [page]);
}
