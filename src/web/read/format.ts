import { type CrawlbenchError, problem } from "../../base/error.js";
import { commonRules } from "../../base/method.js";
import { counted } from "../../base/numbers.js";
import type { ProgressListener } from "../../base/progress-event.js";
import type { Strings } from "../../base/strings.js";
import type { AllLinks } from "../graph/all-links.js";
import { type BuiltGraph, type GraphBuilder, type LinkPolicy, policyRules } from "../graph/builder.js";

/** What a file of links holds, with the link policy applied. */
export interface GraphData extends BuiltGraph {
  /** The file's own page numbers, ascending, where they are not exactly 0 .. n - 1. */
  readonly ids?: Uint32Array;
  readonly urls?: Strings;
  readonly titles?: Strings;
  /** What the file holds besides, in words: "columns 3 and 4". Of a heading or of weights nothing is kept. */
  readonly ignored?: readonly string[];
  /** Links on each page, those to pages outside this web included; length n. */
  readonly references?: Uint32Array;
  /** All links, those to URLs that are no page too, where the file holds such. */
  readonly allLinks?: () => AllLinks;
}

/** In `ignored`: pages link to each other or do not. */
export const WEIGHTS = "weights of links";

/** Whether a link says of itself that it is not worth as much as any other. */
export const isWeight = (value: unknown): boolean => value !== undefined && Number(value) !== 1;

/** The graph of `links`, and in words what the file holds besides; of links without a direction it says so. */
export function built(
  links: GraphBuilder,
  options: LinkPolicy & { readonly size: number },
  ignored: readonly string[],
): Pick<GraphData, "graph" | "found" | "ignored"> {
  const told = [
    ...ignored,
    ...(links.undirected > 0
      ? [`that links have no direction, ${counted(links.undirected)} of them: each is two, there and back`]
      : []),
  ];
  return { ...links.build(options), ...(told.length > 0 && { ignored: told }) };
}

export interface ReadOptions extends LinkPolicy {
  readonly onProgress?: ProgressListener;
}

/** What each may be. */
export const readRules = {
  ...policyRules,
  onProgress: commonRules.onProgress,
} as const;

/** A way to write a graph. A file of this folder exports it; nothing registers it. */
interface Format {
  readonly kind: "format";
  /** As dataset cards and `openFiles` name it: "edge-list". */
  readonly name: string;
  /** For people who look for one: "edge list (FROM TO, as SNAP)". */
  readonly title: string;
  /** Who defined it, and where. */
  readonly source: string;
  /** Roles of files that may be left out: { role: "names" } of a list of all pages. */
  readonly optional?: readonly string[];
}

/** Files as they are read, by role. */
export type Streams = Readonly<Record<string, AsyncIterable<Uint8Array>>>;

/** A format of several files. */
export interface FilesFormat extends Format {
  /** What each file is to the format. */
  readonly roles: readonly string[];
  /** Where they have one name, their endings: { graph: ".graph" }. */
  readonly endings?: Readonly<Record<string, string>>;
  /** Where they lie in a folder of their own, their names; of several the first that is there. */
  readonly inFolder?: Readonly<Record<string, readonly string[]>>;
  /** @throws "format" when a file is malformed or cut short, or they disagree */
  readFiles(files: Streams, options?: ReadOptions): Promise<GraphData>;
}

/** A format of one file of text, whose role is "links". */
export interface GraphFormat extends Format {
  /** True where files of other formats may look like this one: it is asked after them. */
  readonly broad?: true;
  /**
   * True when the file looks like this format.
   *
   * @param head first HEAD_BYTES bytes, decompressed; a shorter head is the whole file
   * @param fileName a hint at the most: files are told apart by content
   */
  sniff(head: Uint8Array, fileName: string): boolean;
  /**
   * @param bytes the file, decompressed, in pieces of any size
   * @param others optional files, by role
   * @throws "format" when the file is malformed or cut short, with the place; never returns part of a graph
   */
  read(bytes: AsyncIterable<Uint8Array>, options?: ReadOptions, others?: Streams): Promise<GraphData>;
}

/** A file of that name, packed or not. */
export const packed = (name: string): readonly string[] => [name, `${name}.gz`, `${name}.zst`];

/** Bytes of a file that `sniff` is shown. */
export const HEAD_BYTES = 65536;

/** More pages than this are refused: a damaged count must not claim all memory. 1 GiB of row offsets. */
export const MOST_PAGES = 2 ** 28;

/** Where in a file something is wrong: the line or the byte counts from 1, the bit and the node from 0. */
export interface Place {
  readonly line?: number;
  readonly bit?: number;
  readonly node?: number;
  /** A place in a tree: "edges[7].target". */
  readonly at?: string;
}

/**
 * A malformed file: the format, the place, what was expected, what was found, and what to do.
 *
 * @param format name of the format, or of the file's part: "edge list", "BVGraph .properties"
 * @param found the text found, or a phrase for it
 * @param next what to do, a sentence
 */
export function malformed(
  format: string,
  place: Place,
  expected: string,
  found: string,
  next?: string,
): CrawlbenchError {
  const { line, at, node, bit } = place;
  const where = [
    line === undefined ? "" : `, line ${line}`,
    at === undefined ? "" : `, ${at}`,
    node === undefined ? "" : `, node ${node}`,
    bit === undefined ? "" : `, bit ${bit}`,
  ].join("");
  const facts = { format, ...place, expected, found };
  return problem.format(facts)`${format}${where}: expected ${expected}, found ${found}${next ? `\n  ${next}` : ""}`;
}

/** `text` in quotes, at most 60 characters of it. */
export const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);

/** @throws "format" when a file announces more pages than MOST_PAGES */
export function checkPages(format: string, place: Place, pages: number): void {
  if (pages <= MOST_PAGES) return;
  throw malformed(format, place, `at most ${MOST_PAGES} pages`, `${pages}`, "Take a part of this web.");
}
