import type { Web } from "../../web/web.js";
import type { ComparedCrawl } from "../compare/judged-crawls.js";
import { changed, RepeatedCrawl } from "./explain-moment.js";

/** One kind of reason, of every page of a crawl at the moment when it was taken. */
export interface TermColumn {
  readonly name: string;
  /** By place in the order; NaN for pages without this reason. */
  readonly values: Float64Array;
}

/**
 * What an ordering said of each page just before it took it; see `explain` for one page and its rivals. Empty for an
 * ordering that does not explain itself.
 *
 * @throws "crawl" when the crawl does not repeat itself
 *
 * The crawl once more, and one explanation for each of its pages.
 */
export function explainCrawl(web: Web, compared: ComparedCrawl): TermColumn[] {
  const { order } = compared;
  const repeated = new RepeatedCrawl(web, compared);
  if (repeated.ordering.explain === undefined) return [];
  const columns = new Map<string, Float64Array>();
  for (let k = 0; k < order.length; k++) {
    for (const { name, value } of repeated.terms(order[k])) {
      let values = columns.get(name);
      if (values === undefined) columns.set(name, (values = new Float64Array(order.length).fill(Number.NaN)));
      values[k] = value;
    }
    repeated.crawl.run(1);
    const taken = repeated.crawl.order[k] ?? -1;
    if (taken !== order[k]) throw changed(web, compared, k + 1, taken);
  }
  return [...columns].map(([name, values]) => ({ name, values }));
}
