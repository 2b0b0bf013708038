import { got, option, problem } from "../../base/error.js";
import type { UrlTrace } from "../url-trace.js";
import { LineRequests } from "./line-requests.js";
import { isText, type ReadTraceOptions, type TraceFormat, textOf } from "./trace-format.js";

const NEWLINE = 10;
/** A line that is longer is none. */
const LONGEST = 1 << 24;

/**
 * Text with a URL on each line, or in one column of it: "http://host/path". Heritrix's crawl.log is known, its URL is
 * the fourth. Blank lines and lines that begin with "#" are no requests; every other line that holds no absolute URL is
 * counted and left out: `UrlTrace.skipped`.
 *
 * URLs are told apart byte by byte: "http://a.example" and "http://a.example/" are two, unless `normalize` is asked
 * for.
 *
 * About 0.25 microseconds per line of 60 bytes; memory for requests, fingerprints and hosts, none for text.
 */
export const lines: TraceFormat = {
  kind: "trace-format",
  name: "lines",
  takes: ["column", "normalize"],
  title: "text, a URL on each line (or Heritrix's crawl.log)",
  broad: true,
  sniff: (head) => head.length > 0 && isText(head),
  async read(source, options): Promise<UrlTrace> {
    const requests = new LineRequests(source.path, columnOf(options), options);
    let before: Uint8Array = new Uint8Array(0);
    for await (const bytes of textOf(source)) {
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      if (end === 0) {
        before = joined(before, bytes);
        if (before.length > LONGEST)
          throw problem.notATrace`${source.path} is no text with a URL on each line: a line of it has more than ${LONGEST} bytes`;
        continue;
      }
      requests.add(before.length > 0 ? joined(before, bytes.subarray(0, end)) : bytes.subarray(0, end));
      before = bytes.slice(end);
    }
    if (before.length > 0) requests.add(joined(before, Uint8Array.of(NEWLINE)));
    const trace = requests.build(options.name ?? source.name);
    if (before.length === 0) return trace;
    const note = `the last line of ${source.path} has no line end: it counts, and is half a URL if the log was cut there`;
    return { ...trace, notes: [note] };
  },
};

function columnOf({ column }: ReadTraceOptions): number | undefined {
  if (column === undefined) return undefined;
  const number = Number(column);
  if (Number.isInteger(number) && number >= 1) return number;
  throw problem.option`a column of lines is a number from 1; ${got(column)}. Names are for CSV: ${option("format")} csv`;
}

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => (a.length === 0 ? b.slice() : Buffer.concat([a, b]));
