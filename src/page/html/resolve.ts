import { parseUrl } from "../../url/parse.js";
import { Resolver } from "../../url/resolver.js";

/** A base against which nothing relative can be resolved. */
const NOTHING = "about:blank";

/** Resolver of a page's references; where the page's URL is none, absolute references resolve all the same. */
export const resolverFor = (base: string): Resolver => new Resolver(parseUrl(base) ? base : NOTHING);
