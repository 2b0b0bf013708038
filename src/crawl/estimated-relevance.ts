import { got, option, problem } from "../base/error.js";
import { checkOptions } from "../base/method.js";
import { Collection, type Idf, type Measure } from "../page/text/collection.js";
import { Query, type QueryOptions } from "../page/text/query.js";
import { idfFrom as idfFromRule, type Reference } from "../page/text/reference.js";
import { termsOf } from "../page/text/terms-of.js";
import { requireCapabilities, requireWeb, type Web } from "../web/web.js";
import { checkOrder } from "./judge.js";

export interface EstimatedRelevanceOptions extends Pick<QueryOptions, "words" | "language"> {
  /** Default "cosine". */
  readonly measure?: Measure;
  /** What a word weighs by its rarity on the pages crawled so far; default "paper". */
  readonly idf?: Idf;
  /** A web whose text tells how rare words are, in place of the pages crawled so far. */
  readonly idfFrom?: Reference;
  /** What an occurrence in the title counts, in occurrences in the body; default 1. */
  readonly titleWeight?: number;
}

/**
 * What a crawler takes each page to be worth at the moment when it has crawled it, IS'(P, Q): the idf factors are
 * estimated from the pages crawled so far, this one included. Cho et al. 1998, section 2.
 *
 * Of the last page of the whole web it is IS(P, Q), see `relevance` with the rules cosine and inner-product. With idf
 * "none" it is IS(P, Q) of every page.
 *
 * @param order pages of `web` in the order crawled
 * @returns as long as the order: entry k is of page order[k]
 * @throws "no-page" when the web carries no text
 * @throws "crawl" when the order is empty, or names a page twice or one that is not in the web
 * @throws "option" when the query holds no word, or an option makes no sense, naming it
 *
 * O(terms of the crawled pages).
 */
export function estimatedRelevance(
  web: Web,
  order: Uint32Array,
  query: string,
  options: EstimatedRelevanceOptions = {},
): Float64Array {
  requireWeb("estimatedRelevance", web);
  checkOptions("estimatedRelevance", options, {
    words: ["whole", "stem", "part"],
    language: undefined,
    measure: ["cosine", "inner-product"],
    idf: ["paper", "log", "none"],
    idfFrom: idfFromRule("estimatedRelevance", "the pages crawled so far"),
    titleWeight: undefined,
  });
  requireCapabilities(web, ["text"], "estimatedRelevance");
  checkOrder(web, order);
  const { words, language, measure = "cosine", idf = "paper", idfFrom, titleWeight = 1 } = options;
  if (!(titleWeight >= 0 && Number.isFinite(titleWeight)))
    throw problem.option`${option("titleWeight")} is a number, 0 or more; ${got(titleWeight)}`;
  const driving = new Query(query, { ...(words && { words }), ...(language && { language }) });
  const collection = new Collection(driving, { idf, measure, titleWeight }, idfFrom && termsOf(idfFrom));
  const terms = termsOf(web);
  return Float64Array.from(order, (page) => {
    const found = terms.of(page);
    collection.add(found);
    return collection.similarity(found);
  });
}
