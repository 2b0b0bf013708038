import { attempt } from "../base/attempt.js";
import { isProblem, problem, shown } from "../base/error.js";
import { checkOptions, list, ruleOf } from "../base/method.js";
import type { Random } from "../base/random.js";
import { untold } from "../base/untold.js";
import type { PageText } from "../page/html/text.js";
import type { PageId } from "../web/graph/graph.js";
import type { Capability } from "../web/web.js";
import type { QueueTerm, Ties } from "./frontier/queue-term.js";
import { scoredFrontier } from "./frontier/scored-frontier.js";
import { reorderEvery as reorderRule, ties as tieRule } from "./frontier/shared-options.js";
import { type OrderingContext, type OrderingMethod, ourOrdering } from "./ordering.js";

/** What the crawl has shown so far: all that a score may be made from. */
export interface Seen {
  /** Pages crawled so far. */
  readonly crawled: number;
  /** Pages discovered so far, crawled or waiting. */
  readonly discovered: number;
  /** Links seen so far that point at `page`, IB'. */
  backlinks(page: PageId): number;
  /** Clicks from the start when `page` was first seen. */
  depth(page: PageId): number;
  /** URL of a discovered page; needs "urls". */
  url(page: PageId): string;
  /** Title and body of a crawled page; needs "text". */
  text(page: PageId): PageText;
  /** What the author wrote on the link by which `page` was first seen; "" for start pages. Needs "anchors". */
  anchor(page: PageId): string;
}

/** A score from what was seen: the waiting page with the highest comes next. */
export type Score = (page: PageId, seen: Seen) => number;

/** What a score with a memory is made from, anew for each crawl. */
export interface ScoreSetup {
  readonly pages: number;
  readonly random: Random;
  readonly seen: Seen;
}

/** A score with a memory of its own. */
export interface ScoreMemory {
  score(page: PageId): number;
  /** A page was crawled. `links` is valid during the call only. */
  onFetch?(page: PageId, links: Uint32Array): void;
}

export type StatefulScore = (setup: ScoreSetup) => ScoreMemory;

/**
 * Both forms in one signature: of a union, the type checker would infer no parameter of a function that is written in
 * place.
 */
type ScoreOrSetup = (first: PageId & ScoreSetup, seen: Seen) => number | ScoreMemory;

export interface CustomOrderingOptions<N extends Capability> {
  /** What the score reads besides links: ["urls"] for seen.url, ["text"] for seen.text, ["anchors"] for seen.anchor. */
  readonly needs?: readonly N[];
  /** Which of several pages with the same score comes first; default "fifo". */
  readonly ties?: Ties;
  /**
   * Sort the queue once in k pages only, before the first of them; default 1, the paper. Named in the legend when
   * larger.
   */
  readonly reorderEvery?: number;
  /**
   * "linked" (default): a page is scored when it is discovered, and again whenever another link to it is seen. "all":
   * before each sort every waiting page is scored again, for scores that change without a link: O(waiting pages) per
   * sort.
   */
  readonly rescore?: "linked" | "all";
  /**
   * Values outside the function that it reads, by the names that it reads them by: { weight }. They are part of the key
   * under which the crawl is cached. An ordering that reads what is not named here is crawled anew each time, and so is
   * one that uses what no text tells in full, such as an instance of a class.
   */
  readonly uses?: Readonly<Record<string, unknown>>;
}

/**
 * An ordering of your own, in one of two forms.
 *
 * ordering("short URL", (page, seen) => -seen.url(page).length, { needs: ["urls"] })
 *
 * ordering("OPIC", ({ pages }) => {
 *   const cash = new Float64Array(pages).fill(1)
 *   return { score: (page) => cash[page], onFetch(page, links) { for (const to of links) cash[to] += cash[page] /
 *   links.length; cash[page] = 0 } }
 * })
 *
 * A function of two arguments is a score; one of fewer is called once with `{ pages, random, seen }`, and is a score as
 * well when no `{ score }` comes back.
 *
 * @throws "ordering" during the crawl when a score is not a number, naming the page
 */
