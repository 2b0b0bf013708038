import type { Command } from "commander";
import { problem } from "../base/error.js";
import { inShell } from "../base/in-shell.js";
import type { ProgressListener } from "../base/progress-event.js";
import { countTerms } from "../crawl/count-terms.js";
import { announceWorth } from "../crawl/judge.js";
import { findArchive } from "../web/dataset/find-archive.js";
import { type LoadOrOpenOptions, loadOrOpen } from "../web/dataset/load.js";
import type { HowToRead } from "../web/dataset/open.js";
import { sourceWarnings } from "../web/dataset/source-warnings.js";
import { webOf } from "../web/snapshot/snapshot-web.js";
import { visitOrder } from "../web/snapshot/stored-pages.js";
import { addReadingFlags, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { addJudgingFlags, type JudgingFlags, judgement, judgeOf } from "./judging.js";
import { readOrder } from "./order-file.js";
import { print, printJson, tell } from "./output.js";
import { stoppable } from "./stoppable.js";
import { storedPages } from "./stored.js";

interface JudgeFlags extends JudgingFlags, HowToRead {
  order?: string;
  pages?: number;
  json?: boolean;
}

/** `crawlbench judge`: what a crawl order is worth, whoever crawled. */
export function judgeCommand(): Command {
  const command = commandOf("judge", "judge a crawl order: curve and area", [
    "crawlbench judge campus --order order.u32 --hot 100",
    "crawlbench judge campus --order order.u32 --importance pagerank --model mass      # share of all PageRank covered",
    "crawlbench judge campus --order topic.u32 --importance relevance --query computer --backlinks 5",
    'crawlbench judge my-crawl --query "machine learning" --rule cosine --hot 0.1     # its own visits',
  ])
    .argument("<web>", "name of the catalogue, path of a file of links or an archive (WARC, ...), or folder of a crawl")
    .option(
      "--order <file>",
      "crawl order of this web: little-endian uint32 page numbers, as the file numbers them, or text, a page number or URL on each line (default: the visits of a crawl's folder)",
    );
  addReadingFlags(addJudgingFlags(command))
    .addOption(options.pages())
    .addOption(options.json())
    .action(async (name: string, flags: JudgeFlags) => {
      const by = judgeOf(flags);
      const { format, duplicates, selfLinks, pages } = flags;
      const policy = { duplicates, selfLinks };
      await stoppable(false, async (signal, onProgress) => {
        const { web, order, ...found } =
          flags.order === undefined
            ? await crawled(name, policy, onProgress)
            : await ordered(name, flags.order, { ...policy, format, pages, onProgress });
        const warnings = [...sourceWarnings(web), ...found.warnings];
        for (const warning of warnings) tell(warning);
        await countTerms(web, [by.importance], { signal, onProgress });
        announceWorth(web, by.importance, onProgress);
        const { summary, points, text, whyNoArea } = judgement(web, order, by, flags);
        const all = [...warnings, ...(whyNoArea === undefined ? [] : [whyNoArea])];
        if (flags.json) printJson({ ...summary, ...(all.length > 0 && { warnings: all }), curve: points });
        else print(text);
      });
    });
  return command;
}

/** A web, and an order of its pages from a file. */
async function ordered(name: string, path: string, options: LoadOrOpenOptions) {
  const web = await loadOrOpen(name, options);
  return { web, ...readOrder(path, web, name) };
}

/** What a crawl stored, and the order in which it did. */
async function crawled(folder: string, policy: HowToRead, onProgress: ProgressListener) {
  const kind = await findArchive(folder);
  if (kind !== "snapshot" && kind !== "shards")
    throw problem.choice`${folder} is not the folder of a crawl, so it has no order of its own. Name one by --order FILE. To make one: crawlbench replay ${inShell(folder)} --by backlink --order-out order.u32`;
  const snapshot = await storedPages(folder, onProgress);
  const web = webOf(snapshot, policy);
  return { web, order: visitOrder(snapshot, web), warnings: [] };
}
