import { type Command, Option } from "commander";
import { problem } from "../base/error.js";
import { counted } from "../base/numbers.js";
import { writeTraceFile } from "../trace/file/write-trace-file.js";
import { openTrace, traceFormatNames } from "../trace/open-trace.js";
import { crossTrace, firstRequests, splitByProcess } from "../trace/sub-trace.js";
import type { UrlTrace } from "../trace/url-trace.js";
import { inputName } from "./batch-lines.js";
import { type CacheWebFlags, isWeb, WEB } from "./cache-web-flags.js";
import { count, HEADINGS } from "./choices.js";
import { tell } from "./output.js";

/** What the command line says of a log. */
export interface CacheTraceFlags extends CacheWebFlags {
  first?: number;
  cross?: boolean;
  write?: string;
}

const FORMATS = [...(await traceFormatNames()), WEB];

export const addTraceFlags = (command: Command): Command =>
  command
    .optionsGroup(HEADINGS.log)
    .addOption(new Option("--format <name>", "what the log is").choices(FORMATS).default("auto"))
    .option("--column <column>", "column that holds the URL: a number from 1 or, in CSV, its name (default: detected)")
    .option("--separator <character>", "what parts the columns of CSV (default: detected)")
    .option("--normalize", "normalize URLs first")
    .option("--first <n>", "count only the first n requests (default: all)", count)
    .option(
      "--processes <n>",
      "from the log of a whole crawl, keep what the first of n processes finds, with hosts assigned by hash; of a web, crawl it with n (default: the whole log)",
      count,
    )
    .option("--by <ordering>", "of a web: the order in which it is crawled (default: breadth-first)")
    .option("--cross", "keep only URLs on hosts of other processes: those that a process would send");

/**
 * Reads a log, or crawls a stored web for one, cuts out of it what the flags ask for, and stores that where they say so.
 * What was left out is told on stderr.
 *
 * @throws CrawlbenchError for a log that cannot be read, or lacks what is asked for
 */
export async function readTrace(path: string, flags: CacheTraceFlags): Promise<UrlTrace> {
  const { first, processes, cross, write } = flags;
  const ofWeb = isWeb(path, flags.format);
  let trace = await (ofWeb ? logOfWeb(path, flags) : logAt(path, flags));
  for (const note of trace.notes ?? []) tell(note);
  tell(skippedNote(trace));
  if (first !== undefined) trace = firstRequests(trace, first);
  if (processes !== undefined && !ofWeb) [trace] = splitByProcess(trace, processes);
  if (cross) {
    if ((trace.processes ?? 1) < 2)
      throw problem.choice`--cross takes URLs on hosts of other processes, and the log is of one. Say how many there were, type: --cross --processes 4`;
    trace = crossTrace(trace);
  }
  if (write !== undefined) await writeTraceFile(write, trace);
  return trace;
}

/** What crawls is loaded where a web is named alone: a log costs a tenth less without it. */
const logOfWeb = async (name: string, flags: CacheTraceFlags): Promise<UrlTrace> =>
  (await import("./cache-web.js")).logOfWeb(name, flags);

async function logAt(path: string, { format, column, separator, normalize }: CacheTraceFlags): Promise<UrlTrace> {
  const isWatched = process.stderr.isTTY;
  if (isWatched) process.stderr.write(`reading ${inputName(path)} ...`);
  try {
    return await openTrace(path, {
      format,
      ...(column !== undefined && { column: /^\d+$/.test(column) ? Number(column) : column }),
      ...(separator !== undefined && { separator }),
      ...(normalize && { normalize }),
    });
  } finally {
    if (isWatched) process.stderr.write("\r\x1b[K");
  }
}

function skippedNote({ name, skipped }: UrlTrace): string | undefined {
  if (!skipped || skipped.count === 0) return undefined;
  const { count: lost, first } = skipped;
  const lines = `${counted(lost)} line${lost === 1 ? " holds" : "s hold"}`;
  return `${name}: ${lines} no URL, left out; the first is line ${counted(first.line)}: ${first.text}`;
}
