import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { isProblem, problem } from "../base/error.js";
import { given } from "../base/given.js";
import { plural } from "../base/numbers.js";
import { textTable } from "../base/rows/text-table.js";
import { wrapped } from "../base/rows/width.js";
import type { ClaimVerdict } from "../experiment/claim.js";
import { claimTable } from "../experiment/claim-table.js";
import type { ExperimentOptions, ExperimentResult } from "../experiment/experiment.js";
import { findingsOf } from "../experiment/findings.js";
import { experiments } from "../experiment/found.js";
import { headline } from "../experiment/headline.js";
import { LEDGER, ledgerText, mergedLedger, readLedger, turnedAgainst } from "../experiment/ledger.js";
import { isRecordable, reproduceAll, suitability } from "../experiment/reproduce.js";
import { tally } from "../figure/report/claims.js";
import { HEADINGS, integer, named, number, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { EXIT } from "./exit.js";
import { print, printJson, tell, writeResult } from "./output.js";
import { ReportFolder } from "./reproduce-report.js";
import { stoppable } from "./stoppable.js";

interface ReproduceFlags extends Omit<ExperimentOptions, "cache" | "crew" | "onProgress" | "signal"> {
  web?: string[];
  cache: boolean;
  again?: boolean;
  out: string;
  report: boolean;
  record?: boolean;
  strict?: boolean;
  verbose?: boolean;
  list?: boolean;
  json?: boolean;
}

/** `crawlbench reproduce`: the papers' figures with a verdict for each claim, and an HTML report. */
export function reproduceCommand(): Command {
  return commandOf("reproduce", "reproduce the papers' figures, with a verdict for each claim", [
    "crawlbench reproduce all                            # every figure on the webs at hand; reuses results that are still valid",
    "crawlbench reproduce cho1998/graph-2 --web my-links.txt.gz --repeats 20",
  ])
    .argument("[which...]", "all, families (cho1998, broder2003, ...) and experiments (cho1998/graph-2)", ["all"])
    .option(
      "--web <names...>",
      "webs to run on: names of the catalogue or paths (default: campus, and the suited webs at hand)",
    )
    .option("--repeats <n>", "crawls per ordering, from drawn start pages (default: 3)", integer)
    .addOption(options.seed())
    .optionsGroup("Settings of the papers:")
    .option("--scale <share>", "share of the paper's counts, for experiments on loads (default: 0.05)", number)
    .option(
      "--put-back <share>",
      "repeated links to restore, as a share of all links on a page, in webs whose source dropped them (default: 0.317)",
      number,
    )
    .option(
      "--copies <n>",
      "copies of a web for crawls with many threads (default: enough hosts for all threads)",
      integer,
    )
    .option(
      "--pages-per-host <n>",
      "pages of a host in the mean, of webs that do not name their hosts (default: 460)",
      number,
    )
    .option("--query <words>", "topic of Graphs 7 to 10 (default: the two topics on the card of each web)")
    .optionsGroup(HEADINGS.main)
    .option("--workers <n>", "crawls at a time (default: one per core)", integer)
    .option("--again", "run every experiment again, even if nothing has changed since its last run")
    .option("--no-cache", "do not store crawls and results on disk, and do not reuse stored ones")
    .optionsGroup(HEADINGS.output)
    .option("--out <folder>", "folder of the report and the figures", named, join(".crawlbench", "report"))
    .option("--no-report", "write no report")
    .option("--verbose", "print every claim with its verdict; a single experiment always does")
    .option("--strict", "exit with code 3 if any claim disagrees, not only one that agreed before")
    .option(
      "--record",
      "record the verdicts in the ledger (crawlbench claims), with which later runs are compared; runs 20 start pages, varies assumed numbers, and times everything five times",
    )
    .option("--list", "list the experiments")
    .addOption(options.json("one JSON object instead of text, with --list an array"))
    .action(runReproduce);
}

async function runReproduce(which: readonly string[], flags: ReproduceFlags): Promise<void> {
  if (flags.list) {
    const all = (await experiments()).map((each) => ({
      ...{ id: each.id, title: each.title },
      ...("alone" in each && { alone: each.alone }),
    }));
    if (flags.json) return printJson(all);
    const rows = all.map(({ id, title, alone }) => ({ id, title: alone ? `${title} (by its name only)` : title }));
    return print(textTable(rows, { limit: rows.length }));
  }
  if (flags.record) checkRecord(flags);
  const folder = flags.report ? new ReportFolder(flags.out) : undefined;
  const ledger = readLedger();
  const begun = performance.now();
  const results: Pick<ExperimentResult, "verdicts" | "reused">[] = [];
  try {
    await run(which, flags, async (result) => {
      await folder?.add(result);
      const { verdicts, reused } = result; // rows and pictures of all would be a gigabyte
      results.push({ verdicts, reused });
    });
  } catch (error) {
    if (folder && results.length > 0 && isProblem(error, "stopped"))
      tell(`Report of what was finished: ${await folder.write()}`);
    throw error;
  }
  const verdicts = results.flatMap((result) => result.verdicts);
  const turned = turnedAgainst(ledger, flags.record ? verdicts : verdicts.filter(({ thisRun }) => thisRun));
  if (flags.record) {
    const suits = await suitability();
    writeResult(LEDGER, Buffer.from(ledgerText(mergedLedger(readLedger(), verdicts, suits))));
    const fitting = verdicts.filter(({ experiment, dataset }) => suits(experiment, dataset));
    tell(`Recorded: ${plural(fitting.length, "claim")} in ${LEDGER}`);
  }
  const report = await folder?.write();
  const reused = results.filter((result) => result.reused).length;
  if (flags.json) printJson({ verdicts, turned, report, reused, ms: performance.now() - begun });
  else {
    for (const line of isInFull(which, flags) ? [claimTable(verdicts)] : findingsLines(ledger)) print(line);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const tested = `${plural(verdicts.length, "verdict")} on ${plural(new Set(verdicts.map(({ dataset }) => dataset)).size, "dataset")}, in ${seconds} s. Verdicts on the papers' claims are replications: the papers' own data and machines are gone.`;
    for (const line of [tested, ...headline(verdicts)]) print(wrapped(line, "").join("\n"));
    if (reused > 0)
      print(
        `${reused} of ${results.length} results are from before: nothing that they depend on has changed (--again runs all).`,
      );
    for (const { experiment, claim, dataset, pairs, ratios, thisRun } of turned)
      print(
        `${thisRun && (pairs ?? ratios) ? "Outside of what is recorded" : "Agreed before, disagrees now"}: ${experiment} on ${dataset}: ${claim}`,
      );
    if (report) print(`Report: ${report}`);
  }
  if (turned.length > 0 || (flags.strict && verdicts.some(({ verdict }) => verdict === "disagrees")))
    process.exitCode = EXIT.disagrees;
}

/** The ledger is that of runs as they are by default, on webs of the catalogue. */
function checkRecord({ web = [], repeats, seed, scale, putBack, copies, pagesPerHost, query }: ReproduceFlags): void {
  const chosen = Object.entries({
    repeats,
    scale,
    "put-back": putBack,
    copies,
    "pages-per-host": pagesPerHost,
    query,
    ...(seed !== 1 && { seed }),
  }).find(([, value]) => value !== undefined);
  if (chosen)
    throw problem.option`--record enters verdicts of runs with the usual choices; found --${chosen.join(" ")}. Leave one of the two out`;
  const other = web.flatMap(apart).find((name) => !isRecordable(name));
  if (other !== undefined)
    throw problem.option`--record enters verdicts on webs of the catalogue; found --web ${other}. Leave --record out: the report has its claims`;
}

/** Crawls per ordering that the ledger rests on. */
const RECORDED_STARTS = 20;

/** A family has hundreds of claims: they are printed when asked for, and stand in the report. */
const isInFull = (which: readonly string[], { verbose }: Pick<ReproduceFlags, "verbose">): boolean =>
  verbose === true || which.every((name) => name.includes("/"));

/** What the ledger teaches, a line or two for each finding; nothing where it teaches nothing. */
function findingsLines(ledger: readonly ClaimVerdict[]): string[] {
  const findings = findingsOf(ledger).flatMap((each, index) =>
    wrapped(each.headline, `${String(index + 1).padStart(2)}. `, "    "),
  );
  return findings.length > 0 ? ["The findings of the recorded ledger:", ...findings] : [];
}

const inShort = ({ experiment, dataset, verdicts, reused }: ExperimentResult): string =>
  `${experiment.id} on ${dataset}: ${tally(verdicts)}${reused ? " From before." : ""}`;

/** Hands over each result as it comes. */
async function run(
  which: readonly string[],
  {
    web,
    repeats,
    seed,
    scale,
    putBack,
    copies,
    pagesPerHost,
    query,
    workers,
    cache,
    again,
    record,
    verbose,
    json,
  }: ReproduceFlags,
  take: (result: ExperimentResult) => Promise<void>,
): Promise<void> {
  await stoppable(cache, async (signal, onProgress, say) => {
    let place = { title: "", done: 0, total: 1 };
    const runs = reproduceAll({
      ...given({
        which,
        seed,
        cache,
        signal,
        again,
        webs: web?.flatMap(apart),
        workers,
        scale,
        putBack,
        copies,
        pagesPerHost,
        query,
        vary: record,
      }),
      sideBySide: workers !== 1,
      ...given({ repeats: record ? RECORDED_STARTS : repeats }),
      onExperiment: (experiment, name, done, total) => {
        place = { title: `${experiment.id} on ${name}`, done, total };
        onProgress({ task: place.title, done, total });
      },
      onLeftOut: ({ id }, name, why) => {
        if (!json) say(`${id} on ${name}: left out, ${why}`);
      },
      onProgress: ({ done, total }) =>
        onProgress({ task: place.title, done: place.done + done / total, total: place.total }),
    });
    for await (const result of runs) {
      await take(result);
      if (!json && !isInFull(which, { verbose })) say(inShort(result));
    }
  });
}

/** "campus,cnr-2000" is two webs, unless there is such a path. */
const apart = (web: string): string[] => (existsSync(web) ? [web] : web.split(","));
