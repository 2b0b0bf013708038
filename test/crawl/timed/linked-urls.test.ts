import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Strings } from "../../../src/base/strings.js";
import { linkedUrls } from "../../../src/crawl/timed/linked-urls.js";
import { timedReplay } from "../../../src/crawl/timed/timed-replay.js";
import { campus } from "../../../src/web/campus/campus.js";
import type { Web } from "../../../src/web/web.js";
import { anyLinks, smallWeb } from "../small-web.js";
import { hostedWeb, rowsOf } from "./hosted-web.js";

/** Two pages, a redirect, and a URL that was never fetched; page 0 shows repeats and itself. */
function webWithAllLinks(): Web {
  const urls = Strings.from(["http://a/", "http://B:80/x", "http://b/old", "http://c/never"]);
  return {
    ...smallWeb(2, [[0, 1]]),
    allLinks: () => ({ urls, offsets: Uint32Array.of(0, 5, 6, 7), targets: Uint32Array.of(3, 1, 3, 0, 2, 0, 1) }),
  };
}

describe("linkedUrls", () => {
  it("shows all links that a web kept, and tells hosts by their names, in letters of either case and at any port", () => {
    const linked = linkedUrls(webWithAllLinks(), { repeats: 0.5 });
    expect(rowsOf(linked)).toEqual([[3, 1, 3, 0, 2], [0], [1]]);
    expect([...linked.hostOf]).toEqual([0, 1, 1, 2]);
    expect([linked.size, linked.stored, linked.links, linked.hosts]).toEqual([4, 3, 7, 3]);
    expect(linked.assumptions).toEqual({
      hosts: "by the names in the URLs",
      repeats: "as in the source, 0.143 of all links", // 1 of 7: repeats are put back only where there are none
    });
  });

  it("sends URLs that were never stored to be fetched, or not at all", () => {
    const visited = (outside: "fetched" | "ignored") => {
      const { log, pages, traces } = timedReplay(webWithAllLinks(), { outside, log: true, processes: 1, threads: 1 });
      return { urls: [...(log?.urls ?? [])].sort(), pages, requests: traces[0].requests.length };
    };
    expect(visited("fetched")).toEqual({ urls: [0, 1, 2, 3], pages: 3, requests: 7 });
    expect(visited("ignored")).toEqual({ urls: [0, 1, 2], pages: 3, requests: 7 });
  });

  it("puts repeats back behind the links that they repeat, as many as asked for, and keeps the order of first links", () => {
    fc.assert(
      fc.property(
        anyLinks(20, 200),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        fc.constantFrom("mixed", "adjacent", "spread"),
        fc.nat(99),
        ({ size, links }, repeats, repeatPlace, seed) => {
          const web = smallWeb(size, links);
          const before = rowsOf(web.graph);
          const after = rowsOf(
            linkedUrls(web, { repeats, repeatPlace: repeatPlace as "mixed", seed, pagesPerHost: 5 }),
          );
          expect(after.map((row) => [...new Set(row)])).toEqual(before);
          for (const [page, row] of after.entries()) {
            const extra = (before[page].length * repeats) / (1 - repeats);
            expect(Math.abs(row.length - before[page].length - extra)).toBeLessThan(1 + 1e-9);
            const runs = row.filter((url, i) => url !== row[i - 1]).length;
            if (repeatPlace === "adjacent") expect(runs).toBe(before[page].length);
          }
        },
      ),
    );
  });

  it("has the share of repeats asked for over many pages", () => {
    const web = campus({ pages: 2000 });
    const { links } = linkedUrls(web, { repeats: 0.317 });
    // the sum of one rounding by chance for each page deviates by at most sqrt(2000) / 2 at one standard deviation
    expect(Math.abs(links - web.graph.links / (1 - 0.317))).toBeLessThan(4 * Math.sqrt(2000));
  });

  it("finds the anchor of every link, repeats included", () => {
    const web = campus({ pages: 300 });
    const anchorOf = (page: number, target: number) => {
      const { offsets, targets } = web.graph;
      return web.anchor?.(targets.indexOf(target, offsets[page]));
    };
    const { offsets, targets, anchor } = linkedUrls(web, { repeats: 0.4 });
    const backwards = Array.from({ length: 300 }, (_, i) => 299 - i);
    for (const page of backwards)
      for (let i = offsets[page]; i < offsets[page + 1]; i++) expect(anchor?.(i)).toBe(anchorOf(page, targets[i]));
    expect(anchor?.(targets.length)).toBe("");
  });

  it("refuses hosts that are both given and named, given in part, or with gaps", () => {
    const { web } = hostedWeb([0, 1], []);
    expect(() => linkedUrls(web, { hostOf: Uint32Array.of(0, 9) })).toThrow(/without gaps; found 9 for 2 URLs/);
    expect(() => linkedUrls(web, { hostOf: Uint32Array.of(0) })).toThrow(/each of 2 URLs; found 1/);
    expect(() => linkedUrls(web, { hostOf: Uint32Array.of(0, 1), pagesPerHost: 2 })).toThrow(/either given/);
    expect(() => linkedUrls(campus({ pages: 100 }), { pagesPerHost: 2 })).toThrow(/has URLs, which name their hosts/);
    expect(() => linkedUrls(web, { pagesPerHost: 0 })).toThrow(/1 page or more in the mean; found 0/);
  });
});
