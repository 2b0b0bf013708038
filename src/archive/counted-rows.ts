import { createHash } from "node:crypto";
import { NO_CODINGS } from "./codings.js";
import type { Snapshot } from "./open-snapshot.js";
import { DIGEST_BYTES } from "./stored-bodies.js";

/** Words of 32 bits of a digest. */
const DIGEST_WORDS = DIGEST_BYTES / 4;
/** Words hashed per row: the digest of its body, and its codings. */
const ROW_WORDS = DIGEST_WORDS + 1;
/** Rows hashed at once. */
const BATCH = 1 << 13;

/**
 * SHA-1 over what the texts of captures are made from, in the order in which they were counted: counts belong to a
 * snapshot when it gives the same. Some 50 ms for a million rows.
 */
export class CountedRows {
  readonly #hash = createHash("sha1");
  readonly #snapshot: Snapshot;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  add(rows: Uint32Array): this {
    const { buffer, byteOffset, byteLength } = this.#snapshot.columns.bytes("capture.digest.sha1");
    const digests = new Uint32Array(buffer, byteOffset, byteLength / 4);
    const codings = this.#snapshot.columns.u32("capture.codings");
    for (let first = 0; first < rows.length; first += BATCH) {
      const count = Math.min(BATCH, rows.length - first);
      const words = new Uint32Array(count * ROW_WORDS);
      for (let index = 0, at = 0; index < count; index++) {
        const row = rows[first + index];
        for (let word = 0; word < DIGEST_WORDS; word++) words[at++] = digests[row * DIGEST_WORDS + word];
        words[at++] = codings[row] ?? NO_CODINGS;
      }
      this.#hash.update(words);
    }
    return this;
  }

  /** Of all rows added so far. */
  get digest(): string {
    return this.#hash.copy().digest("hex");
  }
}
