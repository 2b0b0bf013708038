// Takes part in a crawl as its one argument says (JSON: dist, address, options, join), and tells its status when its
// share is done, and meanwhile when its engine stores nothing.
import { join as pathOf } from "node:path";
import { pathToFileURL } from "node:url";

const { dist, address, options, join } = JSON.parse(process.argv[2]);
const load = (path) => import(pathToFileURL(pathOf(dist, path)).href);
const { openNats } = await load("cluster/nats/open-nats.js");
const { joinCrawl } = await load("cluster/join.js");
const { runJoined } = await load("cluster/run-joined.js");
const { systemClock } = await load("fetch/clock.js");
const engine = await openNats(address, join.crawl, { onSilence: (what) => process.send(what) });
const joined = await joinCrawl(engine, options, join);
const status = await runJoined(engine, joined, systemClock(), (error) => process.stderr.write(`${error.message}\n`));
await engine.close();
process.stdout.write(`${JSON.stringify(status)}\n`);
