import { hash } from "node:crypto";
import { FingerprintIds } from "../../base/fingerprint-ids.js";
import { grown } from "../../base/growing.js";
import type { Place } from "../capture.js";
import { fromBase32 } from "../warc/base32.js";
import type { Answer } from "../warc/exchange-of.js";
import { httpUrl } from "./new-capture.js";

/** Bytes of bodies that are kept for revisits where they cannot be read again. */
const KEPT_BYTES = 32 << 20;

/**
 * Where the responses of an archive are, for the revisit records that refer to them: by digest of the payload, by URL
 * and date, by the id of their record, and by URL.
 *
 * 35 to 70 bytes of memory per key of a response, of which it has five.
 */
export class Originals {
  readonly #table = new FingerprintIds();
  #offsets = new Float64Array(1 << 9);
  #lengths = new Float64Array(1 << 9);
  #files = new Uint16Array(1 << 9);
  /** Of a key: is it a response of status 200? */
  #found = new Uint8Array(1 << 9);
  readonly #kept = new Map<string, Answer>();
  #keptBytes = 0;

  /**
   * Of responses under one key the first stays, before all the first of status 200; as what a URL was last, the last of
   * those.
   *
   * @param found where it is; or itself where it cannot be read alone, to be kept in memory: the oldest give way
   */
  add(keys: readonly string[], found: Place | Answer, status: number): void {
    if ("offset" in found) for (const key of keys) this.#add(key, found, status === 200);
    else this.#keepAll(keys, found);
  }

  #add(key: string, place: Place, found: boolean): void {
    const known = this.#table.size;
    const id = this.#table.add(...words(key));
    if (id < known && (!found || (this.#found[id] === 1 && !isLast(key)))) return;
    this.#offsets = grown(this.#offsets, id + 1);
    this.#lengths = grown(this.#lengths, id + 1);
    this.#files = grown(this.#files, id + 1);
    this.#found = grown(this.#found, id + 1);
    this.#found[id] = Number(found);
    this.#offsets[id] = place.offset;
    this.#lengths[id] = place.length;
    this.#files[id] = place.file;
  }

  #keepAll(keys: readonly string[], { status, head, body }: Answer): void {
    const fresh = keys.filter((key) => {
      const known = this.#kept.get(key)?.status;
      return known === undefined || (status === 200 && (known !== 200 || isLast(key)));
    });
    if (fresh.length * body.length > KEPT_BYTES) return;
    for (const key of fresh) this.#keep(key, { status, head, body: Buffer.from(body) });
  }

  #keep(key: string, answer: Answer): void {
    this.#keptBytes -= this.#kept.get(key)?.body.length ?? 0;
    this.#kept.set(key, answer);
    this.#keptBytes += answer.body.length;
    for (const [oldest, { body }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES) return;
      this.#kept.delete(oldest);
      this.#keptBytes -= body.length;
    }
  }

  /** What is known under the first of the keys that is known. */
  findAny(keys: readonly string[]): Place | Answer | undefined {
    for (const key of keys) {
      const found = this.#find(key);
      if (found) return found;
    }
    return undefined;
  }

  #find(key: string): Place | Answer | undefined {
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const id = this.#table.idOf(...words(key));
    return id < 0 ? undefined : { file: this.#files[id], offset: this.#offsets[id], length: this.#lengths[id] };
  }
}

/** Bytes of a digest. */
const BYTES: Readonly<Record<string, number>> = { md5: 16, sha1: 20, sha256: 32, sha384: 48, sha512: 64 };

/**
 * Key of a payload by its digest, however that is written: "sha1:" or "SHA-1:", in base 32, hexadecimal or base 64; no
 * name is that of SHA-1, as in CDX files. What is none of these stands for itself.
 */
export function digestKey(digest: string): string {
  const [, name = "sha1", value = ""] = /^(?:([^:]*):)?(.*)$/s.exec(digest.trim()) ?? [];
  const algorithm = name.toLowerCase().replace(/[-_ ]/g, "");
  return `digest ${algorithm} ${bytesOf(value.trim(), BYTES[algorithm]) ?? value.trim().toUpperCase()}`;
}

/** A digest as hexadecimal; undefined when it is no `length` bytes in any form. */
function bytesOf(value: string, length = 0): string | undefined {
  const bare = value.replace(/=+$/, "");
  if (length === 0) return undefined;
  if (bare.length === 2 * length && /^[\da-f]+$/i.test(bare)) return bare.toLowerCase();
  if (bare.length === Math.ceil((8 * length) / 5) && /^[a-z2-7]+$/i.test(bare)) return fromBase32(bare).toString("hex");
  if (bare.length === Math.ceil((4 * length) / 3) && /^[\w+/-]+$/.test(bare))
    return Buffer.from(bare, "base64").toString("hex");
  return undefined;
}

/**
 * Keys of a capture: by its date in full, then by its second, since archives may write it more exactly at one place than
 * at another.
 */
export const captureKeys = (url: string, time: number): string[] => {
  const asked = httpUrl(url) ?? url;
  return [`capture ${time} ms ${asked}`, `capture ${Math.floor(time / 1000)} ${asked}`];
};

/** Key of what a URL was when it was asked for last. */
export const lastKey = (url: string): string => `${LAST} ${httpUrl(url) ?? url}`;

const LAST = "last";

export const isLast = (key: string): boolean => key.startsWith(LAST);

/** Key of a record by its WARC-Record-ID. */
export const recordKey = (id: string): string => `record ${id.trim()}`;

function words(key: string): [high: number, low: number] {
  const bytes = hash("sha1", key, "buffer");
  return [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
}
