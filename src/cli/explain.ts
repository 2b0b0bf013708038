import type { Command } from "commander";
import { got, problem } from "../base/error.js";
import { compare } from "../crawl/compare/compare.js";
import { countTerms } from "../crawl/count-terms.js";
import { explain } from "../crawl/explain/explain.js";
import { pageNamed } from "../crawl/explain/explain-page.js";
import { loadOrOpen } from "../web/dataset/load.js";
import { addReadingFlags, options, type StoredWebFlags, whole } from "./choices.js";
import { commandOf } from "./command-of.js";
import { type MethodFlags, methodsOf } from "./compare.js";
import { orderings } from "./family/orderings.js";
import { addImportanceFlags } from "./importance-flags.js";
import { addOrderingFlags } from "./ordering-flags.js";
import { print, printJson } from "./output.js";
import { stoppable } from "./stoppable.js";
import { helpFor } from "./typed-method.js";

interface ExplainFlags extends MethodFlags, StoredWebFlags {
  rivals: number;
}

/** `crawlbench explain`: why a crawl took a page when it did. */
export function explainCommand(): Command {
  const command = commandOf("explain", "explain why a crawl of a stored web fetched a page when it did", [
    "crawlbench explain campus http://www.campus.example/war/jobs.html --by backlink --hot 100",
    "crawlbench explain my-links.txt.gz 4711 --by pagerank --rivals 10 --json",
  ])
    .argument("<web>", "name of the catalogue, or path of a file of links, an archive (WARC, ...) or a crawl")
    .argument("<page>", "its URL, its title, or the file's own number")
    .requiredOption("--by <ordering>", helpFor(orderings));
  addImportanceFlags(command, { withOrderings: true, usualHot: "10" })
    .option("--rivals <n>", "pages to show that came next in the frontier", whole, 5)
    .addOption(options.starts());
  addReadingFlags(addOrderingFlags(command))
    .option("--no-cache", "do not store crawls on disk, and do not reuse stored ones")
    .addOption(options.pages())
    .addOption(options.json())
    .action(async (name: string, page: string, flags: ExplainFlags) => {
      const { duplicates, selfLinks, format, pages, seed, cache, start: from, rivals } = flags;
      const { orderings, importance } = methodsOf({ ...flags, model: "threshold" });
      if (orderings.length > 1)
        throw problem.choice`--by names one ordering here; ${got(flags.by)}. Type: --by ${orderings[0].name}`;
      const explanation = await stoppable(cache, async (signal, onProgress) => {
        const web = await loadOrOpen(name, { format, duplicates, selfLinks, pages, onProgress });
        pageNamed(web, page); // a misspelt page is no reason to crawl
        await countTerms(web, [...orderings, importance], { signal, onProgress });
        const runs = await compare(web, { orderings, importance, seed, cache, signal, onProgress, from });
        return explain(runs, orderings[0].label, page, { rivals });
      });
      if (flags.json) printJson(explanation);
      else print(String(explanation));
    });
  return command;
}
