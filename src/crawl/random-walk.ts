import { got, option, problem } from "../base/error.js";
import { checkOptions } from "../base/method.js";
import { type Random, requireRandom } from "../base/random.js";
import { type Graph, type PageId, requireGraph } from "../web/graph/graph.js";
import { transpose } from "../web/graph/transpose.js";

export const WALKS = ["surfer", "undirected"] as const;

/** Along which links a walk goes. */
export type Walk = (typeof WALKS)[number];

export interface RandomWalkOptions {
  /**
   * "surfer": along a link of the page, or by a jump to any page visited so far. Henzinger et al. 2000. "undirected":
   * along a link of the page or against a link to it, without jumps. Bar-Yossef et al. 2000; real crawlers ask a search
   * engine for the links to a page.
   */
  readonly walk: Walk;
  readonly from: PageId;
  /** Pages asked for, the first included; 1 or more. */
  readonly steps: number;
  readonly random: Random;
  /** Chance of a jump, of the surfer; default 1/7, as Henzinger et al. have it. From a page without links it is 1. */
  readonly jump?: number;
}

const RULES = { walk: WALKS, from: undefined, steps: undefined, random: undefined, jump: undefined };

/**
 * Walks at random over a web.
 *
 * @returns visits by page, length n; they sum to the steps
 * @throws "option" for a page that is not there, steps that are no whole number from 1, or a jump outside [0, 1]
 *
 * O(steps); undirected, once more O(n + m).
 */
export function randomWalk(graph: Graph, options: RandomWalkOptions): Uint32Array {
  requireGraph("randomWalk", graph);
  checkOptions("randomWalk", options, RULES);
  const { walk, from, steps, random, jump = 1 / 7 } = options;
  requireRandom("randomWalk", random);
  if (!(Number.isInteger(from) && from >= 0 && from < graph.size))
    throw problem.option`${option("from")} is a page, 0 to ${graph.size - 1}; ${got(from)}`;
  if (!(Number.isInteger(steps) && steps >= 1))
    throw problem.option`${option("steps")} is a number of pages, 1 or more; ${got(steps)}`;
  if (!(jump >= 0 && jump <= 1)) throw problem.option`${option("jump")} lies in [0, 1]; ${got(jump)}`;
  const visits = new Uint32Array(graph.size);
  const seen: PageId[] = [];
  const back = walk === "undirected" ? transpose(graph) : undefined;
  const linkOf = ({ offsets, targets }: Graph, page: PageId, index: number) => targets[offsets[page] + index];
  const next = (page: PageId): PageId => {
    const out = degreeOf(graph, page);
    if (back) {
      const all = out + degreeOf(back, page);
      if (all === 0) return page;
      const index = random.below(all);
      return index < out ? linkOf(graph, page, index) : linkOf(back, page, index - out);
    }
    if (out === 0 || random.next() < jump) return seen[random.below(seen.length)];
    return linkOf(graph, page, random.below(out));
  };
  for (let step = 0, page = from; step < steps; step++, page = next(page)) if (visits[page]++ === 0) seen.push(page);
  return visits;
}

/** Links on a page; of the transposed graph, links to it. */
export const degreeOf = ({ offsets }: Graph, page: PageId): number => offsets[page + 1] - offsets[page];
