// Crawls a web under PageRank order, with a checkpoint after every slice, until it is done or killed.
// Arguments: the folder of the store, pages of the web. Prints a line when the crawl begins, and one when it is done.

import { CrawlStore } from "../../../../dist/crawl/pool/crawl-store.js";
import { runCrawl } from "../../../../dist/crawl/pool/run-crawl.js";
import { pageRank } from "../../../../dist/ordering/page-rank.js";
import { grownWeb } from "./grown-web.mjs";

export const web = (pages) => grownWeb(pages, 3, 1);
export const job = { method: pageRank({ accuracy: 1e-3, ties: "random" }), from: [0], seed: 1 };

const folder = process.argv[2];
if (import.meta.filename === process.argv[1]) {
  const whole = web(Number(process.argv[3]));
  console.log("begun");
  const { ms } = runCrawl(whole, job, { store: new CrawlStore(folder), checkpointEvery: 0 });
  console.log(`done in ${ms}`);
}
