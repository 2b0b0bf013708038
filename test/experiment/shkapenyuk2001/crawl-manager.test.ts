import { expect, it } from "vitest";
import { crawlManager } from "../../../src/experiment/shkapenyuk2001/crawl-manager.js";

it("the crawl manager of a load so small that two multiples of s t round to one x is drawn with a group for each x", async () => {
  const { rows, figure } = await crawlManager.run({ scale: 0.0002 }); // s t = 0.72: 0.1, 1 and 2.8 of it are 1, 1 and 2
  expect(rows.map((row) => (row as { x: number }).x)).toEqual([1, 1, 2]);
  const { svg } = await figure();
  expect(Array.from(svg.matchAll(/>x\s=\s(\d+)</g), ([, x]) => x)).toEqual(["1", "2"]);
});
