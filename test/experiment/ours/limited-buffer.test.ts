import { expect, it } from "vitest";
import { PAGE_RANK } from "../../../src/experiment/cho1998/setting.js";
import { claims, limitedBuffer } from "../../../src/experiment/ours/limited-buffer.js";
import { written } from "../../../src/figure/short-named.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { random } from "../../../src/ordering/random.js";
import { load } from "../../../src/web/dataset/load.js";
import { crawlsByHand } from "../crawls-by-hand.js";

it("what a small buffer keeps is judged ordering by ordering", () => {
  const areas = { [random.label]: 0.6, [backlink.label]: 0.5, [PAGE_RANK.label]: 0.7, [breadthFirst.label]: 0.8 };
  expect(claims.map(({ test }) => test(crawlsByHand(areas)))).toMatchObject([
    { verdict: "agrees", ours: "random 0.600, IB' 0.500" },
    { verdict: "disagrees", ours: "random 0.600, IR' 0.700" },
    { verdict: "agrees", ours: "breadth-first 0.800, IR' 0.700" },
  ]);
});

it("the title of the small buffer is of the first rule of flushing, by links: the most and the fewest", async () => {
  const result = await limitedBuffer.run(await load("campus", { pages: 150 }), { repeats: 1, cache: false });
  const rows = result.rows as readonly { ordering: string; group: string; value: number }[];
  expect([...new Set(rows.map(({ group }) => group))]).toEqual([
    "flush by backlinks",
    "flush by page-rank",
    "flush by age",
  ]);
  const kept = rows.filter(({ group }) => group === "flush by backlinks").map(({ value }) => value);
  const { title } = await result.figure();
  const [most, fewest] = [...title.matchAll(/(\d+) %/g)].map(([, share]) => Number(share));
  expect([most, fewest]).toEqual([Math.max(...kept), Math.min(...kept)].map((value) => Math.round(100 * value)));
  const leader = rows.find(({ group, value }) => group === "flush by backlinks" && value === Math.max(...kept));
  expect(title).toContain(`${written(leader?.ordering.split(",")[0] ?? "")} order`);
});