export function ordering<N extends Capability = "links">(
  name: string,
  score: ScoreOrSetup,
  options: CustomOrderingOptions<N> = {},
): OrderingMethod<N | "links"> {
  if (typeof name !== "string" || name === "") throw problem.option`an ordering needs a name: ordering(name, score)`;
  if (typeof score !== "function") throw problem.option`ordering "${name}" needs a function as its second argument`;
  checkOptions(`ordering "${name}"`, options, {
    needs: list,
    ties: tieRule,
    reorderEvery: reorderRule,
    rescore: ["linked", "all"],
    uses: ruleOf({}, "", "values by name, { weight }", (value) => Object(value) === value && !Array.isArray(value)),
  });
  const { needs = [], ties = "fifo", reorderEvery = 1, rescore = "linked", uses = {} } = options;
  const outsideOf = (name: string, value: unknown) => untold(name, value).filter((each) => !Object.hasOwn(uses, each));
  const used = Object.entries(uses).map(([name, value]) => ({ name, value, outside: outsideOf(name, value) }));
  const outside = [...outsideOf("score", score), ...used.flatMap((each) => each.outside)];
  const told = used.map(({ name, value, outside }) => [name, outside.length > 0 ? outside.join(", ") : value]);
  return ourOrdering({
    kind: "ordering",
    name,
    label: [
      name,
      `ties ${ties}`,
      reorderEvery > 1 && `reorder every ${reorderEvery}`,
      rescore === "all" && "rescore all",
    ]
      .filter(Boolean)
      .join(", "),
    source: "the user's own",
    offline: false,
    needs: [...new Set<N | "links">(["links", ...needs])],
    options: { ties, reorderEvery, rescore, uses: Object.fromEntries(told) },
    code: String(score),
    ...(outside.length > 0 && { outside: [...new Set(outside)] }),
    create: (context) =>
      new CustomOrdering(name, score, context, {
        ties,
        reorderEvery,
        rescore,
        readsAnchors: (needs as readonly Capability[]).includes("anchors"),
      }),
  });
}

interface CustomChoices {
  readonly ties: Ties;
  readonly reorderEvery: number;
  readonly rescore: "linked" | "all";
  readonly readsAnchors: boolean;
}

class CustomOrdering {
  readonly #frontier: ReturnType<typeof scoredFrontier>;
  readonly #memory: SeenSoFar;
  readonly #score: (page: PageId) => number;
  readonly #onFetch: ((page: PageId, links: Uint32Array) => void) | undefined;
  readonly #rescoreEvery: number;
  readonly #all: PageId[] = [];
  #fresh: PageId[] = [];
  #taken = 0;
  /** Pages taken when all were last scored again. */
  #rescored = -1;

  constructor(
    readonly name: string,
    score: ScoreOrSetup,
    readonly context: OrderingContext,
    { ties, reorderEvery, rescore, readsAnchors }: CustomChoices,
  ) {
    const { size, random } = context;
    const seen = new SeenSoFar(context, readsAnchors);
    const setup = { pages: size, random: random.fork(), seen };
    const made = score.length < 2 ? attempt(() => (score as StatefulScore)(setup)) : undefined;
    const stateful = typeof made === "object" && made !== null && typeof made.score === "function" ? made : undefined;
    this.#memory = seen;
    this.#score = stateful ? (page) => stateful.score(page) : (page) => (score as Score)(page, seen);
    this.#onFetch = stateful?.onFetch?.bind(stateful);
    this.#frontier = scoredFrontier({ size, random, ties, reorderEvery });
    this.#rescoreEvery = rescore === "all" ? reorderEvery : 0;
  }

