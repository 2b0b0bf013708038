// Replay speed by ordering, on the biggest real webs and on a generated one. Peer: the time to read every link once.
import { backlink, breadthFirst, load, pageRank, random, replay } from "crawlbench";
import { checksum, expectChecksum, measure, million, ms } from "./measure.mjs";

/** Checksums of the orders, of this engine (regression). */
const EXPECTED = {
  "web-NotreDame breadth-first": "",
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
      if (EXPECTED[key]) expectChecksum(key, checksum(result), EXPECTED[key]);
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
