import { FingerprintTable } from "./fingerprint-table.js";

/** Bytes of a SHA-1. */
export const DIGEST_BYTES = 20;

/**
 * Which row holds a body of a given SHA-1: the first 8 bytes of the digest are looked up, the rest is left to whoever has the column
 * of digests.
 *
 * 18 to 35 bytes of memory per body.
 */
export class StoredBodies {
  readonly #table = new FingerprintTable();
  #rows = new Uint32Array(1 << 9);

  /** -1 when no body begins so. */
  rowOf(digest: Buffer): number {
    const index = this.#table.idOf(digest.readUInt32BE(0), digest.readUInt32BE(4));
    return index < 0 ? -1 : this.#rows[index];
  }

  /** Of bodies whose digests begin alike the first stays. */
  add(digest: Buffer, row: number): void {
    const high = digest.readUInt32BE(0);
    const low = digest.readUInt32BE(4);
    if (this.#table.idOf(high, low) >= 0) return;
    const index = this.#table.add(high, low);
    if (index === this.#rows.length) {
      const larger = new Uint32Array(this.#rows.length * 2);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#rows[index] = row;
  }
}
