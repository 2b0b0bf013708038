import { join, resolve } from "node:path";
import { ENGINE, version } from "../base/version.js";
import type { ExperimentResult } from "../experiment/experiment.js";
import { FAMILIES, familyOf } from "../experiment/families.js";
import { headline } from "../experiment/headline.js";
import { INVENTORY } from "../experiment/inventory.js";
import { distinct } from "../figure/check-rows.js";
import { claimsMap } from "../figure/claims-map.js";
import type { Figure } from "../figure/figure.js";
import { htmlReport, type InventoryRow, type ReportedExperiment, type ReportPart } from "../figure/report/report.js";
import { writeResult } from "./output.js";

/**
 * Writes the report, one HTML file, and beside it every figure as SVG, PNG and CSV.
 *
 * @returns path of the report
 */
export async function writeReport(results: readonly ExperimentResult[], out: string): Promise<string> {
  const folder = resolve(out);
  const save = (figure: Figure, name: string) => figure.saveAll(join(folder, "figures", name.replaceAll("/", "-")));
  const parts: ReportPart[] = [];
  for (const [family, title] of Object.entries(FAMILIES)) {
    const own = results
      .filter(({ experiment }) => familyOf(experiment.id) === family)
      .sort((a, b) => byNumber(a.experiment.id, b.experiment.id));
    if (own.length === 0) continue;
    const experiments: ReportedExperiment[] = [];
    for (const id of distinct(own.map(({ experiment }) => experiment.id))) {
      const webs = [];
      for (const result of own.filter(({ experiment }) => experiment.id === id)) {
        const { dataset, verdicts } = result;
        const figure = await result.figure();
        await save(figure, `${id}-on-${dataset}`);
        webs.push({ dataset, figure, verdicts });
      }
      const { experiment } = own.find((each) => each.experiment.id === id) as ExperimentResult;
      experiments.push({ id, title: experiment.title, paperText: experiment.paper, webs });
    }
    const verdicts = own.flatMap((result) => result.verdicts);
    const map = await claimsMap(verdicts, { title: `What still holds, and where: ${title.split(":")[0]}` });
    await save(map, `claims-map-${family}`);
    parts.push({ title, map, inventory: inventoryOf(family), experiments });
  }
  const path = join(folder, "index.html");
  const provenance = {
    crawlbench: version,
    engine: ENGINE,
    experiments: results.map(({ experiment, provenance: own }) => ({ experiment: experiment.id, ...own })),
  };
  const summary = headline(results.flatMap(({ verdicts }) => verdicts));
  const title = parts.length > 1 ? "Four papers on crawling, reproduced" : `Reproduced: ${parts[0].title}`;
  writeResult(path, Buffer.from(htmlReport({ title, provenance, parts, summary })));
  return path;
}

/** What a paper holds, as the report lists it. */
export const inventoryOf = (family: string): InventoryRow[] =>
  INVENTORY.filter(({ paper }) => paper === family).map(({ item, what, experiments, why }) => ({
    item: `${item}: ${what}`,
    experiments,
    ...(why !== undefined && { note: why }),
  }));

/** "graph-2" before "graph-10". */
const byNumber = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });
