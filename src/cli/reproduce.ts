import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import type { ClaimVerdict } from "../experiment/claim.js";
import { claimTable } from "../experiment/claim-table.js";
import type { ExperimentResult } from "../experiment/experiment.js";
import { experiments, reproduce } from "../experiment/reproduce.js";
import { claimsMap } from "../figure/claims-map.js";
import { htmlReport } from "../report/report.js";
import { textTable } from "../rows/text-table.js";
import { ENGINE } from "../run/crawl-key.js";
import { version } from "../version.js";
import { integer, number, options } from "./choices.js";
import { print, printJson, writeResult } from "./output.js";
import { stoppable } from "./progress-line.js";

interface ReproduceFlags {
  web?: string[];
  repeats?: number;
  seed: number;
  scale?: number;
  workers?: number;
  cache: boolean;
  out: string;
  report: boolean;
  record?: boolean;
  strict?: boolean;
  list?: boolean;
  json?: boolean;
}

/** Verdicts of the runs that the project was released with. */
const LEDGER = fileURLToPath(new URL("../../datasets/paper/verdicts.json", import.meta.url));

/** `crawlbench reproduce`: the papers' figures with a verdict for each claim, and an HTML report. */
export function reproduceCommand(): Command {
  return new Command("reproduce")
    .description("reproduce the papers' figures, with a verdict for each claim")
    .addHelpText(
      "before",
      "Examples:\n" +
        "  crawlbench reproduce                                # every figure on the webs at hand\n" +
        "  crawlbench reproduce cho1998/graph-2 --web my-links.txt.gz --repeats 20\n",
    )
    .argument("[which]", "all, a family (cho1998, dorosz, ours), or one experiment (cho1998/graph-2)", "all")
    .option(
      "--web <names...>",
      "webs to run on: names of the catalogue or paths (default: campus, and the suited webs at hand)",
    )
    .option("--repeats <n>", "crawls per ordering, from drawn start pages (default: 5)", integer)
    .addOption(options.seed())
    .option("--scale <share>", "share of the paper's counts, for experiments on loads (default: 0.05)", number)
    .option("--workers <n>", "crawls at a time (default: one per core)", integer)
    .option("--no-cache", "keep no crawls on disk, and take none from there")
    .option("--out <folder>", "folder of the report and the figures", join(".crawlbench", "report"))
    .option("--no-report", "print the table of claims only")
    .option("--strict", "exit code 3 when any claim disagrees, not only one that agreed before")
    .option("--record", "store the verdicts as those to be held against later runs")
    .option("--list", "list the experiments")
    .addOption(options.json())
    .action(async (which: string, flags: ReproduceFlags) => {
      if (flags.list) {
        const rows = (await experiments()).map(({ id, title }) => ({ id, title }));
        return flags.json ? printJson(rows) : print(textTable(rows, { limit: 100 }));
      }
      const begun = performance.now();
      const results = await run(which, flags);
      const verdicts = results.flatMap((result) => result.verdicts);
      const repeatable = results.filter(({ experiment }) => !("load" in experiment)); // times are another day's, another machine's
      const held = repeatable.flatMap((result) => result.verdicts);
      const turned = turnedAgainst(held);
      if (flags.record) writeResult(LEDGER, Buffer.from(`${JSON.stringify(ledgerOf(held), null, 1)}\n`));
      const report = flags.report ? await writeReport(results, verdicts, flags) : undefined;
      if (flags.json) printJson({ verdicts, turned, report, ms: performance.now() - begun });
      else {
        print(claimTable(verdicts));
        const count = (verdict: string) => verdicts.filter((each) => each.verdict === verdict).length;
        print(
          `${verdicts.length} claims on ${new Set(verdicts.map(({ dataset }) => dataset)).size} datasets: ${count("agrees")} agree, ${count("partly")} partly, ` +
            `${count("disagrees")} disagree, ${count("cannot be tested here")} cannot be tested, in ${((performance.now() - begun) / 1000).toFixed(0)} s. ` +
            "All are replications: the papers' own data and machines are gone.",
        );
        for (const { experiment, claim, dataset } of turned)
          print(`Agreed before, disagrees now: ${experiment} on ${dataset}: ${claim}`);
        if (report) print(`Report: ${report}`);
      }
      if (turned.length > 0 || (flags.strict && verdicts.some(({ verdict }) => verdict === "disagrees")))
        process.exitCode = 3;
    });
}

async function run(
  which: string,
  { web, repeats, seed, scale, workers, cache }: ReproduceFlags,
): Promise<ExperimentResult[]> {
  return stoppable(cache, async (signal, onProgress) => {
    const results: ExperimentResult[] = [];
    let place = { title: "", done: 0, total: 1 };
    const runs = reproduce({
      which,
      seed,
      cache,
      signal,
      ...(web && { webs: web }),
      ...(repeats !== undefined && { repeats }),
      ...(workers !== undefined && { workers }),
      ...(scale !== undefined && { scale }),
      onExperiment: (experiment, name, done, total) => {
        place = { title: `${experiment.id} on ${name}`, done, total };
        onProgress({ task: place.title, done, total });
      },
      onProgress: ({ done, total }) =>
        onProgress({ task: place.title, done: place.done + done / total, total: place.total }),
    });
    for await (const result of runs) results.push(result);
    return results;
  });
}

const keyOf = ({ experiment, claim, dataset }: Pick<ClaimVerdict, "experiment" | "claim" | "dataset">) =>
  `${experiment} | ${dataset} | ${claim}`;

const ledgerOf = (verdicts: readonly ClaimVerdict[]): Record<string, string> =>
  Object.fromEntries(verdicts.map((each) => [keyOf(each), each.verdict]));

/** Claims that the ledger has as agreeing, and that disagree now. */
function turnedAgainst(verdicts: readonly ClaimVerdict[]): ClaimVerdict[] {
  let ledger: Record<string, string>;
  try {
    ledger = JSON.parse(readFileSync(LEDGER, "utf8"));
  } catch {
    return [];
  }
  return verdicts.filter((each) => ledger[keyOf(each)] === "agrees" && each.verdict === "disagrees");
}

async function writeReport(
  results: readonly ExperimentResult[],
  verdicts: readonly ClaimVerdict[],
  { out }: ReproduceFlags,
): Promise<string> {
  const folder = resolve(out);
  mkdirSync(join(folder, "figures"), { recursive: true });
  const sections = [];
  const byExperiment = results.toSorted((a, b) =>
    a.experiment.id < b.experiment.id ? -1 : a.experiment.id > b.experiment.id ? 1 : 0,
  );
  for (const result of byExperiment) {
    const figure = await result.figure();
    const id = `${result.experiment.id}-on-${result.dataset}`.replaceAll("/", "-");
    await figure.saveAll(join(folder, "figures", id));
    sections.push({
      id,
      heading: `${result.experiment.id} on ${result.dataset}: ${result.experiment.title}`,
      paperText: result.experiment.paper,
      figure,
      verdicts: result.verdicts,
      notes: [],
    });
  }
  const map = await claimsMap(verdicts, { title: "What still holds, and where" });
  await map.saveAll(join(folder, "figures", "claims-map"));
  const path = join(folder, "index.html");
  const provenance = {
    crawlbench: version,
    engine: ENGINE,
    experiments: results.map(({ experiment, provenance: own }) => ({ experiment: experiment.id, ...own })),
  };
  writeResult(
    path,
    Buffer.from(htmlReport({ title: "URL ordering, reproduced", provenance, verdicts, sections, map })),
  );
  return path;
}
