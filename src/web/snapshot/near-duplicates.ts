import { setImmediate } from "node:timers/promises";
import { requireSnapshot, type Snapshot } from "../../archive/open-snapshot.js";
import { pageText } from "../../archive/page-text.js";
import { StoredBodies } from "../../archive/stored-bodies.js";
import { PlaceReader } from "../../archive/warc/place-reader.js";
import { FingerprintIds } from "../../base/fingerprint-ids.js";
import { append } from "../../base/grouped-by.js";
import { checkOptions, commonRules } from "../../base/method.js";
import { type Progress, withStop } from "../../base/progress.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { nearPairs, planFor } from "../../page/text/near-hashes.js";
import { hammingDistance, simHash } from "../../page/text/sim-hash.js";
import { termCounts } from "../../page/text/tokens.js";
import { pagesOf } from "./stored-pages.js";

export interface NearDuplicatesOptions {
  /** Bits in which the hashes of near-duplicates may differ, 0 to 7; default 3, as Manku et al. chose. */
  readonly distance?: number;
  /** See CompareOptions. */
  readonly onProgress?: Progress;
}

/** Pages that are alike. */
export interface DuplicateGroup {
  /** In the order of their first visits. */
  readonly urls: readonly string[];
  /** Different bodies among them; 1: they are equal byte for byte. */
  readonly bodies: number;
  /**
   * Largest distance of one of them from the first, in bits; above `distance` where pages are alike by way of others
   * only.
   */
  readonly spread: number;
}

export interface NearDuplicates {
  readonly distance: number;
  /** Pages compared: URLs with an HTML page of status 200, each as it was when it was last seen so. */
  readonly pages: number;
  /** Different bodies among them. */
  readonly bodies: number;
  /** Bodies without a word, which are near to nothing. */
  readonly wordless: number;
  /** Groups of two pages or more whose bodies are equal; largest first, then by first visit. */
  readonly exact: readonly DuplicateGroup[];
  /** Groups of two different bodies or more that near-duplicates connect, equal bodies included; largest first. */
  readonly near: readonly DuplicateGroup[];
  /** Pages without which one of each group would be left: of the exact groups, and of both kinds together. */
  readonly surplus: { readonly exact: number; readonly all: number };
}

/** Pages hashed between two progress events. */
const PROGRESS_PAGES = 256;

/**
 * Pages of a snapshot that are equal, and those that are nearly so. Equal: the SHA-1 of the bodies that came. Nearly:
 * 64-bit SimHashes of the term counts of title and text at a Hamming distance of at most `distance` (Manku, Jain and
 * Das Sarma 2007), found by `nearPairs`. A group is what such pairs connect: its ends may be farther apart, as `spread`
 * tells.
 *
 * Of a page that the crawl found to be `near` another the body was not kept: it has the hash of that, and so is near to
 * it at every distance.
 *
 * Terms weigh by their counts alone; the paper leaves weights open. Pages of a few words share most of them by chance:
 * read their groups with care.
 *
 * @throws "option" for a distance that is not 0 to 7; "not-a-snapshot" when only the index was kept; "stopped"
 *
 * Reads each different body once. Memory: about 70 bytes per page, 200 per body, and the groups.
 */
export async function nearDuplicates(snapshot: Snapshot, options: NearDuplicatesOptions = {}): Promise<NearDuplicates> {
  requireSnapshot("nearDuplicates", snapshot);
  checkOptions("nearDuplicates", options, { distance: undefined, onProgress: commonRules.onProgress });
  const { distance = 3, onProgress } = options;
  planFor(0, distance);
  return withStop(`near-duplicates in ${snapshot.folder}`, onProgress, (tell) => groupsIn(snapshot, distance, tell));
}

