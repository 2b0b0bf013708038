import type { EliminatorMethod, EliminatorSettings, EliminatorSize, EliminatorStore } from "../eliminator.js";
import { keyOf } from "../host-first.js";
import type { BlockReader, BlockWriter } from "../seen/block-file.js";
import { MergedFile } from "../seen/merged-file.js";
import { pickKeys } from "../seen/pick-keys.js";
import { UrlMerge } from "../seen/url-merge.js";
import { UrlTree } from "../seen/url-tree.js";
import { unshuffle, waysFor } from "../unshuffle.js";
import { LONGEST_URL, type UrlBatch } from "../url-batch.js";
import { Yields } from "../yields.js";

/** URLs that are added between two slices of a merge. */
const SLICE = 4096;

interface Running {
  readonly merge: UrlMerge;
  readonly old: BlockReader | undefined;
  readonly writer: BlockWriter;
}

class SuelFile implements EliminatorStore {
  readonly #settings: EliminatorSettings;
  readonly #file: MergedFile;
  readonly #key = new Uint8Array(LONGEST_URL + 1);
  /** Takes what is offered. */
  #tree = new UrlTree();
  /** Is being merged, unless it is empty. */
  #merging = new UrlTree();
  #running: Running | undefined;
  readonly #ready = new Yields();
  #merges = 0;

  constructor(settings: EliminatorSettings, file: MergedFile) {
    this.#settings = settings;
    this.#file = file;
  }

  async offer(batch: UrlBatch): Promise<UrlBatch> {
    this.#file.settle();
    let added = 0;
    for (let i = 0; i < batch.size; i++) {
      if (this.#isFull()) {
        await this.#finish();
        this.#swap();
      }
      const length = keyOf(batch.bytes, batch.startOf(i), batch.ends[i], this.#key);
      if (this.#tree.add(this.#key, length, batch, i) >= 0) added++;
      if (added === SLICE || i === batch.size - 1) {
        await this.#advance(added);
        added = 0;
      }
    }
    return this.#ready.take();
  }

  async flush(): Promise<UrlBatch> {
    this.#file.settle();
    await this.#finish();
    this.#swap();
    await this.#finish();
    return this.#ready.take();
  }

  size(): EliminatorSize {
    return {
      urls: this.#file.entries,
      pending: this.#tree.size + this.#merging.size,
      memoryBytes: this.#tree.memoryBytes + this.#merging.memoryBytes,
      diskBytes: this.#file.byteLength,
      merges: this.#merges,
    };
  }

  async close(): Promise<void> {
    await this.#abandon();
    this.#file.close();
  }

  #isFull(): boolean {
    return this.#tree.size >= this.#settings.bufferUrls || this.#tree.keys.byteLength >= this.#settings.bufferBytes;
  }

  #swap(): void {
    [this.#tree, this.#merging] = [this.#merging, this.#tree];
  }

  /** Takes the merge so far that it ends when the tree is full, at the latest. */
  async #advance(added: number): Promise<void> {
    if (this.#merging.size === 0 || added === 0) return;
    const room = Math.min(
      (this.#settings.bufferUrls - this.#tree.size) / added,
      ((this.#settings.bufferBytes - this.#tree.keys.byteLength) / this.#tree.keys.byteLength) *
        (this.#tree.size / added),
    );
    const left = this.#file.entries + this.#merging.size - (this.#running?.merge.steps ?? 0);
    await this.#step(Math.max(1, Math.ceil(left / Math.max(1, room))));
  }

  async #finish(): Promise<void> {
    while (this.#merging.size > 0) await this.#step(Number.MAX_SAFE_INTEGER);
  }

  async #step(steps: number): Promise<void> {
    try {
      this.#running ??= await this.#begin();
      const { merge, old, writer } = this.#running;
      if (!(await merge.advance(steps))) return;
      await old?.close();
      await this.#file.install(writer, merge.entries);
      this.#running = undefined;
      this.#yield(merge);
    } catch (error) {
      await this.#abandon();
      throw error;
    }
  }

  async #begin(): Promise<Running> {
    const old = await this.#file.reader();
    try {
      const writer = await this.#file.writer();
      return { merge: new UrlMerge(old, this.#merging, writer), old, writer };
    } catch (error) {
      await old?.close();
      throw error;
    }
  }

  #yield(merge: UrlMerge): void {
    const sorted = merge.fresh.subarray(0, merge.freshCount);
    const order = unshuffle(sorted.length, waysFor(sorted.length, this.#settings.ways)).map((index) => sorted[index]);
    this.#ready.add(pickKeys(this.#merging.keys, order));
    this.#merging.clear();
    this.#merges++;
  }

  /** Gives a merge up; the next one begins anew. */
  async #abandon(): Promise<void> {
    if (!this.#running) return;
    const { old, writer } = this.#running;
    this.#running = undefined;
    await old?.close().catch(() => {}); // it may be closed by now
    await this.#file.abandon(writer);
  }
}

/**
 * A sorted tree of URLs in memory, and a file of all URLs, sorted by reversed host name, without the bytes that each
 * shares with the one before: when the tree is full, it is merged with the file while a second tree takes what is
 * offered. New URLs come out when their merge ends, unshuffled.
 *
 * Branches taken: the paper merges in a thread, and waits an hour between merges; here every offer takes the merge a
 * slice further, so that it ends when the second tree is full, at the latest. The paper's first tree yields its URLs
 * before there is a file; here they too come out with a merge, so that what came out is on disk.
 */
export const suelFile: EliminatorMethod = {
  name: "Suel, sorted file",
  source: "Shkapenyuk and Suel 2001, sections 3.2 and 3.3",
  exact: true,
  durable: "yields",
  file: "urls",
  open: async (path, settings) =>
    new SuelFile(settings, await MergedFile.open(path, "urls", { kind: "crawlur1", remember: settings.remember })),
};
