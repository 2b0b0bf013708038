// What a cache experiment costs the crawl that it runs alongside: the crawl of `crawl` without and with CLOCK, LRU and
// SIEVE at 26 sizes, in pairs, one after the other, the order of a pair turned each time. Alone, with pages, hosts and
// pairs: node bench/alongside.mjs 20000 100 8
import { pathToFileURL } from "node:url";
import { powersOf2 } from "../dist/cache/miss-curve.js";
import { started } from "./crawl.mjs";

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

export async function alongside(pages = 20_000, hosts = 100, pairs = 8) {
  const server = await started("serve.mjs", String(pages), String(hosts));
  const at = { ...server.said, pages, store: "none" };
  const crawled = async (sizes) => (await started("ours.mjs", JSON.stringify({ ...at, sizes }))).said;
  await crawled(); // the server's code is compiled now
  const found = [];
  for (let pair = 0; pair < pairs; pair++) {
    const runs = {};
    for (const which of pair % 2 === 0 ? ["without", "with"] : ["with", "without"])
      runs[which] = await crawled(which === "with" ? powersOf2(0, 25) : undefined);
    found.push(runs);
  }
  await server.end();
  const ratio = (value) => median(found.map((pair) => value(pair.with) / value(pair.without)));
  const speeds = found.map((pair) => pair.without.seconds / pair.with.seconds);
  const row = (which) => ({
    "pages/s, median": Math.round(pages / median(found.map((pair) => pair[which].seconds))),
    "CPU s / 1,000": ((1000 * median(found.map((pair) => pair[which].cpu))) / pages).toFixed(3),
    "of its thread": ((1000 * median(found.map((pair) => pair[which].own))) / pages).toFixed(3),
    "RSS MB": Math.round(median(found.map((pair) => pair[which].rss))),
    "seconds behind the end": median(found.map((pair) => pair[which].behind)).toFixed(2),
  });
  return {
    without: row("without"),
    with: row("with"),
    "with / without": {
      "pages/s, median": `${median(speeds).toFixed(3)} (${speeds.map((each) => each.toFixed(2)).join(" ")})`,
      "CPU s / 1,000": ratio(({ cpu }) => cpu).toFixed(2),
      "of its thread": ratio(({ own }) => own).toFixed(3),
      "RSS MB": ratio(({ rss }) => rss).toFixed(2),
    },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.table(await alongside(...process.argv.slice(2).map(Number)));
}