async function groupsIn(snapshot: Snapshot, distance: number, onProgress: ProgressListener): Promise<NearDuplicates> {
  const captures = capturesOf(snapshot);
  const { bodyOf, rows } = bodiesOf(snapshot, captures);
  const { hashOf, hashes, wordless } = await hashesOf(snapshot, rows, onProgress);
  const sets = new Sets(hashes.high.length);
  nearPairs(hashes, distance, (later, earlier) => sets.join(later, earlier));

  const urlOf = snapshot.columns.u32("capture.url");
  const hash = (id: number) => ({ high: hashes.high[id], low: hashes.low[id] });
  const apart = (a: number, b: number) => (a === b ? 0 : hammingDistance(hash(a), hash(b)));
  const group = (pages: readonly number[]): DuplicateGroup => ({
    urls: pages.map((page) => snapshot.urls.at(urlOf[captures[page]])),
    bodies: new Set(pages.map((page) => bodyOf[page])).size,
    spread: pages.reduce((most, page) => Math.max(most, apart(hashOf[bodyOf[pages[0]]], hashOf[bodyOf[page]])), 0),
  });
  const alone = hashes.high.length; // labels from here on: bodies without words
  const setOf = (body: number) => (hashOf[body] < 0 ? alone + body : sets.of(hashOf[body]));
  const exact = grouped(bodyOf, rows.length);
  const connected = grouped(bodyOf.map(setOf), alone + rows.length);
  const near = connected.filter((pages) => pages.some((page) => bodyOf[page] !== bodyOf[pages[0]]));
  return {
    distance,
    pages: captures.length,
    bodies: rows.length,
    wordless,
    exact: exact.map(group),
    near: near.map(group),
    surplus: { exact: surplus(exact), all: surplus(connected) },
  };
}

/** Row of the capture that stands for each page. */
function capturesOf(snapshot: Snapshot): Uint32Array {
  const captures = snapshot.columns.u32("page.capture");
  return pagesOf(snapshot).storedPages.map((page) => captures[page]);
}

/** Body by page, numbered as they come, and a row that holds each. */
function bodiesOf(
  snapshot: Snapshot,
  captures: Uint32Array,
): { readonly bodyOf: Uint32Array; readonly rows: number[] } {
  const known = new StoredBodies();
  const rows: number[] = [];
  const digests: Buffer[] = [];
  const files = new PlaceReader();
  try {
    const bodyOf = captures.map((row) => {
      const digest = snapshot.digestOfCame(row, files);
      const found = known.rowOf(digest);
      if (found >= 0 && digests[found].equals(digest)) return found;
      known.add(digest, rows.length);
      digests.push(digest);
      return rows.push(row) - 1;
    });
    return { bodyOf, rows };
  } finally {
    files.close();
  }
}

/** Different hashes, and which of them each body has; -1: it has no words. */
async function hashesOf(snapshot: Snapshot, rows: readonly number[], onProgress: ProgressListener) {
  const table = new FingerprintIds();
  const hashOf = new Int32Array(rows.length).fill(-1);
  let wordless = 0;
  for (const [body, row] of rows.entries()) {
    const text = pageText(snapshot.exchange(row));
    const counts = termCounts(`${text.title} ${text.body}`);
    if (counts.size === 0) wordless++;
    else {
      const { high, low } = simHash(counts);
      hashOf[body] = table.add(high, low);
    }
    if (body % PROGRESS_PAGES !== 0) continue;
    onProgress({ task: `hash pages of ${snapshot.folder}`, done: body, total: rows.length });
    await setImmediate(); // lets others have their turn
  }
  const { high, low, size } = table;
  return { hashOf, wordless, hashes: { high: high.subarray(0, size), low: low.subarray(0, size) } };
}

/** Disjoint sets, with path halving. */
class Sets {
  readonly #parent: Uint32Array;

  constructor(size: number) {
    this.#parent = Uint32Array.from({ length: size }, (_, index) => index);
  }

  of(member: number): number {
    const parent = this.#parent;
    let at = member;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]];
    return at;
  }

  join(a: number, b: number): void {
    this.#parent[this.of(a)] = this.of(b);
  }
}

/** Pages of one label, where there are two or more; largest group first, then that which begins first. */
function grouped(labelOf: Uint32Array, labels: number): number[][] {
  const sizes = new Uint32Array(labels);
  for (const label of labelOf) sizes[label]++;
  const groups = new Map<number, number[]>();
  for (let page = 0; page < labelOf.length; page++) {
    const label = labelOf[page];
    if (sizes[label] >= 2) append(groups, label, page);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

const surplus = (groups: readonly (readonly number[])[]): number =>
  groups.reduce((sum, { length }) => sum + length - 1, 0);
