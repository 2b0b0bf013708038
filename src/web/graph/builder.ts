import { got, problem } from "../../base/error.js";
import { grown } from "../../base/growing.js";
import { type ChosenOf, checkOptions, word } from "../../base/method.js";
import { requireIterable } from "../../base/require-list.js";
import type { Graph, LinkCounts } from "./graph.js";

export const policyRules = {
  /**
   * "drop": a page that links twice to the same page counts once, as when `links` of Figure 1 is a set (default).
   * "keep": every link counts, as when `links` is a list of pairs: IB' and c_i then count repeats.
   */
  duplicates: word(["drop", "keep"], ""),
  /** "drop": a page does not vote for itself (default). "keep": it does. */
  selfLinks: word(["drop", "keep"], ""),
} as const;

/** How a list of links becomes a graph. Cho et al. 1998, section 6, leave both choices open. */
export interface LinkPolicy extends ChosenOf<typeof policyRules> {}

/** A graph, and what its source held before the policy was applied. */
export interface BuiltGraph {
  readonly graph: Graph;
  readonly found: LinkCounts;
}

/**
 * Collects links in any order and makes a graph of them. The links of one page keep the order in which they were added;
 * of repeated links the first stays.
 *
 * 8 bytes per link while collecting, then 4 per link and 4 per page.
 */
export class GraphBuilder {
  #pairs = new Uint32Array(2 << 6);
  #length = 0;
  #highest = -1;
  #undirected = 0;

  /** Links added so far. */
  get links(): number {
    return this.#length / 2;
  }

  /** Links without a direction that were added as two. */
  get undirected(): number {
    return this.#undirected;
  }

  /** @throws "graph" when an end is no id, 0 <= id < 2^32 - 1 */
  add(from: number, to: number): void {
    const length = this.#length;
    if (length === this.#pairs.length) this.#pairs = grown(this.#pairs, length + 2);
    const pairs = this.#pairs;
    pairs[length] = from;
    pairs[length + 1] = to;
    if (pairs[length] !== from || pairs[length + 1] !== to || from === 0xffffffff || to === 0xffffffff) {
      throw problem.graph`link ${from} -> ${to}: page ids are integers from 0 to 4294967294`;
    }
    if (from > this.#highest) this.#highest = from;
    if (to > this.#highest) this.#highest = to;
    this.#length = length + 2;
  }

  /** A link without a direction: there and back, or once from a page to itself. */
  addUndirected(from: number, to: number): void {
    this.add(from, to);
    if (from === to) return;
    this.add(to, from);
    this.#undirected++;
  }

  /**
   * @param size number of pages; default: highest id + 1
   * @throws "graph" when a link names a page outside 0 .. size - 1
   *
   * O(n + m).
   */
  build({ size = this.#highest + 1, ...policy }: LinkPolicy & { readonly size?: number } = {}): BuiltGraph {
    if (!(Number.isInteger(size) && size >= 0))
      throw problem.graph`the number of pages is a whole number, 0 or more; ${got(size)}`;
    if (this.#highest >= size) {
      throw problem.graph`a link names page ${this.#highest}, but there are ${size} pages, 0 .. ${size - 1}`;
    }
    const pairs = this.#pairs.subarray(0, this.#length);
    const offsets = new Uint32Array(size + 1);
    for (let i = 0; i < pairs.length; i += 2) offsets[pairs[i] + 1]++;
    for (let page = 0; page < size; page++) offsets[page + 1] += offsets[page];
    const cursor = offsets.slice(0, size);
    const targets = new Uint32Array(pairs.length / 2);
    for (let i = 0; i < pairs.length; i += 2) targets[cursor[pairs[i]]++] = pairs[i + 1];
    return applyPolicy({ size, links: targets.length, offsets, targets }, policy);
  }

  /** The pairs added so far, from and to alternating: a view, valid until the next `add`. */
  get pairs(): Uint32Array {
    return this.#pairs.subarray(0, this.#length);
  }
}

/**
 * Drops repeated links and self-links from a multigraph as the policy says, in place: `offsets` and `targets` of the
 * argument are rewritten, and must not be used afterwards.
 *
 * O(n + m), n words.
 */
export function applyPolicy(
  { size, offsets, targets }: Graph,
  { duplicates = "drop", selfLinks = "drop" }: LinkPolicy = {},
): BuiltGraph {
  const lastSource = new Uint32Array(size); // lastSource[v] = u + 1 when u -> v was seen in the row of u
  const links = targets.length;
  let selves = 0;
  let repeats = 0;
  let kept = 0;
  let start = 0;
  for (let page = 0; page < size; page++) {
    const end = offsets[page + 1];
    for (let i = start; i < end; i++) {
      const target = targets[i];
      if (target === page) {
        selves++;
        if (selfLinks === "drop") continue;
        if (lastSource[target] === page + 1 && duplicates === "drop") continue;
      } else if (lastSource[target] === page + 1) {
        repeats++;
        if (duplicates === "drop") continue;
      }
      lastSource[target] = page + 1;
      targets[kept++] = target;
    }
    start = end;
    offsets[page + 1] = kept;
  }
  const exact = kept === links ? targets : targets.slice(0, kept);
  return {
    graph: { size, links: kept, offsets, targets: exact },
    found: { links, selfLinks: selves, duplicates: repeats },
  };
}

const PAIRS = "graphFrom takes links as pairs of pages, such as [[0, 1]]";

/** A graph of the links given as pairs [from, to]; for tests, notebooks and small webs. */
export function graphFrom(size: number, links: Iterable<readonly [number, number]>, policy: LinkPolicy = {}): Graph {
  checkOptions("graphFrom", policy, policyRules);
  requireIterable(PAIRS, links);
  const builder = new GraphBuilder();
  for (const link of links) {
    requireIterable(PAIRS, link);
    builder.add(...link);
  }
  return builder.build({ size, ...policy }).graph;
}
