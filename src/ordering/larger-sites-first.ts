import { HostFrontier } from "./frontier/host-frontier.js";
import { HostNumbers } from "./frontier/host-numbers.js";
import { ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

/**
 * Crawls the host with the most pages that were discovered and not crawled, on it the page discovered first (with lifo
 * ties: last). Meant to keep a crawl from ending with a few large hosts, each of which must be waited for. Castillo et
 * al. 2004; Baeza-Yates et al. 2005.
 *
 * The number is looked at before every page. A site is a host, with its port; what a host holds that was not discovered
 * is not known.
 *
 * O(log h) per page for h hosts with waiting pages.
 */
export const largerSitesFirst = defineOrdering({
  name: "larger-sites-first",
  source: "Castillo et al. 2004; Baeza-Yates et al. 2005",
  needs: ["urls"],
  options: {
    ties,
  },
  create({ size, random, url }, { ties }) {
    const hosts = new HostNumbers(size);
    const frontier: HostFrontier = new HostFrontier(size, ties, random, (host) => frontier.waiting(host));
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) frontier.add(pages[i], hosts.add(pages[i], url(pages[i])));
      },
      next: () => frontier.pop(),
      explain: (page) => frontier.explain(page, hosts.of(page), "waiting pages of its host"),
    };
  },
});
