import { canonical } from "../../base/canonical.js";
import { ENGINE, version } from "../../base/version.js";
import { idOf } from "../../web/web.js";
import { type JudgedRuns, modelOf } from "./judged-crawls.js";

/** All that the numbers of a comparison depend on, as plain data. */
export function comparisonProvenance(runs: JudgedRuns) {
  const { web, importance, options } = runs;
  const { name, sha256, graph, found } = web;
  const crawls = runs.judged.map(({ crawl }) => crawl);
  return {
    crawlbench: version,
    engine: ENGINE,
    dataset: { name, sha256, pages: graph.size, links: graph.links, linksInSource: found.links },
    orderings: [...new Map(crawls.map(({ method }) => [method.label, method])).values()].map(
      ({ label, source, options, code }) => ({
        label,
        source,
        ...(code === undefined ? { options } : { options: JSON.parse(canonical(options)) as typeof options, code }),
      }),
    ),
    importance: { label: importance.label, source: importance.source, hotAt: importance.hotAt },
    model: modelOf(runs).label,
    over: options.over ?? "reachable",
    ...(options.seed !== undefined && { modelSeed: options.seed }),
    crawls: [...new Map(crawls.map((crawl) => [crawl.repeat, crawl])).values()].map(({ repeat, seed, from }) => ({
      repeat,
      seed,
      from: from.map((page) => idOf(web, page)),
    })),
  };
}
