import { Command, Option } from "commander";
import { loadOrOpen } from "../dataset/load.js";
import { hotPageCurve } from "../figure/hot-page-curve.js";
import { compare } from "../run/compare.js";
import { importanceNamed, integer, modelNamed, options, orderingNamed } from "./choices.js";
import { print, printJson } from "./output.js";
import { stoppable } from "./progress-line.js";

interface CompareFlags {
  by: string;
  start?: string;
  ties: string;
  seed: number;
  reorderEvery: number;
  accuracy?: number;
  damping?: number;
  importance: string;
  hot?: number;
  model: string;
  buffer?: number;
  repeats: number;
  starts: "drawn" | "same";
  workers?: number;
  cache: boolean;
  figure?: string;
  save?: string;
  pages?: number;
  duplicates: "drop" | "keep";
  selfLinks: "drop" | "keep";
  json?: boolean;
}

/** `crawlbench compare`: several orderings on one web, as a table and a figure. */
export function compareCommand(): Command {
  return new Command("compare")
    .description("crawl a web under several orderings and compare")
    .argument("<web>", "name of the catalogue, or path of a file of links")
    .option("--by <orderings>", "orderings, separated by commas", "breadth-first,backlink,pagerank,random")
    .addOption(options.importance())
    .addOption(options.hot())
    .addOption(options.model())
    .addOption(options.buffer())
    .option("--repeats <n>", "crawls per ordering; with more than one, the figure has a band", integer, 1)
    .addOption(
      new Option("--starts <rule>", "repeats start at drawn pages, or all at the same")
        .choices(["drawn", "same"])
        .default("drawn"),
    )
    .addOption(options.start())
    .addOption(options.ties())
    .addOption(options.seed())
    .addOption(options.reorderEvery())
    .addOption(options.accuracy())
    .addOption(options.damping())
    .addOption(options.duplicates())
    .addOption(options.selfLinks())
    .option("--workers <n>", "crawls at a time (default: one per core)", integer)
    .option("--no-cache", "keep no crawls on disk, and take none from there")
    .option("--figure <file>", "draw the curves: .svg, .png, .csv or .json (Vega-Lite)")
    .option("--save <file>", "write every point: .csv or .json")
    .option("--pages <n>", "size of a generated web, campus (default: as its card says)", integer)
    .addOption(options.json())
    .action(async (name: string, flags: CompareFlags) => {
      const {
        by,
        ties,
        seed,
        reorderEvery,
        accuracy,
        damping,
        repeats,
        starts,
        workers,
        cache,
        duplicates,
        selfLinks,
      } = flags;
      const orderings = await Promise.all(
        by.split(",").map((each) => orderingNamed(each, { ties, reorderEvery, accuracy, damping })),
      );
      const hotAt = flags.hot ?? (flags.model === "threshold" ? 10 : undefined);
      const importance = await importanceNamed(flags.importance, hotAt);
      const runs = await stoppable(cache, async (signal, onProgress) => {
        const web = await loadOrOpen(name, {
          duplicates,
          selfLinks,
          onProgress,
          ...(flags.pages !== undefined && { pages: flags.pages }),
        });
        return compare(web, {
          orderings,
          importance,
          model: modelNamed(flags.model, flags),
          repeats,
          starts,
          seed,
          cache,
          signal,
          onProgress,
          ...(flags.start !== undefined && { from: flags.start }),
          ...(workers !== undefined && { workers }),
        });
      });
      if (flags.figure !== undefined) await (await hotPageCurve(runs)).save(flags.figure);
      if (flags.save !== undefined) await runs.save(flags.save);
      if (flags.json)
        printJson({
          summary: runs.summary(),
          warnings: runs.warnings,
          provenance: runs.provenance,
          ms: runs.crawls.reduce((sum, { ms }) => sum + ms, 0),
        });
      else print(runs.table());
    });
}
