import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { attempt } from "../base/attempt.js";
import { problem } from "../base/error.js";
import { unpackedName } from "../base/file/unpacked-name.js";
import { inShell } from "../base/in-shell.js";
import { plural } from "../base/numbers.js";
import { version } from "../base/version.js";
import { checkOrder } from "../crawl/judge.js";
import { foreignOrderWarning } from "../crawl/start-pages.js";
import type { PageId } from "../web/graph/graph.js";
import { findPage, idOf, urlOrId, type Web } from "../web/web.js";
import { littleEndian, writeResult } from "./output.js";

/** What FILE.json says of the order in FILE. */
interface OrderAbout {
  readonly crawlbench: string;
  readonly web: { readonly name: string; readonly sha256: string; readonly pages: number };
  /** The first start page, by the web's own number or by URL. */
  readonly start: number | string;
  /** All of them, where there are several. */
  readonly starts?: readonly (number | string)[];
  readonly ordering: string;
  /** Pages of the order, and SHA-256 (hex) of its file. */
  readonly order: { readonly pages: number; readonly sha256: string };
}

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Writes an order as bare page numbers of the web's own numbering, and beside it, where that is a regular file, what
 * it is an order of: FILE.json.
 *
 * @throws "failed" when one of them cannot be written
 */
export function writeOrder(path: string, web: Web, order: Uint32Array, ordering: string, starts = [order[0]]): void {
  const bytes = littleEndian(order.map((page) => idOf(web, page)));
  writeResult(path, bytes);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const about: OrderAbout = {
    crawlbench: version,
    web: { name: web.name, sha256: web.sha256, pages: web.graph.size },
    ...startsOf(web, starts),
    ordering,
    order: { pages: order.length, sha256: digest(bytes) },
  };
  writeResult(`${path}.json`, `${JSON.stringify(about, null, 2)}\n`);
}

/** Start pages of a crawl as JSON names them: by URL, or by the web's own number. */
export function startsOf(web: Web, pages: readonly PageId[]): Pick<OrderAbout, "start" | "starts"> {
  const starts = pages.map((page) => urlOrId(web, page));
  return { start: starts[0], ...(starts.length > 1 && { starts }) };
}

/**
 * An order from a file, and what a person must know of it: little-endian uint32 page numbers, as `writeOrder` writes
 * them, or text, a page number or URL on each line.
 *
 * @param name of the web, as it was typed
 * @throws "choice" when the file is no order of this web's pages, or FILE.json says that it is one of another web;
 * "crawl" when it names a page twice
 */
export function readOrder(path: string, web: Web, name: string): { order: Uint32Array; warnings: string[] } {
  const make = `Make one: crawlbench replay ${inShell(name)} --by backlink --order-out`;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const isFree = (error as NodeJS.ErrnoException).code === "ENOENT" && path !== "-"; // what is made may be called so
    throw problem.choice`cannot read the order ${path}: ${error}. ${make} ${isFree ? inShell(path) : "order.u32"}`;
  }
  const unpacked = unpackedName(path);
  if (unpacked !== path)
    throw problem.choice`${path} is packed: an order is read as it is written. Unpack it, then: crawlbench judge ${inShell(name)} --order ${inShell(unpacked)}`;
  const about = aboutOrder(path);
  const isTold = about?.order.sha256 === digest(bytes);
  const lines = isTold ? undefined : linesOf(bytes, web);
  if (bytes.length === 0 || lines?.length === 0 || (!lines && bytes.length % 4 !== 0))
    throw problem.choice`${path} holds ${plural(bytes.length, "byte")}: an order is one or more little-endian uint32 page numbers, 4 bytes each, or text, a page number or URL on each line. ${make} order.u32`;
  const told = isTold ? checkWeb(path, about, web) : warningBeside(path, about);
  const order = Uint32Array.from<number | string>(lines ?? numbersIn(bytes), (page) => findPage(web, page));
  checkOrder(web, order);
  const isFromStarts = isTold && told === undefined && about.starts !== undefined; // no page before them links to some
  const foreign = isFromStarts ? undefined : foreignOrderWarning(web, order);
  return { order, warnings: [told, foreign].filter((each) => each !== undefined) };
}

/** Little-endian uint32 numbers; what is left of fewer than four bytes is none. */
const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(4 * at));

/**
 * The lines of a text without blank ones; undefined for bytes that are no text: those of small page numbers, and those
 * of large ones, which are all pages of the web where some line is none.
 */
function linesOf(bytes: Buffer, web: Web): string[] | undefined {
  if (bytes.length === 0 || bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return undefined;
  const lines = bytes
    .toString("utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const areNumbers = bytes.length % 4 === 0 && !arePages(web, lines) && arePages(web, numbersIn(bytes));
  return areNumbers ? undefined : lines;
}

function arePages(web: Web, pages: readonly (number | string)[]): boolean {
  try {
    for (const page of pages) findPage(web, page);
    return true;
  } catch {
    return false;
  }
}

/** What a person must know of what stands beside an order and is not of it. */
function warningBeside(path: string, about: OrderAbout | undefined): string | undefined {
  if (!existsSync(`${path}.json`)) return undefined;
  if (about) return `${path}.json is of another order than ${path}: the file was changed after it was written`;
  return `${path}.json does not say what ${path} is an order of: expected what crawlbench replay writes beside one. It is not used; delete it, or make both anew`;
}

/** What stands beside an order; undefined for what cannot be read, or is something else. */
function aboutOrder(path: string): OrderAbout | undefined {
  const about = attempt((): OrderAbout | null => JSON.parse(readFileSync(`${path}.json`, "utf8")));
  const texts = [about?.order?.sha256, about?.web?.name, about?.web?.sha256, about?.ordering];
  return texts.every((text) => typeof text === "string") && Number.isInteger(about?.web.pages) ? about! : undefined;
}

/** @throws "choice" for an order of another web @returns what to say where the web is the same by name and size only */
function checkWeb(path: string, { web: of, ordering }: OrderAbout, web: Web): string | undefined {
  if (of.sha256 === web.sha256) return undefined;
  if (of.name !== web.name || of.pages !== web.graph.size)
    throw problem.choice`${path} is an order of ${of.name}, ${plural(of.pages, "page")}, by ${ordering}: on ${web.name}, ${plural(web.graph.size, "page")}, its area means nothing. Judge it on ${of.name}, or delete ${path}.json to judge it all the same`;
  return `${path} was made on another version of ${web.name}, or with other rules for repeats and self-links`;
}
