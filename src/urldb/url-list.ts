import { grown } from "../base/growing.js";
import { UrlBatch } from "./url-batch.js";

/** URLs back to back with what belongs to them: a `UrlBatch`, or what one can be made of. */
export interface UrlSource {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly priorities?: Uint32Array;
  readonly from?: readonly (Uint8Array | undefined)[];
}

/**
 * A list of URLs that grows, and is emptied without giving up its memory: URLs offered by others are copied here, since
 * the batch they came in may be used again.
 */
export class UrlList implements UrlSource {
  bytes: Uint8Array = new Uint8Array(1 << 12);
  ends: Uint32Array = new Uint32Array(1 << 8);
  priorities: Uint32Array | undefined;
  from: (Uint8Array | undefined)[] | undefined;
  size = 0;
  #end = 0;
  #lastFrom: { readonly lent: Uint8Array; readonly kept: Uint8Array } | undefined;

  /** Bytes of the URLs in it. */
  get byteLength(): number {
    return this.#end;
  }

  /** Bytes of its arrays, referrers apart. */
  get memoryBytes(): number {
    return this.bytes.length + this.ends.byteLength + (this.priorities?.byteLength ?? 0);
  }

  startOf(index: number): number {
    return index === 0 ? 0 : this.ends[index - 1];
  }

  /** Appends `source[start .. end)`, with what belongs to URL `index` of `batch`. */
  append(source: Uint8Array, start: number, end: number, batch: UrlSource, index: number): void {
    const at = this.#end;
    const length = end - start;
    this.bytes = grown(this.bytes, at + length, 1.5);
    if (length < 48) for (let i = 0; i < length; i++) this.bytes[at + i] = source[start + i];
    else this.bytes.set(source.subarray(start, end), at);
    if (this.size === this.ends.length) {
      this.ends = grown(this.ends, this.size + 1);
      this.priorities &&= grown(this.priorities, this.size + 1);
    }
    const priority = batch.priorities?.[index] ?? 0;
    if (priority !== 0 || this.priorities) {
      this.priorities ??= new Uint32Array(this.ends.length);
      this.priorities[this.size] = priority;
    }
    const from = batch.from?.[index];
    if (from || this.from) {
      this.from ??= new Array<undefined>(this.size).fill(undefined);
      this.from.push(from && this.#copied(from));
    }
    this.#end += length;
    this.ends[this.size++] = this.#end;
  }

  clear(): void {
    this.size = 0;
    this.#end = 0;
    this.priorities = undefined;
    this.from = undefined;
    this.#lastFrom = undefined;
  }

  /** Links of one page come one after the other, and share its URL. */
  #copied(from: Uint8Array): Uint8Array {
    const last = this.#lastFrom;
    const same = last?.lent === from && last.kept.length === from.length && Buffer.compare(last.kept, from) === 0;
    if (!same) this.#lastFrom = { lent: from, kept: Uint8Array.from(from) };
    return this.#lastFrom!.kept;
  }
}

/** URLs of a source in the order of `indices`, copied. */
export function pick(source: UrlSource, indices: Uint32Array): UrlBatch {
  const { bytes, ends, priorities, from } = source;
  const startOf = (index: number) => (index === 0 ? 0 : ends[index - 1]);
  const count = indices.length;
  let length = 0;
  for (let i = 0; i < count; i++) length += ends[indices[i]] - startOf(indices[i]);
  const picked = new Uint8Array(length);
  const pickedEnds = new Uint32Array(count);
  for (let i = 0, at = 0; i < count; ) {
    const start = startOf(indices[i]);
    let end = start;
    do {
      // neighbours are copied together
      end = ends[indices[i]];
      pickedEnds[i++] = at + end - start;
    } while (i < count && indices[i] === indices[i - 1] + 1);
    picked.set(bytes.subarray(start, end), at);
    at += end - start;
  }
  return new UrlBatch(
    picked,
    pickedEnds,
    priorities && Uint32Array.from(indices, (index) => priorities[index]),
    from && Array.from(indices, (index) => from[index]),
  );
}

/** Several batches as one. */
export function joined(batches: readonly UrlBatch[]): UrlBatch {
  const filled = batches.filter(({ size }) => size > 0);
  if (filled.length === 1) return filled[0];
  const list = new UrlList();
  for (const batch of filled) {
    for (let i = 0; i < batch.size; i++) list.append(batch.bytes, batch.startOf(i), batch.ends[i], batch, i);
  }
  return new UrlBatch(
    list.bytes.subarray(0, list.byteLength),
    list.ends.subarray(0, list.size),
    list.priorities?.subarray(0, list.size),
    list.from,
  );
}
