import { FingerprintIds } from "../../base/fingerprint-ids.js";
import type { EliminatorMethod, EliminatorSettings, EliminatorSize, EliminatorStore } from "../eliminator.js";
import { mergeFingerprints } from "../seen/merge-fingerprints.js";
import { MergedFile } from "../seen/merged-file.js";
import { sortFingerprints } from "../seen/sort-fingerprints.js";
import type { UrlBatch } from "../url-batch.js";
import { pick, UrlList } from "../url-list.js";
import { Yields } from "../yields.js";

/** Checksums that are looked for at once, so that the waits for memory overlap. */
const AHEAD = 32;

class MercatorDisk implements EliminatorStore {
  readonly #settings: EliminatorSettings;
  readonly #file: MergedFile;
  readonly #pending = new FingerprintIds();
  readonly #urls = new UrlList();
  readonly #words = new Uint32Array(4);
  /** Checksums that are looked for next. */
  readonly #high = new Uint32Array(AHEAD);
  readonly #low = new Uint32Array(AHEAD);
  /** Keeps the reads of what comes next from being optimised away. */
  protected touched = 0;
  readonly #ready = new Yields();
  #merges = 0;

  constructor(settings: EliminatorSettings, file: MergedFile) {
    this.#settings = settings;
    this.#file = file;
  }

  async offer(batch: UrlBatch): Promise<UrlBatch> {
    this.#file.settle();
    const { bufferUrls, bufferBytes, hash } = this.#settings;
    for (let from = 0; from < batch.size; from += AHEAD) {
      const ahead = Math.min(AHEAD, batch.size - from);
      for (let i = 0; i < ahead; i++) {
        hash(batch.bytes, batch.startOf(from + i), batch.ends[from + i], this.#words);
        this.#high[i] = this.#words[0];
        this.#low[i] = this.#words[1];
      }
      for (let i = 0; i < ahead; i++) this.touched ^= this.#pending.touch(this.#high[i], this.#low[i]);
      for (let i = 0; i < ahead; i++) {
        if (this.#urls.size >= bufferUrls || this.#urls.byteLength >= bufferBytes) await this.#merge();
        if (this.#pending.add(this.#high[i], this.#low[i]) < this.#urls.size) continue;
        this.#urls.append(batch.bytes, batch.startOf(from + i), batch.ends[from + i], batch, from + i);
      }
    }
    return this.#ready.take();
  }

  async flush(): Promise<UrlBatch> {
    this.#file.settle();
    if (this.#urls.size > 0) await this.#merge();
    return this.#ready.take();
  }

  size(): EliminatorSize {
    return {
      urls: this.#file.entries,
      pending: this.#urls.size,
      memoryBytes: this.#urls.memoryBytes + this.#pending.memoryBytes,
      diskBytes: this.#file.byteLength,
      merges: this.#merges,
    };
  }

  async close(): Promise<void> {
    this.#file.close();
  }

  async #merge(): Promise<void> {
    const { size } = this.#urls;
    const fresh = new Uint8Array(size);
    const old = await this.#file.reader();
    try {
      const writer = await this.#file.writer();
      try {
        const entries = await mergeFingerprints(old, sortFingerprints(this.#pending, size), writer, fresh);
        await this.#file.install(writer, entries);
      } catch (error) {
        await this.#file.abandon(writer);
        throw error;
      }
    } finally {
      await old?.close();
    }
    const chosen = new Uint32Array(size);
    let count = 0;
    for (let i = 0; i < size; i++) if (fresh[i] === 1) chosen[count++] = i;
    this.#ready.add(pick(this.#urls, chosen.subarray(0, count)));
    this.#urls.clear();
    this.#pending.clear();
    this.#merges++;
  }
}

/**
 * A buffer of URLs and their 64-bit checksums in memory, and all checksums in sorted order on disk: when the buffer is
 * full it is merged with the file, which is read and written from end to end. New URLs come out with the merge, in
 * order of arrival.
 *
 * Branch taken: a repeat of a URL that is in the buffer is dropped at once, and does not fill it.
 */
export const mercatorDisk: EliminatorMethod = {
  name: "Mercator, on disk",
  source: "Broder et al. 2003, section 4",
  exact: false,
  durable: "yields",
  file: "fingerprints",
  open: async (path, settings) => {
    const words = new Uint32Array(4);
    const probe = Buffer.from("http://www.example.com/");
    settings.hash(probe, 0, probe.length, words);
    const tag = new Uint8Array(words.buffer, 0, 8);
    const file = await MergedFile.open(path, "fingerprints", { kind: "crawlfp1", tag, remember: settings.remember });
    return new MercatorDisk(settings, file);
  },
};
