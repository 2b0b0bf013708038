import { closeSync, openSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { htmlOf, storedContent } from "../archive/content.js";
import type { Snapshot } from "../archive/open-snapshot.js";
import { problem } from "../base/error.js";
import { notWritten, writeResultBy } from "../base/file/write-result.js";
import { counted, plural } from "../base/numbers.js";
import type { ProgressListener } from "../base/progress-event.js";
import { ProgressLine } from "../base/progress-line.js";
import { extract, extractionRule, type Rule } from "../page/html/extract.js";
import { options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print, printJson, tell } from "./output.js";
import { makeFolderFor, requireBodies, STORED, storedPages } from "./stored.js";

interface ExtractFlags {
  out?: string;
  json?: boolean;
}

type Rules = Readonly<Record<string, Rule>>;

/** Pages between two steps of the progress line: cheerio reads some hundred a second. */
const PROGRESS_PAGES = 64;

/** `crawlbench extract`: named values of every page. */
export function extractCommand(): Command {
  return commandOf(
    "extract",
    "take values from every HTML page by CSS selectors: one JSON line per capture of it, in the order of visits",
    [
      "crawlbench extract example title=h1 'next=a[rel=next]@href' 'links=a@href[]' --out pages.jsonl",
      "crawlbench extract example 'language=html@lang' | sort | uniq -c",
    ],
  )
    .argument("<snapshot>", STORED)
    .argument(
      "<rule...>",
      "name=selector: text of the first match; name=selector@attribute; with [] behind it, all matches. No match is null, or []",
    )
    .option("--out <file>", "write the lines there (default: -, standard output)")
    .addOption(options.json("one JSON object instead of text about the file that --out names"))
    .action(async (path: string, texts: string[], { out: named, json }: ExtractFlags) => {
      const out = named === "-" ? undefined : named;
      const rules = rulesOf(texts);
      await extract("", rules); // a selector that is none is refused before anything is read
      const line = new ProgressLine();
      try {
        const snapshot = await storedPages(path, line.listener);
        requireBodies(snapshot, path);
        const wanted = pagesIn(snapshot);
        const stored = wanted.filter((row) => snapshot.isStored(row));
        const notStored = wanted.length - stored.length;
        // where none is stored, the first says so
        const lines = pageLines(snapshot, stored.length > 0 ? stored : wanted, rules, line.listener);
        const written = out === undefined ? await writeToReader(lines) : await writeToFile(out, lines);
        line.end();
        if (notStored > 0)
          tell(
            `Left out: ${counted(notStored)} of ${plural(wanted.length, "page")}, of which --store none kept no bodies. Crawl into another folder to have them`,
          );
        if (!written) return;
        if (json) printJson({ out, ...written, notStored });
        else print(`${out}: ${plural(written.pages, "page")}, ${plural(written.bytes, "byte")}`);
      } finally {
        line.end();
      }
    });
}

/** @throws "selector" for a text that is no rule; "choice" for two rules of one name, or one called url */
function rulesOf(texts: readonly string[]): Rules {
  const rules = new Map<string, Rule>();
  for (const [name, rule] of texts.map(extractionRule)) {
    if (name === "url") throw problem.choice`"url" is the page's own: give the rule another name`;
    if (rules.has(name)) throw problem.choice`two rules are called "${name}": give each a name of its own`;
    rules.set(name, rule);
  }
  return Object.fromEntries(rules);
}

/** Rows of HTML pages of status 200; a URL that was visited twice has two. */
function pagesIn({ columns }: Snapshot): Uint32Array {
  const status = columns.u16("capture.status");
  return columns.u32("page.capture").filter((row) => status[row] === 200);
}

/** A line for each page. One is in memory at a time. */
async function* pageLines(
  snapshot: Snapshot,
  rows: Uint32Array,
  rules: Rules,
  onProgress: ProgressListener,
): AsyncGenerator<string> {
  const urlOf = snapshot.columns.u32("capture.url");
  for (const [page, row] of rows.entries()) {
    if (page % PROGRESS_PAGES === 0)
      onProgress({ task: `extract ${Object.keys(rules).join(", ")}`, done: page, total: rows.length });
    const found = Object.entries(await extract(textOf(snapshot, row), rules));
    const values = Object.fromEntries(found.map(([name, value]) => [name, value ?? null]));
    yield `${JSON.stringify({ url: snapshot.urls.at(urlOf[row]), ...values })}\n`;
  }
}

/** HTML of a page, its codings undone as far as they can be. */
function textOf(snapshot: Snapshot, row: number): string {
  const exchange = snapshot.exchange(row);
  return htmlOf(storedContent(exchange), exchange.head).text;
}

/** Writes to standard output as fast as its reader takes it. */
async function writeToReader(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) {
    if (!process.stdout.write(line)) await new Promise((resume) => process.stdout.once("drain", resume));
  }
}

/**
 * Writes a file: see `writeResultBy`. @throws "failed" when it cannot be written
 */
async function writeToFile(path: string, lines: AsyncIterable<string>): Promise<{ pages: number; bytes: number }> {
  makeFolderFor(path);
  const write = async (to: string) => {
    const written = { pages: 0, bytes: 0 };
    const file = openSync(to, "w");
    try {
      for await (const line of lines) {
        writeFileSync(file, line);
        written.pages++;
        written.bytes += Buffer.byteLength(line);
      }
    } finally {
      closeSync(file);
    }
    return written;
  };
  try {
    return await writeResultBy(path, write, { inOrder: true });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall === undefined || code === undefined ? error : notWritten(error, path, "Name another file");
  }
}
