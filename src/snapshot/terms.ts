import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Strings } from "../graph/strings.js";
import type { ProgressListener } from "../progress.js";
import { termCounts } from "../text/tokens.js";
import { ColumnReader } from "./column/column-reader.js";
import { type ColumnLengths, ColumnSet } from "./column/column-set.js";
import { replaceFile } from "./files.js";
import { lock } from "./lock.js";
import type { Snapshot } from "./open-snapshot.js";
import { pageText } from "./page-text.js";

/** How often each term stands on each page, title included: page p has the terms of offsets[p] .. offsets[p + 1). */
export interface PageTerms {
  readonly vocabulary: Strings;
  /** Length pages + 1, by page of the snapshot. */
  readonly offsets: Uint32Array;
  /** Ids in the vocabulary, in the order in which they stand on the page first. */
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
}

interface TermsFile {
  /** Pages that were counted: a snapshot only grows, so this tells whether the counts are of today. */
  readonly pages: number;
  readonly columns: ColumnLengths;
}

const PROGRESS_PAGES = 256;

/**
 * Term counts of every page of a snapshot; read from its folder "terms" where they were counted before, else counted now and kept
 * there.
 *
 * @throws SnapshotError "not-a-snapshot" when only the index was kept; "locked" while another process counts
 *
 * Memory: the vocabulary, and 8 bytes per pair of page and term.
 */
export async function termsOf(snapshot: Snapshot, onProgress?: ProgressListener): Promise<PageTerms> {
  const folder = join(snapshot.folder, "terms");
  const file = join(folder, "terms.json");
  const known = readTermsFile(file);
  const { columns } = known?.pages === snapshot.pages ? known : await countTerms(snapshot, folder, file, onProgress);
  const reader = new ColumnReader(folder, columns);
  const sizes = reader.u32("page.terms");
  const offsets = new Uint32Array(sizes.length + 1);
  for (let page = 0; page < sizes.length; page++) offsets[page + 1] = offsets[page] + sizes[page];
  return {
    vocabulary: reader.strings("term"),
    offsets,
    terms: reader.u32("term.id"),
    counts: reader.u32("term.count"),
  };
}

function readTermsFile(file: string): TermsFile | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as TermsFile;
  } catch {
    return undefined; // counted anew
  }
}

async function countTerms(
  snapshot: Snapshot,
  folder: string,
  file: string,
  onProgress?: ProgressListener,
): Promise<TermsFile> {
  const unlock = lock(join(snapshot.folder, "lock.terms"));
  try {
    rmSync(folder, { recursive: true, force: true });
    const set = new ColumnSet(folder);
    try {
      const vocabulary = set.strings("term");
      const sizes = set.numbers("page.terms.u32");
      const terms = set.numbers("term.id.u32");
      const counts = set.numbers("term.count.u32");
      const ids = new Map<string, number>();
      const captures = snapshot.columns.u32("page.capture");
      for (let page = 0; page < captures.length; page++) {
        const { title, body } = pageText(snapshot.exchange(captures[page]));
        const found = termCounts(`${title} ${body}`);
        sizes.push(found.size);
        for (const [term, count] of found) {
          let id = ids.get(term);
          if (id === undefined) {
            id = ids.size;
            ids.set(term, id);
            vocabulary.push(term);
          }
          terms.push(id);
          counts.push(count);
        }
        if (page % PROGRESS_PAGES !== 0) continue;
        onProgress?.({ task: `count terms of ${snapshot.folder}`, done: page, total: captures.length });
        await new Promise((resume) => setImmediate(resume)); // lets others have their turn
      }
      const counted: TermsFile = { pages: captures.length, columns: set.flush() };
      await set.sync();
      await replaceFile(file, `${JSON.stringify(counted, null, 1)}\n`);
      return counted;
    } finally {
      set.close();
    }
  } finally {
    unlock();
  }
}
