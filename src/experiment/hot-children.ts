import type { Random } from "../base/random.js";
import { quantile } from "../base/statistics/quantile.js";
import type { Graph, PageId } from "../web/graph/graph.js";

/** How much likelier than others the children of hot pages are to be hot. */
export interface HotChildren {
  readonly pages: number;
  readonly hot: number;
  /** Pages that another, hot page links to; and the hot ones among them. */
  readonly children: number;
  readonly hotChildren: number;
  /** P(hot | linked from a hot page) / P(hot); NaN where no page is hot, or no hot page has a link. */
  readonly ratio: number;
  /** Ends of the middle 95 % of the bootstrap. */
  readonly low: number;
  readonly high: number;
  /** Groups that there were to draw from. */
  readonly groups: number;
}

export interface HotChildrenOptions {
  /** Group of each page, 0, 1, ...: what is drawn together; see `byHost` and `byParent`. */
  readonly groups: Uint32Array;
  /** Draws of the bootstrap; default 1000. */
  readonly draws?: number;
  readonly random: Random;
}

/**
 * Are the children of hot pages hotter than average? Cho et al. 1998, section 7, on Graph 7: "if a page has a high
 * IS(P) value, then its children are likely to have a higher IS(P) value too".
 *
 * The interval is that of a cluster bootstrap: whole groups are drawn with replacement, for pages of one host, or below
 * one page, are hot together. Draws in which the ratio has no value are left out.
 *
 * @param hot 1 for a hot page, length n
 *
 * O(n + m + draws * groups).
 */
export function hotChildren(
  { size, offsets, targets }: Graph,
  hot: Uint8Array,
  { groups, draws = 1000, random }: HotChildrenOptions,
): HotChildren {
  const isChild = new Uint8Array(size);
  for (let page = 0; page < size; page++) {
    if (hot[page] === 0) continue;
    for (let i = offsets[page]; i < offsets[page + 1]; i++) if (targets[i] !== page) isChild[targets[i]] = 1;
  }
  const count = groups.reduce((most, group) => Math.max(most, group + 1), 0);
  const all = new Counts(count);
  for (let page = 0; page < size; page++) all.add(groups[page], hot[page], isChild[page]);
  const every = Uint32Array.from({ length: count }, (_, group) => group);
  const drawn = new Uint32Array(count);
  const ratios: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    for (let i = 0; i < count; i++) drawn[i] = random.below(count);
    const { ratio } = all.of(drawn);
    if (Number.isFinite(ratio)) ratios.push(ratio);
  }
  return { ...all.of(every), low: quantile(ratios, 0.025), high: quantile(ratios, 0.975), groups: count };
}

/** Pages by group: all, hot ones, children, hot children. */
class Counts {
  readonly #counts: Float64Array;

  constructor(groups: number) {
    this.#counts = new Float64Array(4 * groups);
  }

  add(group: number, hot: number, child: number): void {
    const at = 4 * group;
    this.#counts[at]++;
    this.#counts[at + 1] += hot;
    this.#counts[at + 2] += child;
    this.#counts[at + 3] += hot * child;
  }

  of(drawn: Uint32Array) {
    let [pages, hot, children, hotChildren] = [0, 0, 0, 0];
    for (const group of drawn) {
      const at = 4 * group;
      pages += this.#counts[at];
      hot += this.#counts[at + 1];
      children += this.#counts[at + 2];
      hotChildren += this.#counts[at + 3];
    }
    return { pages, hot, children, hotChildren, ratio: hotChildren / children / (hot / pages) };
  }
}

/** Groups pages by the host of their URL. */
export function byHost(urls: { at(page: PageId): string }, size: number): Uint32Array {
  const known = new Map<string, number>();
  return Uint32Array.from({ length: size }, (_, page) => {
    const host = urls.at(page).split("/", 3)[2] ?? "";
    const group = known.get(host) ?? known.size;
    known.set(host, group);
    return group;
  });
}

/**
 * Groups pages by one of the pages that link to them: the first hot one, else the first. Pages without a link from
 * another are on their own.
 *
 * O(n + m).
 */
export function byParent({ size, offsets, targets }: Graph, hot: Uint8Array): Uint32Array {
  const parents = Uint32Array.from({ length: size }, (_, page) => page);
  for (let page = 0; page < size; page++) {
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      const child = targets[i];
      const known = parents[child];
      if (child !== page && (known === child || hot[page] > hot[known])) parents[child] = page;
    }
  }
  const groups = new Map<string, number>();
  return parents.map((parent, page) => {
    const key = parent === page ? `alone ${page}` : `below ${parent}`;
    const group = groups.get(key) ?? groups.size;
    groups.set(key, group);
    return group;
  });
}
