import { option, problem } from "../../base/error.js";
import { checkOptions, commonRules, number } from "../../base/method.js";
import { inPercent } from "../../base/numbers.js";
import { rowOf } from "../../base/search.js";
import type { Strings } from "../../base/strings.js";
import { requireWeb, type Web } from "../../web/web.js";
import { inferredHosts } from "./inferred-hosts.js";
import { type RepeatPlace, type Rows, repeatsIn, withRepeats } from "./repeats.js";
import { hostsOfNumbers, hostsOfUrls, type UrlHosts } from "./url-hosts.js";

export interface LinkedUrlsOptions {
  /**
   * Share of all links that repeat one on the same page, in [0, 1), where the source shows no repeat at all; default 0.
   * Broder et al. 2003, section 4.2: 0.317.
   */
  readonly repeats?: number;
  /** Where on the page those stand; default "mixed". */
  readonly repeatPlace?: RepeatPlace;
  /** Host of each URL: 0, 1, ..; default: by the names in the URLs, else runs of pages, see `inferredHosts`. */
  readonly hostOf?: Uint32Array;
  /** Mean pages of a host where hosts are inferred; default 460. */
  readonly pagesPerHost?: number;
  /** Seed of the repeats; default 1. */
  readonly seed?: number;
}

/** A web as the parser of a crawler meets it: URLs, their hosts, and what each page shows in document order. */
export interface LinkedUrls extends Rows, UrlHosts {
  readonly web: Web;
  /** URLs; the pages of the web come first, by their ids. */
  readonly size: number;
  /** URLs that were stored, 0 .. stored - 1: all others show nothing. */
  readonly stored: number;
  /** Links on all pages. */
  readonly links: number;
  /** Hosts. */
  readonly hosts: number;
  readonly urls?: Strings;
  /** Anchor text of a link, by its position in targets. */
  readonly anchor?: (link: number) => string;
  /** What was assumed where the source is silent, for whoever shows results. */
  readonly assumptions: { readonly hosts: string; readonly repeats: string };
}

/** A guess: by it cnr-2000 has 708 hosts. */
export const PAGES_PER_HOST = 460;

/**
 * What a crawler would see of a web. A web that kept all of its links shows them: those that leave it, repeats,
 * self-links. Another shows its graph.
 *
 * @throws "option" for options that make no sense
 *
 * O(URLs + links); 4 bytes per link where repeats are put back, else views.
 */
export function linkedUrls(web: Web, options: LinkedUrlsOptions = {}): LinkedUrls {
  requireWeb("linkedUrls", web);
  checkOptions("linkedUrls", options, {
    repeats: number(0, "[0, 1)", "share of all links", { is: "a share of all links, in [0, 1)" }),
    repeatPlace: ["mixed", "adjacent", "spread"],
    hostOf: undefined,
    pagesPerHost: undefined,
    seed: commonRules.seed,
  });
  const { repeats = 0, repeatPlace = "mixed", seed = 1 } = options;
  const all = web.allLinks?.() ?? { ...web.graph, urls: web.urls, anchor: web.anchor };
  const size = all.urls?.size ?? web.graph.size;
  const found = repeatsIn(all, size);
  const adds = found === 0 && repeats > 0;
  const rows = adds ? withRepeats(all, repeats, repeatPlace, seed) : all;
  const { hostOf, hostKeys, hosts } = hostsFor(web, all.urls, size, options);
  const links = rows.targets.length;
  const anchor = all.anchor && adds ? anchorsOfLonger(all, rows, all.anchor) : all.anchor;
  return {
    web,
    size,
    stored: rows.offsets.length - 1,
    links,
    hosts: hostKeys.length,
    offsets: rows.offsets,
    targets: rows.targets,
    hostOf,
    hostKeys,
    ...(all.urls && { urls: all.urls }),
    ...(anchor && { anchor }),
    assumptions: {
      hosts,
      repeats: adds
        ? `${inPercent(repeats)} of all links put back by chance, ${repeatPlace}`
        : found > 0
          ? `as in the source, ${(found / links).toFixed(3)} of all links`
          : "none",
    },
  };
}

function hostsFor(
  { graph, name }: Web,
  urls: Strings | undefined,
  size: number,
  { hostOf, pagesPerHost }: LinkedUrlsOptions,
): UrlHosts & { readonly hosts: string } {
  if (hostOf && pagesPerHost !== undefined)
    throw problem.option`hosts are either given, hostOf, or inferred, pagesPerHost`;
  if (hostOf) return { ...hostsOfNumbers(hostOf, size), hosts: "as given" };
  if (urls) {
    if (pagesPerHost === undefined) return { ...hostsOfUrls(urls), hosts: "by the names in the URLs" };
    throw problem.option`${option(name)} has URLs, which name their hosts: leave pagesPerHost out`;
  }
  const mean = pagesPerHost ?? PAGES_PER_HOST;
  return {
    ...hostsOfNumbers(inferredHosts(graph, mean), size),
    hosts: `inferred: runs of pages, ${mean} in the mean, cut where the fewest links cross`,
  };
}

/** Anchors of rows in which repeats were put back, from those of the rows without. */
function anchorsOfLonger(short: Rows, long: Rows, anchor: (link: number) => string): (link: number) => string {
  let page = 0;
  let at = 0;
  return (link) => {
    if (!(link >= 0 && link < long.targets.length)) return "";
    if (link < long.offsets[page] || link >= long.offsets[page + 1]) {
      page = rowOf(long.offsets, link);
      at = short.offsets[page];
    }
    const { offsets, targets } = short;
    while (targets[at] !== long.targets[link]) at = at + 1 < offsets[page + 1] ? at + 1 : offsets[page];
    return anchor(at);
  };
}
