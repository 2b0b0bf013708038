import { NONE } from "../capture-columns.js";
import { NO_CODINGS } from "../codings.js";
import type { ColumnSet } from "../column/column-set.js";
import type { MediaTypes } from "../media-types.js";
import { DIGEST_BYTES, StoredBodies } from "../stored-bodies.js";
import { ColumnCursor } from "./column-cursor.js";
import { cursorsOf, numbersOf } from "./column-cursors.js";
import { damaged, type Shard } from "./shard.js";
import type { UrlNumbers } from "./url-numbers.js";

const FILES = {
  url: "capture.url.u32",
  via: "capture.via.u32",
  redirect: "capture.redirect.u32",
  time: "capture.time.f64",
  status: "capture.status.u16",
  type: "capture.type.u16",
  depth: "capture.depth.u16",
  file: "capture.file.u16",
  offset: "capture.offset.f64",
  length: "capture.length.u32",
  bytes: "capture.bytes.u32",
  original: "capture.original.u32",
  flags: "capture.flags.u8",
  codings: "capture.codings.u32",
};

const DIGEST = "capture.digest.sha1";

/** Captures of one shard, in their order. */
export class ShardCaptures {
  readonly shard: Shard;
  readonly urls: UrlNumbers;
  /** Numbers of its files in the merge. */
  readonly files: readonly number[];
  readonly cursors;
  readonly digests;
  /** Rows of the merge by row of the shard, as far as they were taken. */
  readonly rows: Uint32Array;
  taken = 0;

  constructor(shard: Shard, urls: UrlNumbers, files: readonly number[]) {
    this.shard = shard;
    this.urls = urls;
    this.files = files;
    this.cursors = cursorsOf(shard.columns, shard.index, FILES);
    this.digests = new ColumnCursor(shard.columns, DIGEST, shard.index);
    this.rows = new Uint32Array(shard.manifest.captures);
  }

  /** @throws "damaged" for a number that the list of the shard does not have */
  of<T>(list: ArrayLike<T>, number: number, what: string): T {
    if (number < list.length) return list[number];
    throw damaged(this.shard, `it speaks of ${what} ${number}, and holds ${list.length}`);
  }
}

/** The columns of captures to which those of shards are appended, one at a time. */
export class MergedCaptures {
  readonly #columns;
  readonly #digests;
  readonly #types: MediaTypes;
  readonly #bodies = new StoredBodies();

  constructor(columns: ColumnSet, types: MediaTypes) {
    this.#columns = numbersOf(columns, FILES);
    this.#digests = columns.bytes(DIGEST);
    this.#types = types;
  }

  get size(): number {
    return this.#columns.url.length;
  }

  /** Appends the next capture of a shard. @returns its row */
  append(from: ShardCaptures): number {
    const { cursors: read, urls, shard } = from;
    const write = this.#columns;
    const row = this.size;
    write.url.push(urls.of(read.url.next()));
    for (const name of ["via", "redirect"] as const) {
      const url = read[name].next();
      write[name].push(url === NONE ? NONE : urls.of(url));
    }
    for (const name of ["time", "status", "depth", "offset", "flags"] as const) write[name].push(read[name].next());
    write.codings.push(read.codings.left > 0 ? read.codings.next() : NO_CODINGS);
    write.type.push(this.#types.idOf(from.of(shard.manifest.types, read.type.next(), "media type")));
    const file = read.file.next();
    const length = read.length.next();
    write.file.push(length > 0 ? from.of(from.files, file, "file") : 0);
    write.length.push(length);
    const bytes = read.bytes.next();
    write.bytes.push(bytes);
    const { buffer, byteOffset } = from.digests.take(DIGEST_BYTES);
    const digest = Buffer.from(buffer, byteOffset, DIGEST_BYTES);
    const original = read.original.next();
    const own = original === NONE ? NONE : from.of(from.rows.subarray(0, from.taken), original, "an earlier capture");
    write.original.push(bytes > 0 ? this.#original(digest, own, length > 0 ? row : NONE) : own);
    this.#digests.push(digest);
    from.rows[from.taken++] = row;
    return row;
  }

  /**
   * The first row of all shards that keeps the same body, as in a snapshot that one process wrote.
   *
   * @param own the row that the shard names
   * @param row where the body stands; NONE: nowhere
   */
  #original(digest: Buffer, own: number, row: number): number {
    const known = this.#bodies.rowOf(digest);
    if (known >= 0 && this.#digests.slice(known * DIGEST_BYTES, (known + 1) * DIGEST_BYTES).equals(digest))
      return known;
    if (own === NONE && row !== NONE) this.#bodies.add(digest, row);
    return own;
  }
}
