import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { reach } from "../../../src/web/graph/reach.js";
import { inDegrees } from "../../../src/web/graph/statistics.js";
import { copyingWeb } from "../../../src/web/model/copying-web.js";
import { hostBlocks } from "../../../src/web/model/host-blocks.js";
import { hostWeb } from "../../../src/web/model/host-web.js";
import { drawOffsets } from "../../../src/web/model/link-counts.js";
import type { ModelledWeb } from "../../../src/web/model/modelled-web.js";
import { preferentialWeb } from "../../../src/web/model/preferential-web.js";
import { randomWeb } from "../../../src/web/model/random-web.js";
import { findPage } from "../../../src/web/web.js";

const models = { copyingWeb, preferentialWeb, randomWeb, hostWeb };
const asPublished = { spanning: false, duplicates: "keep", selfLinks: "keep" } as const;

/** Share of links that stay on their host. */
function local({ graph, hostOf }: ModelledWeb): number {
  let stay = 0;
  for (let page = 0; page < graph.size; page++)
    for (const target of linksOf(graph, page)) if (hostOf[target] === hostOf[page]) stay++;
  return stay / graph.links;
}

/** Share of pages with so many links into them or more. */
const tail = (web: ModelledWeb, least: number) => {
  const degrees = inDegrees(web.graph);
  return degrees.filter((degree) => degree >= least).length / degrees.length;
};

/** Exponent of a power law of the density, from two points of its tail: P(>= k) ~ k^(1 - exponent). */
const exponent = (web: ModelledWeb, low: number, high: number) =>
  1 + Math.log(tail(web, low) / tail(web, high)) / Math.log(high / low);

describe("models of webs", () => {
  for (const [name, model] of Object.entries(models)) {
    it(`${name}: equal options give equal webs; any other option another identity`, () => {
      const options = { pages: 500, hosts: 20, linksPerPage: 6, seed: 3 };
      const digest = (text: string) => `digest of ${text}`;
      const [first, second] = [model(options, digest), model(options, digest)];
      expect(second.graph).toEqual(first.graph);
      expect(second.sha256).toBe(first.sha256);
      const usual = Object.fromEntries(Object.entries(model.declared).map(([key, rule]) => [key, rule.default]));
      const others = Object.entries(model.declared).flatMap(([option, { samples }]) =>
        (samples as readonly unknown[])
          .filter((value) => value !== ({ ...usual, ...options } as Record<string, unknown>)[option])
          .map((value) => ({ [option]: value })),
      );
      const identities = others.map((other) => model({ ...options, ...other }, digest).sha256);
      expect(others.length).toBeGreaterThan(9);
      expect(new Set([first.sha256, ...identities]).size).toBe(others.length + 1);
      expect(model({ ...options, seed: 4 }).graph.targets).not.toEqual(first.graph.targets);
    });

    it(`${name}: the start page reaches every page`, () => {
      const web = model({ pages: 3000, hosts: 60, linksPerPage: 8 });
      expect(reach(web.graph, [web.start]).pages).toBe(3000);
    });

    it(`${name}: addresses name the hosts that hostOf numbers`, () => {
      const { urls, hostOf, firsts, ...web } = model({ pages: 300, hosts: 7 });
      for (const page of [0, 1, 150, 299]) {
        const url = urls!.at(page);
        expect(new URL(url).host).toBe(`h${hostOf[page]}.example`);
        expect(findPage({ urls, hostOf, firsts, ...web } as ModelledWeb, url)).toBe(page);
        expect(page).toBeGreaterThanOrEqual(firsts[hostOf[page]]);
        expect(page).toBeLessThan(firsts[hostOf[page] + 1]);
      }
    });

    it(`${name}: refuses what makes no sense, naming it`, () => {
      const refused = (options: object) => expect(() => model(options));
      refused({ pages: 1 }).toThrow("pages is a whole number from 2 to 50000000; found 1");
      refused({ pages: 10.5 }).toThrow("pages is a whole number from 2 to 50000000; found 10.5");
      refused({ pages: 10, hosts: 11 }).toThrow("hosts is a whole number from 1 to 10; found 11");
      refused({ linksPerPage: 0 }).toThrow("linksPerPage is a whole number from 1 to 100000; found 0");
      refused({ linksPerPage: { mean: 2, median: 3 } }).toThrow('found {"mean":2,"median":3}');
      refused({ page: 10 }).toThrow('has no option "page"');
    });
  }

  it("divide pages among hosts by a power law: of 4 hosts and 29 pages, exponent 1, 25 are shared out as 12, 6, 4, 3", () => {
    expect(hostBlocks(29, 4, 1)).toEqual(Uint32Array.of(0, 13, 20, 25, 29));
    expect(hostBlocks(12, 4, 0)).toEqual(Uint32Array.of(0, 3, 6, 9, 12));
  });

  it("have the lognormal numbers of links that they are asked for: mean 25 and median 10", () => {
    const { references } = randomWeb({ ...asPublished, pages: 20_000, linksPerPage: { mean: 25, median: 10 } });
    const sorted = references!.toSorted();
    // sigma 1.354: a standard deviation of 57 links, of the mean over 20,000 pages 0.4
    expect(Math.abs(references!.reduce((sum, links) => sum + links, 0) / 20_000 - 25)).toBeLessThan(1.6);
    expect(Math.abs(sorted[10_000] - 10)).toBeLessThanOrEqual(1);
    expect(drawOffsets(3, (2 ** 32 - 1) / 3, new Random(1))).toEqual(
      Uint32Array.of(0, 1431655765, 2863311530, 4294967295),
    );
    expect(() => drawOffsets(2, 2 ** 31, new Random(1))).toThrow(
      "these pages have 4294967296 links; a graph has less than 2^32: lower pages or linksPerPage",
    );
  });
});

