import { grown } from "../../base/growing.js";
import type { EliminatorMethod, EliminatorSettings, EliminatorSize, EliminatorStore } from "../eliminator.js";
import { keyOf } from "../host-first.js";
import { MergedFile } from "../seen/merged-file.js";
import { pickKeys } from "../seen/pick-keys.js";
import { SplitBlockFilter } from "../seen/split-block-filter.js";
import { UrlMerge } from "../seen/url-merge.js";
import { UrlTree } from "../seen/url-tree.js";
import { LONGEST_URL, type UrlBatch } from "../url-batch.js";
import { Yields } from "../yields.js";

/** How much larger a filter is made than what it must hold. */
const GROWTH = 1.5;

class CompactFilter implements EliminatorStore {
  readonly #settings: EliminatorSettings;
  readonly #file: MergedFile;
  #filter: SplitBlockFilter;
  readonly #tree = new UrlTree();
  /** Is that URL of the tree one that the filter may have mistaken? */
  #doubtful: Uint8Array;
  readonly #key = new Uint8Array(LONGEST_URL + 1);
  readonly #words = new Uint32Array(4);
  readonly #ready = new Yields();
  #inDoubt = 0;
  #merges = 0;
  #certainlyNew = 0;
  #falsePositives = 0;

  private constructor(settings: EliminatorSettings, file: MergedFile) {
    this.#settings = settings;
    this.#file = file;
    this.#filter = this.#newFilter(file.entries);
    this.#doubtful = new Uint8Array(1 << 8);
  }

  static async open(settings: EliminatorSettings, file: MergedFile): Promise<CompactFilter> {
    const store = new CompactFilter(settings, file);
    const old = await file.reader();
    if (!old) return store;
    try {
      await new UrlMerge(old, store.#tree, undefined, (...key) => store.#addTo(store.#filter, ...key)).advance(
        Number.MAX_SAFE_INTEGER,
      );
    } finally {
      await old.close();
    }
    return store;
  }

  async offer(batch: UrlBatch): Promise<UrlBatch> {
    this.#file.settle();
    const { keys } = this.#tree;
    let isNew = new Uint32Array(batch.size);
    let count = 0;
    const putAside = () => {
      this.#ready.add(pickKeys(keys, isNew.subarray(0, count)));
      isNew = new Uint32Array(batch.size);
      count = 0;
    };
    for (let i = 0; i < batch.size; i++) {
      if (this.#isFull()) {
        putAside();
        await this.#merge();
      }
      const length = keyOf(batch.bytes, batch.startOf(i), batch.ends[i], this.#key);
      const number = this.#tree.add(this.#key, length, batch, i);
      if (number < 0) continue;
      if (number === this.#doubtful.length) this.#doubtful = grown(this.#doubtful, number + 1);
      const mayBeKnown = this.#addTo(this.#filter, this.#key, 0, length);
      this.#doubtful[number] = mayBeKnown ? 1 : 0;
      if (mayBeKnown) this.#inDoubt++;
      else {
        isNew[count++] = number;
        this.#certainlyNew++;
      }
    }
    putAside();
    return this.#ready.take();
  }

  async flush(): Promise<UrlBatch> {
    this.#file.settle();
    if (this.#tree.size > 0) await this.#merge();
    return this.#ready.take();
  }

  size(): EliminatorSize {
    const urls = this.#file.entries + this.#tree.size - this.#inDoubt;
    return {
      urls,
      pending: this.#inDoubt,
      memoryBytes: this.#tree.memoryBytes + this.#doubtful.length + this.#filter.bits / 8,
      diskBytes: this.#file.byteLength,
      merges: this.#merges,
      details: {
        filterBits: this.#filter.bits,
        bitsPerUrl: this.#filter.bits / Math.max(1, urls),
        certainlyNew: this.#certainlyNew,
        falsePositives: this.#falsePositives,
      },
    };
  }

  async close(): Promise<void> {
    this.#file.close();
  }

  #isFull(): boolean {
    const { size, byteLength } = this.#tree.keys;
    const { bufferUrls, bufferBytes } = this.#settings;
    return size >= bufferUrls || byteLength >= bufferBytes || this.#file.entries + size >= this.#filter.capacity;
  }

  /** Room for so many URLs, what the tree may hold, and half as many again. */
  #newFilter(entries: number): SplitBlockFilter {
    const { bufferUrls, bitsPerUrl } = this.#settings;
    return new SplitBlockFilter(
      Math.ceil((entries + Math.min(bufferUrls, Math.max(entries, 1 << 16))) * GROWTH),
      bitsPerUrl,
    );
  }

  #addTo(filter: SplitBlockFilter, key: Uint8Array, start: number, end: number): boolean {
    this.#settings.hash(key, start, end, this.#words);
    return filter.add(this.#words[0], this.#words[1]);
  }

  async #merge(): Promise<void> {
    const { keys, size } = this.#tree;
    const old = await this.#file.reader();
    const entries = this.#file.entries + size;
    const outgrown = entries + Math.min(entries, this.#settings.bufferUrls) > this.#filter.capacity;
    const filter = outgrown ? this.#newFilter(entries) : undefined;
    let merge: UrlMerge;
    try {
      const writer = await this.#file.writer();
      try {
        merge = new UrlMerge(old, this.#tree, writer, filter && ((...key) => this.#addTo(filter, ...key)));
        await merge.advance(Number.MAX_SAFE_INTEGER);
        await this.#file.install(writer, merge.entries);
      } catch (error) {
        await this.#file.abandon(writer);
        throw error;
      }
    } finally {
      await old?.close();
    }
    if (filter) this.#filter = filter;
    const mistaken = merge.fresh
      .subarray(0, merge.freshCount)
      .filter((number) => this.#doubtful[number] === 1)
      .sort();
    this.#falsePositives += mistaken.length;
    this.#ready.add(pickKeys(keys, mistaken));
    this.#tree.clear();
    this.#inDoubt = 0;
    this.#merges++;
  }
}

/**
 * A filter of about 12 bits per URL before the sorted file of all URLs: what the filter has not seen is new for certain
 * and comes out at once; of the others, the few that are new (0.5 % at 12 bits) come out when the file was asked about
 * all of them in one pass, since every "perhaps" of the filter is settled by comparing URLs. Each part comes out in
 * order of arrival.
 *
 * The other half of a URL cache: a cache spares the merge the URLs that were seen a moment ago, the filter those never
 * seen. The filter is made anew from the file when it is opened, and by a merge when it would be outgrown before the
 * next.
 */
export const compactFilter: EliminatorMethod = {
  name: "split-block filter before a sorted file",
  source: "Putze, Sanders, Singler 2007 (blocked Bloom filters); Apache Parquet (split blocks)",
  exact: true,
  durable: "flushes",
  file: "urls",
  open: async (path, settings) => {
    const file = await MergedFile.open(path, "urls", { kind: "crawlur1", remember: settings.remember });
    try {
      return await CompactFilter.open(settings, file);
    } catch (error) {
      file.close();
      throw error;
    }
  },
};
