import { describe, expect, it } from "vitest";
import { experiments } from "../../src/experiment/found.js";
import { INVENTORY, type PaperFamily } from "../../src/experiment/inventory.js";

const ids = (await experiments()).map(({ id }) => id);
const items = (paper: PaperFamily) => INVENTORY.filter((each) => each.paper === paper).map(({ item }) => item);
const numbered = (what: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${what} ${from + i}`);

describe("the inventory", () => {
  it("names experiments that there are", () => {
    const named = INVENTORY.flatMap(({ experiments: own }) => own);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("names every experiment on a paper", () => {
    const named = new Set(INVENTORY.flatMap(({ experiments: own }) => own));
    expect(ids.filter((id) => !id.startsWith("ours/") && !named.has(id))).toEqual([]);
  });

  it("says of each item what covers it, or why nothing does", () => {
    for (const { item, what, experiments: own, why } of INVENTORY) {
      expect(what, item).toMatch(/\S/);
      if (own.length === 0) expect(why, item).toMatch(/\S{3}/);
    }
  });

  it("has each item once", () => {
    const keys = INVENTORY.map(({ paper, item }) => `${paper} ${item}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  // Counted in the papers: Cho et al. 1998 have Graphs 1 to 10 and Figures 1 to 5; Broder et al. 2003 have Figures 1 to
  // 14; Shkapenyuk and Suel 2001 have Tables 4.1 and 4.2 and Figures 2 to 4, and one without a number; Dorosz has
  // Figures 1 and 2.
  it.each<[PaperFamily, string[]]>([
    ["cho1998", [...numbered("Graph", 1, 10), ...numbered("Figure", 1, 5)]],
    ["broder2003", numbered("Figure", 1, 14)],
    ["shkapenyuk2001", ["Table 4.1", "Table 4.2", "Figure 2", "Figure 3", "Figure 4", "unnumbered figure"]],
    ["dorosz", ["Figure 1", "Figure 2"]],
  ])("has every graph, figure and table of %s", (paper, expected) => {
    const all = items(paper);
    const isThere = (name: string) => all.some((item) => item === name || item.endsWith(`, ${name}`));
    expect(expected.filter((name) => !isThere(name))).toEqual([]);
  });

  it("covers every graph, table and figure but one drawing", () => {
    const uncovered = INVENTORY.filter(({ experiments: own }) => own.length === 0).map(({ item }) => item);
    // of Shkapenyuk and Suel: a small configuration
    expect(uncovered.filter((item) => /Graph|Table|Figure/.test(item))).toEqual(["Figure 2"]);
  });
});
