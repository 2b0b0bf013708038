import { type CrawlbenchError, either, got, gotInstead, option, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";
import { counted } from "../../base/numbers.js";
import type { PageId } from "../../web/graph/graph.js";
import { idOf, nameOf, type Web } from "../../web/web.js";
import type { Comparison } from "../compare/comparison.js";
import type { ComparedCrawl } from "../compare/judged-crawls.js";
import { judgedWeb, worth } from "../judge.js";
import { toType } from "../start-pages.js";
import { discoveryOf, linksSeen, NEVER, pathTo } from "./explain-discovery.js";
import { momentOf, RepeatedCrawl } from "./explain-moment.js";
import { pageNamed } from "./explain-page.js";
import { plainName } from "./explain-terms.js";
import { Explanation, type ExplanationFacts } from "./explain-text.js";

export interface ExplainOptions {
  /** Which of the crawls of that ordering: 0 (default), 1, ... */
  readonly repeat?: number;
  /** Pages to show that stood next in the queue; default 5. */
  readonly rivals?: number;
}

/**
 * Why a crawl took a page when it did: runs the crawl again up to that moment, and asks its ordering about the pages
 * that waited then. Nothing that was revealed later plays a part, but for what the page was worth and how many links
 * led to it in the end.
 *
 * explain(runs, "backlink", "http://www.campus.example/")
 *
 * @param ordering label, or name where only one label has it: "backlink"
 * @param page the source's own number, URL or title
 * @throws "option" for an ordering or repeat that was not crawled
 * @throws "no-page" when the web has no such page, with the nearest names
 * @throws "not-crawled" when the crawl did not take that page
 *
 * As long as the crawl took up to there, and O(n + m).
 */
export function explain(
  runs: Comparison,
  ordering: string,
  page: number | string,
  options: ExplainOptions = {},
): Explanation {
  checkOptions("explain", options, { repeat: undefined, rivals: undefined });
  if (!Array.isArray(runs?.crawls))
    throw problem.option`explain takes what compare gives: explain(await compare(web, { ... }), "backlink", page); ${gotInstead(runs)}`;
  if (typeof page !== "string" && typeof page !== "number")
    throw problem.option`explain takes a page, by its URL, title or number: explain(runs, "backlink", 0); ${gotInstead(page)}`;
  const { repeat = 0, rivals = 5 } = options;
  if (!(Number.isInteger(rivals) && rivals >= 0))
    throw problem.option`${option("rivals")} is a number of pages, 0 or more; ${got(rivals)}`;
  const { web, importance } = runs;
  const crawl = crawlOf(runs, ordering, repeat);
  const found = pageNamed(web, page);
  const { order, from, method } = crawl;
  const discovery = discoveryOf(web, crawl);
  const position = discovery.position[found];
  if (position === NEVER) throw neverCrawled(web, crawl, found, discovery.discovered[found]);
  const moment = momentOf(web, crawl, discovery, position, rivals);
  const part = judgedWeb(web, from, runs.options.over);
  const values = worth(part.web, importance);
  const standing = (each: PageId) => ({
    page: nameOf(web, each),
    crawled: discovery.position[each] === NEVER ? undefined : discovery.position[each],
    value: values[part.local[each]],
  });
  const path = pathTo(found, order, discovery);
  const facts: ExplanationFacts = {
    web: web.name,
    ordering: method.label,
    repeat,
    page: nameOf(web, found),
    number: idOf(web, found),
    title: web.titles?.at(found),
    crawled: position,
    pages: order.length,
    discovered: discovery.discovered[found],
    path: path.map((each) => nameOf(web, each)),
    linksThen: linksSeen(web, found, order, position - 1),
    linksInTheEnd: linksSeen(web, found, order, order.length),
    waiting: moment.waiting,
    terms: moment.terms,
    decision: moment.decision,
    rivals: moment.rivals.map((rival) => ({ ...standing(rival.page), terms: rival.terms })),
    importance: importance.label,
    value: values[part.local[found]],
    hotAt: importance.hotAt,
  };
  return new Explanation(facts);
}

/** One crawl of a comparison. @throws "option" when there is no such crawl */
function crawlOf({ crawls }: Comparison, ordering: string, repeat: number): ComparedCrawl {
  const labels = [...new Set(crawls.map(({ method }) => method.label))];
  const named = [...new Set(crawls.filter(({ method }) => method.name === ordering).map(({ method }) => method.label))];
  const label = labels.includes(ordering) || named.length !== 1 ? ordering : named[0];
  const found = crawls.filter(({ method }) => method.label === label);
  if (found.length === 0) throw problem.option`no crawl by "${ordering}". There are: ${labels.join("; ")}`;
  const crawl = found.find((each) => each.repeat === repeat);
  if (crawl) return crawl;
  const repeats = found.map((each) => each.repeat).join(", ");
  throw problem.option`${label} has no crawl with repeat ${repeat}. There are: ${repeats}`;
}

function neverCrawled(web: Web, crawl: ComparedCrawl, page: PageId, discovered: number): CrawlbenchError {
  const { order, from, method } = crawl;
  const start = from.map((each) => nameOf(web, each)).join(", ");
  const name = nameOf(web, page);
  if (discovered === NEVER) {
    const starts = toType(web, [...from, page]);
    return problem.notCrawled`${name} was never seen: no page that ${method.label} crawled from ${start} links to it. Crawl from it, too: ${either(`compare(web, { ..., ${starts.from} })`, starts.flags)}`;
  }
  const repeated = new RepeatedCrawl(web, crawl);
  repeated.crawl.run(order.length);
  const terms = repeated.terms(page).map((term) => `${plainName(term)} ${term.value}`);
  const standing = terms.length > 0 ? `, with ${terms.join(", ")}` : "";
  return problem.notCrawled`${name} was not crawled: it still waited when ${method.label} ended after ${counted(order.length)} pages${standing}; it was seen after ${counted(discovered)}`;
}
