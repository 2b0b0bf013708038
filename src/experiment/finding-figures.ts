import { isProblem } from "../base/error.js";
import type { Figure } from "../figure/figure.js";
import { type WebDotOptions, type WebDotRow, webDots } from "../figure/web-dots.js";
import type { ClaimVerdict } from "./claim.js";
import type { LedgerFinding } from "./findings.js";
import { statedOf } from "./paper-points.js";
import { RecordedClaim } from "./recorded-claim.js";

/** What is drawn of a finding: of each series which of its claims has the number, and the words before it. */
interface Drawn extends WebDotOptions {
  readonly series: Readonly<Record<string, readonly [claim: number, ...after: string[]]>>;
}

const percent = (value: number): string => `${value} %`;
const times = (value: number): string => `${value.toFixed(1)} times`;

const HOT = "hot pages found so far, mean over the crawl";

/** By the names of findings. */
const DRAWN: Readonly<Record<string, Drawn>> = {
  "page-rank-order": {
    axis: HOT,
    ends: [0, 1],
    notes: ["hot: 100 backlinks or more"],
    series: { PageRank: [0, "IR'"], backlink: [0, "IB'"], "breadth-first": [1, "breadth-first"] },
  },
  ties: {
    axis: HOT,
    ends: [0, 1],
    notes: ["backlink order, by the page that goes first of two with equally many links"],
    series: { "found first": [0, "fifo"], "found last": [0, "lifo"], "drawn by chance": [0, "random"] },
  },
  clusters: {
    axis: "clusters of hot pages that there are in effect",
    inWords: (value) => value.toFixed(1),
    series: { clusters: [0, "effectively"] },
  },
  "crawl-and-stop": {
    axis: "crawled when every order has full marks from there on (%)",
    ends: [0, 100],
    inWords: percent,
    series: { "full marks": [0, "from"] },
  },
  topics: {
    axis: "pages on the topic found so far, mean over the crawl",
    ends: [0, 1],
    series: { "nearest to the topic first": [0, "alone"], "breadth-first": [0, "breadth-first"] },
  },
  "small-store": {
    axis: "hot pages kept at the end",
    ends: [0, 1],
    notes: ["room for 2 % of the web"],
    series: { random: [0, "random"], backlink: [0, "IB'"], PageRank: [1, "IR'"] },
  },
  "small-cache": {
    axis: "requests that hit the cache (%)",
    ends: [0, 100],
    inWords: percent,
    notes: ["CLOCK, 100 entries for each crawling thread"],
    paper: statedOf("broder2003/figure-2")
      .filter(({ x, y }) => typeof x === "number" && y !== undefined)
      .map(({ y = 0, ...mark }) => ({ ...mark, x: 100 * (1 - y) })),
    series: { hits: [0, ""] },
  },
  "crawl-order-and-cache": {
    axis: "miss rate: most points apart from breadth-first",
    margin: 5,
    series: { random: [0, "random"], backlink: [0, "backlink"], PageRank: [0, "page-rank"] },
  },
  "more-machines": {
    axis: "times as fast with a hundred times the processes",
    inWords: times,
    series: { speed: [0, ""] },
  },
};

/** A finding on each web that the ledger has it of, the real ones first, then by the first series; undefined where a single web shows it. */
export async function findingFigure(
  { name, claims }: LedgerFinding,
  ledger: readonly ClaimVerdict[],
): Promise<Figure | undefined> {
  if (!Object.hasOwn(DRAWN, name)) return undefined;
  const { series, notes = [], ...options } = DRAWN[name];
  const recorded = claims.map(({ experiment, claim }) => new RecordedClaim(ledger, experiment, claim));
  const [[first, ...words]] = Object.values(series);
  const valueOn = ({ dataset }: ClaimVerdict) => numberOf(recorded[first], dataset, words) ?? 0;
  const webs = recorded[0].tested.toSorted((a, b) => Number(b.real) - Number(a.real) || valueOn(b) - valueOn(a));
  const rows = webs.flatMap(({ dataset, real }) =>
    Object.entries(series).flatMap(([label, [claim, ...after]]): WebDotRow[] => {
      const value = numberOf(recorded[claim], dataset, after);
      return value === undefined ? [] : [{ dataset: real ? dataset : `${dataset}, generated`, series: label, value }];
    }),
  );
  const crawls = /positive in \d+ of (\d+)/.exec(webs[0].because)?.[1];
  return webDots(rows, {
    ...options,
    notes: [...notes, `recorded on ${recorded[0].webs}`, ...(crawls ? [`medians of ${crawls} crawls`] : [])],
  });
}

/** What was recorded on a web; undefined where this series was not run there. */
function numberOf(claim: RecordedClaim, dataset: string, after: readonly string[]): number | undefined {
  try {
    return Number(claim.on(dataset, ...after));
  } catch (error) {
    if (isProblem(error, "lacks")) return undefined;
    throw error;
  }
}
