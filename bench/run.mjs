// npm run bench [-- start orderings page-rank loading comparing timed-replay cache cache-tables urldb eliminators html terms
// transport site crawl alongside exchange cluster sweep known-urls ordering-memory large]: each engine beside its peers, as
// ratios of one run.
import { alongside } from "./alongside.mjs";
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
const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(name);
  console.table(await bench());
}
