import { IntervalCell, scaleOf } from "../../base/face/cell.js";
import type { Face } from "../../base/face/face.js";
import { Result } from "../../base/face/result.js";
import { groupedBy } from "../../base/grouped-by.js";
import { type DataFrame, frameOf } from "../../base/rows/frame.js";
import { namedTable } from "../../base/rows/in-width.js";
import { intervalText } from "../../base/rows/three-decimals.js";
import { meanOf } from "../../base/statistics/mean-of.js";
import { type BootstrapOptions, FEW_PAIRS, pairedDifference } from "../../base/statistics/paired-difference.js";
import { nameCells } from "../../figure/name-cells.js";

/** What one crawl fell short of, in area under its curve: the three parts add up to `total`. */
export interface RegretRow {
  readonly dataset: string;
  readonly ordering: string;
  readonly repeat: number;
  readonly start: string;
  readonly total: number;
  readonly mustFollowLinks: number;
  readonly lackOfInformation: number;
  readonly badPolicy: number;
}

export type RegretPart = "total" | "mustFollowLinks" | "lackOfInformation" | "badPolicy";

/**
 * One part of one ordering's regret: mean over start pages, with the interval of the mean where there are two start
 * pages or more. The interval of what is negative from no start page begins at 0 at the lowest.
 */
export interface RegretSummary {
  readonly dataset: string;
  readonly ordering: string;
  readonly part: RegretPart;
  readonly mean: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly starts: number;
}

const PARTS = ["total", "mustFollowLinks", "lackOfInformation", "badPolicy"] as const;

/**
 * What crawls fell short of the closed-form ideal crawler, who knows every page's importance and may go anywhere, and
 * for what reason. The unit is area under the curve, the mean of P over the pages of the crawl; from each start page,
 *
 * total = area of the closed-form ideal - area of the ordering
 *   = mustFollowLinks: closed-form ideal - F. What any crawler loses because it can only go where links lead. F is the
 *   area of the frontier
 *     oracle, the ordering `ideal`: it knows every page's importance, but follows links.
 *   + lackOfInformation: F - B. What following links by what was revealed so far costs against knowing all. B is the
 *   largest area among the
 *     orderings of the comparison that are no offline bounds.
 *   + badPolicy: B - area of the ordering; 0 for the best from that start page, never less.
 *
 * Two bounds stand in for what nobody can compute. The oracle is greedy and does not plan ahead, so an ordering may
 * pass it; F is then that ordering's area, and nothing is lost for lack of information. And a better policy than the
 * best of the comparison may exist: to lack of information belongs what is written there at most, to bad policy what is
 * written there at least. More orderings in the comparison move area from the one to the other. B is picked with
 * hindsight, for each start page anew: chance in an ordering helps it.
 */
export class Regret extends Result {
  readonly #rows: readonly RegretRow[];

  constructor(
    rows: readonly RegretRow[],
    /** By what was judged: "model threshold, importance backlinks >= 10". */
    readonly judgedBy: string,
    readonly options: BootstrapOptions = {},
  ) {
    super();
    this.#rows = rows;
  }

  /** A row per ordering and repeat; offline bounds have none. */
  rows(): RegretRow[] {
    return [...this.#rows];
  }

  /** Mean of each part over start pages; repeats from one start count as their mean. */
  summary(): RegretSummary[] {
    const orderings = [...new Set(this.#rows.map(({ ordering }) => ordering))];
    return orderings.flatMap((ordering) => {
      const own = this.#rows.filter((row) => row.ordering === ordering);
      const byStart = groupedBy(own, ({ start }) => start);
      return PARTS.map((part) => {
        const values = byStart.map((rows) => meanOf(rows.map((row) => row[part])));
        const { dataset } = this.#rows[0];
        return { dataset, ordering, part, mean: meanOf(values), ...this.#interval(values), starts: values.length };
      });
    });
  }

  /** The summary as a danfo DataFrame. */
  frame(): Promise<DataFrame> {
    return frameOf(this.summary());
  }

  /** A line per ordering, the best first. */
  table(): string {
    const lines = this.#lines(({ low, high }) => intervalText({ low, high }));
    return [this.#head(), ...namedTable(lines)].join("\n");
  }

  toString(): string {
    return this.table();
  }

  face(): Face {
    const intervals = this.summary().flatMap(({ part, low, high }) =>
      part === "badPolicy" && low !== undefined && high !== undefined ? [{ low, high }] : [],
    );
    const scale = scaleOf([{ low: 0, high: 0 }, ...intervals]);
    const lines = this.#lines((interval) => new IntervalCell(interval, scale));
    const nameOf = nameCells(lines.map(({ ordering }) => ordering));
    return {
      say: `${this.#head()}.`,
      tables: [{ rows: lines.map((line) => ({ ...line, ordering: nameOf(line.ordering) })) }],
    };
  }

  #head(): string {
    return `${this.#rows[0].dataset}: area lost against the ideal crawler that may go anywhere, ${this.judgedBy}`;
  }

  #lines(interval: (of: { low: number; high: number; at: number }) => unknown) {
    const summary = this.summary().sort((a, b) => a.mean - b.mean);
    const level = `${100 * (this.options.level ?? 0.95)} %`;
    return summary
      .filter(({ part }) => part === "total")
      .map(({ ordering, mean, starts }) => {
        const of = (part: RegretPart) =>
          summary.find((each) => each.ordering === ordering && each.part === part) as RegretSummary;
        const { low, high, mean: at } = of("badPolicy");
        return {
          ordering,
          regret: mean.toFixed(3),
          "must follow links": of("mustFollowLinks").mean.toFixed(3),
          "lack of information, at most": of("lackOfInformation").mean.toFixed(3),
          "bad policy, at least": of("badPolicy").mean.toFixed(3),
          ...(low !== undefined && high !== undefined && { [`its ${level} interval`]: interval({ low, high, at }) }),
          starts,
        };
      });
  }

  /** The interval of the mean; of what is negative from no start page it does not begin below 0. */
  #interval(values: readonly number[]) {
    if (values.length < 2) return { low: undefined, high: undefined };
    const zeros = values.map(() => 0);
    const interval = values.length < FEW_PAIRS ? "t" : "percentile";
    const { low, high } = pairedDifference(values, zeros, { interval, ...this.options });
    return { low: Math.min(...values) < 0 ? low : Math.max(0, low), high };
  }
}
