import { components } from "../graph/components.js";
import type { PageId } from "../graph/graph.js";
import { bestStarts, reach } from "../graph/reach.js";
import { nameOf, type Web } from "../graph/web.js";
import type { Random } from "../random.js";

/** Below this share of the web, curves say little. */
const SHORT_REACH = 0.1;

/**
 * Start pages for repeats of a crawl: `first`, then pages drawn uniformly from the largest strongly connected component that
 * `first` reaches. Pages of one component reach the same pages, so the curves compare; `first` itself may reach some more.
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

/** What to tell a person whose start pages reach little of the web; undefined when they reach enough. */
export function shortReachWarning(web: Web, starts: readonly PageId[]): string | undefined {
  const { size } = web.graph;
  const { pages } = reach(web.graph, starts);
  if (pages >= SHORT_REACH * size) return undefined;
  const percent = (100 * pages) / size;
  const better = bestStarts(web.graph, 3)
    .filter((start) => start.pages > pages)
    .map((start) => `${nameOf(web, start.page)} (${((100 * start.pages) / size).toFixed(0)} %)`);
  return (
    `Start ${starts.map((page) => nameOf(web, page)).join(", ")} reaches ${percent < 1 ? percent.toFixed(2) : percent.toFixed(0)} % of ${web.name} ` +
    `(${pages.toLocaleString("en")} of ${size.toLocaleString("en")} pages): curves will be short.` +
    (better.length > 0 ? ` Better starts: ${better.join(", ")}` : " No start that reaches more was found.")
  );
}
