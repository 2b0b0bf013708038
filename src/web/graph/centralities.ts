import betweenness from "graphology-metrics/centrality/betweenness.js";
import closeness from "graphology-metrics/centrality/closeness.js";
import eigenvector from "graphology-metrics/centrality/eigenvector.js";
import hits from "graphology-metrics/centrality/hits.js";
import type { AbstractGraph } from "graphology-types";
import { option, problem } from "../../base/error.js";
import { counted, plural } from "../../base/numbers.js";
import type { Web } from "../web.js";
import { toGraphology } from "../write/graphology.js";
import { applyPolicy } from "./builder.js";
import type { Graph } from "./graph.js";

type Values = Readonly<Record<string, number>>;

interface Centrality {
  readonly source: string;
  /** Work on a web of n pages and m links, in steps. */
  steps(pages: number, links: number): number;
  /** Nanoseconds a step, measured on campus of 4,000 and 8,000 pages. */
  readonly nanoseconds: number;
  of(graph: AbstractGraph): Values;
  /** See `centralitiesOf`. */
  round(value: number): number;
}

/** graphology takes half a gigabyte for so many links. */
const MOST_LINKS = 1_000_000;

/** One to two minutes of searches. */
const MOST_STEPS = 6e9;

/** The solvers stop at this change, or fail after so many passes. */
const SOLVER = { getEdgeWeight: null, tolerance: 1e-7, maxIterations: 10_000 };

const searches = {
  steps: (pages: number, links: number) => pages * (pages + links),
  round: (value: number) => Number(value.toPrecision(11)),
};
const linear = { steps: (pages: number, links: number) => pages + links, nanoseconds: 1000 };
const solves = {
  ...linear,
  nanoseconds: 45_000,
  round: (value: number) => Number(value.toFixed(6)),
};

export const CENTRALITIES = {
  closeness: {
    ...searches,
    source: "Wasserman and Faust 1994, p. 201",
    nanoseconds: 9,
    of: (graph) => closeness(graph, { wassermanFaust: true }),
  },
  betweenness: {
    ...searches,
    source: "Freeman 1977; Brandes 2001",
    nanoseconds: 15,
    of: (graph) => betweenness(graph, { getEdgeWeight: null }),
  },
  eigenvector: { ...solves, source: "Bonacich 1987", of: (graph) => largestOne(eigenvector(graph, SOLVER)) },
  authority: { ...solves, source: "Kleinberg 1999, HITS", of: (graph) => weights(graph).authorities },
  hub: { ...solves, source: "Kleinberg 1999, HITS", of: (graph) => weights(graph).hubs },
  "in-degree": { ...searches, ...linear, source: "Freeman 1979", of: shareOfOthers },
} satisfies Readonly<Record<string, Centrality>>;

export type CentralityName = keyof typeof CENTRALITIES;

export const CENTRALITY_NAMES = Object.keys(CENTRALITIES) as readonly CentralityName[];

/**
 * Milliseconds that `centralitiesOf` takes, about. @throws "option" for a web that is too large, with its size and the
 * limit
 */
export function centralityEstimate({ name: web, graph: { size, links } }: Web, name: CentralityName): number {
  const method: Centrality = CENTRALITIES[name];
  const steps = method.steps(size, links);
  const reason =
    links > MOST_LINKS
      ? `graphology holds webs of up to ${counted(MOST_LINKS)} links here`
      : steps > MOST_STEPS
        ? `pages times pages and links may be ${MOST_STEPS.toExponential()} at the most, and are ${steps.toExponential(1)}`
        : undefined;
  if (reason === undefined) return (steps * method.nanoseconds) / 1e6;
  throw problem.option`${option(name)}: ${web} has ${plural(size, "page")} and ${plural(links, "link")}, which is too large: ${reason}.\n  Take one site of it, siteOf(web, "www.example.org"), or a smaller web; or another importance: pageRankOf() takes any web`;
}

/**
 * How central each page is, by graphology-metrics; in-degree by graphology itself. Links from one page to another count
 * once. Values of searches are rounded to 11 significant digits, those of solvers to 6 decimals: what a solver leaves
 * open must decide neither ties nor thresholds.
 *
 * @throws "option" when a solver does not settle
 */
export function centralitiesOf(web: Web, name: CentralityName): Float64Array {
  const method: Centrality = CENTRALITIES[name];
  const { size, links } = web.graph;
  // without a link graphology's solvers divide by 0, and without a second page its shares do
  if (links === 0 || size === 1) return new Float64Array(size);
  let values: Values;
  try {
    values = method.of(toGraphology(simple(web.graph), { limit: MOST_LINKS }));
  } catch (error) {
    if (!(error as Error).message.includes("failed to converge")) throw error;
    throw problem.option`${name} does not settle on ${web.name} in ${SOLVER.maxIterations} passes: groups of its pages are about equally central.\n  Take closeness or in-degree, or pageRankOf(), which always settles`;
  }
  return Float64Array.from({ length: size }, (_, page) => method.round(values[page]));
}

/** A copy in which a page links to another once at most. */
const simple = ({ size, links, offsets, targets }: Graph): Graph =>
  applyPolicy({ size, links, offsets: offsets.slice(), targets: targets.slice() }, { selfLinks: "keep" }).graph;

const weights = (graph: AbstractGraph) => hits(graph, { ...SOLVER, normalize: false });

/** graphology's own counts a link from the page to itself, too, and so exceeds 1. */
function shareOfOthers(graph: AbstractGraph): Values {
  return Object.fromEntries(graph.mapNodes((page) => [page, graph.inDegreeWithoutSelfLoops(page) / (graph.order - 1)]));
}

function largestOne(values: Values): Values {
  const largest = Object.values(values).reduce((a, b) => Math.max(a, b));
  return Object.fromEntries(Object.entries(values).map(([page, value]) => [page, value / largest]));
}
