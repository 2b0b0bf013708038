// Our crawler with everything on: robots.txt, politeness ledger at zero delay, frontier and seen set on disk, index,
// trace, statistics. With `sizes`, CLOCK, LRU and SIEVE of so many entries are counted alongside.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clock } from "../../dist/cache/policy/clock.js";
import { lru } from "../../dist/cache/policy/lru.js";
import { sieve } from "../../dist/cache/policy/sieve.js";
import { cacheExperiment } from "../../dist/cache/sweep/cache-experiment.js";
import { Crawl } from "../../dist/fetch/crawl.js";

const { port, start, pages, store, sizes } = JSON.parse(process.argv[2]);
/** CPU seconds of the thread that crawls, where the system tells. */
const OWN = `/proc/self/task/${process.pid}/schedstat`;
const ownSeconds = () => (existsSync(OWN) ? Number(readFileSync(OWN, "utf8").split(" ")[0]) / 1e9 : Number.NaN);

const folder = mkdtempSync(join(tmpdir(), "crawlbench-bench-"));
try {
  const crawl = await Crawl.open({
    seeds: [start],
    out: join(folder, "crawl"),
    contact: "bench@bench.example",
    store,
    resolve: [`*=127.0.0.1:${port}`],
    politeness: { delay: 0, factor: 0 },
    ...(sizes && { alongside: [cacheExperiment({ policies: [clock, lru, sieve], sizes })] }),
  });
  const before = process.cpuUsage();
  const ownBefore = ownSeconds();
  const begun = performance.now();
  const status = await crawl.run();
  const whole = (performance.now() - begun) / 1000;
  const seconds = status.elapsed / 1000; // of crawling: what is counted behind its end is told apart
  if (status.pages !== pages) throw new Error(`fetched ${status.pages} of ${pages} pages`);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(
    `${JSON.stringify({ pages: status.pages, bytes: status.bytes, cpu: (user + system) / 1e6, seconds, own: ownSeconds() - ownBefore, behind: whole - seconds, rss: process.resourceUsage().maxRSS / 1024 })}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
