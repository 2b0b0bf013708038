// Crawls until so many URLs are met, and tells what the process took then: after a collection, heap and buffers and
// typed arrays; peak of all. `dist`: of which build.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const { dist, port, start, ordering, pages, ...options } = JSON.parse(process.argv[2]);
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { Crawl } = await load("fetch/crawl.js");
const method = Object.values(await load(`ordering/${ordering}.js`)).find((each) => each.name === ordering);
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** Megabytes that are in use: resident sets tell what was in use once. */
function inUse() {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

const folder = mkdtempSync(join(tmpdir(), "crawlbench-met-"));
try {
  const crawl = await Crawl.open({
    seeds: [start],
    out: join(folder, "crawl"),
    contact: "bench@bench.example",
    ordering: method,
    store: "none",
    trace: false,
    resolve: [`*=127.0.0.1:${port}`],
    politeness: { delay: 0, factor: 0 },
    connections: 20,
    mostUrls: 2 ** 23,
    pages,
    ...options,
  });
  const before = process.cpuUsage();
  const status = await crawl.run();
  const { user, system } = process.cpuUsage(before);
  const { fresh } = status.links;
  const { rss } = process.memoryUsage();
  const { maxRSS } = process.resourceUsage();
  const said = { pages: status.pages, urls: fresh, cpu: (user + system) / 1e6, inUse: inUse(), rss: rss / 2 ** 20 };
  said.peak = maxRSS / 1024;
  process.stdout.write(`${JSON.stringify(said)}\n`);
  void crawl; // it is in use until here
} finally {
  rmSync(folder, { recursive: true, force: true });
}
