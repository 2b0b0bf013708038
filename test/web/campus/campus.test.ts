import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { campus, campusIdentity } from "../../../src/web/campus/campus.js";
import { plan } from "../../../src/web/campus/plan.js";
import { applyPolicy } from "../../../src/web/graph/builder.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import type { Web } from "../../../src/web/web.js";
import { coded } from "../../fixture/problems.js";

const small = campus({ pages: 1000 });
const standard = campus();
const paper = campus({ pages: 225_000 });

/** FNV-1a over 32-bit words. */
function fingerprint(words: Uint32Array): string {
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Distance from the start of every page; -1 where no path leads. */
function distances({ graph, start }: Web): Int32Array {
  const distance = new Int32Array(graph.size).fill(-1);
  const queue = [start];
  distance[start] = 0;
  for (const page of queue) {
    for (const target of linksOf(graph, page)) {
      if (distance[target] >= 0) continue;
      distance[target] = distance[page] + 1;
      queue.push(target);
    }
  }
  return distance;
}

/** What Cho et al. 1998 count: backlinks from reachable pages, of reachable pages. */
function statistics(web: Web) {
  const distance = distances(web);
  const backlinks = new Uint32Array(web.graph.size);
  let reached = 0;
  let links = 0;
  let farthest = 0;
  let dangling = 0;
  for (let page = 0; page < web.graph.size; page++) {
    if (distance[page] < 0) continue;
    reached++;
    farthest = Math.max(farthest, distance[page]);
    const targets = linksOf(web.graph, page);
    links += targets.length;
    if (targets.length === 0) dangling++;
    for (const target of targets) backlinks[target]++;
  }
  const shareWith = (least: number) =>
    backlinks.filter((count, page) => distance[page] >= 0 && count >= least).length / reached;
  const tail = Array.from(backlinks).filter((count, page) => distance[page] >= 0 && count >= 20);
  const hill = 1 + tail.length / tail.reduce((sum, count) => sum + Math.log(count / 19.5), 0);
  return {
    reached: reached / web.graph.size,
    shareWith,
    meanLinks: links / reached,
    hill,
    farthest,
    dangling: dangling / reached,
  };
}

describe("campus", () => {
  it("is the same web for the same seed, and another for another", () => {
    const again = campus({ pages: 1000 });
    expect(again.graph.targets).toEqual(small.graph.targets);
    expect(again.graph.offsets).toEqual(small.graph.offsets);
    expect(again.urls?.bytes).toEqual(small.urls?.bytes);
    expect(again.titles?.bytes).toEqual(small.titles?.bytes);
    expect(again.text?.(417)).toEqual(small.text?.(417));
    expect(campus({ pages: 1000, seed: 7 }).graph.targets).not.toEqual(small.graph.targets);
  });

  it("keeps its links and words from version to version of the library", () => {
    // Regression: own output of version 1. When it changes on purpose, raise `version` in campus.ts.
    expect(JSON.parse(campusIdentity()).version).toBe(1);
    expect(fingerprint(small.graph.targets)).toBe("a64fbf38");
    expect(fingerprint(small.references ?? new Uint32Array())).toBe("811f3f59");
    expect(fingerprint(Uint32Array.from(small.urls?.bytes ?? []))).toBe("c02d8a0a");
    const { text, anchor } = small as Required<Web>;
    const pages = Array.from({ length: small.graph.size }, (_, page) => text(page).body);
    const anchors = Array.from({ length: small.graph.links }, (_, link) => anchor(link));
    const bytesOf = (texts: readonly string[]) => Uint32Array.from(Buffer.from(texts.join("\n")));
    expect(fingerprint(bytesOf(pages))).toBe("bdb86537");
    expect(fingerprint(bytesOf(anchors))).toBe("744ef736");
    expect(fingerprint(Uint32Array.from(small.titles?.bytes ?? []))).toBe("f73659fa");
    // most kinds of sections come up with 20,000 pages, not with 1,000; how large folders are shows at 11,000, and the
    // largest of each kind at 225,000
    expect(fingerprint(paper.graph.targets)).toBe("cded23df");
    expect(fingerprint(standard.graph.targets)).toBe("a1203ebf");
    expect(fingerprint(plan(11_000, new Random(1)).firsts)).toBe("54b72a13");
    expect(fingerprint(Uint32Array.from(standard.urls?.bytes ?? []))).toBe("c28b9d4c");
  });

  // Targets: Cho et al. 1998, section 6: 85,000, 17,500 and 1,400 of 179,000 pages, and 179,000 of 225,000 reachable.
  it.each([
    ["20,000", standard],
    ["225,000", paper],
  ])("at %s pages has the shares of backlinks of the Stanford web of 1998, within a factor of 1.3", (_, web) => {
    const { reached, shareWith, meanLinks, hill, farthest, dangling } = statistics(web);
    for (const [least, published] of [
      [3, 85_000 / 179_000],
      [10, 17_500 / 179_000],
      [100, 1_400 / 179_000],
    ]) {
      expect(shareWith(least) / published, `${least} or more`).toBeGreaterThan(1 / 1.3);
      expect(shareWith(least) / published, `${least} or more`).toBeLessThan(1.3);
    }
    expect(reached).toBeGreaterThan(0.75);
    expect(reached).toBeLessThan(0.85);
    expect(meanLinks).toBeGreaterThan(8);
    expect(meanLinks).toBeLessThan(12);
    // Broder et al. 2000: exponent 2.1 of in-degrees.
    expect(hill).toBeGreaterThan(1.9);
    expect(hill).toBeLessThan(2.3);
    expect(farthest).toBeGreaterThan(15);
    expect(farthest).toBeLessThan(150);
    expect(dangling).toBeGreaterThan(0.02);
    expect(dangling).toBeLessThan(0.15);
  });

  it("at 1,000 pages has them within a factor of 1.5", () => {
    const { shareWith } = statistics(small);
    expect(shareWith(3)).toBeGreaterThan(0.47 / 1.5);
    expect(shareWith(3)).toBeLessThan(0.47 * 1.5);
    expect(shareWith(10)).toBeGreaterThan(0.1 / 1.5);
    expect(shareWith(10)).toBeLessThan(0.1 * 1.5);
    expect(shareWith(100)).toBeGreaterThan(0.008 / 1.5);
    expect(shareWith(100)).toBeLessThan(0.008 * 1.5);
  });

  it("stays near them for other seeds", () => {
    for (const seed of [1, 2, 3]) {
      const { reached, shareWith } = statistics(campus({ seed }));
      expect(Math.abs(reached - 0.8)).toBeLessThan(0.07);
      expect(shareWith(3) / 0.475).toBeGreaterThan(1 / 1.4);
      expect(shareWith(3) / 0.475).toBeLessThan(1.4);
      expect(shareWith(10) / 0.098).toBeGreaterThan(1 / 1.4);
      expect(shareWith(10) / 0.098).toBeLessThan(1.4);
      expect(shareWith(100) / 0.0078).toBeGreaterThan(1 / 1.5);
      expect(shareWith(100) / 0.0078).toBeLessThan(1.5);
    }
  });

  it("starts at the home page of the university, which is not the first page", () => {
    for (const web of [small, standard, paper]) {
      expect(web.urls?.at(web.start)).toBe("http://www.campus.example/");
      expect(web.start).toBeGreaterThan(web.graph.size / 10);
    }
  });

  it("repeats three references in ten on the same page, and refers to pages outside", () => {
    const { references, found, graph } = standard;
    const all = (references ?? new Uint32Array(0)).reduce((sum, count) => sum + count, 0);
    // Broder et al. 2003, section 4.2: 62.55 references per page, 42.74 of them distinct: a share of 0.317 repeats.
    expect(found.duplicates / all).toBeGreaterThan(0.25);
    expect(found.duplicates / all).toBeLessThan(0.38);
    expect(all).toBeGreaterThan(1.03 * found.links);
    expect(graph.links).toBe(found.links - found.selfLinks - found.duplicates);
  });

  it("drops exactly the links that the policy of the graph builder drops, and no more when told to keep them", () => {
    const kept = campus({ pages: 1000, duplicates: "keep", selfLinks: "keep" });
    expect(kept.graph.links).toBe(kept.found.links);
    for (const policy of [{}, { selfLinks: "keep" }, { duplicates: "keep" }] as const) {
      const { size, links, offsets, targets } = kept.graph;
      const built = applyPolicy({ size, links, offsets: offsets.slice(), targets: targets.slice() }, policy);
      const web = campus({ pages: 1000, ...policy });
      expect(web.graph).toEqual(built.graph);
      expect(web.found).toEqual(built.found);
      expect(web.references).toEqual(kept.references);
    }
  });

  it("makes a sound graph of any size from 100 pages on", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 2500 }), fc.integer({ min: -1000, max: 1000 }), (pages, seed) => {
        const web = campus({ pages, seed });
        const { graph } = web;
        expect(graph.size).toBe(pages);
        expect(graph.offsets).toHaveLength(pages + 1);
        expect(graph.offsets[pages]).toBe(graph.links);
        expect(graph.targets.every((target) => target < pages)).toBe(true);
        expect(new Set(web.urls).size).toBe(pages);
        const reached = distances(web).filter((distance) => distance >= 0).length;
        expect(reached).toBeGreaterThan(0.4 * pages);
        expect(reached).toBeLessThan(pages);
      }),
      { numRuns: 40, seed: 1998 },
    );
  });

  it("has links from pages that cannot be reached into the part that can", () => {
    const distance = distances(standard);
    let inwards = 0;
    for (let page = 0; page < standard.graph.size; page++) {
      if (distance[page] < 0 && linksOf(standard.graph, page).some((target) => distance[target] >= 0)) inwards++;
    }
    expect(inwards).toBeGreaterThan(0.5 * distance.filter((each) => each < 0).length);
  });

  it("is named by its size, and by its seed when that is not the default", () => {
    expect([small.name, standard.name, paper.name]).toEqual(["campus-1k", "campus", "campus-225k"]);
    expect(campus({ pages: 1234 }).name).toBe("campus-1234");
    expect(campus({ pages: 100, seed: 3 }).name).toBe("campus-100-seed3");
  });

  it("states what it is made from, and takes the digest of that as its identity", () => {
    expect(campusIdentity()).toBe(campusIdentity({ pages: 20_000, seed: 1998, duplicates: "drop", selfLinks: "drop" }));
    expect(campusIdentity({ seed: 1 })).not.toBe(campusIdentity({ seed: 2 }));
    expect(campusIdentity({ duplicates: "keep" })).not.toBe(campusIdentity());
    expect(small.sha256).toBe(campusIdentity({ pages: 1000 }));
    expect(campus({ pages: 100 }, (text) => `${text.length} characters`).sha256).toMatch(/^\d+ characters$/);
  });

  it("refuses sizes below 100, broken sizes and broken seeds, naming what it found", () => {
    expect(() => campus({ pages: 99 })).toThrow("from 100 to 50000000, found 99");
    expect(() => campus({ pages: 1000.5 })).toThrow("found 1000.5");
    expect(() => campus({ pages: 1e9 })).toThrow(coded("option"));
    expect(() => campus({ seed: 0.5 })).toThrow("seed must be an integer, found 0.5");
  });
});
