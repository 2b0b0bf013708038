import { counted } from "../base/numbers.js";
import type { Importance } from "./importance/importance.js";
import type { CrawlModel } from "./model.js";

/** Fewer hot pages than this tell nothing about an ordering. */
export const FEWEST_HOT = 20;

/**
 * What to tell a person whose hot pages are too few to judge an ordering by, or whose pages are all worth the same;
 * undefined when they tell orderings apart.
 */
export function fewHotWarning(
  { hot, pages, random }: { readonly hot?: number; readonly pages: number; random(visited: number): number },
  { hotAt }: Importance,
  model: CrawlModel,
): string | undefined {
  if (model.needsHotAt === undefined && random(1) === 1)
    return "No page is more important than another: P is 1 throughout, whatever the order. Choose another importance";
  if (model.needsHotAt === undefined || hot === undefined || hot >= FEWEST_HOT) return undefined;
  if (hot === 0 && Number.isNaN(random(1)))
    return `No page is hot: none reaches ${hotAt}. There is nothing to find, so no P and no area. Choose a lower hotAt (--hot), or for a topic a more common word or a lower atLeast (--at-least)`;
  return (
    `${hot} of ${counted(pages)} pages ${hot === 1 ? "is" : "are"} hot: too few to tell anything about an ordering; ${FEWEST_HOT} or more would. ` +
    (pages < FEWEST_HOT
      ? "The web is too small for a threshold: judge by a model that needs none, such as mass"
      : "For more, choose a lower hotAt (--hot), or for a topic a more common word or a lower atLeast (--at-least)")
  );
}
