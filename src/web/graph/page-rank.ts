import { got, option, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";
import { components } from "./components.js";
import { type Graph, requireGraph } from "./graph.js";

export interface PageRankOptions {
  /** d in (0, 1): the share of a page's rank that flows along its links; 0.9 in Cho et al. 1998 (default). */
  readonly damping?: number;
  /**
   * "paper" (default): IR(p) = (1 - d) + d * sum of IR(v) / c(v), which sums to n. "probability": the same divided by
   * n, the share of time that a random surfer spends on p.
   */
  readonly form?: "paper" | "probability";
  /**
   * What a page without links does. "everywhere" (default): it links to every page, as the text of section 2 says.
   * "none": its rank is lost, as in the code of Figure 2; ranks then sum to less than n.
   */
  readonly dangling?: "everywhere" | "none";
  /** Stop when the L1 distance to the solution is at most this share of all rank. Default 1e-8. */
  readonly tolerance?: number;
  /** Ranks to start from, in the form asked for; length n. A near solution saves passes. */
  readonly start?: Float64Array;
  /** c(v), where it is not the number of links of the graph: links to pages outside count too. Length n. */
  readonly linkCounts?: Uint32Array;
}

/**
 * PageRank of every page. Cho et al. 1998, section 2, IR(P).
 *
 * x(p) = (1 - d) + d * sum over links v -> p of x(v) / c(v). Component after component, sources first, by Gauss-Seidel
 * passes; a component stops once d / (1 - d) times the change of its last pass is at most `tolerance` of its rank,
 * which bounds the L1 error of the whole by `tolerance` of all rank. Dangling pages are settled in closed form: linking
 * to every page multiplies every rank by 1 / (1 - d D / (n (1 - d))), D the rank of dangling pages without it.
 *
 * @returns length n
 * @throws "option" when damping or tolerance lies outside (0, 1), or an array has the wrong length
 *
 * O(m) for what lies in no cycle, O(m) per pass for the rest; 5 words per page and 1 per link inside components.
 */
export function pageRankKernel(graph: Graph, options: PageRankOptions = {}): Float64Array {
  requireGraph("pageRankKernel", graph);
  checkOptions("pageRankKernel", options, RULES);
  const { damping = 0.9, form = "paper", dangling = "everywhere", tolerance = 1e-8, start, linkCounts } = options;
  for (const [name, value] of Object.entries({ damping, tolerance })) {
    if (!(typeof value === "number" && value > 0 && value < 1))
      throw problem.option`${option(name)} lies in (0, 1); ${got(value)}`;
  }
  for (const [name, array] of Object.entries({ start, linkCounts })) {
    if (array && array.length !== graph.size) {
      throw problem.option`${option(name)} has one entry per page, ${graph.size}; ${got(array.length)}`;
    }
  }
  const { size } = graph;
  const flow = flows(graph, damping, linkCounts);
  const unit = form === "probability" ? 1 / size : 1;
  const back = damping / (size * (1 - damping)); // what a dangling page gives back to each page, per rank of its own
  const before =
    start && scaled(start, dangling === "everywhere" ? 1 / (unit + back * lostRank(start, flow)) : 1 / unit);
  const rank = solveByComponent(graph, damping, tolerance, flow, before);
  return scaled(rank, dangling === "everywhere" ? unit / (1 - back * lostRank(rank, flow)) : unit);
}

const RULES = {
  damping: undefined,
  form: ["paper", "probability"],
  dangling: ["everywhere", "none"],
  tolerance: undefined,
  start: undefined,
  linkCounts: undefined,
} as const;

const scaled = (rank: Float64Array, factor: number): Float64Array =>
  factor === 1 ? rank : rank.map((value) => value * factor);

/** Rank of the pages that pass nothing on. */
function lostRank(rank: Float64Array, flow: Float64Array): number {
  let lost = 0;
  for (let page = 0; page < rank.length; page++) if (flow[page] === 0) lost += rank[page];
  return lost;
}

/** d / c(v) of every page; 0 for a page without links. */
function flows({ size, offsets }: Graph, damping: number, linkCounts?: Uint32Array): Float64Array {
  const flow = new Float64Array(size);
  for (let page = 0; page < size; page++) {
    const count = linkCounts ? linkCounts[page] : offsets[page + 1] - offsets[page];
    flow[page] = count > 0 ? damping / count : 0;
  }
  return flow;
}

/** Solves x = (1 - d) + sum of flow(v) x(v): ranks without what dangling pages give back. */
function solveByComponent(
  graph: Graph,
  damping: number,
  tolerance: number,
  flow: Float64Array,
  start: Float64Array | undefined,
): Float64Array {
  const { size, offsets, targets } = graph;
  const { count, of } = components(graph);
  const { order, position, first } = bySourceFirst(of, count);
  const inner = innerLinks(graph, of, position);
  const rank = new Float64Array(size); // by page: what flows in from finished components, then the rank
  rank.fill(1 - damping);
  const local = new Float64Array(size); // by position: rank
  const sent = new Float64Array(size); // by position: flow * rank
  for (let group = 0; group < count; group++) {
    const begin = first[group];
    const end = first[group + 1];
    if (inner.offsets[begin] === inner.offsets[end]) local[begin] = rank[order[begin]];
    else {
      for (let k = begin; k < end; k++) {
        local[k] = start ? start[order[k]] : rank[order[k]];
        sent[k] = local[k] * flow[order[k]];
      }
      settle(begin, end, inner, order, rank, flow, local, sent, (tolerance * (1 - damping)) / damping);
    }
    for (let k = begin; k < end; k++) {
      const page = order[k];
      const component = of[page];
      const share = flow[page] * local[k];
      rank[page] = local[k];
      for (let i = offsets[page]; i < offsets[page + 1]; i++) {
        if (of[targets[i]] !== component) rank[targets[i]] += share;
      }
    }
  }
  return rank;
}

/** Gauss-Seidel passes over one component until the change of a pass is at most `bound` of its rank. */
function settle(
  begin: number,
  end: number,
  inner: { offsets: Uint32Array; sources: Uint32Array },
  order: Uint32Array,
  inflow: Float64Array,
  flow: Float64Array,
  local: Float64Array,
  sent: Float64Array,
  bound: number,
): void {
  const { offsets, sources } = inner;
  const size = end - begin;
  const base = new Float64Array(size);
  const out = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    base[k] = inflow[order[begin + k]];
    out[k] = flow[order[begin + k]];
  }
  let change = Number.POSITIVE_INFINITY;
  let total = 0;
  while (change > bound * total) {
    change = 0;
    total = 0;
    let i = offsets[begin];
    for (let k = 0; k < size; k++) {
      const last = offsets[begin + k + 1];
      let rank = base[k];
      let second = 0; // four sums at a time: one alone waits for each addition to finish
      let third = 0;
      let fourth = 0;
      for (const fours = last - 3; i < fours; i += 4) {
        rank += sent[sources[i]];
        second += sent[sources[i + 1]];
        third += sent[sources[i + 2]];
        fourth += sent[sources[i + 3]];
      }
      for (; i < last; i++) rank += sent[sources[i]];
      rank += second + third + fourth;
      const step = rank - local[begin + k];
      change += step < 0 ? -step : step;
      total += rank;
      local[begin + k] = rank;
      sent[begin + k] = rank * out[k];
    }
  }
}