describe("the random web", () => {
  it("has Poisson in-degrees: P(0), P(5) and P(10) of mean 5", () => {
    const web = randomWeb({ ...asPublished, pages: 40_000, linksPerPage: 5 });
    const degrees = inDegrees(web.graph);
    for (const [degree, probability] of [
      [0, 0.006738],
      [5, 0.175467],
      [10, 0.018133],
    ]) {
      const share = degrees.filter((found) => found === degree).length / 40_000;
      expect(Math.abs(share - probability)).toBeLessThan(4 * Math.sqrt(probability / 40_000));
    }
  });
});

describe("the copying web", () => {
  it("has in-degrees of exponent 1 + 1 / copying (Kumar et al. 2000): 3 for 0.5, 2.25 for 0.8", () => {
    const options = { ...asPublished, pages: 100_000, linksPerPage: 5 };
    expect(Math.abs(exponent(copyingWeb({ ...options, copying: 0.5 }), 20, 160) - 3)).toBeLessThan(0.25);
    expect(Math.abs(exponent(copyingWeb({ ...options, copying: 0.8 }), 20, 320) - 2.25)).toBeLessThan(0.2);
  });

  it("copies whole pages: with copying 1 all pages link to page 0 only", () => {
    const { graph } = copyingWeb({ ...asPublished, pages: 50, linksPerPage: 3, copying: 1 });
    expect(graph.targets.every((target) => target === 0)).toBe(true);
  });

  it("has pages that agree with one earlier page in most places, unlike preferential attachment with the same exponent", () => {
    const options = { ...asPublished, pages: 2000, linksPerPage: 10 };
    /** Mean over the last pages of the most places in which their links are those of one earlier page. */
    const agreement = ({ graph }: ModelledWeb) => {
      let sum = 0;
      for (let page = 1900; page < 2000; page++) {
        const links = linksOf(graph, page);
        let most = 0;
        for (let earlier = 1000; earlier < page; earlier++)
          most = Math.max(most, linksOf(graph, earlier).filter((target, i) => target === links[i]).length);
        sum += most / 100;
      }
      return sum;
    };
    // half of the prototypes are among the later pages: of their ten links 8 are copied in the mean, standard deviation
    // 1.26
    expect(agreement(copyingWeb({ ...options, copying: 0.8 }))).toBeGreaterThan(5.5);
    expect(agreement(preferentialWeb({ ...options, attractiveness: 2.5 }))).toBeLessThan(5);
  });
});

describe("the preferential web", () => {
  it("has in-degrees of exponent 2 + a / m (Dorogovtsev et al. 2000): 3 by default, 2.5 for a = m / 2", () => {
    const options = { ...asPublished, pages: 100_000, linksPerPage: 6 };
    expect(Math.abs(exponent(preferentialWeb(options), 24, 192) - 3)).toBeLessThan(0.25);
    const half = preferentialWeb({ ...options, attractiveness: 3 });
    expect(Math.abs(exponent(half, 24, 192) - 2.5)).toBeLessThan(0.25);
  });

  it("leaves 2 / (m + 2) of its pages without a link, for a = m links per page (Dorogovtsev et al. 2000)", () => {
    // a = m: P(k) = 2 m (m + 1) / ((k + m)(k + m + 1)(k + m + 2)), at k = 0: 2 / (m + 2)
    const share = 1 - tail(preferentialWeb({ ...asPublished, pages: 50_000, linksPerPage: 6 }), 1);
    expect(Math.abs(share - 0.25)).toBeLessThan(0.01);
  });
});

describe("the host web", () => {
  const web = hostWeb({ duplicates: "keep", selfLinks: "keep" });

  it("keeps its share of links on their hosts, lists apart", () => {
    // lists add one link on the host for each page but the home pages: at most 1 / 25 of all
    expect(local(web)).toBeGreaterThan(0.753 - 0.01);
    expect(local(web)).toBeLessThan(0.753 + 0.04);
    const half = hostWeb({ pages: 20_000, local: 0.5, duplicates: "keep", selfLinks: "keep" });
    expect(local(half)).toBeGreaterThan(0.49);
    expect(local(half)).toBeLessThan(0.54);
    // a host with one page has nothing to stay on: chance leads there with 1 in 1,000
    expect(local(hostWeb({ pages: 1000, hosts: 1000, duplicates: "keep", selfLinks: "keep" }))).toBeLessThan(0.01);
  });

  it("repeats about 31.7 % of references on the same page, as Broder et al. 2003 saw (regression)", () => {
    expect(Math.abs(web.found.duplicates / web.found.links - 0.317)).toBeLessThan(0.02);
    const again = hostWeb();
    expect(again.found).toEqual(web.found);
    expect(again.graph.links).toBe(web.found.links - web.found.duplicates - web.found.selfLinks);
  });

  it("has pages of a host that link to the same pages of it when they copy, and popular pages elsewhere", () => {
    /** Links from the same host into the page that a link on the largest host leads to, in the mean. */
    const company = (copying: number) => {
      const { graph, firsts } = hostWeb({ pages: 20_000, hosts: 20, copying });
      const into = new Uint32Array(firsts[1]);
      for (let page = 0; page < firsts[1]; page++)
        for (const target of linksOf(graph, page)) if (target < firsts[1]) into[target]++;
      return into.reduce((sum, links) => sum + links * links, 0) / into.reduce((sum, links) => sum + links, 0);
    };
    expect(company(0.9)).toBeGreaterThan(1.3 * company(0));
    // 100,000 pages draw 4.5 links from elsewhere each: by chance hardly any has more than 20
    expect(tail(web, 1000)).toBeGreaterThan(0.0001);
  });
});
