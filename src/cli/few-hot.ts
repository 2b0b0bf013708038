import type { Judgement } from "../crawl/judge.js";
import type { CrawlModel } from "../crawl/model.js";
import { FEWEST_HOT } from "../experiment/claim.js";
import type { Importance } from "../importance/importance.js";

/** What to tell a person whose hot pages are too few to judge an ordering by; undefined when they are enough, or the model has none. */
export function fewHotWarning(
  { hot, pages }: Pick<Judgement, "hot" | "pages">,
  { hotAt }: Importance,
  { name }: CrawlModel,
): string | undefined {
  if (["stop", "mass", "ndcg"].includes(name) || hot === undefined || hot >= FEWEST_HOT) return undefined;
  if (hot === 0 && name === "threshold") return `No page has I(P) >= ${hotAt}: P is 1 throughout, whatever the order.`;
  return (
    `${hot} of ${pages.toLocaleString("en")} pages ${hot === 1 ? "is" : "are"} hot: too few to tell anything about an ordering; ${FEWEST_HOT} or more would. ` +
    "For more, choose a lower --hot, or for a topic a more common word or a lower --at-least"
  );
}
