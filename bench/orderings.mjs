// Replay speed by ordering, on the biggest real webs and on a generated one. Peer: the time to read every link once.
import { backlink, breadthFirst, load, pageRank, random, replay } from "crawlbench";
import { checksum, expectChecksum, measure, million, ms } from "./measure.mjs";

/** Checksums of the orders, of this engine (regression). */
const EXPECTED = {
  "web-NotreDame breadth-first": "6f7e1abe243555b0",
  "web-NotreDame random": "10260dd86b15040f",
  "web-NotreDame backlink, ties fifo": "15031686ed7c892f",
  "web-NotreDame backlink, ties lifo": "691ba3d7f3ff138a",
  "web-NotreDame backlink, ties random": "9f548131d6b5c6c3",
  "web-NotreDame page-rank, accuracy 0.01, ties fifo": "cbc894e08cf4c785",
  "web-NotreDame page-rank, accuracy 0.001, ties fifo": "b103761520779f79",
  "cnr-2000 breadth-first": "c2124234d88a1607",
  "cnr-2000 random": "caac3b416c0138e0",
  "cnr-2000 backlink, ties fifo": "75376f171a21c265",
  "cnr-2000 backlink, ties lifo": "01e37beaf19203ac",
  "cnr-2000 backlink, ties random": "eac1577a95749034",
  "cnr-2000 page-rank, accuracy 0.01, ties fifo": "14f754500659a936",
  "cnr-2000 page-rank, accuracy 0.001, ties fifo": "4da8521331ab89c8",
  "campus-225k breadth-first": "3d1cd79ea0609395",
  "campus-225k random": "477093493b60b577",
  "campus-225k backlink, ties fifo": "ea8602dee76cfa88",
  "campus-225k backlink, ties lifo": "aa9fd90b17295787",
  "campus-225k backlink, ties random": "8448eb5e2d3b3e03",
  "campus-225k page-rank, accuracy 0.01, ties fifo": "ce74afaaeca47c7a",
  "campus-225k page-rank, accuracy 0.001, ties fifo": "ce26825befdb0308",
};

export async function orderings(names = ["web-NotreDame", "cnr-2000", "campus-225k"]) {
  const rows = [];
  for (const name of names) {
    const web = await load(name);
    const { targets } = web.graph;
    const scan = await measure(() => {
      let sum = 0;
      for (let i = 0; i < targets.length; i++) sum += targets[i];
      return sum;
    });
    const methods = [
      breadthFirst,
      random,
      backlink,
      backlink({ ties: "lifo" }),
      backlink({ ties: "random" }),
      pageRank({ accuracy: 1e-2 }),
      pageRank({ accuracy: 1e-3 }),
    ];
    for (const method of methods) {
      const { best, median, result } = await measure(() => replay(web, method), method.name === "page-rank" ? 3 : 7);
      const key = `${name} ${method.label}`;
      expectChecksum(key, checksum(result), EXPECTED[key]);
      rows.push({
        web: name,
        ordering: method.label,
        pages: result.length,
        best: ms(best),
        median: ms(median),
        "pages per second": million(result.length, best),
        "x reading the links": (best / scan.best).toFixed(0),
        checksum: checksum(result),
      });
    }
  }
  return rows;
}
