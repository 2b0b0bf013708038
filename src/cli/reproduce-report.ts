import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { groupedBy } from "../base/grouped-by.js";
import { ENGINE, version } from "../base/version.js";
import type { ExperimentResult } from "../experiment/experiment.js";
import { FAMILIES, familyOf } from "../experiment/families.js";
import { findingFigure } from "../experiment/finding-figures.js";
import { findingsOf, type LedgerFinding } from "../experiment/findings.js";
import { experimentsWhere } from "../experiment/found.js";
import { GLOSSARY } from "../experiment/glossary.js";
import { headline } from "../experiment/headline.js";
import { INVENTORY } from "../experiment/inventory.js";
import { readLedger } from "../experiment/ledger.js";
import { keepWhole, ResultStore, readKept } from "../experiment/result-store.js";
import { claimsMap } from "../figure/claims-map.js";
import { drawingOnce, type KeptPictures } from "../figure/draw-once.js";
import type { Figure } from "../figure/figure.js";
import { arePanels, panels } from "../figure/panels.js";
import { reportPages } from "../figure/report/report.js";
import { type InventoryRow, type ReportedExperiment, type ReportPart, shortTitle } from "../figure/report/reported.js";
import { writeResult } from "./output.js";
import { requireFolder } from "./stored.js";

/**
 * Writes the report: HTML files, every figure as SVG, PNG and CSV, and the results that it is made of, in `results`.
 * What other runs left there stays in it: a result takes the place of the one of the same experiment on the same web.
 * Pictures of the report before that are the same are not drawn again.
 *
 * @returns path of the first page
 */
export async function writeReport(results: readonly ExperimentResult[], out: string): Promise<string> {
  const folder = resolve(out);
  const kept = join(folder, "results", "report.pictures");
  const before = readKept<KeptPictures>(kept);
  const drawn = await drawingOnce(before instanceof Map ? before : new Map(), () => drawReport(results, folder));
  keepWhole(kept, drawn.pictures, put);
  return drawn.result;
}

/** Refuses a folder that cannot hold a report, before there are results that would be lost. @throws as `requireFolder` */
export function requireReportFolder(out: string): void {
  for (const within of ["", "results", "figures"]) requireFolder(join(out, within));
}

/** What stands in the report is the user's own: another cache is no place for it. */
const put = (path: string, parts: readonly Uint8Array[]): void => writeResult(path, Buffer.concat(parts));

async function drawReport(results: readonly ExperimentResult[], folder: string): Promise<string> {
  const store = new ResultStore(join(folder, "results"), put);
  const save = (figure: Figure, name: string) => figure.saveAll(join(folder, "figures", name));
  for (const result of results) {
    const name = fileOf(result.experiment.id, result.dataset);
    await save(await (await store.keep(name, result)).figure(), name);
  }
  const kept = await keptIn(store);
  const parts: ReportPart[] = [];
  for (const [family, title] of Object.entries(FAMILIES)) {
    const own = kept.filter(({ experiment }) => familyOf(experiment.id) === family);
    if (own.length === 0) continue;
    const verdicts = own.flatMap((result) => result.verdicts);
    const map = await claimsMap(verdicts, { notes: [shortTitle(title)] });
    await save(map, `claims-map-${family}`);
    const experiments = await Promise.all(groupedBy(own, ({ experiment }) => experiment).map(reported));
    for (const { id, panels } of experiments) if (panels) await save(panels, fileOf(id, "all-webs"));
    parts.push({ name: family, title, map, inventory: inventoryOf(family), experiments });
  }
  const ledger = readLedger();
  const withFigure = async (finding: LedgerFinding) => ({ ...finding, figure: await findingFigure(finding, ledger) });
  const pages = await reportPages({
    findings: await Promise.all(findingsOf(ledger).map(withFigure)),
    summary: headline(kept.flatMap(({ verdicts }) => verdicts)),
    parts,
    ledger,
    glossary: GLOSSARY,
    provenance: { crawlbench: version, engine: ENGINE },
  });
  for (const [file, text] of pages) writeResult(join(folder, file), Buffer.from(text));
  return join(folder, "index.html");
}

/** Name of a result and of its figure, without a suffix: "cho1998-graph-2-on-campus". */
const fileOf = (experiment: string, dataset: string): string => `${experiment}-on-${dataset}`.replaceAll("/", "-");

/** Every result of the report: figures and graphs by number, then the rest; of each, those on real webs first. */
async function keptIn(store: ResultStore): Promise<ExperimentResult[]> {
  const names = readdirSync(store.folder)
    .filter((file) => file.endsWith(".result"))
    .map((file) => file.slice(0, -".result".length));
  const namesOf = (id: string) => names.filter((name) => name.startsWith(fileOf(id, "")));
  const kept = await experimentsWhere((id) => namesOf(id).length > 0);
  const inOrder = kept.sort((a, b) => Number(isFigure(b)) - Number(isFigure(a)));
  return inOrder.flatMap((experiment) =>
    namesOf(experiment.id)
      .flatMap((name) => store.find(name, experiment) ?? [])
      .sort((a, b) => Number(isReal(b)) - Number(isReal(a)) || a.dataset.localeCompare(b.dataset, "en")),
  );
}

const isFigure = ({ id }: { readonly id: string }): boolean => /\/(?:figure|graph)-\d/.test(id);

const isReal = ({ verdicts }: ExperimentResult): boolean => verdicts.some(({ real }) => real);

async function reported(own: readonly ExperimentResult[]): Promise<ReportedExperiment> {
  const [{ experiment }] = own;
  const { id, title, paper } = experiment;
  const webs = own.map(async ({ dataset, verdicts, provenance, figure }) => ({
    dataset,
    verdicts,
    provenance,
    figure: await figure(),
  }));
  const shown = await Promise.all(webs);
  const figures = shown.map(({ figure }) => figure);
  const names = shown.map(({ dataset }) => dataset);
  return {
    ...{ id, title, paperText: paper, webs: shown },
    ...(arePanels(figures) && { panels: await panels(figures, { names, notes: [title] }) }),
  };
}

/** What a paper holds, as the report lists it. */
export const inventoryOf = (family: string): InventoryRow[] =>
  INVENTORY.filter(({ paper }) => paper === family).map(({ item, what, experiments, why }) => ({
    item: `${item}: ${what}`,
    experiments,
    ...(why !== undefined && { note: why }),
  }));
