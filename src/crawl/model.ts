import { problem } from "../base/error.js";
import {
  type Declared,
  type Definition,
  type Family,
  familyOf,
  type Made,
  type ValuesOf,
  word,
} from "../base/method.js";
import type { Random } from "../base/random.js";
import type { Graph } from "../web/graph/graph.js";

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

/**
 * How a crawler is expected to operate, and what counts as success then. Cho et al. 1998, section 3; and what came
 * after.
 */
export interface CrawlModel extends Made {
  readonly kind: "model";
  /**
   * "stop" (P_CS), "threshold" (P_ST) or "buffer" (P_BC); a measure of focused crawling; or one of importance added up.
   */
  readonly name: string;
  /** As the paper writes it: "P_ST". */
  readonly symbol?: string;
  /**
   * True for models that tell hot pages from others by G, a threshold of the importance; false for those that go by a
   * rank where there is none; left out by those that have no use for it.
   */
  readonly needsHotAt?: boolean;
  /** True where P of no page visited is 0 of 0: a curve begins with the first page then, and not at 0. */
  readonly noneAtStart?: boolean;
  /** True where P after the last page still tells orderings apart. */
  readonly tellsInTheEnd?: boolean;
  /** Performance P in [0, 1] after 1, 2, ... visited pages; as long as the order. */
  curve(crawl: JudgedCrawl): Float64Array;
  /** H, the pages that this model calls hot; left out by models without a threshold. */
  hot?(crawl: JudgedCrawl): number;
  /** The crawler that knows all and may go anywhere: P after `visited` pages. Closed form. */
  ideal(visited: number, crawl: JudgedCrawl): number;
  /** The crawler that draws pages at random from the whole Web: expected P after `visited` pages. Closed form. */
  random(visited: number, crawl: JudgedCrawl): number;
}

/** Where users find crawl models. */
export const MODELS = { holds: "model", one: "a crawl model", folder: "crawl/model", namespace: "models" } as const;

/** A model with its default choices, which makes the same model with others when called. */
export type ModelFamily<D extends Declared = Declared> = Family<D, CrawlModel>;

/** True for models to which G matters. */
export const usesHotAt = ({ needsHotAt }: CrawlModel): boolean => needsHotAt !== undefined;

/** What a file of the folder `model` states about its model. */
export interface ModelDefinition<D extends Declared>
  extends Definition<D>,
    Pick<CrawlModel, "symbol" | "needsHotAt" | "noneAtStart" | "tellsInTheEnd"> {
  create(options: ValuesOf<D>): Pick<CrawlModel, "curve" | "hot" | "ideal" | "random">;
}

/** Makes a model of the folder `model`: usable as it is, `stop`, and with other choices, `stop({ tied: "strict" })`. */
export function defineModel<D extends Declared>({
  symbol,
  needsHotAt,
  noneAtStart,
  tellsInTheEnd,
  create,
  ...definition
}: ModelDefinition<D>): ModelFamily<D> {
  return familyOf(definition, (options) => ({
    kind: "model" as const,
    symbol,
    needsHotAt,
    noneAtStart,
    tellsInTheEnd,
    ...create(options as ValuesOf<D>),
  })) as ModelFamily<D>;
}

/**
 * A random crawler's choice. Cho et al. 1998, section 3, give K/T for one that may revisit; that is exact for one that
 * does not. "none": every draw is a new page, K/T. "counted": draws with replacement, 1 - (1 - 1/T)^K of the pages are
 * seen.
 */
export const revisits = word(["none", "counted"], "whether the random crawler may draw a page again", {
  told: () => "random revisits",
});

/** Expected share of the Web that a random crawler has seen after `visited` draws. */
export function randomCoverage(
  visited: number,
  size: number,
  { revisits = "none" }: { readonly revisits?: "none" | "counted" } = {},
): number {
  return revisits === "none" ? visited / size : 1 - (1 - 1 / size) ** visited;
}

/** @throws "option" when a model that needs G has none */
export function requireHotAt(hotAt: number | undefined, model: string): number {
  if (hotAt !== undefined) return hotAt;
  throw problem.option`model ${model} needs a threshold: give the importance one, as backlinks({ hotAt: 100 }) has it; or judge by model stop(), which needs none`;
}
