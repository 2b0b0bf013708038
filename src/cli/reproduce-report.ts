import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { inTurn } from "../base/in-turn.js";
import { ENGINE, version } from "../base/version.js";
import type { Experiment, ExperimentResult } from "../experiment/experiment.js";
import { FAMILIES, familyOf } from "../experiment/families.js";
import { findingFigure } from "../experiment/finding-figures.js";
import { findingsOf } from "../experiment/findings.js";
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
import {
  type InventoryRow,
  type ReportedExperiment,
  type ReportedWeb,
  type ReportPart,
  shortTitle,
  verdictsOf,
} from "../figure/report/reported.js";
import { writeResult } from "./output.js";
import { requireFolder } from "./stored.js";

/**
 * A report as a folder: HTML files, every figure as SVG, PNG and CSV, and the results that it is made of, in `results`.
 * What other runs left there stays in it: a result takes the place of the one of the same experiment on the same web.
 */
export class ReportFolder {
  readonly #folder: string;
  readonly #store: ResultStore;

  /** @throws as `requireFolder`, for one that cannot hold a report, before there are results that would be lost */
  constructor(out: string) {
    this.#folder = resolve(out);
    for (const within of ["", "results", "figures"]) requireFolder(join(out, within));
    this.#store = new ResultStore(join(this.#folder, "results"), put);
  }

  /** Files a result, and its figure. */
  async add(result: ExperimentResult): Promise<void> {
    const name = fileOf(result.experiment.id, result.dataset);
    await this.#save(await (await this.#store.keep(name, result)).figure(), name);
  }

  /**
   * Writes the pages. Pictures of the pages before that are the same are not drawn again.
   *
   * @returns path of the first page
   */
  async write(): Promise<string> {
    const kept = join(this.#folder, "results", "report.pictures");
    const before = readKept<KeptPictures>(kept);
    const { result: pages, pictures } = await drawingOnce(before instanceof Map ? before : new Map(), () =>
      this.#pages(),
    );
    for (const [file, text] of pages) put(join(this.#folder, file), [Buffer.from(text)]);
    keepWhole(kept, pictures, put);
    return join(this.#folder, "index.html");
  }

  async #pages(): Promise<ReadonlyMap<string, string>> {
    const experiments = await this.#experiments();
    const parts: ReportPart[] = [];
    for (const [family, title] of Object.entries(FAMILIES)) {
      const own = experiments.filter(({ id }) => familyOf(id) === family);
      if (own.length === 0) continue;
      const map = await claimsMap(verdictsOf(own), { notes: [shortTitle(title)] });
      await this.#save(map, `claims-map-${family}`);
      parts.push({ name: family, title, map, inventory: inventoryOf(family), experiments: own });
    }
    const ledger = readLedger();
    return reportPages({
      findings: await inTurn(findingsOf(ledger), async (finding) => ({
        ...finding,
        figure: await findingFigure(finding, ledger),
      })),
      summary: headline(verdictsOf(experiments)),
      parts,
      ledger,
      glossary: GLOSSARY,
      provenance: { crawlbench: version, engine: ENGINE },
    });
  }

  /** Every experiment of the report: figures and graphs by number, then the rest; its results on real webs first. */
  async #experiments(): Promise<ReportedResults[]> {
    const names = readdirSync(this.#store.folder)
      .filter((file) => file.endsWith(".result"))
      .map((file) => file.slice(0, -".result".length));
    const namesOf = (id: string) => names.filter((name) => name.startsWith(fileOf(id, "")));
    const kept = await experimentsWhere((id) => namesOf(id).length > 0);
    return kept
      .sort((a, b) => Number(isFigure(b)) - Number(isFigure(a)))
      .map((experiment) => this.#reported(experiment, namesOf(experiment.id)))
      .filter(({ webs }) => webs.length > 0);
  }

  /** Of its results only what is said of them stays in memory: rows and pictures of all are a gigabyte. */
  #reported(experiment: Experiment, names: readonly string[]): ReportedResults {
    const { id, title, paper } = experiment;
    const webs = names
      .flatMap((name) => {
        const found = this.#store.find(name, experiment);
        return found ? [{ name, dataset: found.dataset, verdicts: found.verdicts, provenance: found.provenance }] : [];
      })
      .sort((a, b) => Number(isReal(b)) - Number(isReal(a)) || a.dataset.localeCompare(b.dataset, "en"));
    const figures = async () => {
      const each = await inTurn(webs, async ({ name }) => this.#store.find(name, experiment)!.figure());
      if (!arePanels(each)) return { each };
      const side = await panels(each, { names: webs.map(({ dataset }) => dataset), notes: [title] });
      await this.#save(side, fileOf(id, "all-webs"));
      return { each, panels: side };
    };
    return { id, title, paperText: paper, webs, figures };
  }

  #save(figure: Figure, name: string): Promise<void> {
    return figure.saveAll(join(this.#folder, "figures", name));
  }
}

/** What stands in the report is the user's own: another cache is no place for it. */
const put = (path: string, parts: readonly Uint8Array[]): void =>
  writeResult(path, Buffer.concat(parts), "Name another folder: --out. What the cache has is not run again");

interface ReportedResults extends ReportedExperiment {
  readonly webs: readonly (ReportedWeb & Pick<ExperimentResult, "verdicts">)[];
}

/** Name of a result and of its figure, without a suffix: "cho1998-graph-2-on-campus". */
const fileOf = (experiment: string, dataset: string): string => `${experiment}-on-${dataset}`.replaceAll("/", "-");

const isFigure = ({ id }: { readonly id: string }): boolean => /\/(?:figure|graph)-\d/.test(id);

const isReal = ({ verdicts }: Pick<ExperimentResult, "verdicts">): boolean => verdicts.some(({ real }) => real);

/** What a paper holds, as the report lists it. */
export const inventoryOf = (family: string): InventoryRow[] =>
  INVENTORY.filter(({ paper }) => paper === family).map(({ item, what, experiments, why }) => ({
    item: `${item}: ${what}`,
    experiments,
    ...(why !== undefined && { note: why }),
  }));
