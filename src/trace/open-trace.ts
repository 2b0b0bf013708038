import { statSync } from "node:fs";
import { checkOptions } from "../options.js";
import { MAGIC } from "./file/block-head.js";
import { readTraceFile } from "./file/read-trace-file.js";
import { readCrawlFolder } from "./format/crawl-folder.js";
import { csv } from "./format/csv.js";
import { lines } from "./format/lines.js";
import { oracleGeneral } from "./format/oracle-general.js";
import { isText, type ReadTraceOptions, type TraceFormat } from "./format/trace-format.js";
import { u64 } from "./format/u64.js";
import { emptyTrace } from "./trace-builder.js";
import { fileError, TraceError } from "./trace-error.js";
import { openSource, type TraceSource } from "./trace-source.js";
import type { UrlTrace } from "./url-trace.js";

/** The format of `writeTraceFile`. */
const trace: TraceFormat = {
  name: "trace",
  title: "crawlbench's own",
  sniff: (head) => head.length >= 4 && new DataView(head.buffer, head.byteOffset).getUint32(0, true) === MAGIC,
  async read(source, { name }) {
    if (!trace.sniff(source.head, source.name))
      throw new TraceError(
        `${source.path} is no trace file of crawlbench: expected it to begin with "CBTR", found ${JSON.stringify(Buffer.from(source.head.subarray(0, 4)).toString("latin1"))}. ${formatsKnown()}`,
        "not-a-trace",
      );
    const read = await readTraceFile(source.bytes, source.path);
    return { ...read, name: name ?? source.name };
  },
};

/** In the order in which they are tried. */
const FORMATS: readonly TraceFormat[] = [trace, u64, csv, lines, oracleGeneral];

/** What `format` may be. */
export const TRACE_FORMATS = ["auto", "lines", "u64", "crawl", "oracle-general", "csv", "trace"] as const;

export type TraceFormatName = (typeof TRACE_FORMATS)[number];

export interface OpenTraceOptions extends ReadTraceOptions {
  /** Default "auto": told by the content, or the suffix. */
  readonly format?: TraceFormatName;
}

/**
 * Opens a stream of URL requests: a text log of URLs (Heritrix's crawl.log among them), the folder of a crawl, raw
 * 64-bit fingerprints, libCacheSim's oracleGeneral, CSV, or what `writeTraceFile` wrote; gzip and zstd are unpacked.
 *
 * What is not read is told: lines that hold no URL in `skipped`, what is odd about the file in `notes`.
 *
 * @param from a path, "-" for standard input, or bytes
 * @throws TraceError "empty"; "not-a-trace" for what none of the formats is, or another than asked for; "cut";
 * "damaged"; "too-many-urls"; "failed"
 *
 * 4 bytes per request, 8 per URL, and a table of 18 to 30 bytes per URL while it is read; text is not kept.
 */
export async function openTrace(
  from: string | AsyncIterable<Uint8Array>,
  options: OpenTraceOptions = {},
): Promise<UrlTrace> {
  checkOptions("openTrace", options, {
    ...{ format: TRACE_FORMATS, column: undefined, header: undefined, separator: undefined, normalize: undefined },
    ...{ mostUrls: undefined, name: undefined },
  });
  const { format = "auto" } = options;
  const isFolder = typeof from === "string" && from !== "-" && statOf(from).isDirectory();
  if (isFolder && (format === "auto" || format === "crawl")) return readCrawlFolder(from, options);
  if (isFolder || format === "crawl")
    throw new TraceError(
      `${typeof from === "string" ? from : "the stream"} is ${isFolder ? "a" : "no"} folder: ${isFolder ? `expected a file of ${format}` : "expected that of a crawl"}. ${formatsKnown()}`,
      "not-a-trace",
    );
  const source = await openSource(from);
  if (source.head.length === 0) throw emptyTrace(source.path);
  return chosen(format, source).read(source, options);
}

function chosen(format: TraceFormatName, source: TraceSource): TraceFormat {
  const { head, path } = source;
  const fileName = source.name.toLowerCase().replace(/\.(?:gz|zst|zstd)$/, "");
  const found = FORMATS.find(({ name, sniff }) => (format === "auto" ? sniff(head, fileName) : name === format));
  if (found) return found;
  throw new TraceError(
    `${path} is in no format that is known by its ${isText(head) ? "text" : "bytes"}. ${formatsKnown()}`,
    "not-a-trace",
  );
}

const formatsKnown = () =>
  `Say which it is: ${FORMATS.map(({ name, title }) => `--format ${name} (${title})`).join(", ")}, --format crawl (folder of a crawl)`;

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw fileError(error, path, "open");
  }
}
