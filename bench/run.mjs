// npm run bench [-- NAME... [--beside FORMER]]: each engine beside its peers, as ratios of one run. With --beside, the
// benches of a former checkout, built, run in turns with these, and the rows of both stand in one table.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { alongside } from "./alongside.mjs";
import { beside } from "./beside.mjs";
import { caches } from "./cache.mjs";
import { cacheTables } from "./cache-tables.mjs";
import { cluster } from "./cluster.mjs";
import { comparing } from "./comparing.mjs";
import { crawl } from "./crawl.mjs";
import { eliminators } from "./eliminators.mjs";
import { exchange } from "./exchange.mjs";
import { freshness } from "./freshness.mjs";
import { html } from "./html.mjs";
import { knownUrls } from "./known-urls.mjs";
import { large } from "./large.mjs";
import { loading } from "./loading.mjs";
import { orderingMemory } from "./ordering-memory.mjs";
import { orderings } from "./orderings.mjs";
import { orderingsBeyond } from "./orderings-beyond.mjs";
import { pageRankBench } from "./page-rank.mjs";
import { site } from "./site.mjs";
import { start } from "./start.mjs";
import { sweep } from "./sweep.mjs";
import { terms } from "./terms.mjs";
import { timedReplayBench } from "./timed-replay.mjs";
import { transport } from "./transport.mjs";
import { urldb } from "./urldb.mjs";

const benches = {
  start: () => start(),
  orderings,
  "orderings-beyond": () => orderingsBeyond(),
  freshness: () => freshness(),
  "page-rank": pageRankBench,
  loading,
  comparing,
  "timed-replay": timedReplayBench,
  cache: caches,
  "cache-tables": () => cacheTables(),
  urldb,
  eliminators,
  html,
  terms,
  transport,
  site,
  crawl,
  alongside: () => alongside(),
  exchange,
  cluster: () => cluster(),
  sweep,
  "known-urls": () => knownUrls(),
  "ordering-memory": () => orderingMemory(),
  large,
};
const { values, positionals } = parseArgs({ options: { beside: { type: "string" } }, allowPositionals: true });
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(", ")}. There are ${Object.keys(benches).join(", ")}.`);
  process.exit(2);
}
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(name);
  try {
    console.table(values.beside === undefined ? await bench() : beside(name, resolve(values.beside)));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
