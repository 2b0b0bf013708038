// A web of 5M pages and 60M links, generated here: time and peak memory of a PageRank crawl, in a process of its own.
import { execFileSync } from "node:child_process";
import { ms } from "./measure.mjs";

/** Preferential attachment by copying: a page copies links of an earlier one, or links at random nearby; 12 links each. */
const CHILD = `
import { GraphBuilder, Random, pageRank, breadthFirst, backlink, replay } from "crawlbench";
import { applyPolicy } from "../dist/graph/builder.js";
const [accuracy] = process.argv.slice(-1);
const size = 5_000_000, degree = 13;
const random = new Random(1);
const offsets = new Uint32Array(size + 1), targets = new Uint32Array(size * degree);
let count = 0;
for (let page = 0; page < size; page++) {
  const near = Math.min(size - 1, page + 1);
  targets[count++] = near;
  for (let k = 1; k < degree; k++) {
    const other = random.below(size);
    const copied = count > degree ? targets[random.below(count)] : other;
    targets[count++] = random.next() < 0.6 ? copied : random.next() < 0.5 ? Math.min(size - 1, page + random.below(1000)) : other;
  }
  offsets[page + 1] = count;
}
const { graph, found } = applyPolicy({ size, links: count, offsets, targets });
const web = { name: "generated-5M", capabilities: ["links"], graph, found, sha256: "bench", start: 0 };
const out = { pages: size, links: graph.links, crawls: {} };
for (const method of [breadthFirst, backlink, pageRank({ accuracy: Number(accuracy) })]) {
  const begun = performance.now();
  const order = replay(web, method);
  out.crawls[method.label] = { ms: performance.now() - begun, reached: order.length };
}
out.peak = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify(out));
`;

export function large() {
  const found = JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", CHILD, "0.01"], {
      encoding: "utf8",
      cwd: new URL(".", import.meta.url).pathname,
    }),
  );
  return Object.entries(found.crawls).map(([ordering, crawl]) => ({
    web: "generated",
    pages: found.pages,
    links: found.links,
    ordering,
    reached: crawl.reached,
    time: ms(crawl.ms),
    "peak memory of the process, MB": (found.peak / 1e6).toFixed(0),
  }));
}
