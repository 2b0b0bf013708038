import { InvalidArgumentError, Option } from "commander";
import { buffer } from "../crawl/buffer.js";
import type { CrawlModel } from "../crawl/model.js";
import { stop } from "../crawl/stop.js";
import { threshold } from "../crawl/threshold.js";
import type { Importance } from "../importance/importance.js";
import type { OrderingMethod } from "../ordering/ordering.js";
import { libraryImportances, libraryOrderings } from "../run/library.js";

/** A choice on the command line that makes no sense; says what there is. */
export class ChoiceError extends Error {
  override readonly name = "ChoiceError";
}

const short: Readonly<Record<string, string>> = { bfs: "breadthfirst", dfs: "depthfirst" };
const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");

/** Options of orderings that the command line offers; each goes to the orderings that know it. */
export interface OrderingFlags {
  readonly ties?: string;
  readonly reorderEvery?: number;
  readonly accuracy?: number;
  readonly damping?: number;
}

/** "backlink" -> backlink({ ties }). Names may be written with or without hyphens; bfs and dfs are understood. */
export async function orderingNamed(name: string, flags: OrderingFlags = {}): Promise<OrderingMethod> {
  const wanted = short[plain(name)] ?? plain(name);
  const families = await libraryOrderings();
  const family = families.find((each) => plain(each.name) === wanted);
  if (!family)
    throw new ChoiceError(`no ordering "${name}". There are: ${families.map((each) => each.name).join(", ")}`);
  const known = Object.entries(flags).filter(([key, value]) => value !== undefined && key in family.options);
  return family(Object.fromEntries(known) as never);
}

export async function importanceNamed(name: string, hotAt: number | undefined): Promise<Importance> {
  const made = (await libraryImportances()).map((make) => make({ hotAt }));
  const found = made.find((each) => plain(each.name) === plain(name));
  if (found) return found;
  throw new ChoiceError(`no importance "${name}". There are: ${made.map((each) => each.name).join(", ")}`);
}

export function modelNamed(name: string, { buffer: size }: { readonly buffer?: number }): CrawlModel {
  if (name === "threshold") return threshold();
  if (name === "stop") return stop();
  if (name === "buffer") return buffer(size === undefined ? {} : { size });
  throw new ChoiceError(`no model "${name}". There are: threshold (P_ST), stop (P_CS), buffer (P_BC)`);
}

/** A number from the command line; refuses words. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("Expected a number.");
  return value;
}

export function integer(text: string): number {
  const value = number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError("Expected a whole number.");
  return value;
}

/** Options that several commands share, each with its default and unit. */
export const options = {
  json: () => new Option("--json", "print one JSON object instead of text"),
  ties: () =>
    new Option(
      "--ties <rule>",
      "which of several pages with the same score comes first: fifo (discovered first), lifo, random; backlink knows stable too",
    )
      .choices(["fifo", "lifo", "random", "stable"])
      .default("fifo"),
  seed: () => new Option("--seed <n>", "seed of every choice left to chance").argParser(integer).default(1),
  start: () => new Option("--start <page>", "start page, by the file's own number or by URL (default: the web's own)"),
  reorderEvery: () =>
    new Option("--reorder-every <pages>", "sort the queue before every k-th page only").argParser(integer).default(1),
  accuracy: () =>
    new Option(
      "--accuracy <share>",
      "pagerank: largest residual that a page may hold back, as a share of its rank (default: 0.001)",
    ).argParser(number),
  damping: () =>
    new Option(
      "--damping <d>",
      "pagerank orderings: d, the share of rank that flows along links (default: 0.9)",
    ).argParser(number),
  importance: () =>
    new Option("--importance <name>", "I(P): backlinks, pagerank, forward-links or location").default("backlinks"),
  hot: () => new Option("--hot <G>", "a page is hot when I(P) >= G").argParser(number),
  model: () => new Option("--model <name>", "threshold (P_ST), stop (P_CS) or buffer (P_BC)").default("threshold"),
  buffer: () =>
    new Option(
      "--buffer <size>",
      "model buffer: B in pages, or below 1 the share of the pages (default: 0.02)",
    ).argParser(number),
  duplicates: () =>
    new Option("--duplicates <policy>", "repeated links between two pages: drop or keep")
      .choices(["drop", "keep"])
      .default("drop"),
  selfLinks: () =>
    new Option("--self-links <policy>", "links from a page to itself: drop or keep")
      .choices(["drop", "keep"])
      .default("drop"),
} as const;
