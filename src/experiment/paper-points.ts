import { readFileSync } from "node:fs";
import type { PaperMark } from "../figure/paper-marks.js";
import { familyOf } from "./families.js";

/** What a paper states in words or in a table, where it belongs in a figure of ours. Nothing is read off a picture. */
export interface PaperPoint {
  /** The experiment that reproduces the figure. */
  readonly figure: string;
  /** In the paper's own units: shares, entries, requests; or the name of a bar. */
  readonly x?: number | string | readonly [from: number, to: number];
  readonly y?: number;
  readonly says: string;
  readonly quote: string;
  /** Section of the paper. */
  readonly source: string;
  /** How the numbers follow from the quote, where they do not stand in it. */
  readonly reckoned?: string;
}

/** What the papers state of their figures: datasets/paper/points.json. */
export const paperPoints: readonly PaperPoint[] = JSON.parse(
  readFileSync(new URL("../../datasets/paper/points.json", import.meta.url), "utf8"),
);

/**
 * The paper's marks for the figure of an experiment.
 *
 * @param toOurs from the paper's x to that of our rows, where our crawl is of another size
 */
export const statedOf = (figure: string, toOurs: (x: number) => number = (x) => x): PaperMark[] =>
  paperPoints
    .filter((point) => point.figure === figure)
    .map(({ x, y, says, quote, source }) => ({
      ...(typeof x === "number" && { x: toOurs(x) }),
      ...(Array.isArray(x) && { x: [toOurs(x[0]), toOurs(x[1])] as const }),
      ...(y !== undefined && { y }),
      says,
      quote,
      source: `${/\d{4}$/.exec(familyOf(figure))}, ${source}`,
    }));
