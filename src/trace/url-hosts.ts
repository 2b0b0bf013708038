import { FingerprintIds } from "../base/fingerprint-ids.js";
import { fingerprint } from "../url/fingerprint.js";
import { hostSpan } from "../url/host.js";

/** Hosts of URLs, numbered as they turn up and told apart by 64-bit fingerprints of their names in lower case. */
export class UrlHosts {
  readonly #table = new FingerprintIds();
  readonly #span = { start: 0, end: 0 };
  readonly #words = new Uint32Array(2);
  #name = new Uint8Array(256);

  get size(): number {
    return this.#table.size;
  }

  /** Number of the host of the URL `bytes[start .. end)`; a URL without one has the host "". */
  ofUrl(bytes: Uint8Array, start: number, end: number): number {
    hostSpan(bytes, start, end, this.#span);
    return this.ofName(bytes, this.#span.start, this.#span.end);
  }

  /** Number of the host of the name `bytes[start .. end)`. */
  ofName(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > this.#name.length) this.#name = new Uint8Array(2 * length);
    const name = this.#name;
    for (let i = 0; i < length; i++) {
      const byte = bytes[start + i];
      name[i] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
    }
    fingerprint(name, 0, length, this.#words);
    return this.ofFingerprint(this.#words[0], this.#words[1]);
  }

  /** Number of the host whose name has this fingerprint. */
  ofFingerprint(high: number, low: number): number {
    return this.#table.add(high, low);
  }

  /** The `UrlTrace.hostKeys`: low words of the fingerprints. */
  keys(): Uint32Array {
    return this.#table.low.slice(0, this.#table.size);
  }
}
