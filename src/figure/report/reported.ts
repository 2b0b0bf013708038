import type { Figure } from "../figure.js";
import type { ReportedClaim } from "./claims.js";

/** What one web showed of one figure or table. */
export interface ReportedWeb {
  readonly dataset: string;
  readonly verdicts: readonly ReportedClaim[];
  readonly provenance: object;
}

/** One reproduced figure or table, on all webs that it was tried on. */
export interface ReportedExperiment {
  /** Unique in the report: "cho1998/graph-2". */
  readonly id: string;
  readonly title: string;
  /** What the paper shows and says, in our words. */
  readonly paperText: string;
  readonly webs: readonly ReportedWeb[];
  /** Asked for when its section is written, and let go of then: a report has hundreds. */
  figures(): Promise<ReportedFigures>;
}

export interface ReportedFigures {
  /** One of each web, in their order. */
  readonly each: readonly Figure[];
  /** Those of several webs, side by side. */
  readonly panels?: Figure;
}

/** All verdicts of experiments, in their order. */
export const verdictsOf = <Verdict>(
  experiments: readonly { readonly webs: readonly { readonly verdicts: readonly Verdict[] }[] }[],
): Verdict[] => experiments.flatMap(({ webs }) => webs.flatMap(({ verdicts }) => verdicts));

/** One paper, or our own experiments: a page of the report. */
export interface ReportPart {
  /** Name of its file: "cho1998" for cho1998.html. */
  readonly name: string;
  /** "Cho, Garcia-Molina and Page 1998: Efficient crawling through URL ordering" */
  readonly title: string;
  /** Its claims by webs, as a picture. */
  readonly map: Figure;
  /** What the paper holds and where it is reproduced, or why it cannot be. */
  readonly inventory?: readonly InventoryRow[];
  readonly experiments: readonly ReportedExperiment[];
}

/** One graph, figure, table or number of a paper. */
export interface InventoryRow {
  readonly item: string;
  /** Experiments that cover it; those of this report become links. */
  readonly experiments: readonly string[];
  /** What stands in their place, or should be known of them. */
  readonly note?: string;
}

/** "Cho, Garcia-Molina and Page 1998: Efficient ..." -> "Cho, Garcia-Molina and Page 1998" */
export const shortTitle = (title: string): string => title.split(":")[0];
