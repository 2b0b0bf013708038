import { statSync } from "node:fs";
import { option, problem, say } from "../base/error.js";
import { unpackedName } from "../base/file/unpacked-name.js";
import { checkOptions } from "../base/method.js";
import { methodsIn } from "../base/methods-in.js";
import {
  FORMAT_OPTIONS,
  type FolderFormat,
  isText,
  type ReadTraceOptions,
  type TraceFormat,
} from "./format/trace-format.js";
import { emptyTrace } from "./trace-builder.js";
import { fileError } from "./trace-error.js";
import { showingTrace } from "./trace-face.js";
import { openSource, type TraceSource } from "./trace-source.js";
import type { UrlTrace } from "./url-trace.js";

/** Every format, found by listing its folder, in the order in which they are tried. */
async function formatsKnown(): Promise<(TraceFormat | FolderFormat)[]> {
  const rank = (format: TraceFormat | FolderFormat) => ("broad" in format ? 1 : 0);
  const all = await methodsIn<TraceFormat | FolderFormat>("trace/format", "trace-format");
  return all.sort((a, b) => rank(a) - rank(b));
}

/** What `format` may be. */
export const traceFormatNames = async (): Promise<string[]> => [
  "auto",
  ...(await formatsKnown()).map(({ name }) => name),
];

export interface OpenTraceOptions extends ReadTraceOptions {
  /** Default "auto": told by the content, or the suffix. */
  readonly format?: string;
}

/**
 * Opens a stream of URL requests: a text log of URLs (Heritrix's crawl.log among them), the folder of a crawl, raw
 * 64-bit fingerprints, libCacheSim's oracleGeneral, CSV, or what `writeTraceFile` wrote; gzip and zstd are unpacked.
 *
 * What is not read is told: lines that hold no URL in `skipped`, what is odd about the file in `notes`.
 *
 * @param from a path, "-" for standard input, or bytes
 * @throws "empty"; "option" for one that the format has no use for; "not-a-trace" for what none of the formats is, or another than asked for; "cut";
 * "damaged"; "too-many-urls"; "failed"
 *
 * 4 bytes per request, 8 per URL, and a table of 18 to 30 bytes per URL while it is read; text is not kept.
 */
export async function openTrace(
  from: string | AsyncIterable<Uint8Array>,
  options: OpenTraceOptions = {},
): Promise<UrlTrace> {
  checkOptions("traces.open", options, {
    format: await traceFormatNames(),
    column: undefined,
    header: undefined,
    separator: undefined,
    normalize: undefined,
    mostUrls: undefined,
    name: undefined,
  });
  const { format = "auto" } = options;
  const formats = await formatsKnown();
  const asked = formats.find(({ name }) => name === format);
  const ofFolder = formats.find((each): each is FolderFormat => "readFolder" in each && (asked ?? each) === each);
  const isFolder = typeof from === "string" && from !== "-" && statOf(from).isDirectory();
  if (isFolder && ofFolder) {
    checkTaken(ofFolder, options);
    return showingTrace(await ofFolder.readFolder(from, options));
  }
  if (isFolder || (asked && ofFolder))
    throw problem.notATrace`${typeof from === "string" ? from : "the stream"} is ${isFolder ? "a" : "no"} folder: ${isFolder ? `expected a file of ${format}` : `expected the ${ofFolder?.title}`}. ${told(formats)}`;
  const source = await openSource(from);
  if (source.head.length === 0) throw emptyTrace(source.path);
  const found = (asked as TraceFormat | undefined) ?? recognised(formats, source);
  const lacks = found
    ? found.lacks?.(source.head)
    : `in no format that is known by its ${isText(source.head) ? "text" : "bytes"}`;
  if (!found || lacks) throw problem.notATrace`${source.path} is ${lacks}. ${told(formats)}`;
  checkTaken(found, options);
  return showingTrace(await found.read(source, options));
}

/** @throws "option" for one that the format has no use for: it would change nothing */
function checkTaken({ name, title, takes = [] }: TraceFormat | FolderFormat, options: OpenTraceOptions): void {
  const idle = FORMAT_OPTIONS.find((each) => options[each] !== undefined && !takes.includes(each));
  if (idle === undefined) return;
  const others = takes.length === 0 ? "takes none of these options" : `takes ${takes.join(", ")}`;
  throw problem.option`${option(idle)} changes nothing for ${name} (${title}), which ${others}`;
}

/** The first format that a file looks like. */
function recognised(formats: readonly (TraceFormat | FolderFormat)[], { head, name }: TraceSource) {
  const fileName = unpackedName(name.toLowerCase());
  return formats.find((each): each is TraceFormat => "sniff" in each && each.sniff(head, fileName));
}

const told = (formats: readonly (TraceFormat | FolderFormat)[]) =>
  say`Say which it is, ${option("format")}: ${formats.map(({ name, title }) => `${name} (${title})`).join(", ")}`;

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw fileError(error, path, "open");
  }
}
