// Webs of 5M pages: campus (43M links, local as real webs are) and one with 65M links of which most lead anywhere (the
// worst case for caches). Time of each crawl and peak memory of the process, which is one of its own.
import { execFileSync } from "node:child_process";
import { ms } from "./measure.mjs";

/**
 * The second web: every page links to the next one, and 12 times to a target copied from anywhere, to a page nearby or
 * to any page.
 */
const CHILD = `
import { Random, pageRank, breadthFirst, backlink, load, replay } from "crawlbench";
import { applyPolicy } from "../dist/web/graph/builder.js";
const [kind, accuracy] = process.argv.slice(-2);
const web = kind === "campus" ? await load("campus", { pages: 5_000_000 }) : anywhere(5_000_000, 13);
function anywhere(size, degree) {
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
return { name: "anywhere", capabilities: ["links"], graph, found, sha256: "bench", start: 0 };
}
const out = { pages: web.graph.size, links: web.graph.links, crawls: {} };
for (const method of [breadthFirst, backlink, pageRank({ accuracy: Number(accuracy) })]) {
  const begun = performance.now();
  const order = replay(web, method);
  out.crawls[method.label] = { ms: performance.now() - begun, reached: order.length };
}
out.peak = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify(out));
`;

export function large(kinds = ["campus", "anywhere"]) {
  return kinds.flatMap((kind) => {
    const found = JSON.parse(
      execFileSync(process.execPath, ["--input-type=module", "-e", CHILD, kind, "0.01"], {
        encoding: "utf8",
        cwd: new URL(".", import.meta.url).pathname,
      }),
    );
    return Object.entries(found.crawls).map(([ordering, crawl]) => ({
      web: kind,
      pages: found.pages,
      links: found.links,
      ordering,
      reached: crawl.reached,
      time: ms(crawl.ms),
      "peak memory of the process, MB": (found.peak / 1e6).toFixed(0),
    }));
  });
}
