// Bytes of memory for each further URL that a crawl knows, by ordering and by where URLs are told apart: two crawls of
// the same pages, each of 1,000 links, one longer than the other; what grows with nothing cancels out. Alone, beside
// another build: node bench/known-urls.mjs DIST [ordering...]. What 20 million URLs take, in some five minutes: node
// bench/known-urls.mjs --many
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { started } from "./crawl.mjs";

const here = import.meta.dirname;
/** Pages of the two crawls: the shorter meets more URLs than the URL database keeps in memory. */
const PAGES = [2_000, 5_000];

const OURS = join(here, "../dist");
const ways = {
  memory: {},
  "on disk": { seen: "filter" },
  "on disk, a cache of 65,536 before it": { seen: "filter", urlCache: 65_536 },
};

/** What a crawl of so many pages took, in a process of its own. */
function crawlOf(pages, options) {
  const run = spawnSync(process.execPath, [join(here, "crawl/met.mjs"), JSON.stringify({ ...options, pages })], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = JSON.parse(run.stdout);
  if (said.pages !== pages) throw new Error(`fetched ${said.pages} of ${pages} pages`);
  return said;
}

function grownBy(options) {
  const [short, long] = PAGES.map((pages) => crawlOf(pages, options));
  const urls = long.urls - short.urls;
  return {
    "more URLs": urls,
    "bytes each, in use": Math.round(((long.inUse - short.inUse) * 2 ** 20) / urls),
    "bytes each, resident": Math.round(((long.rss - short.rss) * 2 ** 20) / urls),
    "CPU s": long.cpu.toFixed(1),
  };
}

/** @param former another build, measured beside: its folder dist */
export async function knownUrls(former, orderings = ["breadth-first", "backlink", "location", "page-rank"]) {
  const server = await started("lists.mjs", "1000");
  const rows = {};
  for (const ordering of orderings) {
    if (former) rows[`${ordering}, former`] = grownBy({ dist: resolve(former), ordering, ...server.said });
    for (const [way, options] of Object.entries(ways))
      rows[`${ordering}, ${way}`] = grownBy({ dist: OURS, ordering, ...server.said, ...options });
  }
  await server.end();
  return rows;
}

/** A crawl that meets 20 million URLs under backlink order, told apart on disk: megabytes, and CPU seconds. */
async function twentyMillion() {
  const server = await started("lists.mjs", "1000");
  const options = { dist: OURS, ordering: "backlink", ...server.said, seen: "filter", mostUrls: 2 ** 25 };
  const said = crawlOf(22_500, options);
  await server.end();
  return said;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [former, ...orderings] = process.argv.slice(2);
  if (former === "--many") console.table([await twentyMillion()]);
  else console.table(await knownUrls(former, orderings.length > 0 ? orderings : undefined));
}
