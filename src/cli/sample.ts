import type { Command } from "commander";
import { plural } from "../base/numbers.js";
import { textTable } from "../base/rows/text-table.js";
import { countTerms } from "../crawl/count-terms.js";
import { samplingBias } from "../crawl/sampling-bias.js";
import { loadOrOpen } from "../web/dataset/load.js";
import { findPage } from "../web/web.js";
import { count, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { addImportanceFlags, type ImportanceFlags, importanceNamed } from "./importance-flags.js";
import { print, printJson, tell } from "./output.js";
import { stoppable } from "./stoppable.js";

interface SampleFlags extends ImportanceFlags {
  start?: string;
  steps: number;
  repeats: number;
  seed: number;
  pages?: number;
  json?: boolean;
}

/** `crawlbench sample`: what a sample of pages by random walks is worth. */
export function sampleCommand(): Command {
  const command = commandOf("sample", "sample pages of a stored web by random walks, and measure the bias", [
    "crawlbench sample campus",
    "crawlbench sample campus --importance page-rank --steps 2000 --repeats 30",
    "crawlbench sample campus --query computer      # the share of pages on a topic",
  ])
    .argument("<web>", "name of the catalogue, path of a file of links or an archive, or folder of a crawl")
    .addOption(options.start());
  return addImportanceFlags(command, { usualHot: "none, the mean importance is estimated, not the share of hot pages" })
    .option("--steps <n>", "pages that each walk requests", count, 10_000)
    .option("--repeats <n>", "walks of each kind, 2 or more", count, 10)
    .addOption(options.seed())
    .addOption(options.pages())
    .addOption(options.json())
    .action(async (name: string, flags: SampleFlags) => {
      const importance = importanceNamed(flags);
      const { start, steps, repeats, seed, pages, json } = flags;
      await stoppable(false, async (signal, onProgress) => {
        const web = await loadOrOpen(name, { pages, onProgress });
        await countTerms(web, [importance], { signal, onProgress });
        tell(importance.warning?.(web));
        const from = start === undefined ? web.start : findPage(web, start);
        const rows = samplingBias(web, { importance, steps, repeats, seed, from });
        if (json) return printJson({ web: web.name, importance: importance.label, steps, repeats, rows });
        const { label, hotAt } = importance;
        const what =
          hotAt === undefined ? `the mean of ${label}` : `the share of pages with ${label} of ${hotAt} or more`;
        print(`${web.name}: ${what}, by ${plural(repeats, "walk")} of ${plural(steps, "page")}; a bias of 1 is none`);
        print(textTable(rows));
      });
    });
}
