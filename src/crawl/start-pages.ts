import { inShell } from "../base/in-shell.js";
import { counted } from "../base/numbers.js";
import type { Random } from "../base/random.js";
import { requireList } from "../base/require-list.js";
import { components } from "../web/graph/components.js";
import type { Graph, PageId } from "../web/graph/graph.js";
import { bestStarts, reach, sources } from "../web/graph/reach.js";
import { nameOf, requireWeb, urlOrId, type Web } from "../web/web.js";

/** Below this share of the web, curves say little. */
const SHORT_REACH = 0.1;

/** Below this share of the web it is told which other start pages reach the rest. */
const NEARLY_ALL = 0.9;

/** So many start pages of a crawl are usual, however short it is. */
const FEW_STARTS = 5;

/**
 * So large a share of a crawl may be start pages. Of a whole order of another web of the catalogue, a fifth or more
 * look so.
 */
const STARTS_SHARE = 0.02;

/**
 * Start pages for repeats of a crawl: `first`, then pages drawn uniformly from the largest strongly connected component
 * that `first` reaches. Pages of one component reach the same pages, so the curves compare; `first` itself may reach
 * some more.
 *
 * @returns `count` pages, each once; fewer where the component is smaller
 *
 * O(n + m).
 */
export function drawStarts(web: Web, first: PageId, count: number, random: Random): PageId[] {
  const { members } = reach(web.graph, [first]);
  const { count: groups, of } = components(web.graph);
  const sizes = new Uint32Array(groups);
  for (let page = 0; page < members.length; page++) if (members[page] === 1) sizes[of[page]]++;
  const core = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0));
  const pool: PageId[] = [];
  for (let page = 0; page < members.length; page++) {
    if (members[page] === 1 && of[page] === core && page !== first) pool.push(page);
  }
  const drawn = [first];
  while (drawn.length < count && pool.length > 0) {
    const index = random.below(pool.length);
    drawn.push(pool[index]);
    pool[index] = pool[pool.length - 1];
    pool.pop();
  }
  return drawn;
}

/** Steps that a search of the best start may take: pages and links, times the pages that are to be tried. */
const MOST_STEPS = 2e8;

/** Pages with most links that are tried where trying all that matter would take longer. */
const TRIED = 100;

/**
 * What to tell a person whose start pages reach little of the web; undefined when they reach enough. Where nobody chose
 * them and a few start pages reach all of it together, as the seeds of a crawl do, these are named. Else the best start
 * is, below a tenth of the web: searched exactly in 200 million steps, or of a hundred.
 *
 * @param chosen start pages that a person named; default: the web's own
 */
export function shortReachWarning(web: Web, chosen?: readonly PageId[]): string | undefined {
  const starts = chosen ?? [web.start];
  const { size } = web.graph;
  const { pages, members } = reach(web.graph, starts);
  if (pages >= (chosen ? SHORT_REACH : NEARLY_ALL) * size) return undefined;
  const percent = (100 * pages) / size;
  const found =
    `Start ${starts.map((page) => nameOf(web, page)).join(", ")} reaches ${percent < 1 ? percent.toFixed(2) : percent.toFixed(0)} % of ${web.name} ` +
    `(${counted(pages)} of ${counted(size)} pages)`;
  const all = sources(web.graph);
  if (!chosen && all.length <= FEW_STARTS) {
    const others = firstOfEach(web.graph, all).filter((page) => members[page] === 0);
    const known = reach(web.graph, others).members;
    const { from, flags } = toType(web, [...starts.filter((page) => known[page] === 0), ...others]);
    return `${found}. All are reached ${from} (${flags})`;
  }
  if (pages >= SHORT_REACH * size) return undefined;
  const isExact = all.length * (size + web.graph.links) <= MOST_STEPS;
  const tried = isExact ? "" : ` of ${counted(TRIED)} tried`;
  const better = bestStarts(web.graph, 3, isExact ? all : TRIED)
    .filter((start) => start.pages > pages)
    .map((start) => `${nameOf(web, start.page)} (${((100 * start.pages) / size).toFixed(0)} %)`);
  return (
    `${found}: curves will be short.` +
    (better.length > 0 ? ` Better starts${tried}: ${better.join(", ")}` : ` No start${tried} reaches more.`)
  );
}

/** The first page of the strongly connected component of each: of a crawl, the one that it came to first. */
function firstOfEach(graph: Graph, pages: readonly PageId[]): PageId[] {
  const { of } = components(graph);
  return pages.map((page) => of.indexOf(of[page])).sort((a, b) => a - b);
}

/** Start pages as a notebook takes them, and as the command line does. */
export function toType(web: Web, starts: readonly PageId[]): { readonly from: string; readonly flags: string } {
  const names = starts.map((page) => urlOrId(web, page));
  return {
    from: `from: [${names.map((name) => JSON.stringify(name)).join(", ")}]`,
    flags: names.map((name) => `--start ${inShell(String(name))}`).join(" "),
  };
}

/**
 * What to tell a person whose order was probably made on another web: too many of its pages are linked from no page
 * before them. In a crawl that follows links, only start pages are. Up to 5 such pages, or 2 % of the order, may be
 * start pages: they are named. Undefined where only the first page is one.
 *
 * O(n + m).
 */
export function foreignOrderWarning(web: Web, order: Uint32Array): string | undefined {
  requireWeb("foreignOrderWarning", web);
  requireList("foreignOrderWarning takes an order, such as replay(web, breadthFirst) gives", order);
  const { size, offsets, targets } = web.graph;
  const linked = new Uint8Array(size);
  const unlinked: number[] = [];
  for (let k = 0; k < order.length; k++) {
    const page = order[k];
    if (linked[page] !== 1) unlinked.push(k);
    for (let link = offsets[page]; link < offsets[page + 1]; link++) linked[targets[link]] = 1;
  }
  if (unlinked.length <= 1) return undefined;
  const [, first] = unlinked;
  const found =
    `${counted(unlinked.length)} of the ${counted(order.length)} pages of the order are linked from no page before them, ` +
    `such as ${nameOf(web, order[first])}, entry ${first + 1}. In a crawl that follows links, only start pages are.`;
  if (unlinked.length <= Math.max(FEW_STARTS, STARTS_SHARE * order.length))
    return `${found} If these are none, the order was made on another web than ${web.name}`;
  return `${found} So the order was probably made on another web than ${web.name}, and then its area means nothing. Judge it on the web that it was made on`;
}
