import type { Command } from "commander";
import { got, problem } from "../base/error.js";
import { plural } from "../base/numbers.js";
import { textTable } from "../base/rows/text-table.js";
import { pageRankOf } from "../crawl/importance/page-rank-of.js";
import { hostsOfUrls } from "../crawl/timed/url-hosts.js";
import { figureSuffixes } from "../figure/figure.js";
import { freshnessCurve } from "../figure/freshness-curve.js";
import { of as ofRule, type RefreshPolicy } from "../freshness/refresh-policy.js";
import { type RefreshRow, refreshRows, refreshStudy } from "../freshness/study.js";
import { loadOrOpen } from "../web/dataset/load.js";
import { count, number, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { optionOf } from "./declared-option.js";
import { changes } from "./family/changes.js";
import { refreshers } from "./family/refreshers.js";
import { printChanges } from "./freshness-changes.js";
import { checkSuffix, print, printJson } from "./output.js";
import { stoppable } from "./stoppable.js";
import { makeFolderFor, STORED } from "./stored.js";
import { helpFor, hyphened, methodsTyped, methodTyped } from "./typed-method.js";

interface FreshnessFlags {
  policies: string;
  rates: string;
  budget: string;
  correlation: number;
  of?: "pages" | "importance";
  repeats: number;
  seed: number;
  pages?: number;
  figure?: string;
  json?: boolean;
}

/** Policies that --of is for. */
const ofTakers = refreshers.methods
  .filter(({ declared }) => "of" in declared)
  .map(({ name }) => name)
  .join(", ");

/**
 * `crawlbench freshness`: how fresh a store of pages is kept by fetching them again; how pages changed from one crawl
 * to the next.
 */
export function freshnessCommand(): Command {
  return commandOf("freshness", "compare policies that keep pages fresh, or show how pages changed between crawls", [
    "crawlbench freshness campus",
    "crawlbench freshness campus --budget 0.1 --policies uniform,proportional,optimal --rates gamma --json",
    "crawlbench freshness campus --rates host-classes --budget 0.033 --correlation 0.5 --of importance",
    "crawlbench crawl --recrawl monday --out tuesday --contact you@example.edu    # only what changed",
    "crawlbench freshness monday tuesday                                          # what changed, and how often it will",
  ])
    .argument("<web>", `a web whose changes are simulated; or, before others, the oldest of several crawls: ${STORED}`)
    .argument("[newer...]", "crawls of the same site, the newest last")
    .option("--policies <names>", `comma-separated: ${helpFor(refreshers)}`, "uniform,proportional,optimal,estimated")
    .option(
      "--rates <model>",
      `how often pages change: ${helpFor(changes)}; classes and host-classes per day, others once per unit of time on average`,
      "gamma",
    )
    .option("--budget <n>", "fetches per page and unit of time, on average; comma-separated", "0.1,1")
    .option("--correlation <r>", "correlation of a page's rate with its PageRank, -1 to 1; 0: independent", number, 0)
    .addOption(optionOf("of", ofRule, { of: ofTakers }))
    .option("--repeats <n>", "number of webs with simulated changes, at most 10000", count, 3)
    .option("--figure <file>", "draw freshness over the budgets: .svg, .pdf, .png, .csv, .parquet or .json (Vega-Lite)")
    .addOption(options.pages())
    .addOption(options.seed())
    .addOption(options.json())
    .action((web: string, newer: readonly string[], flags: FreshnessFlags, command: Command) => {
      if (newer.length === 0) return simulated(web, flags);
      const given = Object.keys(flags).find((flag) => flag !== "json" && command.getOptionValueSource(flag) === "cli");
      if (given !== undefined)
        throw problem.choice`--${hyphened(given)} does not apply to stored crawls: their changes are compared, not simulated. Leave it out, or name one web`;
      return printChanges([web, ...newer], flags);
    });
}

async function simulated(name: string, flags: FreshnessFlags): Promise<void> {
  const { correlation, repeats, seed, pages: size, of } = flags;
  if (!(correlation >= -1 && correlation <= 1))
    throw problem.choice`--correlation is a number from -1 to 1; ${got(correlation)}`;
  checkSuffix("--figure", flags.figure, figureSuffixes);
  if (flags.figure !== undefined) makeFolderFor(flags.figure);
  const budgets = budgetsIn(flags.budget);
  const policies = policiesNamed(flags.policies, of);
  const { method, chosen } = methodTyped(flags.rates, changes);
  const model = method.make(chosen);
  const { web, rows } = await stoppable(false, async (signal, onProgress) => {
    const loaded = await loadOrOpen(name, { onProgress, pages: size });
    const pages = {
      size: loaded.graph.size,
      importance: pageRankOf().of(loaded),
      ...(loaded.urls && { hosts: hostsOfUrls(loaded.urls).hostOf }),
    };
    const stopped = () => signal.aborted;
    const runs = await refreshStudy(pages, {
      policies,
      model,
      budgets,
      repeats,
      seed,
      correlation,
      onProgress,
      stopped,
    });
    if (signal.aborted) throw problem.stopped`the simulation was stopped`;
    return { web: loaded, rows: refreshRows(runs) };
  });
  const note = `${web.name}: ${plural(web.graph.size, "page")} · rates ${model.label} · ${repeats} drawn`;
  if (flags.figure !== undefined) await (await freshnessCurve(rows, { notes: [note] })).save(flags.figure);
  if (flags.json)
    return printJson({ web: web.name, pages: web.graph.size, rates: model.label, correlation, repeats, seed, rows });
  print(`${note}, seed ${seed}${correlation === 0 ? "" : `, correlation ${correlation} with PageRank`}`);
  print(textTable(rows.map(lineOf), { limit: rows.length }));
  print("freshness: share of copies that are up to date; age: time since the first change that a copy misses");
  if (rows.some(({ used }) => used < FULLY))
    print(
      "Part of the budget is unused: a page that is due too soon waits for two fetches of others. This matters when pages are few. Use more: --pages 5000",
    );
}

/** A policy that uses less of its budget than this stands worse than it is. */
const FULLY = 0.97;

const percent = (share: number) => Number((100 * share).toFixed(1));

const lineOf = ({ policy, budget, freshness, low, high, weighted, age, useful, used }: RefreshRow) => ({
  policy,
  budget,
  "budget used %": percent(used),
  "fresh %": percent(freshness),
  "least %": percent(low),
  "most %": percent(high),
  "by PageRank %": percent(weighted),
  age: Number(age.toPrecision(3)),
  "fetches that found a change %": percent(useful),
});

/** Budgets typed with commas between. */
function budgetsIn(text: string): number[] {
  const budgets = text.split(",").map(Number);
  if (budgets.every((budget) => budget > 0 && Number.isFinite(budget))) return budgets;
  throw problem.choice`--budget is a number of fetches per page and unit of time above 0, or several; ${got(text)}`;
}

/** Each policy once; --of goes to those that take it, and what stands behind a colon outranks it. */
function policiesNamed(text: string, of?: "pages" | "importance"): RefreshPolicy[] {
  const typed = methodsTyped(text, refreshers).map(({ method, chosen }) =>
    method.make({ ...("of" in method.declared && { of }), ...chosen }),
  );
  return [...new Map(typed.map((policy) => [policy.label, policy])).values()];
}
