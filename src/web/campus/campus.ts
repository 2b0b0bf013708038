import { either, got, option, problem } from "../../base/error.js";
import { ours } from "../../base/ours.js";
import { Random } from "../../base/random.js";
import type { LinkPolicy } from "../graph/builder.js";
import { ComputedStrings } from "../graph/computed-strings.js";
import type { Web } from "../web.js";
import { addressOf } from "./address.js";
import { writeLinks } from "./links.js";
import { plan } from "./plan.js";
import { Prose } from "./prose.js";

/** Raised whenever the same options give another web than before. */
const version = 1;

export interface CampusOptions extends LinkPolicy {
  /** From 100 to 50,000,000; default 20,000. Documented: 1,000, 20,000 and 225,000, the size of Cho et al. 1998. */
  readonly pages?: number;
  /** Default 1998. */
  readonly seed?: number;
}

/**
 * The embedded web: a university that is computed, not stored, so that every experiment runs without a download.
 * Departments, groups, people, courses, mailing lists, manuals and class documentation write sections of pages in a few
 * styles; text is written when asked for. Equal options give equal webs on every machine.
 *
 * The targets are statistics of real webs: backlinks and reachability of Cho et al. 1998, section 6; repeated
 * references of Broder et al. 2003, section 4.2; the exponent of in-degrees of Broder et al. 2000. Nothing was tuned to
 * how any crawl ordering fares. A generated web can mislead about orderings all the same (Boldi et al. 2004): check
 * findings on a real one.
 *
 * | of the pages reachable from the start, seed 1998 | target | 1,000 | 20,000 | 225,000 |
 * |---|---|---|---|---|
 * | share of all pages                        | 0.80  | 0.90   | 0.83   | 0.80   |
 * | share with 3 or more backlinks            | 0.47  | 0.57   | 0.52   | 0.46   |
 * | share with 10 or more                     | 0.098 | 0.098  | 0.084  | 0.086  |
 * | share with 100 or more                    | 0.008 | 0.0078 | 0.0092 | 0.0070 |
 * | exponent of in-degrees (Hill, 20 or more) | 2.1   | 2.4    | 2.0    | 2.1    |
 * | mean number of links to other pages       | 8-12  | 6.2    | 8.5    | 9.2    |
 * | mean, greatest distance from the start    |       | 4, 14  | 5, 36  | 6, 82  |
 * | share of all references that repeat one on the same page | 0.3 | 0.31 | 0.30 | 0.30 |
 *
 * Forgotten sections and stray pages link into the campus, but nothing links to them. A few pages link to nothing.
 * At 20,000 pages, seeds 1 to 20 stay within a factor of 1.4 of each share. No host generates pages without end, as
 * www.slac.stanford.edu did in 1998.
 *
 * Ids ascend by reversed host name, then directory, then file name, so they tell little about importance. `start` is
 * the home page of www; the database group, www-db.campus.example, has 1,100 pages from 20,000 pages on: see `siteOf`.
 *
 * @param digest makes `sha256` from `campusIdentity(options)`; default: that text itself, for want of a hash in this
 *   folder
 * @throws "option" when pages or seed is out of range, naming it
 *
 * O(n + m). 225,000 pages: a third of a second, 10 MB; 5,000,000 pages and 43.5 million links: about 6 s, 300 MB (twice
 * that while links are written). URLs, titles, text and anchors take no memory; about 100,000 texts a second.
 */
export function campus(
  options: CampusOptions = {},
  digest: (text: string) => string = (text) => text,
): Web<"links" | "urls" | "titles" | "text" | "anchors"> {
  const { pages, seed, ...policy } = checked(options);
  const random = new Random(seed);
  const planned = plan(pages, random.fork(1));
  const { graph, found, references } = writeLinks(planned, policy, random.fork(2));
  const prose = new Prose(planned, graph, seed);
  return {
    name: nameOf(pages, seed),
    capabilities: ["links", "urls", "titles", "text", "anchors"],
    graph,
    found,
    sha256: digest(campusIdentity(options)),
    start: planned.home.first,
    urls: new ComputedStrings(pages, (page) => addressOf(planned, page)),
    titles: new ComputedStrings(pages, (page) => prose.title(page)),
    references,
    text: ours((page: number) => prose.text(page)),
    anchor: ours((link: number) => prose.anchor(link)),
  };
}

/** Everything that decides the web which `campus(options)` makes, as canonical JSON: the text to take a SHA-256 of. */
export function campusIdentity(options: CampusOptions = {}): string {
  const { pages, seed, duplicates, selfLinks } = checked(options);
  return JSON.stringify({ generator: "campus", version, pages, seed, duplicates, selfLinks });
}

function checked({
  pages = 20_000,
  seed = 1998,
  duplicates = "drop",
  selfLinks = "drop",
}: CampusOptions): Required<CampusOptions> {
  if (!Number.isInteger(pages) || pages < 100 || pages > 50_000_000) {
    throw problem.option`${option("pages", "campus")} must be an integer from 100 to 50000000, ${got(pages)}; try ${either('load("campus", { pages: 20_000 })', "--pages 20000")}`;
  }
  if (!Number.isInteger(seed))
    throw problem.option`${option("seed", "campus")} must be an integer, ${got(seed)}; the default is 1998`;
  return { pages, seed, duplicates, selfLinks };
}

function nameOf(pages: number, seed: number): string {
  const size = pages === 20_000 ? "" : pages % 1000 === 0 && pages < 1_000_000 ? `-${pages / 1000}k` : `-${pages}`;
  return `campus${size}${seed === 1998 ? "" : `-seed${seed}`}`;
}
