import { join, relative, resolve } from "node:path";
import { type CrawlbenchError, problem } from "../../base/error.js";
import { ColumnReader } from "../column/column-reader.js";
import { corrupt } from "../error.js";
import { MANIFEST, type Manifest, readManifest } from "../manifest.js";
import { DIGEST_BYTES } from "../stored-bodies.js";
import { mergedFrom } from "./merged-from.js";

/** A snapshot that is to be merged, as of its last commit: whoever writes it may go on. */
export interface Shard {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Columns of the index, and their folder. */
  readonly columns: ColumnReader;
  readonly index: string;
}

/** What to do about a shard that cannot be read. */
const NEXT = "take the folder from a copy, or leave it out: crawlbench merge <the others> --out <folder>";

/** @throws "not-a-snapshot"; "damaged" when its columns are not as long as its counts say, naming it */
export function openShard(folder: string): Shard {
  const manifest = readManifest(folder);
  if (!manifest) {
    const text = `${folder} is no snapshot, so it cannot be merged: it holds no ${MANIFEST}. Name folders that crawlbench crawl wrote`;
    throw problem.notASnapshot`${text}`;
  }
  const index = join(folder, "index");
  const columns = new ColumnReader(index, manifest.columns.index);
  const { captures, pages, urls, hosts, links } = manifest;
  const sizes: Readonly<Record<string, number>> = {
    "url.end.u32": 4 * urls,
    "url.host.u32": 4 * urls,
    "host.end.u32": 4 * hosts,
    "capture.url.u32": 4 * captures,
    "capture.time.f64": 8 * captures,
    "capture.digest.sha1": DIGEST_BYTES * captures,
    "page.capture.u32": 4 * pages,
    "page.links.u32": 4 * pages,
    "title.end.u32": 4 * pages,
    "link.target.u32": 4 * links,
    "link.source.u8": links,
    "link.anchor.u16": 2 * links,
  };
  for (const [file, bytes] of Object.entries(sizes)) {
    if (columns.length(file) === bytes) continue;
    const what = `expected ${bytes} bytes of ${file}, found ${columns.length(file)}`;
    throw corrupt(join(folder, MANIFEST), what, NEXT);
  }
  return { folder, manifest, columns, index };
}

/** A shard that says what cannot be. */
export const damaged = ({ folder }: Pick<Shard, "folder">, what: string): CrawlbenchError =>
  corrupt(folder, what, NEXT);

/** Is it a crawl of its own, rather than a merge of others? */
export const isCrawl = (manifest: Manifest): boolean => mergedFrom(manifest) === undefined;

/** Files that captures stand in: paths from `out`, each once, and by shard the numbers of its own. */
export function filesOf(shards: readonly Shard[], out: string) {
  const numbers = new Map<string, number>();
  const ofShard = shards.map(({ folder, manifest }) =>
    manifest.files.map(({ path }) => {
      const fromOut = relative(out, resolve(folder, path));
      const known = numbers.get(fromOut);
      if (known === undefined) numbers.set(fromOut, numbers.size);
      return known ?? numbers.size - 1;
    }),
  );
  if (numbers.size > MOST_FILES) {
    const text = `${shards.length} shards have ${numbers.size} archive files, and a snapshot lists ${MOST_FILES} at the most: merge fewer of them`;
    throw problem.failed`${text}`;
  }
  return { files: [...numbers.keys()].map((path) => ({ path })), ofShard };
}

/** Numbers of files are kept in 16 bits. */
const MOST_FILES = 65_536;
