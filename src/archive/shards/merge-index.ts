import type { ColumnSet } from "../column/column-set.js";
import type { Manifest } from "../manifest.js";
import { MediaTypes } from "../media-types.js";
import { StoredUrls } from "../url-table.js";
import { earliest } from "./earliest.js";
import type { MergeSteps } from "./merge-steps.js";
import { MergedCaptures, ShardCaptures } from "./merged-captures.js";
import { MergedPages, ShardPages } from "./merged-pages.js";
import type { Shard } from "./shard.js";
import { UrlNumbers } from "./url-numbers.js";

/** What an index holds, as manifests count it. */
export type IndexCounts = Pick<Manifest, "captures" | "pages" | "urls" | "hosts" | "links" | "types">;

/**
 * Writes the index of one snapshot with the captures of all shards in order of time; those of one shard stay in their
 * order, and of equal times that of the first shard comes first. Numbers of URLs, hosts, media types and rows are those
 * that one writer would have given them. Columns are read from beginning to end; nothing is made for a link.
 *
 * @param files by shard: numbers in the merge of the files that it lists
 * @throws "damaged" for a shard whose columns do not fit together, naming it; "failed" beyond 4 GiB of URLs or titles
 *
 * O(bytes of the shards + captures * shards). Memory: 4 bytes per URL and capture of each shard, half a megabyte per
 * shard, and what StoredUrls takes.
 */
export async function mergeIndex(
  shards: readonly Shard[],
  files: readonly (readonly number[])[],
  columns: ColumnSet,
  steps: MergeSteps,
): Promise<IndexCounts> {
  const urls = new StoredUrls(columns);
  const types = new MediaTypes([]);
  const captures = new MergedCaptures(columns, types);
  const pages = new MergedPages(columns);
  const numbers = shards.map((shard) => new UrlNumbers(shard, urls));
  const captured = shards.map((shard, i) => new ShardCaptures(shard, numbers[i], files[i]));
  const parsed = shards.map((shard, i) => new ShardPages(shard, numbers[i]));
  const times = captured.map(({ cursors }) => cursors.time);
  for (let i = earliest(times); i >= 0; i = earliest(times)) {
    const row = captures.append(captured[i]);
    const links = parsed[i].isNext(captured[i].taken - 1) ? pages.append(parsed[i], row) : 0;
    const pause = steps.add(1 + links);
    if (pause) await pause;
  }
  for (const each of parsed) each.end();
  for (const each of numbers) each.rest();
  return {
    captures: captures.size,
    pages: pages.size,
    urls: urls.size,
    hosts: urls.hosts,
    links: pages.links,
    types: [...types.names],
  };
}
