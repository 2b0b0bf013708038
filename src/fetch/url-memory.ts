import { randomInt } from "node:crypto";
import { Utf8Buffer } from "../archive/utf8-buffer.js";
import type { FingerprintCache } from "../cache/table/fingerprint-table.js";
import { urlCache } from "../cache/table/url-cache.js";
import { type Fingerprint, fingerprintWith } from "../url/fingerprint.js";

/**
 * The cache of URLs before the set of all that were met: what hits needs no look into that set. Broder et al. 2003,
 * section 7.
 *
 * Fingerprints take a seed that no page can know, so that none can make its URL be taken for another.
 */
export class UrlMemory {
  readonly entries: number;
  asked = 0;
  hits = 0;
  readonly #cache: FingerprintCache;
  readonly #fingerprint: Fingerprint = fingerprintWith(randomInt(2 ** 32));
  readonly #text = new Utf8Buffer();
  readonly #words = new Uint32Array(2);

  /** @param entries a power of two */
  constructor(entries: number) {
    this.entries = entries;
    this.#cache = urlCache({ entries });
  }

  /** Was it remembered, and not evicted since? */
  knows(url: string): boolean {
    const words = this.#words;
    const length = this.#text.write(url);
    this.#fingerprint(this.#text.bytes, 0, length, words);
    const { table } = this.#cache;
    const entry = table.find(words[0], words[1]);
    this.asked++;
    if (entry < 0) return false;
    table.mark(entry);
    this.hits++;
    return true;
  }

  /** Takes in the URL that was asked for last, at the cost of another: whoever meets it again need do nothing. */
  remember(): void {
    this.#cache.request(this.#words[0], this.#words[1]);
  }
}
