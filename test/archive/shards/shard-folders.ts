import { join } from "node:path";
import type { NewCapture, SnapshotWriterOptions } from "../../../src/archive/capture.js";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import type { ParsedPage } from "../../../src/page/html/page.js";
import { TraceWriter } from "../../../src/trace/write-trace.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { NEW_YEAR } from "../small-web.js";

export interface ShardOptions extends Partial<SnapshotWriterOptions> {
  /** Is a trace of what pages show written? Default true. */
  readonly trace?: boolean;
}

/** Adds captures to the snapshot of a folder, as a crawl would: commits once, at the end. @returns the folder */
export async function crawled(
  folder: string,
  captures: readonly NewCapture[],
  { trace = true, ...options }: ShardOptions = {},
): Promise<string> {
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR, ...options });
  const log = trace ? new TraceWriter(writer.columns("trace")) : undefined;
  for (const [i, capture] of captures.entries()) {
    writer.add(capture);
    const { page, redirect, exchange } = capture;
    if (page || redirect !== undefined) log?.page(exchange.url, shown(page, redirect), i % 2, exchange.time);
  }
  await writer.commit({ rows: captures.length });
  await writer.close();
  return folder;
}

const shown = (page: ParsedPage | undefined, redirect: string | undefined) => [
  ...(redirect === undefined ? [] : [redirect]),
  ...(page?.links.map(({ url }) => url) ?? []),
];

/** A folder of shards p0, p1, ... with the captures given for each. */
export async function folderOf(shards: readonly (readonly NewCapture[])[], options?: ShardOptions): Promise<string> {
  const folder = temporaryFolder();
  for (const [i, captures] of shards.entries()) await crawled(join(folder, `p${i}`), captures, options);
  return folder;
}

/** Paths of the shards of such a folder. */
export const pathsOf = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => join(folder, `p${i}`));
