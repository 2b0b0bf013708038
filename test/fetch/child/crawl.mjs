// Crawls as `options` say: `ordering` by its name or, for similarity, its query and options; `recent`: fingerprints of
// URLs in memory; `cache`: [policy, entries]; `policies` by name and `sizes` of a cache experiment alongside. Gives the
// status, the rows of the experiment and the most memory that this process took. Run by itself, it takes one argument
// (JSON: dist, options) and tells that.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function crawlOf({ dist, options }) {
  const load = (path) => import(pathToFileURL(join(dist, path)).href);
  const { Crawl } = await load("fetch/crawl.js");
  const { backlink } = await load("ordering/backlink.js");
  const { similarity } = await load("ordering/similarity.js");
  const { query, ...rule } = typeof options.ordering === "object" ? options.ordering : {};
  const topic = query === undefined ? undefined : similarity(query, rule);
  const { policies, sizes, recent, cache, ...others } = options;
  const { storageIn } = await load("fetch/crawl-storage.js");
  const { cacheMethodNamed } = await load("cache/sweep/cache-methods.js");
  const experiment = async () => {
    const { cacheExperiment } = await load("cache/sweep/cache-experiment.js");
    return cacheExperiment({ policies: await Promise.all(policies.map(cacheMethodNamed)), sizes });
  };
  const crawl = await Crawl.open({
    ...others,
    ordering: options.ordering === "backlink" ? backlink : topic,
    ...(recent && { storage: storageIn(options.out, recent) }),
    ...(cache && { urlCache: { policy: await cacheMethodNamed(cache[0]), entries: cache[1] } }),
    ...(policies && { alongside: [await experiment()] }),
  });
  const status = await crawl.run();
  const [sweep] = crawl.alongside;
  return { ...status, rows: sweep?.rows(), peak: process.resourceUsage().maxRSS * 1024 };
}

if (pathToFileURL(process.argv[1] ?? "").href === import.meta.url)
  process.stdout.write(`${JSON.stringify(await crawlOf(JSON.parse(process.argv[2])))}\n`);
