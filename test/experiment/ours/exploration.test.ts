import { expect, it } from "vitest";
import { PAGE_RANK } from "../../../src/experiment/cho1998/setting.js";
import { claims } from "../../../src/experiment/ours/exploration.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { exploring } from "../../../src/ordering/exploring.js";
import { crawlsByHand } from "../crawls-by-hand.js";

it("exploration is judged by one page in twenty beside none, of each ordering", () => {
  const areas = {
    [backlink.label]: 0.5,
    [exploring(backlink, { share: 0.05 }).label]: 0.6,
    [exploring(backlink, { share: 0.2 }).label]: 0.1,
    [PAGE_RANK.label]: 0.5,
    [exploring(PAGE_RANK, { share: 0.05 }).label]: 0.4,
    [exploring(PAGE_RANK, { share: 0.2 }).label]: 0.9,
  };
  const found = (hot?: number) => claims.map(({ test }) => test(crawlsByHand(areas, hot)));
  expect(found()).toMatchObject([
    { verdict: "agrees", ours: "5 % explored 0.600, greedy 0.500" },
    { verdict: "disagrees", ours: "5 % explored 0.400, greedy 0.500" },
  ]);
  expect(found(19).map(({ verdict }) => verdict)).toEqual(["cannot be tested", "cannot be tested"]);
});
