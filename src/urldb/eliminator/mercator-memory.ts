import type { EliminatorMethod, EliminatorSettings, EliminatorSize, EliminatorStore } from "../eliminator.js";
import { FingerprintSet } from "../seen/fingerprint-set.js";
import { UrlBatch } from "../url-batch.js";
import { pick } from "../url-list.js";

class MercatorMemory implements EliminatorStore {
  readonly #settings: EliminatorSettings;
  readonly #table = new FingerprintSet();

  constructor(settings: EliminatorSettings) {
    this.#settings = settings;
  }

  async offer(batch: UrlBatch): Promise<UrlBatch> {
    const { size } = batch;
    const fingerprints = new Uint32Array(2 * size);
    const words = new Uint32Array(4);
    for (let i = 0; i < size; i++) {
      this.#settings.hash(batch.bytes, batch.startOf(i), batch.ends[i], words);
      fingerprints[2 * i] = words[0];
      fingerprints[2 * i + 1] = words[1];
    }
    const fresh = new Uint8Array(size);
    this.#table.addAll(fingerprints, size, fresh);
    const chosen = new Uint32Array(size);
    let count = 0;
    for (let i = 0; i < size; i++) if (fresh[i] === 1) chosen[count++] = i;
    return pick(batch, chosen.subarray(0, count));
  }

  async flush(): Promise<UrlBatch> {
    return UrlBatch.of([]);
  }

  size(): EliminatorSize {
    return { urls: this.#table.size, pending: 0, memoryBytes: this.#table.memoryBytes, diskBytes: 0, merges: 0 };
  }

  async close(): Promise<void> {}
}

/** Every URL's 64-bit checksum in a table in memory; new URLs come out at once, in order of arrival. Keeps no files. */
export const mercatorMemory: EliminatorMethod = {
  name: "Mercator, in memory",
  source: "Broder et al. 2003, section 4",
  exact: false,
  durable: "nothing",
  open: async (_, settings) => new MercatorMemory(settings),
};
