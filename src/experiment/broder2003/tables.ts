import { Random } from "../../base/random.js";
import { CircularChaining } from "../../cache/table/circular-chaining.js";
import { clockCache } from "../../cache/table/clock-cache.js";
import type { FingerprintTable } from "../../cache/table/fingerprint-table.js";
import { ScatterTable } from "../../cache/table/scatter-table.js";
import { type TableRow, tableRows } from "../../cache/table/table-rows.js";
import type { Figure } from "../../figure/figure.js";
import { tableDiagram } from "../../figure/table-diagram.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import type { Web } from "../../web/web.js";
import { type Claim, testClaims } from "../claim.js";
import { type ExperimentOptions, resultOf, type WebExperiment } from "../experiment.js";
import { crawlsOf } from "./setting.js";

/** l, bits of a fingerprint. Broder et al. 2003, section 6, have 8 to 9 bytes. */
export const FINGERPRINT_BITS = 64;

/** r and x of the example of section 6: 2^16 entries, 2^14 lists. */
export const EXAMPLE = { r: 16, x: 2 } as const;

/** Entries that a drawing shows. */
const DRAWN = 16;

/** Sizes of tables that are measured, 2^r. */
export const SIZES = [4, 6, 8, 10, 12, 14, 16] as const;
export const SPREADS = [0, 1, 2, 3] as const;

/** Bits by the formula of section 6, the mark bits of CLOCK among them or not. */
export const chainingBits = (r: number, x: number, marks: boolean): number =>
  2 ** (r - x) * r + 2 ** r * (FINGERPRINT_BITS + x + 1 + (marks ? 1 : 0));
export const scatterBits = (r: number, marks: boolean): number => 2 ** r * (FINGERPRINT_BITS + 1 + (marks ? 1 : 0));

/** One table, as it was allocated. */
export interface Storage {
  readonly structure: "direct circular chaining" | "scatter table";
  readonly policy: "RANDOM" | "CLOCK";
  readonly r: number;
  /** 0 for scatter tables, which have no lists of their own. */
  readonly x: number;
  readonly bits: number;
  readonly formula: number;
}

/** Both structures at all sizes, with marks and without. */
export function storages(): Storage[] {
  return ([false, true] as const).flatMap((marks) => {
    const policy: Storage["policy"] = marks ? "CLOCK" : "RANDOM";
    return SIZES.flatMap((r): Storage[] => [
      ...SPREADS.map((x) => ({
        structure: "direct circular chaining" as const,
        policy,
        r,
        x,
        formula: chainingBits(r, x, marks),
        bits: new CircularChaining(2 ** r, { marks, x }).allocatedBits,
      })),
      {
        structure: "scatter table",
        policy,
        r,
        x: 0,
        formula: scatterBits(r, marks),
        bits: new ScatterTable(2 ** r, { marks }).allocatedBits,
      },
    ]);
  });
}

/**
 * Asks a cache by CLOCK on the table for what a trace asks for, until the table has been full for as long as it took to
 * fill it.
 */
export function filled<T extends CircularChaining | ScatterTable>(table: T, trace: UrlTrace, seed: number) {
  const random = new Random(seed);
  const words = Uint32Array.from({ length: 2 * trace.urls }, () => random.bits());
  const cache = clockCache(table);
  let full = 0;
  for (const [time, url] of trace.requests.entries()) {
    cache.request(words[2 * url], words[2 * url + 1]);
    if (full === 0 && table.size === table.capacity) full = time;
    if (full > 0 && time >= 2 * full) break;
  }
  return { cache, table };
}

/** Misses of CLOCK on a table, all requests of a trace by fingerprints that are drawn. */
export function missesOn(table: FingerprintTable, { requests, urls }: UrlTrace, seed: number): number {
  const random = new Random(seed);
  const words = Uint32Array.from({ length: 2 * urls }, () => random.bits());
  const cache = clockCache(table);
  let misses = 0;
  for (const url of requests) if (!cache.request(words[2 * url], words[2 * url + 1])) misses++;
  return misses;
}

/** What the claims of Figures 12 to 14 are tested on. */
export interface Evidence {
  readonly trace: UrlTrace;
  readonly seed: number;
  readonly storages: readonly Storage[];
}

interface TableFigure {
  readonly figure: 12 | 13 | 14;
  readonly title: string;
  readonly paper: string;
  readonly layout: "lists" | "array";
  /** The table that is drawn. */
  readonly draw: (capacity: number) => CircularChaining | ScatterTable;
  readonly claims: readonly Claim<Evidence>[];
}

/** A figure of section 6: a table that is in use, drawn; and what the section says of it. */
export function tableFigure({ figure, title, paper, layout, draw, claims }: TableFigure): WebExperiment {
  const experiment: WebExperiment = {
    id: `broder2003/figure-${figure}`,
    title,
    paper,
    suits: "broder2003",
    async run(web: Web, options: ExperimentOptions = {}) {
      const { seed = 1 } = options;
      const { traces, provenance } = await crawlsOf(web, options);
      const trace = traces[traces.length - 1].full;
      const all = storages();
      const structure = figure === 14 ? "scatter table" : "direct circular chaining";
      const rows = all
        .filter((each) => each.structure === structure)
        .map((each) => ({ dataset: web.name, ...each, bitsPerEntry: each.bits / 2 ** each.r }));
      const drawn = (): Promise<Figure<TableRow>> =>
        tableDiagram(tableRows(filled(draw(DRAWN), trace, seed).cache), {
          layout,
          notes: [`${trace.name}: ${DRAWN} entries by CLOCK, fingerprints drawn with seed ${seed}`],
        });
      return resultOf(
        experiment,
        web.name,
        testClaims(claims, { trace, seed, storages: all }),
        rows,
        { ...provenance, fingerprints: "drawn", seed },
        drawn,
      );
    },
  };
  return experiment;
}
