import type { UrlBatch } from "../url-batch.js";

/** The URLs of a batch that turned out to be new, before they are in the log. */
export class NewUrls {
  /** Index in the batch. */
  readonly indices: Uint32Array;
  readonly depths: Uint16Array;
  /** Where the entry begins in the record. */
  readonly places: Float64Array;
  size = 0;
  /** The last referrer looked up, and its depth: links of one page come together. */
  lastFrom: { readonly url: Uint8Array; readonly depth: number } | undefined;
  readonly #batch: UrlBatch;
  readonly #first: number;

  /** @param first number of the first of them */
  constructor(batch: UrlBatch, first: number) {
    this.#batch = batch;
    this.#first = first;
    this.indices = new Uint32Array(batch.size);
    this.depths = new Uint16Array(batch.size);
    this.places = new Float64Array(batch.size);
  }

  push(index: number, depth: number, place: number): void {
    this.indices[this.size] = index;
    this.depths[this.size] = depth;
    this.places[this.size++] = place;
  }

  /** Depth of one of these; undefined for another URL. */
  depthOf(number: number): number | undefined {
    return number < this.#first ? undefined : this.depths[number - this.#first];
  }

  /** Is `number` this URL? undefined when it is none of these. */
  is(number: number, url: Uint8Array, start: number, end: number): boolean | undefined {
    if (number < this.#first) return undefined;
    const index = this.indices[number - this.#first];
    return areEqual(this.#batch.bytes, this.#batch.startOf(index), this.#batch.ends[index], url, start, end);
  }
}

/** Are `a[aStart .. aEnd)` and `b[bStart .. bEnd)` the same bytes? */
export function areEqual(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): boolean {
  if (aEnd - aStart !== bEnd - bStart) return false;
  for (let i = aStart, j = bStart; i < aEnd; i++, j++) if (a[i] !== b[j]) return false;
  return true;
}
