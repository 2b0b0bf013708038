import { type Graph, outDegree, type PageId } from "../web/graph/graph.js";
import type { Addresses, HostIndex } from "./address.js";
import { drawBelow, drawShare, LOT } from "./chance.js";
import { type SiteSettings, TABLE_4_2 } from "./options.js";

/** A URL that is no page of the web and belongs to one: dead, or a redirect in place of one of its links. */
export interface Woven {
  readonly page: PageId;
  readonly path: string;
  readonly status: number;
  /** Position in graph.targets of the link that goes through this redirect; -1: a redirect back to the page itself. */
  readonly link?: number;
}

interface Thread {
  readonly folder: string;
  readonly status: keyof typeof TABLE_4_2;
  /** Expected number per page. */
  readonly share: number;
}

const OTHER = [400, 406, 410, 451] as const;

const threads: readonly Thread[] = (
  [
    ["away", 302],
    ["moved", 301],
    ["lost", 404],
    ["closed", 403],
    ["members", 401],
    ["broken", 500],
    ["odd", "other"],
  ] as const
).map(([folder, status]) => ({ folder, status, share: TABLE_4_2[status] / TABLE_4_2[200] }));

/**
 * The mix of Table 4.2 as extra URLs. Every page of the web answers 200. Each page brings, by chance and on its own
 * host, a dead link ("/lost/17.html" answers 404, "/closed/", "/members/", "/broken/" and "/odd/" likewise) and
 * redirects ("/away/17.html" is a 302, "/moved/17.html" a 301) that stand in place of one of its links each. The
 * expected number of each per page is its count over that of the 200s, so that whoever fetches all pages and follows
 * all links once meets the table's mix, whatever part of the web that is: each count is binomial.
 *
 * A crawler that does not follow redirects misses links; one that asks again after a 500 sees more of them.
 */
export class Weaving {
  readonly #graph: Graph;
  readonly #addresses: Addresses;
  readonly #settings: SiteSettings;

  constructor(graph: Graph, addresses: Addresses, settings: SiteSettings) {
    this.#graph = graph;
    this.#addresses = addresses;
    this.#settings = settings;
  }

  /** What is woven into a page, redirects first. */
  of(page: PageId): readonly Woven[] {
    const { seed, faults } = this.#settings;
    if (!faults.statuses) return [];
    const found: Woven[] = [];
    for (let index = 0; index < threads.length; index++) {
      if (drawShare(seed, LOT.wovenHere, page, index) >= threads[index].share) continue;
      const made = this.#make(page, index);
      if (made) found.push(made);
    }
    return found;
  }

  /** What is woven at a path of a host. */
  find(host: HostIndex, path: string): Woven | undefined {
    const [, folder, digits] = /^\/([a-z]+)\/(0|[1-9]\d{0,9})\.html$/.exec(path) ?? [];
    const index = threads.findIndex((each) => each.folder === folder);
    const page = Number(digits);
    if (!this.#settings.faults.statuses || index < 0 || page >= this.#addresses.pages) return undefined;
    if (this.#addresses.hostOf(page) !== host) return undefined;
    return drawShare(this.#settings.seed, LOT.wovenHere, page, index) < threads[index].share
      ? this.#make(page, index)
      : undefined;
  }

  #make(page: PageId, index: number): Woven | undefined {
    const { seed } = this.#settings;
    const { folder, status } = threads[index];
    const path = `/${folder}/${page}.html`;
    // a page of the web stands there
    if (this.#addresses.find(this.#addresses.hostOf(page), path) >= 0) return undefined;
    if (status === "other") return { page, path, status: OTHER[drawBelow(OTHER.length, seed, LOT.oddStatus, page)] };
    if (status !== 301 && status !== 302) return { page, path, status };
    const degree = outDegree(this.#graph, page);
    const link = degree === 0 ? -1 : this.#graph.offsets[page] + this.#linkOf(page, degree, status);
    return { page, path, status, link };
  }

  /** Two redirects of a page that has two links or more go to different ones. */
  #linkOf(page: PageId, degree: number, status: 301 | 302): number {
    const first = drawBelow(degree, this.#settings.seed, LOT.aliasLink, page);
    return status === 302 ? first : (first + 1) % degree;
  }
}
