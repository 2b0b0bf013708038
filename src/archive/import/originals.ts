import { hash } from "node:crypto";
import { FingerprintIds } from "../../base/fingerprint-ids.js";
import { grown } from "../../base/growing.js";
import type { Place } from "../capture.js";

/** Bytes of bodies that are kept for revisits where they cannot be read again. */
const KEPT_BYTES = 32 << 20;

/**
 * Where the responses of an archive are, for the revisit records that refer to them: by digest of the payload, or by
 * URL and date.
 *
 * 34 to 68 bytes of memory per response.
 */
export class Originals {
  readonly #table = new FingerprintIds();
  #offsets = new Float64Array(1 << 9);
  #lengths = new Float64Array(1 << 9);
  #files = new Uint16Array(1 << 9);
  readonly #kept = new Map<string, Uint8Array>();
  #keptBytes = 0;

  /** Of responses under one key the first stays. */
  add(key: string, place: Place): void {
    const id = this.#table.size;
    if (this.#table.add(...words(key)) < id) return;
    this.#offsets = grown(this.#offsets, id + 1);
    this.#lengths = grown(this.#lengths, id + 1);
    this.#files = grown(this.#files, id + 1);
    this.#offsets[id] = place.offset;
    this.#lengths[id] = place.length;
    this.#files[id] = place.file;
  }

  /** Keeps a body in memory, for responses that cannot be read alone; the oldest give way. */
  keep(key: string, body: Uint8Array): void {
    if (this.#kept.has(key) || body.length > KEPT_BYTES) return;
    this.#kept.set(key, Buffer.from(body));
    this.#keptBytes += body.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES) return;
      this.#kept.delete(oldest);
      this.#keptBytes -= length;
    }
  }

  find(key: string): Place | Uint8Array | undefined {
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const id = this.#table.idOf(...words(key));
    return id < 0 ? undefined : { file: this.#files[id], offset: this.#offsets[id], length: this.#lengths[id] };
  }
}

/** Keys of a payload and of a capture. */
export const digestKey = (digest: string): string => `digest ${digest.trim().toUpperCase()}`;
export const captureKey = (url: string, time: number): string => `capture ${time} ${url}`;

function words(key: string): [high: number, low: number] {
  const bytes = hash("sha1", key, "buffer");
  return [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
}
