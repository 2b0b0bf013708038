// One crawl process, alone or joined to others: says "ready", crawls when told to, tells what it did.
import { once } from "node:events";
import { join } from "node:path";
import { joinCrawl } from "../../dist/cluster/join.js";
import { openNats } from "../../dist/cluster/nats/open-nats.js";
import { runJoined } from "../../dist/cluster/run-joined.js";
import { systemClock } from "../../dist/fetch/clock.js";
import { Crawl } from "../../dist/fetch/crawl.js";

const { port, start, folder, name, address, group, urlCache = 0 } = JSON.parse(process.argv[2]);
const options = {
  seeds: [start],
  out: join(folder, name),
  contact: "bench@bench.example",
  store: "none",
  urlCache,
  resolve: [`*=127.0.0.1:${port}`],
  politeness: { delay: 0, factor: 0 },
};
const engine = address && (await openNats(address, group));
const joined = engine && (await joinCrawl(engine, options, { crawl: group, name }));
const crawl = joined?.crawl ?? (await Crawl.open(options));
process.stdout.write("ready\n");
await once(process.stdin, "data");
const before = process.cpuUsage();
const status = await (joined ? runJoined(engine, joined, systemClock(), (error) => console.error(error)) : crawl.run());
const { user, system } = process.cpuUsage(before);
await engine?.close();
const { pages, exchange, links } = status;
process.stdout.write(`${JSON.stringify({ pages, exchange, found: links.found, cpu: (user + system) / 1e6 })}\n`);
process.stdin.destroy();
