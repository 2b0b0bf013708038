import type { Graph } from "../graph/graph.js";
import type { Random } from "../random.js";

/** A crawl laid beside what its pages are worth, in page ids of the judged part: 0 .. T - 1. */
export interface JudgedCrawl {
  /** The part of the web that counts as the whole Web: T pages. */
  readonly graph: Graph;
  /** Pages in the order crawled; at most T. */
  readonly order: Uint32Array;
  /** I(P), length T. */
  readonly importance: Float64Array;
  /** G; undefined where the model is to use a rank instead. */
  readonly hotAt: number | undefined;
  /** For choices left to chance, seeded by the judge. */
  readonly random: Random;
}

/** How a crawler is expected to operate, and what counts as success then. Cho et al. 1998, section 3; and what came after. */
export interface CrawlModel {
  readonly kind: "model";
  /** "stop" (P_CS), "threshold" (P_ST) or "buffer" (P_BC); a measure of focused crawling; or one of importance added up. */
  readonly name: "stop" | "threshold" | "buffer" | "harvest" | "target-recall" | "precision" | "mass" | "ndcg";
  /** Name and every choice that is not the default. */
  readonly label: string;
  readonly source: string;
  /** True for models that tell hot pages from others by a threshold of the importance. */
  readonly needsHotAt?: true;
  /** Performance P in [0, 1] after 1, 2, ... visited pages; as long as the order. */
  curve(crawl: JudgedCrawl): Float64Array;
  /** H, the pages that this model calls hot; left out by models without a threshold. */
  hot?(crawl: JudgedCrawl): number;
  /** The crawler that knows all and may go anywhere: P after `visited` pages. Closed form. */
  ideal(visited: number, crawl: JudgedCrawl): number;
  /** The crawler that draws pages at random from the whole Web: expected P after `visited` pages. Closed form. */
  random(visited: number, crawl: JudgedCrawl): number;
}

/** A random crawler's choice. Cho et al. 1998, section 3, give K/T for one that may revisit; that is exact for one that does not. */
export interface RandomCrawler {
  /** "none" (default): every draw is a new page, K/T. "counted": draws with replacement, 1 - (1 - 1/T)^K of the pages are seen. */
  readonly revisits?: "none" | "counted";
}

/** Expected share of the Web that a random crawler has seen after `visited` draws. */
export function randomCoverage(visited: number, size: number, { revisits = "none" }: RandomCrawler = {}): number {
  return revisits === "none" ? visited / size : 1 - (1 - 1 / size) ** visited;
}

/** @throws RangeError when a model that needs G has none */
export function requireHotAt(hotAt: number | undefined, model: string): number {
  if (hotAt !== undefined) return hotAt;
  throw new RangeError(
    `model ${model} needs a threshold: give the importance one, as backlinks({ hotAt: 100 }) has it; or judge by model stop(), which needs none`,
  );
}
