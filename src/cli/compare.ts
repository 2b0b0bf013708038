import { type Command, Option } from "commander";
import { rowSuffixes } from "../base/rows/save-rows.js";
import { compare } from "../crawl/compare/compare.js";
import { rankAgreementTable } from "../crawl/compare/comparison-rank-agreement.js";
import { countTerms } from "../crawl/count-terms.js";
import type { Importance } from "../crawl/importance/importance.js";
import { figureSuffixes } from "../figure/figure.js";
import { hotPageCurve } from "../figure/hot-page-curve.js";
import type { OrderingMethod } from "../ordering/ordering.js";
import { loadOrOpen } from "../web/dataset/load.js";
import { addReadingFlags, count, HEADINGS, options, type StoredWebFlags } from "./choices.js";
import { commandOf } from "./command-of.js";
import { writeCompareReport } from "./compare-report.js";
import { orderings } from "./family/orderings.js";
import {
  addImportanceFlags,
  type ImportanceFlags,
  importanceFlags,
  importanceTaker,
  refuseImportance,
} from "./importance-flags.js";
import { joinOption, withCrew } from "./join.js";
import { checkHot, needsHot } from "./judging.js";
import { addModelFlags, type ModelFlags, modelNamed } from "./model-flags.js";
import {
  addOrderingFlags,
  type OrderingFlags,
  orderingFlags,
  orderingTakers,
  refuseOrdering,
} from "./ordering-flags.js";
import { checkSuffix, print, printJson } from "./output.js";
import { shareOut } from "./share-out.js";
import { stoppable } from "./stoppable.js";
import { makeFolderFor } from "./stored.js";
import { helpFor } from "./typed-method.js";

/** What orderings, importance and model are made from. */
export interface MethodFlags extends OrderingFlags, ModelFlags, Omit<ImportanceFlags, "rule"> {
  by: string;
}

interface CompareFlags extends MethodFlags, StoredWebFlags {
  repeats: number;
  starts: "drawn" | "same";
  workers?: number;
  join?: string;
  figure?: string;
  save?: string;
  report?: string;
  regret?: boolean;
  rankAgreement?: boolean;
}

/** G, unless another is asked for, or the importance has its own. */
const USUAL_HOT = 10;

/** `crawlbench compare`: several orderings on one web, as a table and a figure. */
export function compareCommand(): Command {
  const command = commandOf("compare", "crawl a web under several orderings and compare", [
    "crawlbench compare campus --by breadth-first,backlink,pagerank --hot 100 --repeats 5",
    "crawlbench compare campus --importance pagerank --model mass --repeats 10 --regret    # and what each lost, and why",
    "crawlbench compare campus --hot 100 --repeats 10 --report campus.html    # one file for a colleague",
    "crawlbench compare campus --by similarity,breadth-first --query computer",
    "crawlbench compare cnr-2000 --repeats 20 --join nats://192.168.0.5    # with the cores of other machines: crawlbench work --help",
    "crawlbench compare campus --by similarity --query computer --rule figure4,figure5 --inside breadth-first,backlink,pagerank --backlinks 5",
  ])
    .argument("<web>", "name of the catalogue, or path of a file of links, an archive (WARC, ...) or a crawl")
    .option("--by <orderings>", `comma-separated: ${helpFor(orderings)}`, "breadth-first,backlink,pagerank,random");
  addModelFlags(addImportanceFlags(command, { withOrderings: true, usualHot: `${USUAL_HOT}` }))
    .option("--repeats <n>", "crawls per ordering, at most 10000; with more than one, the figure has a band", count, 1)
    .addOption(
      new Option("--starts <rule>", "start pages of the repeats: drawn, or all the same")
        .choices(["drawn", "same"])
        .default("drawn"),
    )
    .addOption(options.starts());
  addReadingFlags(addOrderingFlags(command, { several: true }))
    .option("--workers <n>", "crawls at a time on this machine (default: one per core)", count)
    .addOption(joinOption())
    .option("--no-cache", "do not store crawls on disk, and do not reuse stored ones")
    .optionsGroup(HEADINGS.output)
    .option(
      "--regret",
      "show what each ordering loses against the ideal crawler, and why: links, missing information, bad choices",
    )
    .option("--rank-agreement", "show how well the PageRank of the crawled part ranks the whole web: Kendall's tau")
    .option("--figure <file>", "draw the curves: .svg, .pdf, .png, .csv, .parquet or .json (Vega-Lite)")
    .option("--save <file>", "write every point: .csv, .json or .parquet")
    .option("--report <file>", "write a report, one HTML file that opens anywhere: figures, tables, provenance")
    .addOption(options.pages())
    .addOption(options.json())
    .action(runCompare);
  return command;
}

async function runCompare(name: string, flags: CompareFlags): Promise<void> {
  checkSuffix("--figure", flags.figure, figureSuffixes);
  checkSuffix("--save", flags.save, rowSuffixes);
  checkSuffix("--report", flags.report, [".html"]);
  for (const file of [flags.figure, flags.save, flags.report]) if (file !== undefined) makeFolderFor(file);
  const { repeats, starts, seed, workers, cache, format, duplicates, selfLinks, pages, start: from } = flags;
  const { orderings, importance, model } = methodsOf(flags);
  const { runs, regret } = await stoppable(cache, (signal, onProgress) =>
    withCrew(flags.join, async (crew) => {
      const web = await loadOrOpen(name, { format, duplicates, selfLinks, pages, onProgress });
      await countTerms(web, [...orderings, importance], { signal, onProgress });
      const common = { cache, workers, signal, onProgress };
      const runs = await compare(web, { orderings, importance, model, repeats, starts, seed, crew, from, ...common });
      return { runs, regret: flags.regret ? await runs.regret(common) : undefined };
    }),
  );
  const agreement = flags.rankAgreement ? runs.rankAgreement() : undefined;
  if (flags.figure !== undefined) await (await hotPageCurve(runs)).save(flags.figure);
  if (flags.save !== undefined) await runs.save(flags.save);
  if (flags.report !== undefined) await writeCompareReport(flags.report, runs, regret, agreement);
  if (flags.json)
    printJson({
      summary: runs.summary(),
      differences: runs.differences(),
      ...(regret && { regret: regret.rows() }),
      ...(agreement && { rankAgreement: agreement }),
      warnings: runs.warnings,
      provenance: runs.provenance,
      ms: runs.crawls.reduce((sum, { ms }) => sum + ms, 0),
    });
  else print([runs.table(), regret?.table(), agreement && rankAgreementTable(agreement)].filter(Boolean).join("\n\n"));
}

/** The orderings and the importance that the flags ask for; what a query means is the same to all of them. */
export function methodsOf(flags: MethodFlags) {
  const judging = { ...flags, rule: undefined };
  const model = modelNamed(flags);
  const usualHot = needsHot(model) ? USUAL_HOT : undefined;
  const takers = orderingTakers(flags.by, flags);
  const judge = importanceTaker(judging, { usualHot, withOrderings: true });
  const crawling = orderingFlags(flags);
  const given = { ...crawling, ...importanceFlags(judging) };
  const unknown = (flag: string) =>
    flag in crawling ? refuseOrdering(`--by ${flags.by}`)(flag) : refuseImportance(judging)(flag);
  const methods = shareOut<OrderingMethod | Importance>([...takers, judge], given, unknown);
  const importance = methods.pop() as Importance;
  checkHot(model, importance);
  return { orderings: methods as OrderingMethod[], importance, model };
}
