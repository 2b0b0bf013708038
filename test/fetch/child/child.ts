import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { CacheRow } from "../../../src/cache/sweep/sweep-rows.js";
import type { CrawlStatus } from "../../../src/fetch/status.js";

/** How a crawl ended; the most memory that it took, bytes; the rows of the experiment that ran alongside. */
export type ChildStatus = CrawlStatus & { readonly peak: number; readonly rows?: readonly CacheRow[] };

const script = join(import.meta.dirname, "crawl.mjs");
const dist = resolve(import.meta.dirname, "../../../dist");

/** The same crawl in this process, to its end, where nobody kills it: without the start of another. */
export async function crawlHere(options: object): Promise<ChildStatus> {
  const { crawlOf } = (await import(/* @vite-ignore */ pathToFileURL(script).href)) as {
    crawlOf(asked: object): Promise<ChildStatus>;
  };
  return crawlOf({ dist, options });
}

/**
 * Starts a crawl of the compiled library in a process of its own. `ended` is how it ended; undefined when it was
 * killed.
 */
export function crawlInChild(options: object): {
  readonly process: ChildProcess;
  readonly ended: Promise<ChildStatus | undefined>;
} {
  const child = spawn(process.execPath, [script, JSON.stringify({ dist, options })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = new Promise<ChildStatus | undefined>((settle) => {
    child.once("close", () => settle(said === "" ? undefined : JSON.parse(said)));
  });
  return { process: child, ended };
}
