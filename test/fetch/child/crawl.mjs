// Crawls as its one argument says (JSON: dist, options; `ordering` by its name or, for similarity, its query and
// options), and tells its status and the most memory that it took when it is done.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { dist, options } = JSON.parse(process.argv[2]);
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { Crawl } = await load("fetch/crawl.js");
const { backlink } = await load("ordering/backlink.js");
const { similarity } = await load("ordering/similarity.js");
const { query, ...rule } = typeof options.ordering === "object" ? options.ordering : {};
const topic = query === undefined ? undefined : similarity(query, rule);
const crawl = await Crawl.open({ ...options, ordering: options.ordering === "backlink" ? backlink : topic });
const status = await crawl.run();
process.stdout.write(`${JSON.stringify({ ...status, peak: process.resourceUsage().maxRSS * 1024 })}\n`);
