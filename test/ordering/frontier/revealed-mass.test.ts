import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RevealedMass } from "../../../src/ordering/frontier/revealed-mass.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { anyWeb } from "../../fixture/webs.js";

describe("RevealedMass", () => {
  it("holds, of all paths from the start, those that were followed: by hand on 0 -> 1, 2 and 1 -> 0", () => {
    const mass = new RevealedMass(3, 0.9);
    mass.discover(Uint32Array.of(0), 1, true);
    expect([mass.of(0), mass.guaranteed, mass.isCrawled(0)]).toEqual([1 - 0.9, 0, false]);
    mass.discover(Uint32Array.of(1, 2), 2, false);
    mass.reveal(0, Uint32Array.of(1, 2), 2);
    // 0.9 / 2 of 0.1
    expect([mass.of(0), mass.of(1), mass.of(2)].map((x) => x.toFixed(6))).toEqual(["0.000000", "0.045000", "0.045000"]);
    mass.reveal(1, Uint32Array.of(0), 1);
    expect(mass.of(0)).toBeCloseTo(0.0405, 12); // 0.9 of 0.045
    expect(mass.guaranteed).toBeCloseTo(0.145, 12); // 0.1 of page 0, 0.045 of page 1
    mass.pass(0);
    expect(mass.bound(0)).toBeCloseTo(0.1405, 12); // all passed on
    expect(mass.bound(2)).toBeCloseTo(0.045 + 0.45 * 0.0405, 12); // none passed on
    expect([...mass.risen.subarray(0, mass.risenCount)]).toEqual([0, 1, 2]);
    mass.forgetRisen();
    expect(mass.risenCount).toBe(0);
  });

  it("bounds the personalised PageRank of every page from below, whatever passes on and when", () => {
    fc.assert(
      fc.property(anyWeb(15), fc.array(fc.nat(14), { maxLength: 60 }), ({ graph, start }, picks) => {
        const mass = new RevealedMass(graph.size, 0.8);
        mass.discover(Uint32Array.of(start), 1, true);
        const known = new Set([start]);
        for (const page of picks) {
          if (!known.has(page)) continue;
          const links = linksOf(graph, page);
          if (mass.isCrawled(page)) mass.pass(page);
          else mass.reveal(page, links, links.length);
          for (const to of links) known.add(to);
        }
        // from below, too, but much nearer: 200 terms of the series, 0.8^200 = 4e-20
        let exact = new Float64Array(graph.size);
        for (let k = 0; k < 200; k++) {
          const next = new Float64Array(graph.size);
          next[start] = 1 - 0.8;
          for (let page = 0; page < graph.size; page++) {
            const links = linksOf(graph, page);
            for (const to of links) next[to] += (0.8 * exact[page]) / links.length;
          }
          exact = next;
        }
        for (let page = 0; page < graph.size; page++) expect(mass.bound(page)).toBeLessThanOrEqual(exact[page] + 1e-12);
      }),
    );
  });
});
