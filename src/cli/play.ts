import type { Command } from "commander";
import { compare } from "../crawl/compare/compare.js";
import { countTerms } from "../crawl/count-terms.js";
import { playPage } from "../player/play-page.js";
import { loadOrOpen } from "../web/dataset/load.js";
import { addReadingFlags, count, options, type StoredWebFlags } from "./choices.js";
import { commandOf } from "./command-of.js";
import { type MethodFlags, methodsOf } from "./compare.js";
import { orderings } from "./family/orderings.js";
import { addImportanceFlags } from "./importance-flags.js";
import { addModelFlags } from "./model-flags.js";
import { addOrderingFlags } from "./ordering-flags.js";
import { checkSuffix, print, printJson, writeResult } from "./output.js";
import { stoppable } from "./stoppable.js";
import { helpFor } from "./typed-method.js";

interface PlayFlags extends MethodFlags, StoredWebFlags {
  out: string;
  title?: string;
  shown?: number;
}

/** `crawlbench play`: crawls side by side on one map of the web, as an HTML file that plays them. */
export function playCommand(): Command {
  const command = commandOf("play", "write an HTML page that plays crawls of a stored web side by side", [
    "crawlbench play campus --pages 2000 --hot 20 --out crawl.html     # then open crawl.html in a browser",
    "crawlbench play campus --by backlink,pagerank,opic --hot 100 --out crawl.html",
  ])
    .argument("<web>", "name of the catalogue, or path of a file of links, an archive (WARC, ...) or a crawl")
    .option("--by <orderings>", `comma-separated: ${helpFor(orderings)}`, "breadth-first,backlink,pagerank")
    .requiredOption("--out <file>", "write the page there: one file, which needs no network")
    .option("--title <text>", "heading of the page (default: the web and the orderings)")
    .option("--shown <n>", "most pages on the map; of more, the hot ones and a sample (default: 50000)", count);
  addModelFlags(addImportanceFlags(command, { withOrderings: true, usualHot: "10" })).addOption(options.starts());
  addReadingFlags(addOrderingFlags(command, { several: true }))
    .option("--no-cache", "do not store crawls on disk, and do not reuse stored ones")
    .addOption(options.pages())
    .addOption(options.json())
    .action(runPlay);
  return command;
}

async function runPlay(name: string, flags: PlayFlags): Promise<void> {
  const { duplicates, selfLinks, format, pages, seed, cache, start: from, title, shown, out } = flags;
  checkSuffix("--out", out, [".html"]);
  const { orderings, importance, model } = methodsOf(flags);
  const runs = await stoppable(cache, async (signal, onProgress) => {
    const web = await loadOrOpen(name, { format, duplicates, selfLinks, pages, onProgress });
    await countTerms(web, [...orderings, importance], { signal, onProgress });
    return compare(web, { orderings, importance, model, seed, cache, signal, onProgress, from });
  });
  const bytes = Buffer.from(playPage(runs, { title, pages: shown })); // nothing is kept of it, so Ctrl-C just ends it
  writeResult(out, bytes);
  const { label, hotAt } = importance;
  const { web, warnings } = runs;
  if (flags.json)
    printJson({
      out,
      bytes: bytes.length,
      web: web.name,
      orderings: runs.orderings,
      importance: label,
      hotAt,
      warnings,
    });
  else {
    const size = (bytes.length / 1e6).toFixed(2);
    const told = `${out}: ${runs.orderings.join("; ")} on ${web.name}, ${size} MB. Open it in a browser: it needs no network`;
    print([...warnings, told].join("\n"));
  }
}
