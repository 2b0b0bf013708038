import { createReadStream } from "node:fs";
import { option, problem } from "../base/error.js";
import { unpackWhole } from "../base/file/unpack.js";
import { inShell } from "../base/in-shell.js";
import { type AccessEntry, LOG_MARK, type LogHead } from "./access-log.js";
import { formatOf, LOG_FORMATS, type LogFormat, parseEntry } from "./parse-entry.js";

/** An access log, read. */
export interface AccessLog {
  readonly format: LogFormat;
  /** What was served, in logs of `crawlbench serve`. */
  readonly head?: LogHead;
  /** In the order in which requests came in. */
  readonly entries: readonly AccessEntry[];
  /** The last line was cut short, and is none of the entries. */
  readonly isCut: boolean;
}

/**
 * Reads an access log: of `crawlbench serve`, Heritrix's crawl.log, or common and combined log format, with the host
 * before it or not; plain, gzip or zstd. A last line that was cut short (a server that was killed) is left out.
 *
 * @param host of a log whose lines tell none
 * @throws "log" for a file that is no such log, or a line that is damaged, with its number, or packed bytes that are not whole
 *
 * The log is held in memory: some 200 bytes per request.
 */
export async function readLog(path: string, { host }: { readonly host?: string } = {}): Promise<AccessLog> {
  let format: LogFormat | undefined;
  let head: LogHead | undefined;
  const entries: AccessEntry[] = [];
  let number = 0;
  let isCut = false;
  const read = (line: string, whole: boolean) => {
    number++;
    if (line.startsWith(LOG_MARK)) head = headOf(line, `${path}, line ${number}`);
    if (line === "" || line.startsWith("#")) return;
    format ??= formatOf(line);
    if (!format)
      throw problem.log`${path}, line ${number}: no access log that is known. ${known()} Found: ${JSON.stringify(line.slice(0, 80))}`;
    try {
      const entry = parseEntry(format, line, host);
      if (entry) entries.push(entry);
    } catch (error) {
      if (whole) throw problem.log`${path}, line ${number}: ${error}`;
      isCut = true;
    }
  };
  let rest = "";
  for await (const chunk of text(path)) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) read(line.replace(/\r$/, ""), true);
  }
  if (rest !== "" && format === "crawlbench") isCut = true;
  else if (rest !== "") read(rest, false);
  if (!format && !head) throw problem.log`${path} holds no request. ${known()}`;
  entries.sort((a, b) => a.time - b.time);
  return { format: format ?? "crawlbench", ...(head && { head }), entries, isCut };
}

/** @param where for messages */
function headOf(line: string, where: string): LogHead {
  const text = line.slice(LOG_MARK.length);
  try {
    const head = JSON.parse(text);
    if (typeof head?.web === "string") return head;
  } catch {} // told below
  throw problem.log`${where}: expected what was served, as JSON behind ${LOG_MARK.trim()}, found ${JSON.stringify(text.slice(0, 80))}. Mend the line; or delete it, and say which web it was: ${option("web")}`;
}

const known = () =>
  `Expected a log of ${Object.values(LOG_FORMATS)
    .map(({ title }) => title)
    .join(", ")}.`;

async function* text(path: string): AsyncGenerator<string> {
  const { bytes } = await unpackWhole(
    createReadStream(path, { highWaterMark: 1 << 18 }),
    (why) => problem.log`${path}: ${why}`,
    (why, after) =>
      problem.log`${path}: what it packs is not whole (${why}), after ${after} bytes of it. Unpack what is there, and score that: gzip -dc or zstd -dc ${inShell(path)} > FILE`,
  );
  const decoder = new TextDecoder();
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
