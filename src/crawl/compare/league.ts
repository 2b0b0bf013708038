import type { Face } from "../../base/face/face.js";
import { Result } from "../../base/face/result.js";
import { type DataFrame, frameOf } from "../../base/rows/frame.js";
import { namedTable } from "../../base/rows/in-width.js";
import { latexTable } from "../../base/rows/latex-table.js";
import { nameCells } from "../../figure/name-cells.js";

/** One ordering on one web; areas in [0, 1]. */
export interface LeagueRow {
  readonly dataset: string;
  readonly ordering: string;
  /** Median area under the curve over the repeats, and the middle 90 % of them. */
  readonly area: number;
  readonly low: number;
  readonly high: number;
  /** 1 and the number of orderings that are told to be ahead on this web. */
  readonly rank: number;
  /** Whether another ordering has that rank too. */
  readonly shared: boolean;
  /** Orderings that it is told to be ahead of, behind, and not told apart from. */
  readonly won: number;
  readonly lost: number;
  readonly open: number;
  readonly starts: number;
}

/** One ordering over all webs. */
export interface LeagueStanding {
  readonly ordering: string;
  /** Mean of its ranks over the webs that it crawled. */
  readonly meanRank: number;
  readonly won: number;
  readonly lost: number;
  readonly open: number;
  readonly webs: number;
}

/**
 * Orderings against each other on several webs: pair by pair, by the area under their curves from the same start pages.
 * One is ahead of another where the interval of their difference excludes 0, see `Comparison.difference`; otherwise the
 * pair is open.
 *
 * Rank: 1 and the number of orderings that are ahead. So those that nothing is told to be ahead of share rank 1, and
 * two that are not told apart may still differ in rank, where a third is told apart from one of them only. Offline
 * bounds do not play.
 */
export class League extends Result {
  readonly #rows: readonly LeagueRow[];

  constructor(
    rows: readonly LeagueRow[],
    /** By what was judged: "model threshold, importance backlinks". */
    readonly judgedBy: string,
  ) {
    super();
    this.#rows = rows;
  }

  /** A row per web and ordering. */
  rows(): LeagueRow[] {
    return [...this.#rows];
  }

  /** A row per ordering over all webs, the best mean rank first; of equal ones, that which won more. */
  standings(): LeagueStanding[] {
    const orderings = [...new Set(this.#rows.map(({ ordering }) => ordering))];
    return orderings
      .map((ordering) => {
        const own = this.#rows.filter((row) => row.ordering === ordering);
        const sum = (of: (row: LeagueRow) => number) => own.reduce((total, row) => total + of(row), 0);
        return {
          ordering,
          meanRank: sum(({ rank }) => rank) / own.length,
          won: sum(({ won }) => won),
          lost: sum(({ lost }) => lost),
          open: sum(({ open }) => open),
          webs: own.length,
        };
      })
      .sort((a, b) => a.meanRank - b.meanRank || b.won - a.won);
  }

  table(): string {
    const lines = this.#lines();
    return [this.#head(), ...namedTable(lines)].join("\n");
  }

  toString(): string {
    return this.table();
  }

  face(): Face {
    const lines = this.#lines();
    const nameOf = nameCells(lines.map(({ ordering }) => ordering));
    return {
      say: this.#head(),
      tables: [{ rows: lines.map((line) => ({ ...line, ordering: nameOf(line.ordering) })) }],
    };
  }

  #head(): string {
    return `Rank by area, ${this.judgedBy}; = where a rank is shared`;
  }

  /** The table as a LaTeX tabular. */
  latex(): string {
    return latexTable(this.#lines());
  }

  /** The rows as a danfo DataFrame. */
  frame(): Promise<DataFrame> {
    return frameOf(this.rows());
  }

  /** The standings with a column of ranks per web; nothing where an ordering did not crawl one. */
  #lines() {
    const datasets = [...new Set(this.#rows.map(({ dataset }) => dataset))];
    return this.standings().map(({ ordering, meanRank, won, lost, open }) => ({
      ordering,
      ...Object.fromEntries(
        datasets.map((dataset) => {
          const row = this.#rows.find((each) => each.dataset === dataset && each.ordering === ordering);
          return [dataset, row ? `${row.rank}${row.shared ? "=" : ""}` : ""];
        }),
      ),
      "mean rank": meanRank.toFixed(2),
      won,
      lost,
      open,
    }));
  }
}
