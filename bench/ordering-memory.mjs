// What a crawl keeps in memory of each URL that it met, without the crawl: orderings are told of pages as crawlers tell
// them, one in 45 of which is fetched, with 50 links each, nine of ten new. Alone, of another build: node
// bench/ordering-memory.mjs DIST
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LINKS = 50;
const MOST = 2 ** 25;

/** Takes pages from an ordering and reveals links until `goal` pages are known. */
function crawlUntil(goal, ordering, from) {
  const links = new Uint32Array(LINKS);
  const fresh = new Uint32Array(LINKS);
  let known = from;
  while (known < goal) {
    const page = ordering.next();
    let count = 0;
    for (let i = 0; i < LINKS; i++) {
      if (i % 10 === 9) {
        links[i] = (page * 31 + i * 17) % Math.max(1, known);
        continue;
      }
      fresh[count++] = known;
      links[i] = known++;
    }
    ordering.discover(fresh, count);
    ordering.reveal?.(page, links, LINKS, LINKS);
  }
  return known;
}

async function orderingIn(dist, name) {
  const load = (path) => import(pathToFileURL(join(dist, path)).href);
  const { Random } = await load("base/random.js");
  const method = Object.values(await load(`ordering/${name}.js`)).find((each) => each.name === name);
  const url = (page) => `http://h${page % 50}.example/section-${page % 97}/an-article-${page}.html`;
  const ordering = method.create({ size: MOST, random: new Random(1), nameOf: String, url });
  ordering.discover(Uint32Array.of(0), 1);
  return ordering;
}

const collected = () => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage.rss();
};

/** Bytes of resident memory for each page from a million to five. */
async function bytesAPage(dist, name) {
  const ordering = await orderingIn(dist, name);
  const few = crawlUntil(1_000_000, ordering, 1);
  const before = collected();
  const { user } = process.cpuUsage();
  const many = crawlUntil(5_000_000, ordering, few);
  const cpu = process.cpuUsage().user - user;
  return { bytes: (collected() - before) / (many - few), cpu: cpu / (many - few) };
}

/** Each in a process of its own. */
const apart = (...args) => {
  const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), "--one", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(run.stdout);
};

/** @param dist of which build */
export function orderingMemory(dist = join(import.meta.dirname, "../dist")) {
  const rows = {};
  for (const name of ["backlink", "location", "opic", "forward-link", "page-rank"]) {
    const { bytes, cpu } = apart(dist, name);
    rows[name] = { "bytes a page": bytes.toFixed(1), "us a page": cpu.toFixed(3) };
  }
  return rows;
}

if (process.argv[2] === "--one") {
  const [dist, name] = process.argv.slice(3);
  process.stdout.write(JSON.stringify(await bytesAPage(dist, name)));
} else if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.table(orderingMemory(process.argv[2] && resolve(process.argv[2])));
}
