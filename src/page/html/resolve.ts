import { parseUrl } from "../../url/parse.js";
import { Resolver } from "../../url/resolver.js";
import { queryEncoder } from "./query-encoding.js";

/** A base against which nothing relative can be resolved. */
const NOTHING = "about:blank";

/**
 * Resolver of a page's references; where the page's URL is none, absolute references resolve all the same.
 *
 * @param charset of the page, which queries are written in
 */
export const resolverFor = (base: string, charset = "utf-8"): Resolver =>
  new Resolver(parseUrl(base) ? base : NOTHING, queryEncoder(charset));
