import { type Declared, type Definition, type Family, familyOf, type Made, type ValuesOf } from "../base/method.js";
import { ours } from "../base/ours.js";
import type { Random } from "../base/random.js";
import type { PageText } from "../page/html/text.js";
import type { PageTerms } from "../page/text/page-terms.js";
import type { PageId } from "../web/graph/graph.js";
import type { Capability } from "../web/web.js";

/**
 * Decides which discovered page is crawled next, from what the crawl has revealed and nothing else: it never holds the
 * web, so it cannot peek. The same object drives the virtual and the real crawler. Cho et al. 1998, section 4, O(u).
 *
 * The crawler calls `discover` for the start pages, and then in turn `next`, `discover` (pages seen for the first time
 * on the page just crawled, in document order) and `reveal` (all of its links).
 */
export interface Ordering {
  /**
   * Pages seen for the first time.
   *
   * @param pages the first `count` entries, in the order seen; valid during the call only
   */
  discover(pages: Uint32Array, count: number): void;
  /**
   * The links of a page that was just crawled. Left out by orderings that look at no link.
   *
   * @param links the first `count` entries: targets in document order; valid during the call only
   * @param references links on the page, those that leave the stored web included; at least `count`
   */
  reveal?(page: PageId, links: Uint32Array, count: number, references: number): void;
  /** Takes the page to crawl next out of the frontier; -1 when none waits. */
  next(): PageId;
  /**
   * Why a page that waits stands where it does, from what is known at this moment: what decides first, then what breaks
   * ties. Asked between two pages, after `next` would have sorted; changes nothing. Left out where the order says it
   * all.
   */
  explain?(page: PageId): readonly ScoreTerm[];
  /** How to continue a crawl later; offered by orderings that are dear to compute. */
  readonly checkpoint?: Checkpointing;
}

/**
 * One reason for a page's place in the queue: { name: "links seen to it", value: 7 }; larger comes first unless the
 * name says otherwise.
 */
export interface ScoreTerm {
  readonly name: string;
  readonly value: number;
}

/**
 * How an ordering is stored and taken up again, so that it goes on to the letter as if it had never stopped.
 *
 * To take it up, the crawler makes the ordering anew, calls `discover` as before, `recall` in place of `next` and
 * `reveal` for every page of the order so far, and then `restore`.
 */
export interface Checkpointing {
  /** What cannot be had from the order so far. */
  save(): OrderingState;
  recall(page: PageId, links: Uint32Array, count: number, references: number): void;
  restore(state: OrderingState): void;
}

/** Arrays by name. */
export type OrderingState = Readonly<Record<string, Float64Array>>;

/** What an ordering may know while it works. */
export interface OrderingContext {
  /** Number of pages that may turn up; bounds PageId. */
  readonly size: number;
  readonly random: Random;
  /** How a person names a discovered page, for error messages: its URL, title or number. */
  nameOf(page: PageId): string;
  /** URL of a discovered page. Throws for any other page, and on webs without URLs. */
  url(page: PageId): string;
  /** Text of a crawled page. Throws for any other page, and on webs without text. */
  text(page: PageId): PageText;
  /** Terms of a crawled page; valid until the next call. Throws for any other page, and on webs without text. */
  terms(page: PageId): PageTerms;
  /**
   * What the author wrote on the link at `index` of the page that is being revealed. Throws outside of `reveal`, and on
   * webs without anchors.
   */
  anchor(index: number): string;
  /** The importance that the crawl will be judged by, I(P) of every page: given to `offline` orderings alone. */
  readonly truth?: Float64Array;
}

/**
 * A way to order a crawl, with all of its choices made.
 *
 * @typeParam N what a web must carry for it
 */
export interface OrderingMethod<N extends Capability = Capability> extends Made {
  readonly kind: "ordering";
  /**
   * Name, tie rule and accuracy where it has them, and every other choice that is not the default: "backlink, ties
   * fifo".
   */
  readonly label: string;
  /** True when it looks at what a crawler cannot know. */
  readonly offline: boolean;
  readonly needs: readonly N[];
  /** Source text of a user's function: also part of that key. */
  readonly code?: string;
  /**
   * Names that a user's function seems to read from outside of it: its text then does not tell what it does, and its
   * crawls are not cached.
   */
  readonly outside?: readonly string[];
  /** The ordering that this one is made from, as `exploring(backlink, ...)` is: also part of that key. */
  readonly inner?: OrderingMethod;
  create(context: OrderingContext): Ordering;
}

/** Where users find orderings. */
export const ORDERINGS = { holds: "ordering", one: "an ordering", folder: "ordering", namespace: "orderings" } as const;

/** A method with its default choices, which makes the same method with others when called. */
export type OrderingFamily<D extends Declared = Declared, N extends Capability = Capability> = Family<
  D,
  OrderingMethod<N>
>;

/** Marks an ordering of the library that `defineOrdering` does not make: see `ours`. */
export function ourOrdering<N extends Capability>(method: OrderingMethod<N>): OrderingMethod<N> {
  ours(method.create);
  return method;
}

/** What a file of this folder states about its method. */
export interface OrderingDefinition<D extends Declared, N extends Capability> extends Definition<D> {
  readonly needs: readonly N[];
  readonly offline?: boolean;
  create(context: OrderingContext, options: ValuesOf<D>): Ordering;
}

/**
 * Makes an ordering of this folder: usable as it is, `backlink`, and with other choices, `backlink({ ties: "lifo" })`.
 */
export function defineOrdering<D extends Declared, N extends Capability>(
  definition: OrderingDefinition<D, N>,
): OrderingFamily<D, N> {
  const { needs, offline = false } = definition;
  return familyOf(definition, (options) => ({
    kind: "ordering" as const,
    offline,
    needs,
    create: ours((context: OrderingContext) => definition.create(context, options)),
  }));
}
