import { Command } from "commander";
import { shortReachWarning } from "../crawl/start-pages.js";
import { loadOrOpen } from "../dataset/load.js";
import type { ArchiveWeb } from "../dataset/open-archive.js";
import { reach } from "../graph/reach.js";
import { statistics } from "../graph/statistics.js";
import { idOf, nameOf } from "../graph/web.js";
import { writeGexf } from "../graph/write/gexf.js";
import { options } from "./choices.js";
import { print, printJson, tell, writeResult } from "./output.js";
import { ProgressLine } from "./progress-line.js";

interface OpenFlags {
  duplicates: "drop" | "keep";
  selfLinks: "drop" | "keep";
  gexf?: string;
  json?: boolean;
}

/** What an archive held besides its web. */
const archiveCounts = ({ captures, hosts, bytes, records, skipped }: ArchiveWeb["archive"]) => ({
  ...{ captures, hosts, bytes, records, skipped },
});

function archiveLines({ captures, pages, hosts, bytes, records, skipped }: ArchiveWeb["archive"]): string[] {
  const count = (value: number) => value.toLocaleString("en");
  const reasons = Object.entries(skipped).map(([reason, number]) => `${count(number)} ${reason}`);
  return [
    `  ${count(captures)} captures of ${count(hosts)} hosts, ${count(pages)} of them HTML, ${(bytes / 1e6).toFixed(1)} MB of bodies; ${count(records)} records`,
    ...(reasons.length > 0 ? [`  left out or not as it should be: ${reasons.join(", ")}`] : []),
  ];
}

/** `crawlbench open`: what a file of links, or an archive, holds. */
export function openCommand(): Command {
  return new Command("open")
    .description("open a web and count what is in it")
    .addHelpText(
      "before",
      "Examples:\n" +
        "  crawlbench open my-links.txt.gz\n" +
        "  crawlbench open my.warc.gz        # what an archive holds\n",
    )
    .argument(
      "<path>",
      "file of links in any known format (SNAP edge list, BVGraph, ASCIIGraph, Matrix Market, ...; plain, gz, zst), archive (WARC, ARC, WAT, WACZ), folder of archives or of HTML files, snapshot, or a name of the catalogue",
    )
    .addOption(options.duplicates())
    .addOption(options.selfLinks())
    .option("--gexf <file>", "write the web as GEXF, for Gephi; small webs only")
    .addOption(options.json())
    .action(async (path: string, { duplicates, selfLinks, gexf, json }: OpenFlags) => {
      const line = new ProgressLine();
      try {
        const begun = performance.now();
        const web = await loadOrOpen(path, { duplicates, selfLinks, onProgress: line.listener });
        const ms = performance.now() - begun;
        const { graph, found } = web;
        const about = statistics(graph);
        const reached = reach(graph, [web.start]).pages;
        if (gexf !== undefined) writeResult(gexf, Buffer.from(writeGexf(graph, web)));
        const { archive } = web as Partial<ArchiveWeb>;
        const warning = shortReachWarning(web, [web.start]);
        tell(warning);
        if (json) {
          printJson({
            name: web.name,
            ...about,
            links: found.links,
            uniqueLinks: graph.links,
            selfLinks: found.selfLinks,
            duplicates: found.duplicates,
            capabilities: web.capabilities,
            start: web.urls ? nameOf(web, web.start) : idOf(web, web.start),
            reached,
            reachable: reached,
            ...(archive && archiveCounts(archive)),
            sha256: web.sha256,
            ms: Number(ms.toFixed(3)),
          });
          return;
        }
        const count = (value: number) => value.toLocaleString("en");
        const kept =
          found.links === graph.links
            ? ""
            : ` (${count(graph.links)} kept: ${count(found.selfLinks)} self-links, ${count(found.duplicates)} repeats)`;
        print(
          [
            `${web.name}: ${count(graph.size)} pages, ${count(found.links)} links${kept}; carries ${web.capabilities.join(", ")}`,
            ...(archive ? archiveLines(archive) : []),
            `  ${count(about.outDegree.zero)} pages without links, ${count(about.inDegree.zero)} without backlinks; most links ${count(about.outDegree.max)}, most backlinks ${count(about.inDegree.max)}`,
            `  start ${nameOf(web, web.start)} reaches ${count(reached)} pages (${((100 * reached) / graph.size).toFixed(0)} %); largest strongly connected component ${count(about.largestComponent)}`,
            `  read in ${ms.toFixed(0)} ms. Next: crawlbench compare ${path} --by breadth-first,backlink,pagerank --hot 10`,
          ].join("\n"),
        );
      } finally {
        line.end();
      }
    });
}
