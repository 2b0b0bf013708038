import { existsSync } from "node:fs";
import { join } from "node:path";
import { problem } from "../../base/error.js";
import { renameDurably } from "../../base/file/durable.js";
import type { ProgressListener } from "../../base/progress-event.js";
import type { ParsedPage } from "../../page/html/page.js";
import type { NewCapture } from "../capture.js";
import { CaptureFlag, NONE } from "../capture-columns.js";
import type { Exchange } from "../exchange.js";
import { besides } from "../files.js";
import { latestRows } from "../latest.js";
import type { Snapshot } from "../open-snapshot.js";
import type { ReadsPlaces } from "../warc/place-reader.js";
import { openSnapshotWriter } from "../write-snapshot.js";
import { told } from "./told.js";

export interface RepackOptions {
  /** Time of every capture, milliseconds since 1970. */
  readonly time: number;
  /** What the new snapshot says of itself; the start page is added. */
  readonly about?: Readonly<Record<string, string>>;
  /** Default 9. */
  readonly gzipLevel?: number;
  /** "none" leaves bodies out: the index alone is kept. Default "warc". */
  readonly store?: "warc" | "none";
  /** Told of the captures that were written; what it throws ends the work. */
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Writes the same web as a canonical snapshot: one capture of each URL, the latest page of status 200 where there is
 * one, sorted by the bytes of URLs; one time for all; without addresses, durations, requests, the page on which a URL
 * was found first, and headers that tell of the connection or the moment. Depth is the least number of links from the
 * start pages. Equal contents give equal bytes, whatever the order in which they were crawled.
 *
 * Pages that are `near` another come last, behind the captures that keep their bodies; those are written, too, where
 * their URLs have later ones.
 *
 * @param folder must not exist; it appears whole
 * @throws "not-a-snapshot" when only the index was kept, of some of the captures or all; "failed" when the folder exists; "disk-full",
 *   "damaged"
 */
export async function repack(snapshot: Snapshot, folder: string, options: RepackOptions): Promise<void> {
  if (existsSync(folder)) throw problem.failed`${folder} exists: name a folder that does not`;
  if (canonicalRows(snapshot).some((row) => !snapshot.isStored(row))) throw snapshot.notStored();
  await besides(folder, async (place) => {
    const aside = join(place, "whole");
    await pack(snapshot, aside, options);
    await renameDurably(aside, folder);
  });
}

async function pack(snapshot: Snapshot, folder: string, options: RepackOptions): Promise<void> {
  const { time, gzipLevel = 9, store = "warc", about = {}, onProgress } = options;
  const start = startOf(snapshot);
  const named = start === undefined ? about : { start, ...about };
  const writer = await openSnapshotWriter(folder, { store, gzipLevel, now: time, about: named });
  try {
    const rows = canonicalRows(snapshot);
    const depths = depthsOf(snapshot, rows);
    const kept = new Map<number, number>();
    const original = snapshot.columns.u32("capture.original");
    const task = `pack ${snapshot.folder}`;
    for await (const row of told(rows, { onProgress, task, total: rows.length })) {
      const near = likeness(snapshot, row, (body) => kept.get(body));
      const added = writer.add({ ...canonical(snapshot, row, time, depths), ...near });
      const body = original[row] === NONE ? row : original[row];
      if (!isNear(snapshot, row) && !kept.has(body)) kept.set(body, added);
    }
    await writer.finish();
  } finally {
    await writer.close();
  }
}

/** What `about` names, else the page visited first. */
function startOf(snapshot: Snapshot): string | undefined {
  if (snapshot.about.start !== undefined) return snapshot.about.start;
  const status = snapshot.columns.u16("capture.status");
  const first = snapshot.columns.u32("page.capture").find((row) => status[row] === 200);
  return first === undefined ? undefined : snapshot.capture(first).url;
}

/**
 * Of each URL the row that stands for it, as in `webOf`: its latest page of status 200, else its latest capture; by the
 * bytes of URLs, pages that are near another behind the rest. With the rows that keep the bodies of these.
 */
function canonicalRows(snapshot: Snapshot): number[] {
  const urlOf = snapshot.columns.u32("capture.url");
  const status = snapshot.columns.u16("capture.status");
  const latest = latestRows(snapshot, () => true);
  const pages = latestRows(snapshot, (row) => status[row] === 200 && snapshot.pageOf(row) >= 0);
  for (const [url, row] of pages) latest.set(url, row);
  const { bytes, offsets } = snapshot.urls;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const compare = (a: number, b: number) => text.compare(text, offsets[b], offsets[b + 1], offsets[a], offsets[a + 1]);
  const rows = [...latest.values()];
  const near = rows.filter((row) => isNear(snapshot, row));
  const others = rows.filter((row) => !isNear(snapshot, row));
  const original = snapshot.columns.u32("capture.original");
  const kept = new Set(others.map((row) => (original[row] === NONE ? row : original[row])));
  for (const row of near) {
    if (kept.has(original[row])) continue;
    kept.add(original[row]);
    others.push(original[row]);
  }
  const byUrl = (list: number[]) => list.sort((a, b) => compare(urlOf[a], urlOf[b]) || a - b);
  return [...byUrl(others), ...byUrl(near)];
}

const isNear = (snapshot: Snapshot, row: number): boolean =>
  (snapshot.columns.u8("capture.flags")[row] & CaptureFlag.near) !== 0;

/**
 * What a writer is to know of a page that is nearly equal to another.
 *
 * @param rowOf where the capture that keeps a body, by its row in the snapshot, was written
 */
export function likeness(
  snapshot: Snapshot,
  row: number,
  rowOf: (body: number) => number | undefined,
  files?: ReadsPlaces,
): Pick<NewCapture, "near" | "came" | "unfollowed"> {
  const unfollowed = (snapshot.columns.u8("capture.flags")[row] & CaptureFlag.unfollowed) !== 0;
  const near = isNear(snapshot, row) ? rowOf(snapshot.columns.u32("capture.original")[row]) : undefined;
  return {
    ...(unfollowed && { unfollowed }),
    ...(near !== undefined && { near, came: snapshot.digestOfCame(row, files) }),
  };
}

/** Headers of a response that differ from one request to the next. */
const PASSING = /^(?:age|connection|date|expires|keep-alive|set-cookie|x-request-id)[ \t]*:/i;

const lasting = (head: string) =>
  head
    .split("\r\n")
    .filter((line, i) => i === 0 || !PASSING.test(line))
    .join("\r\n");

function canonical(snapshot: Snapshot, row: number, time: number, depths: Uint32Array): NewCapture {
  const { url, urlId, status, type, redirect } = snapshot.capture(row);
  const { head, body, truncated } = snapshot.exchange(row);
  const exchange: Exchange = {
    url,
    time,
    request: "",
    status,
    head: lasting(head),
    body,
    ...(truncated && { truncated }),
  };
  const page = snapshot.pageOf(row);
  const depth = depths[urlId] === NONE ? 0xffff : depths[urlId];
  return {
    exchange,
    type,
    depth,
    ...(redirect !== undefined && { redirect }),
    ...(page >= 0 && { page: parsed(snapshot, page, url) }),
  };
}

/** What the index keeps of a parsed page. */
export const parsed = (snapshot: Snapshot, page: number, base: string): ParsedPage => ({
  title: snapshot.title(page),
  base,
  links: snapshot.linksOf(page),
  skipped: 0,
  robots: { noindex: false, nofollow: false },
});

/**
 * Least number of links from the URLs that the crawl began with (depth 0), redirects for nothing, by URL id; NONE: out
 * of reach.
 */
function depthsOf(snapshot: Snapshot, rows: readonly number[]): Uint32Array {
  const urlOf = snapshot.columns.u32("capture.url");
  const redirects = snapshot.columns.u32("capture.redirect");
  const crawled = snapshot.columns.u16("capture.depth");
  const rowOf = new Map(rows.map((row) => [urlOf[row], row]));
  const depths = new Uint32Array(snapshot.urls.size).fill(NONE);
  let level: number[] = [];
  for (let row = 0; row < urlOf.length; row++) {
    if (crawled[row] !== 0 || depths[urlOf[row]] === 0) continue;
    depths[urlOf[row]] = 0;
    level.push(urlOf[row]);
  }
  for (let depth = 0; level.length > 0; depth++) {
    const next: number[] = [];
    const meet = (url: number, at: number, list: number[]) => {
      if (depths[url] <= at) return;
      depths[url] = at;
      list.push(url);
    };
    for (let i = 0; i < level.length; i++) {
      const row = rowOf.get(level[i]);
      if (row === undefined || depths[level[i]] !== depth) continue;
      if (redirects[row] !== NONE) meet(redirects[row], depth, level);
      const page = snapshot.pageOf(row);
      if (page >= 0) for (const url of snapshot.pageLinks(page)) meet(url, depth + 1, next);
    }
    level = next;
  }
  return depths;
}
