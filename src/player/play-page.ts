import { createHash } from "node:crypto";
import { got, gotInstead, option, problem } from "../base/error.js";
import { checkOptions, text } from "../base/method.js";
import type { Comparison } from "../crawl/compare/comparison.js";
import { type FilmOptions, filmOf } from "./film-of.js";
import { pack } from "./pack.js";
import { html } from "./page/html.js";
import { script } from "./page/script.js";
import { stylesheet } from "./page/stylesheet.js";

export interface PlayOptions extends FilmOptions {
  /** Heading of the page; default: the web and the orderings. */
  readonly title?: string;
}

/**
 * A page that plays crawls side by side on one map of the web: which pages were seen, taken and found when, with a
 * slider, steps, curves, and for every page on the map why each ordering took it when it did. One HTML file, which
 * works from disk and loads nothing; its own security policy forbids it to. The numbers in it are those of `judge`.
 *
 * writeFileSync("crawl.html", playPage(runs))
 *
 * All hot pages are on the map, and of webs with more than 50,000 pages (or `pages`) a regular sample of the others. 40
 * kB, and 15 to 20 bytes for each page and ordering: 1.8 MB for 42,000 pages of campus under three.
 *
 * @throws "option" for options that make no sense
 * @throws "crawl" when a crawl does not repeat itself
 */
export function playPage(runs: Comparison, options: PlayOptions = {}): string {
  if (!Array.isArray(runs?.crawls))
    throw problem.option`playPage takes what compare gives: playPage(await compare(web, { ... })); ${gotInstead(runs)}`;
  checkOptions("playPage", options, {
    title: text("", "heading of the page", []),
    repeat: undefined,
    pages: undefined,
  });
  const { pages, title, repeat } = options;
  if (pages !== undefined && !(Number.isInteger(pages) && pages >= 1))
    throw problem.option`${option("pages")} is a number of pages on the map, 1 or more; ${got(pages)}`;
  const film = filmOf(runs, { repeat, pages });
  return html({
    film,
    title: title ?? film.title,
    packed: pack(film),
    stylesheet,
    script,
    scriptDigest: `sha256-${createHash("sha256").update(script).digest("base64")}`,
  });
}
