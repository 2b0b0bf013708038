// Figure 2 on 100 million requests: a generated web of 4 million pages, one process with 500 threads. About four
// minutes and 4 GB; npm run bench -- large-trace
import { createHash } from "node:crypto";
import { caches, graphs, timed } from "../dist/index.js";

const seconds = (since) => ((process.cpuUsage(since).user + process.cpuUsage(since).system) / 1e6).toFixed(1);

export async function largeTrace(requests = 100_000_000, pages = 4_000_000) {
  const begun = process.cpuUsage();
  const web = graphs.hostWeb({ pages, hosts: pages / 100 }, (text) => createHash("sha256").update(text).digest("hex"));
  console.log(`${web.name}: ${web.graph.links} links, sha256 ${web.sha256}, ${seconds(begun)} CPU s`);
  const crawled = process.cpuUsage();
  const { traces, openHosts, idle } = timed.timedReplay(web, {
    processes: 1,
    threads: 500,
    repeats: 0.317,
    until: { requests },
  });
  const [trace] = traces;
  console.log(
    `${trace.requests.length} requests for ${trace.urls} URLs, ${openHosts[0].toFixed(0)} open hosts, idle ${idle.toFixed(2)}, ${seconds(crawled)} CPU s`,
  );
  const counted = process.cpuUsage();
  const policies = [caches.infinite, caches.min, caches.lru, caches.clock, caches.random, caches.staticCache];
  const sweep = await caches.cacheSweep(trace, { policies, sizes: caches.powersOf2(0, 25), workers: 1 });
  console.log(
    `six policies at 26 sizes: ${seconds(counted)} CPU s, ${(process.resourceUsage().maxRSS / 1e6).toFixed(1)} GB`,
  );
  console.log(JSON.stringify(sweep.provenance));
  const { sizes } = sweep.missRates("LRU");
  return sizes.map((size, i) => ({
    size,
    ...Object.fromEntries(
      sweep.policies.map((policy) => [policy, (100 * sweep.missRates(policy).missRates[i]).toFixed(2)]),
    ),
  }));
}
