import { word } from "../base/method.js";
import { HostFrontier } from "./frontier/host-frontier.js";
import { HostLinks } from "./frontier/host-links.js";
import { HostNumbers } from "./frontier/host-numbers.js";
import { ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

/**
 * Crawls a page of the host that most other hosts have been seen to link to: nobody votes for itself. Fetterly,
 * Craswell and Vinay 2009 crawl by the in-degree over links between domains; here it is the in-degree of the host, over
 * links between hosts.
 *
 * O(1) per link, and O(log h) where it is the first between two hosts (with count "links": where it joins two hosts),
 * for h hosts with waiting pages; a few dozen bytes per pair of linked hosts.
 */
export const hostInDegree = defineOrdering({
  name: "host-in-degree",
  source: "after Fetterly, Craswell and Vinay 2009, trans-domain in-degree",
  needs: ["links", "urls"],
  options: {
    count: word(
      ["hosts", "links"],
      "what counts once: each other host that links to the page's host, or each such link",
    ),
    ties,
  },
  create({ size, random, url }, { count: counted, ties }) {
    const hosts = new HostNumbers(size);
    const links = new HostLinks(size, counted === "hosts");
    const frontier = new HostFrontier(size, ties, random, (host) => links.into(host));
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) frontier.add(pages[i], hosts.add(pages[i], url(pages[i])));
      },
      reveal(page, targets, count) {
        const from = hosts.of(page);
        for (let i = 0; i < count; i++) {
          const to = hosts.of(targets[i]);
          if (links.add(from, to)) frontier.rescore(to);
        }
      },
      next: () => frontier.pop(),
      explain: (page) =>
        frontier.explain(
          page,
          hosts.of(page),
          counted === "hosts" ? "hosts that link to its host" : "links to its host from others",
        ),
    };
  },
});
