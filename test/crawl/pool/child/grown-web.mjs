// The web of test/crawl/small-web.ts, made by the compiled library, for child processes.

import { Random } from "../../../../dist/base/random.js";
import { graphFrom } from "../../../../dist/web/graph/builder.js";

export function grownWeb(size, perPage, seed) {
  const random = new Random(seed);
  const links = [];
  for (let page = 1; page < size; page++) links.push([random.below(page), page]);
  for (let page = 0; page < size; page++) {
    for (let i = 0; i < perPage; i++) links.push([page, Math.floor(size * random.next() ** 3)]);
  }
  const graph = graphFrom(size, links);
  return {
    name: `grown-${size}`,
    capabilities: ["links"],
    graph,
    found: { links: graph.links, selfLinks: 0, duplicates: 0 },
    sha256: `grown ${size} ${perPage} ${seed}`,
    start: 0,
  };
}