  discover(pages: Uint32Array, count: number): void {
    this.#memory.discover(pages, count);
    for (let i = 0; i < count; i++) this.#fresh.push(pages[i]);
  }

  reveal(page: PageId, links: Uint32Array, count: number): void {
    this.#memory.reveal(page, links, count);
    this.#onFetch?.(page, links.subarray(0, count));
    for (let i = 0; i < count; i++) if (this.#frontier.has(links[i])) this.#file(links[i]);
  }

  next(): PageId {
    this.#fileFresh();
    this.#taken++;
    const page = this.#frontier.pop();
    if (page !== -1) this.#memory.take(page);
    return page;
  }

  explain(page: PageId): readonly QueueTerm[] {
    this.#fileFresh();
    return this.#frontier.explain(page, this.name);
  }

  /** Scores new pages and, where it is time, all; once between two pages, since a score may draw lots. */
  #fileFresh(): void {
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const page of fresh) this.#file(page);
    if (this.#rescoreEvery === 0) return;
    for (const page of fresh) this.#all.push(page); // not push(...): a page may link to more than a call takes
    if (this.#rescored === this.#taken || this.#taken % this.#rescoreEvery !== 0) return;
    this.#rescored = this.#taken;
    for (const page of this.#all) if (this.#frontier.has(page)) this.#file(page);
  }

  #scored(page: PageId): number {
    try {
      return this.#score(page);
    } catch (error) {
      if (isProblem(error, "crawl")) throw error;
      throw problem.ordering`${this.name}: the score of ${this.context.nameOf(page)} failed: ${error}`;
    }
  }

  #file(page: PageId): void {
    const score = this.#scored(page);
    if (typeof score !== "number" || Number.isNaN(score)) {
      throw problem.ordering`${this.name}: the score of ${this.context.nameOf(page)} is ${typeof score === "string" ? shown(score) : score}, not a number; look at what the function does with that page`;
    }
    this.#frontier.file(page, score);
  }
}

/** `Seen`, kept by the ordering itself from what it is told. */
class SeenSoFar implements Seen {
  crawled = 0;
  discovered = 0;
  #depth = 0;
  readonly #backlinks: Uint32Array;
  readonly #depths: Uint32Array;
  /** Of discovered pages; kept where they are read. */
  readonly #anchors: Map<PageId, string> | undefined;
  /** Pages whose first link is about to be revealed. */
  readonly #unnamed = new Set<PageId>();

  constructor(
    readonly context: OrderingContext,
    readsAnchors: boolean,
  ) {
    if (readsAnchors) this.#anchors = new Map();
    this.#backlinks = new Uint32Array(context.size);
    this.#depths = new Uint32Array(context.size);
  }

  backlinks = (page: PageId): number => this.#backlinks[page];
  depth = (page: PageId): number => this.#depths[page];
  url = (page: PageId): string => this.context.url(page);
  text = (page: PageId): PageText => this.context.text(page);
  anchor = (page: PageId): string => {
    if (!this.#anchors) throw problem.ordering`seen.anchor reads anchors of links: say so, needs: ["anchors"]`;
    const anchor = this.#anchors.get(page);
    if (anchor !== undefined) return anchor;
    throw problem.ordering`page ${page} was not discovered yet: orderings cannot peek`;
  };

  discover(pages: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++) {
      this.#depths[pages[i]] = this.#depth;
      this.#anchors?.set(pages[i], "");
      if (this.#anchors && this.crawled > 0) this.#unnamed.add(pages[i]);
    }
    this.discovered += count;
  }

  take(page: PageId): void {
    this.crawled++;
    this.#depth = this.#depths[page] + 1;
  }

  reveal(_page: PageId, links: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++) this.#backlinks[links[i]]++;
    if (!this.#anchors) return;
    for (let i = 0; i < count; i++) {
      if (this.#unnamed.delete(links[i])) this.#anchors.set(links[i], this.context.anchor(i));
    }
  }
}
