import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CountedCaptures } from "../../archive/counted-captures.js";
import { type RepackOptions, repack } from "../../archive/export/repack.js";
import { openSnapshot, type Snapshot } from "../../archive/open-snapshot.js";
import { TermFolder } from "../../archive/term-folder.js";
import { CDXJ_FILE } from "../../archive/write-cdxj.js";
import { problem } from "../../base/error.js";
import { makeFolder } from "../../base/file/durable.js";
import { TermCounter } from "../../page/text/term-counter.js";
import { webOf } from "../../web/snapshot/snapshot-web.js";
import type { FileTree } from "./file-tree.js";

/** The package of Debian that holds the texts of common licences, to which copyright files point. */
export const LICENCES_PACKAGE = "base-files";

export interface PackOptions extends Pick<RepackOptions, "time" | "about"> {
  /** What the packages hold. */
  readonly tree: FileTree;
  /** Packages whose copyright files go along. */
  readonly packages: readonly string[];
}

/**
 * Writes a crawled web as a canonical snapshot without bodies: links, URLs, titles, anchors, and how often each word
 * stands on each page. Beside it `copyright/PACKAGE`, as each package holds it, and `licences/NAME` for each text that
 * those point to. Equal packages give equal bytes.
 *
 * @param out must not exist
 * @throws "differs" for a package without a copyright file, or one that points to a licence that is not there
 */
export async function packWords(crawled: Snapshot, out: string, options: PackOptions): Promise<void> {
  const { time, about, tree, packages } = options;
  await repack(crawled, out, { time, about, gzipLevel: 0, store: "none" });
  await countWords(crawled, await openSnapshot(out));
  rmSync(join(out, CDXJ_FILE)); // a list of places of bodies
  const licences = new Set<string>();
  for (const name of packages) {
    const file = copied(tree, `usr/share/doc/${name}/copyright`, join(out, "copyright"), name);
    for (const [, licence] of file.matchAll(/\/usr\/share\/common-licenses\/([\w.+-]*\w)/g)) licences.add(licence);
  }
  for (const licence of licences) copied(tree, `usr/share/common-licenses/${licence}`, join(out, "licences"), licence);
}

/**
 * Counts the words of the pages of one snapshot into the folder of the other, which has the same pages. Words that stand
 * on most pages have the lowest numbers: so their steps pack well.
 */
async function countWords(crawled: Snapshot, packed: Snapshot): Promise<void> {
  const { graph, urls, text } = webOf(crawled);
  if (!urls || !text) throw new Error("a crawl that keeps bodies has URLs and text");
  const counter = new TermCounter();
  const pagesWith: number[] = [];
  for (let page = 0; page < graph.size; page++) {
    const { title, body } = counter.count(text(page));
    for (const { ids, size } of [title, body])
      for (const id of ids.subarray(0, size)) pagesWith[id] = (pagesWith[id] ?? 0) + 1;
  }
  const words = Array.from(pagesWith, (pages, id) => ({ pages, word: counter.term(id) }))
    .sort((a, b) => b.pages - a.pages || (a.word < b.word ? -1 : 1)) // not by the order of the crawl
    .map(({ word }) => word);
  const counts = new CountedCaptures(packed.captures, undefined, "sorted", words);
  const { folder } = TermFolder.open(packed, "sorted");
  try {
    for (const row of packed.columns.u32("page.capture")) {
      const page = urls.indexOf(packed.capture(row).url);
      if (page >= 0) counts.count(row, text(page));
    }
    counts.appendTo(folder);
    await folder.commit();
  } finally {
    folder.close();
  }
}

/** Copies a file of the packages. @returns its text */
function copied(tree: FileTree, path: string, folder: string, name: string): string {
  const disk = tree.find(path)?.disk;
  if (disk === undefined)
    throw problem.differs`the packages hold no /${path}: nothing is handed on without its licence`;
  makeFolder(folder);
  copyFileSync(disk, join(folder, name));
  return readFileSync(disk, "utf8");
}
