import { unlessProblem } from "../base/attempt.js";
import type { Figure } from "../figure/figure.js";
import { type WebDotOptions, type WebDotRow, webDots } from "../figure/web-dots.js";
import type { ClaimVerdict } from "./claim.js";
import type { LedgerFinding } from "./findings.js";
import { statedOf } from "./paper-points.js";
import { RecordedClaim } from "./recorded-claim.js";

/** What is drawn of a finding: of each series which of its claims has the number, and the words before it. */
interface Drawn extends WebDotOptions {
  readonly series: Readonly<Record<string, readonly [claim: number, ...after: string[]]>>;
  /** The words before each row's number, and what a row is called, of a finding that one web shows. Default: a row a web. */
  readonly rows?: { readonly after: string; readonly called: (number: string) => string };
}

const percent = (value: number): string => `${value} %`;
const times = (value: number): string => `${value.toFixed(1)} times`;

const HOT = "hot pages found so far, mean over the crawl";

/** By the names of findings. */
const DRAWN: Readonly<Record<string, Drawn>> = {
  "page-rank-order": {
    extremes: ["Hot pages soonest", "latest"],
    axis: HOT,
    ends: [0, 1],
    notes: ["hot: 100 backlinks or more"],
    series: { PageRank: [0, "IR'"], backlink: [0, "IB'"], "breadth-first": [1, "breadth-first"] },
  },
  ties: {
    extremes: ["Hot pages soonest", "latest"],
    axis: HOT,
    ends: [0, 1],
    notes: ["backlink order, by the page that goes first of two with equally many links"],
    series: { "found first": [0, "fifo"], "found last": [0, "lifo"], "drawn by chance": [0, "random"] },
  },
  clusters: {
    extremes: ["Most clusters", "fewest"],
    axis: "clusters of hot pages that there are in effect",
    inWords: (value) => value.toFixed(1),
    series: { clusters: [0, "effectively"] },
  },
  "crawl-and-stop": {
    extremes: ["Full marks latest", "soonest"],
    axis: "crawled when every order has full marks from there on (%)",
    ends: [0, 100],
    inWords: percent,
    series: { "full marks": [0, "from"] },
  },
  topics: {
    extremes: ["Pages on the topic soonest", "latest"],
    axis: "pages on the topic found so far, mean over the crawl",
    ends: [0, 1],
    series: { "nearest to the topic first": [0, "alone"], "breadth-first": [0, "breadth-first"] },
  },
  "small-store": {
    extremes: ["Most hot pages kept", "fewest"],
    axis: "hot pages kept at the end",
    ends: [0, 1],
    notes: ["room for 2 % of the web"],
    series: { random: [0, "random"], backlink: [0, "IB'"], PageRank: [1, "IR'"] },
  },
  "small-cache": {
    extremes: ["Most hits", "fewest"],
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
    extremes: ["Moves the miss rate most", "least"],
    axis: "miss rate: most points apart from breadth-first",
    margin: 5,
    series: { random: [0, "random"], backlink: [0, "backlink"], PageRank: [0, "page-rank"] },
  },
  "more-machines": {
    extremes: ["Largest speed-up", "smallest"],
    axis: "times as fast with a hundred times the processes",
    inWords: times,
    series: { speed: [0, ""] },
  },
  freshness: {
    extremes: ["Freshest", "stalest"],
    axis: "pages that are fresh, mean over time",
    ends: [0, 1],
    of: "budget",
    rows: { after: "budget ", called: (fetches) => `${fetches} fetches a page` },
    notes: ["budget: fetches of each page while it changes once, on average"],
    series: {
      "the optimum": [1, ": optimal"],
      "all alike": [0, ": uniform"],
      "by rate of change": [0, "proportional"],
    },
  },
};

/**
 * A finding on each web that the ledger has it of, the real ones first, then by the first series; of one that a single
 * web shows, on each of its settings.
 */
export async function findingFigure({ name, claims }: LedgerFinding, ledger: readonly ClaimVerdict[]): Promise<Figure> {
  const { series, notes = [], rows: settings, ...options } = DRAWN[name];
  const recorded = claims.map(({ experiment, claim }) => new RecordedClaim(ledger, experiment, claim));
  const [[first, ...words]] = Object.values(series);
  const valueOn = ({ dataset }: ClaimVerdict) => numberOf(recorded[first], dataset, words) ?? 0;
  const webs = recorded[0].tested.toSorted((a, b) => Number(b.real) - Number(a.real) || valueOn(b) - valueOn(a));
  const places = webs.flatMap(({ dataset, real, ours }) => {
    if (!settings) return [{ dataset, called: real ? dataset : `${dataset}, generated`, words: [] }];
    const each = [...ours.matchAll(new RegExp(`${settings.after}([\\d.]+)`, "g"))];
    return each.map(([words, number]) => ({ dataset, called: settings.called(number), words: [words] }));
  });
  const rows = places.flatMap(({ dataset, called, words }) =>
    Object.entries(series).flatMap(([label, [claim, ...after]]): WebDotRow[] => {
      const value = numberOf(recorded[claim], dataset, [...words, ...after]);
      return value === undefined ? [] : [{ dataset: called, series: label, value }];
    }),
  );
  const crawls = /positive in \d+ of (\d+)/.exec(webs[0].because)?.[1];
  const [where, of] = settings ? [`${webs[0].dataset}, a generated web`, "draws"] : [recorded[0].webs, "crawls"];
  const median = crawls ? [`medians of ${crawls} ${of}`] : [];
  return webDots(rows, { ...options, notes: [...notes, `recorded on ${where}`, ...median] });
}

/** What was recorded on a web; undefined where this series was not run there. */
const numberOf = (claim: RecordedClaim, dataset: string, after: readonly string[]): number | undefined =>
  unlessProblem("lacks", () => Number(claim.on(dataset, ...after)));
