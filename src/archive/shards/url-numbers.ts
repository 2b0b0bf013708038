import type { UrlId } from "../capture.js";
import type { StoredUrls } from "../url-table.js";
import { ColumnCursor } from "./column-cursor.js";
import { damaged, type Shard } from "./shard.js";

/**
 * Numbers of a shard's URLs in the merge. URLs are entered in the order in which the shard met them, as far as they are
 * asked for: then those of all shards get the numbers that one writer would have given them.
 *
 * 4 bytes per URL of the shard.
 */
export class UrlNumbers {
  readonly #shard: Shard;
  readonly #urls: StoredUrls;
  readonly #ends: ColumnCursor;
  readonly #bytes: ColumnCursor;
  readonly #numbers: Uint32Array;
  #entered = 0;
  #end = 0;

  constructor(shard: Shard, urls: StoredUrls) {
    const { columns, index, manifest } = shard;
    this.#shard = shard;
    this.#urls = urls;
    this.#ends = new ColumnCursor(columns, "url.end.u32", index);
    this.#bytes = new ColumnCursor(columns, "url.bytes", index);
    this.#numbers = new Uint32Array(manifest.urls);
  }

  /** @throws "damaged" for a URL that the shard does not have; "failed" when there are too many in all */
  of(id: UrlId): UrlId {
    return id < this.#entered ? this.#numbers[id] : this.#enter(id);
  }

  /** Enters those that no capture and no page speaks of: they were met all the same. @throws as `of` */
  rest(): void {
    if (this.#numbers.length > 0) this.of(this.#numbers.length - 1);
    if (this.#bytes.left > 0) throw damaged(this.#shard, `${this.#bytes.left} bytes of its URLs belong to none`);
  }

  #enter(id: UrlId): UrlId {
    if (id >= this.#numbers.length)
      throw damaged(this.#shard, `it speaks of URL ${id}, and holds ${this.#numbers.length}`);
    while (this.#entered <= id) {
      const end = this.#ends.next();
      if (end < this.#end) throw damaged(this.#shard, `URL ${this.#entered} ends before it begins`);
      const text = this.#bytes.take(end - this.#end);
      this.#end = end;
      const { buffer, byteOffset, length } = text;
      this.#numbers[this.#entered++] = this.#urls.intern(Buffer.from(buffer, byteOffset, length).toString("utf8"));
    }
    return this.#numbers[id];
  }
}
