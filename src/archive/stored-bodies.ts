import { FingerprintIds } from "../base/fingerprint-ids.js";
import { grown } from "../base/growing.js";

/** Bytes of a SHA-1. */
export const DIGEST_BYTES = 20;

/**
 * Which row holds a body of a given SHA-1: the first 8 bytes of the digest are looked up, the rest is left to whoever
 * has the column of digests.
 *
 * 20 to 40 bytes of memory per body.
 */
export class StoredBodies {
  readonly #table = new FingerprintIds();
  #rows = new Uint32Array(1 << 9);

  /** -1 when no body begins so. */
  rowOf(digest: Buffer): number {
    const index = this.#table.idOf(digest.readUInt32BE(0), digest.readUInt32BE(4));
    return index < 0 ? -1 : this.#rows[index];
  }

  /** Of bodies whose digests begin alike the first stays. */
  add(digest: Buffer, row: number): void {
    const { size } = this.#table;
    if (this.#table.add(digest.readUInt32BE(0), digest.readUInt32BE(4)) < size) return;
    this.#rows = grown(this.#rows, size + 1);
    this.#rows[size] = row;
  }
}
