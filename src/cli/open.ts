import type { Command } from "commander";
import { problem } from "../base/error.js";
import { given } from "../base/given.js";
import { inShell } from "../base/in-shell.js";
import { counted, plural } from "../base/numbers.js";
import { ProgressLine } from "../base/progress-line.js";
import { shortReachWarning } from "../crawl/start-pages.js";
import { loadOrOpen } from "../web/dataset/load.js";
import type { HowToRead } from "../web/dataset/open.js";
import type { ArchiveWeb } from "../web/dataset/open-archive.js";
import { notReadOf } from "../web/dataset/web-card.js";
import { reach } from "../web/graph/reach.js";
import { statistics } from "../web/graph/statistics.js";
import { nameOf, urlOrId } from "../web/web.js";
import { count, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { checkNamed, print, printJson, tell, writeResult } from "./output.js";

interface OpenFlags extends HowToRead {
  gexf?: string;
  limit?: number;
  json?: boolean;
}

/** What an archive held besides its web. */
const archiveCounts = ({ captures, otherPages, hosts, bytes, records, skipped }: ArchiveWeb["archive"]) => ({
  captures,
  otherPages,
  hosts,
  bytes,
  records,
  skipped,
});

/** Records without a page that any WARC file has. */
const USUAL: ReadonlySet<string> = new Set(["warcinfo-record", "request-record", "metadata-record"]);

/** @param size pages of the web */
function archiveLines({ archive, size }: { readonly archive: ArchiveWeb["archive"]; readonly size: number }): string[] {
  const { captures, pages, otherPages, hosts, bytes, records, skipped } = archive;
  const again = pages - otherPages - size;
  const notOfWeb = [
    ...(otherPages > 0 ? [`${counted(otherPages)} with another status than 200`] : []),
    ...(again > 0 ? [`${counted(again)} of a URL that was captured before`] : []),
  ];
  const skippedWhere = (isUsual: boolean): string =>
    Object.entries(skipped)
      .filter(([reason]) => USUAL.has(reason) === isUsual)
      .map(([reason, number]) => `${counted(number)} ${reason}`)
      .join(", ");
  const [usual, others] = [skippedWhere(true), skippedWhere(false)];
  return [
    `  ${plural(captures, "capture")} of ${plural(hosts, "host")}, ${counted(pages)} of them HTML${notOfWeb.length > 0 ? ` (no pages of the web: ${notOfWeb.join(", ")})` : ""}, ${(bytes / 1e6).toFixed(1)} MB of bodies; ${plural(records, "record")}`,
    ...(usual ? [`  left out, as they are no pages: ${usual}`] : []),
    ...(others ? [`  left out or not as it should be: ${others}`] : []),
  ];
}

/** `crawlbench open`: what a file of links, or an archive, holds. */
export function openCommand(): Command {
  return commandOf("open", "open a web and count what is in it", [
    "crawlbench open my-links.txt.gz",
    "crawlbench open my.warc.gz        # what an archive holds",
  ])
    .argument(
      "<path>",
      "file of links in any known format (SNAP edge list, CSV, GraphML, Pajek, BVGraph, Matrix Market, ...; plain, gz, zst), archive (WARC, ARC, WAT, WACZ), folder of archives or of HTML files, snapshot, or a name of the catalogue",
    )
    .addOption(options.format())
    .addOption(options.duplicates())
    .addOption(options.selfLinks())
    .option("--gexf <file>", "write the web as GEXF, for Gephi; small webs only")
    .option("--limit <n>", "of GEXF: links at the most (default: 100000)", count)
    .addOption(options.json())
    .action(runOpen);
}

async function runOpen(path: string, { format, duplicates, selfLinks, gexf, limit, json }: OpenFlags): Promise<void> {
  checkNamed("--gexf", gexf, "web.gexf");
  if (limit !== undefined && gexf === undefined)
    throw problem.choice`--limit is for GEXF: name its file, --gexf web.gexf, or leave --limit out`;
  const line = new ProgressLine();
  try {
    const begun = performance.now();
    const web = await loadOrOpen(path, { format, duplicates, selfLinks, onProgress: line.listener });
    const ms = performance.now() - begun;
    const { graph, found } = web;
    const about = statistics(graph);
    const reached = reach(graph, [web.start]).pages;
    if (gexf !== undefined) {
      const { writeGexf } = await import("../web/write/gexf.js");
      const { ids, urls, titles } = web;
      writeResult(gexf, Buffer.from(writeGexf(graph, given({ ids, urls, titles, limit }))));
    }
    const { archive } = web as Partial<ArchiveWeb>;
    const warning = shortReachWarning(web);
    tell(warning);
    if (json) {
      printJson({
        name: web.name,
        ...about,
        links: found.links,
        uniqueLinks: graph.links,
        selfLinks: found.selfLinks,
        duplicates: found.duplicates,
        ...(web.format !== undefined && { format: web.format }),
        ...(web.ignored && { ignored: web.ignored }),
        capabilities: web.capabilities,
        start: urlOrId(web, web.start),
        reached,
        reachable: reached,
        ...(archive && archiveCounts(archive)),
        sha256: web.sha256,
        ms: Number(ms.toFixed(3)),
      });
      return;
    }
    const kept =
      found.links === graph.links
        ? ""
        : ` (${counted(graph.links)} kept: ${counted(found.selfLinks)} self-links, ${counted(found.duplicates)} repeats)`;
    print(
      [
        `${web.name}: ${plural(graph.size, "page")}, ${plural(found.links, "link")}${kept}; carries ${web.capabilities.join(", ")}`,
        ...(web.format === undefined ? [] : [`  read as ${web.format} (another: --format, see --help)`]),
        ...(archive ? archiveLines({ archive, size: graph.size }) : []),
        ...notReadOf(web).map((told) => `  ${told}`),
        `  ${plural(about.outDegree.zero, "page")} without links, ${counted(about.inDegree.zero)} without backlinks; most links ${counted(about.outDegree.max)}, most backlinks ${counted(about.inDegree.max)}`,
        `  start ${nameOf(web, web.start)} reaches ${plural(reached, "page")} (${((100 * reached) / graph.size).toFixed(0)} %); largest strongly connected component ${counted(about.largestComponent)}`,
        `  read in ${ms.toFixed(0)} ms. Next: crawlbench compare ${inShell(path)} --by breadth-first,backlink,pagerank --hot 10`,
      ].join("\n"),
    );
  } finally {
    line.end();
  }
}
