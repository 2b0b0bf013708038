import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { RevealedLinks } from "../../../src/ordering/frontier/revealed-links.js";

describe("RevealedLinks", () => {
  it("gives back the links of each page, of many pages in any order", () => {
    const random = new Random(1);
    const links = new RevealedLinks(3000);
    const expected = Array.from({ length: 3000 }, (_, page) =>
      Uint32Array.from({ length: page % 7 }, () => random.below(3000)),
    );
    for (let page = 2999; page >= 0; page--) links.keep(page, Uint32Array.of(...expected[page], 99), page % 7);
    for (let page = 0; page < 3000; page++) {
      expect(links.targets.subarray(links.begin(page), links.end(page))).toEqual(expected[page]);
    }
  });

  it("has none for a page that was not kept", () => {
    const links = new RevealedLinks(2);
    links.keep(1, Uint32Array.of(0), 1);
    expect([links.begin(0), links.end(0)]).toEqual([0, 0]);
  });

  it("makes room for a page with more links than all before", () => {
    const links = new RevealedLinks(1);
    links.keep(0, new Uint32Array(100_000).fill(7), 100_000);
    expect(links.end(0)).toBe(100_000);
    expect(links.targets[99_999]).toBe(7);
  });
});
