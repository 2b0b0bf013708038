// Serves PAGES pages of 13 kB with 40 links each (four in five within their host) on HOSTS hosts; tells its port, ends
// with its parent.

import { Strings } from "../../dist/base/strings.js";
import { serve } from "../../dist/site/server.js";
import { graphFrom } from "../../dist/web/graph/builder.js";

const pages = Number(process.argv[2]);
const hosts = Number(process.argv[3]);
const onHost = Math.floor(pages / hosts);
let state = 1;
const below = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};
function* links() {
  for (let page = 0; page < pages; page++) {
    const first = page - (page % onHost);
    if ((page + 1) % onHost !== 0 && page + 1 < pages) yield [page, page + 1];
    if (page % onHost === 0 && page + onHost < pages) yield [page, page + onHost];
    for (let i = 2; i < 40; i++) yield [page, i % 5 === 0 ? below(pages) : Math.min(pages - 1, first + below(onHost))];
  }
}
const web = {
  name: "bench",
  capabilities: ["links", "urls"],
  sha256: "",
  start: 0,
  graph: graphFrom(pages, links(), { duplicates: "keep", selfLinks: "keep" }),
  found: { links: 40 * pages, selfLinks: 0, duplicates: 0 },
  urls: Strings.from(
    Array.from({ length: pages }, (_, page) => `http://h${Math.floor(page / onHost)}.bench.example/p${page}.html`),
  ),
};
const site = await serve(web, { bytes: 13_111 });
process.stdout.write(`${JSON.stringify({ port: site.port, start: site.start })}\n`);
process.stdin.on("end", () => process.exit()).resume();
