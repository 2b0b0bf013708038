import type { ColumnSet } from "../column/column-set.js";
import type { NumberColumn } from "../column/number-column.js";
import type { ColumnCursor } from "./column-cursor.js";
import { cursorsOf, numbersOf } from "./column-cursors.js";
import { damaged, type Shard } from "./shard.js";
import type { UrlNumbers } from "./url-numbers.js";

const FILES = {
  capture: "page.capture.u32",
  count: "page.links.u32",
  target: "link.target.u32",
  source: "link.source.u8",
  flags: "link.flags.u8",
  anchor: "link.anchor.u16",
};

const TEXTS = { titleEnds: "title.end.u32", titles: "title.bytes", anchors: "anchor.bytes" };

const ALL = { ...FILES, ...TEXTS };

/** Parsed pages of one shard, in their order. */
export class ShardPages {
  readonly shard: Shard;
  readonly urls: UrlNumbers;
  readonly cursors;
  titleEnd = 0;
  taken = 0;

  constructor(shard: Shard, urls: UrlNumbers) {
    this.shard = shard;
    this.urls = urls;
    this.cursors = cursorsOf(shard.columns, shard.index, ALL);
  }

  /** Is the next page that of a capture, by its row in the shard? */
  isNext(row: number): boolean {
    const { capture } = this.cursors;
    return capture.left > 0 && capture.peek() === row;
  }

  /** @throws "damaged" when there are pages, links or texts that belong nowhere */
  end(): void {
    for (const [name, file] of Object.entries(ALL)) {
      const { left } = this.cursors[name as keyof typeof ALL];
      if (left > 0) throw damaged(this.shard, `the last ${left} numbers of ${file} belong to no page`);
    }
  }
}

/** The columns of pages and links to which those of shards are appended, page by page. */
export class MergedPages {
  readonly #columns;
  readonly #titles;
  readonly #anchors;

  constructor(columns: ColumnSet) {
    this.#columns = numbersOf(columns, FILES);
    this.#titles = columns.strings("title");
    this.#anchors = columns.bytes(TEXTS.anchors);
  }

  get size(): number {
    return this.#columns.capture.length;
  }

  get links(): number {
    return this.#columns.target.length;
  }

  /** Appends the next page of a shard. @param row of its capture in the merge @returns its links */
  append(from: ShardPages, row: number): number {
    const { cursors: read, urls } = from;
    const write = this.#columns;
    read.capture.next();
    write.capture.push(row);
    const count = read.count.next();
    write.count.push(count);
    this.#title(from);
    const targets = read.target.take(count);
    for (let i = 0; i < count; i++) write.target.push(urls.of(targets[i]));
    copy(read.source, write.source, count);
    copy(read.flags, write.flags, count);
    this.#anchors.push(read.anchors.take(copy(read.anchor, write.anchor, count)) as Uint8Array);
    return count;
  }

  #title(from: ShardPages): void {
    const end = from.cursors.titleEnds.next();
    const length = end - from.titleEnd;
    if (length < 0) throw damaged(from.shard, `title ${from.taken} ends before it begins`);
    this.#titles.pushBytes(from.cursors.titles.take(length) as Uint8Array, 0, length);
    from.titleEnd = end;
    from.taken++;
  }
}

/** Copies the next numbers of a column. @returns their sum */
function copy(from: ColumnCursor, to: NumberColumn, count: number): number {
  const values = from.take(count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    to.push(values[i]);
    sum += values[i];
  }
  return sum;
}
