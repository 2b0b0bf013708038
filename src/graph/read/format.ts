import type { ProgressListener } from "../../progress.js";
import type { AllLinks } from "../all-links.js";
import type { BuiltGraph, LinkPolicy } from "../builder.js";
import type { Strings } from "../strings.js";

/** What a file of links holds, with the link policy applied. */
export interface GraphData extends BuiltGraph {
  /** The file's own page numbers, ascending, where they are not exactly 0 .. n - 1. */
  readonly ids?: Uint32Array;
  readonly urls?: Strings;
  readonly titles?: Strings;
  /** Links on each page, those to pages outside this web included; length n. */
  readonly references?: Uint32Array;
  /** All links, those to URLs that are no page too, where the file holds such. */
  readonly allLinks?: () => AllLinks;
}

export interface ReadOptions extends LinkPolicy {
  readonly onProgress?: ProgressListener;
}

/** A way to write a graph in one file of text. Formats of several files export a function of their own. */
export interface GraphFormat {
  /** As in messages: "edge list". */
  readonly name: string;
  /** Who defined it, and where. */
  readonly source: string;
  /**
   * True when the file looks like this format.
   *
   * @param head first HEAD_BYTES bytes, decompressed; a shorter head is the whole file
   * @param fileName a hint at the most: files are told apart by content
   */
  sniff(head: Uint8Array, fileName: string): boolean;
  /**
   * @param bytes the file, decompressed, in pieces of any size
   * @throws FormatError when the file is malformed or cut short, with the place; never returns part of a graph
   */
  read(bytes: AsyncIterable<Uint8Array>, options?: ReadOptions): Promise<GraphData>;
}

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

/** A malformed file: the format, the place, what was expected, what was found, and what to do. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  readonly code = "FORMAT";
  readonly line?: number;
  readonly bit?: number;
  readonly node?: number;

  /**
   * @param format name of the format, or of the file's part: "edge list", "BVGraph .properties"
   * @param found the text found, or a phrase for it
   * @param next what to do, a sentence
   */
  constructor(format: string, place: Place, expected: string, found: string, next?: string) {
    const where = [
      place.line === undefined ? "" : `, line ${place.line}`,
      place.at === undefined ? "" : `, ${place.at}`,
      place.node === undefined ? "" : `, node ${place.node}`,
      place.bit === undefined ? "" : `, bit ${place.bit}`,
    ].join("");
    super(`${format}${where}: expected ${expected}, found ${found}${next ? `\n  ${next}` : ""}`);
    this.line = place.line;
    this.bit = place.bit;
    this.node = place.node;
  }
}

/** `text` in quotes, at most 60 characters of it. */
export const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);

/** @throws FormatError when a file announces more pages than MOST_PAGES */
export function checkPages(format: string, place: Place, pages: number): void {
  if (pages <= MOST_PAGES) return;
  throw new FormatError(format, place, `at most ${MOST_PAGES} pages`, `${pages}`, "Take a part of this web.");
}