/** Pages sorted so that links between components lead forward, by page id within a component. */
function bySourceFirst(of: Uint32Array, count: number) {
  const first = new Uint32Array(count + 1); // positions of component count - 1 - g: first[g] .. first[g + 1]
  for (let page = 0; page < of.length; page++) first[count - of[page]]++;
  for (let group = 0; group < count; group++) first[group + 1] += first[group];
  const cursor = first.slice(0, count);
  const order = new Uint32Array(of.length);
  const position = new Uint32Array(of.length);
  for (let page = 0; page < of.length; page++) {
    const at = cursor[count - 1 - of[page]]++;
    order[at] = page;
    position[page] = at;
  }
  return { order, position, first };
}

/** Links inside components, turned round, in positions. */
function innerLinks({ size, offsets, targets }: Graph, of: Uint32Array, position: Uint32Array) {
  const into = new Uint32Array(size + 1);
  for (let page = 0; page < size; page++) {
    const component = of[page];
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      if (of[targets[i]] === component) into[position[targets[i]] + 1]++;
    }
  }
  for (let k = 0; k < size; k++) into[k + 1] += into[k];
  const cursor = into.slice(0, size);
  const sources = new Uint32Array(into[size]);
  for (let page = 0; page < size; page++) {
    const component = of[page];
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      if (of[targets[i]] === component) sources[cursor[position[targets[i]]]++] = position[page];
    }
  }
  return { offsets: into, sources };
}
