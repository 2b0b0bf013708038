import { got, gotInstead, problem } from "../base/error.js";
import { grownBuffer } from "../base/growing.js";
import { checkOptions } from "../base/method.js";

/** A URL K: text, stored as UTF-8, or its bytes. 1 to 65,536 bytes of any value. */
export type UrlKey = string | Uint8Array;

/** A URL to be added. */
export interface NewUrl {
  readonly url: UrlKey;
  /** K', the page on which it was found; none: a starting link, of depth 1. */
  readonly from?: UrlKey;
  /** p(K), 0 .. 2^32 - 1, the smaller the sooner; default 0. */
  readonly priority?: number;
}

const OF_A_URL = { url: undefined, from: undefined, priority: undefined };

/** Longest URL that is kept, in bytes. */
export const LONGEST_URL = 65_536;

/** Many URLs in one buffer, back to back: what engines work on, so that a million URLs are not a million objects. */
export class UrlBatch {
  /**
   * @param bytes all URLs back to back
   * @param ends `ends[i]` is where URL i ends in `bytes`, and URL i + 1 begins
   * @param priorities p(K) of each; none: all 0
   * @param from K' of each, undefined for starting links; none: all are starting links
   * @throws "bad-url" for a URL without bytes, longer than LONGEST_URL, or that ends behind `bytes`; "option" for
   *   priorities or referrers that are not as many as the URLs
   */
  constructor(
    readonly bytes: Uint8Array,
    readonly ends: Uint32Array,
    readonly priorities?: Uint32Array,
    readonly from?: readonly (Uint8Array | undefined)[],
  ) {
    if (!(bytes instanceof Uint8Array && ends instanceof Uint32Array))
      throw problem.option`a batch takes the bytes of all URLs and where each ends: new UrlBatch(Uint8Array, Uint32Array), or UrlBatch.of(["http://a/"]); ${gotInstead(bytes instanceof Uint8Array ? ends : bytes)}`;
    for (let i = 0, start = 0; i < ends.length; start = ends[i++]) {
      const length = ends[i] - start;
      if (length > 0 && length <= LONGEST_URL && ends[i] <= bytes.length) continue;
      if (ends[i] > bytes.length)
        throw bad(i, `it ends at ${ends[i]} of ${bytes.length} bytes`, "ends[i] is where URL i ends");
      throw badLength(i, length);
    }
    for (const [name, list] of Object.entries({ priorities, from })) {
      if (list && list.length !== ends.length)
        throw problem.option`a batch of ${ends.length} URLs has as many ${name}, or none; ${got(list.length)}`;
    }
  }

  get size(): number {
    return this.ends.length;
  }

  startOf(index: number): number {
    return index === 0 ? 0 : this.ends[index - 1];
  }

  /** The same URLs in memory of their own: for whoever reads them after the call that was given them. */
  copy(): UrlBatch {
    const from = this.from?.map((bytes) => bytes && Uint8Array.from(bytes));
    return new UrlBatch(Uint8Array.from(this.bytes), this.ends.slice(), this.priorities?.slice(), from);
  }

  /** Bytes of one URL, a view. */
  at(index: number): Uint8Array {
    return this.bytes.subarray(this.startOf(index), this.ends[index]);
  }

  /**
   * Packs URLs given one by one.
   *
   * @throws "bad-url" for a URL that is empty, longer than LONGEST_URL, or text with half a surrogate pair; "option"
   *   for a priority out of range or a key that is not known; each names the index
   */
  static of(urls: Iterable<UrlKey | NewUrl | { readonly bytes: Uint8Array; readonly priority?: number }>): UrlBatch {
    const packer = new Packer();
    for (const each of typeof urls === "string" ? [urls] : urls) {
      if (typeof each !== "object" || each === null || each instanceof Uint8Array) packer.add(each);
      else if ("bytes" in each) packer.add(each.bytes, each.priority);
      else {
        for (const name in each) if (!Object.hasOwn(OF_A_URL, name)) checkOptions(`URL ${packer.size}`, each, OF_A_URL);
        packer.add(each.url, each.priority, each.from);
      }
    }
    return packer.batch();
  }
}

/** URLs in any form that calls take: one, several, or packed already. @throws as `UrlBatch.of` does */
export function asBatch(urls: UrlBatch | Iterable<UrlKey | NewUrl> | UrlKey | NewUrl): UrlBatch {
  if (urls instanceof UrlBatch) return urls;
  const isOne = typeof urls === "string" || urls instanceof Uint8Array || !(Symbol.iterator in Object(urls));
  return UrlBatch.of((isOne ? [urls] : urls) as Iterable<UrlKey | NewUrl>);
}

const bad = (index: number, what: string, next: string) => problem.badUrl`URL ${index} of the batch: ${what}; ${next}`;

const badLength = (index: number, length: number) =>
  length === 0
    ? bad(index, "it is empty", "a URL has at least 1 byte")
    : bad(index, `it has ${length} bytes`, `at most ${LONGEST_URL} are kept`);

function checkKey(key: UrlKey, index: number, which: string): void {
  if (key instanceof Uint8Array) return;
  if (typeof key !== "string")
    throw bad(index, `${which} is text or bytes, found ${String(key)}`, "give text, bytes, or { url, from, priority }");
  if (!key.isWellFormed())
    throw bad(index, `the text of ${which} holds half a surrogate pair, which UTF-8 cannot keep`, "give its bytes");
}

class Packer {
  #bytes = Buffer.allocUnsafe(1 << 12);
  #length = 0;
  readonly #ends: number[] = [];
  #priorities: number[] | undefined;
  #from: (Uint8Array | undefined)[] | undefined;
  #lastFrom: { readonly key: UrlKey; readonly bytes: Uint8Array } | undefined;

  get size(): number {
    return this.#ends.length;
  }

  add(url: UrlKey, priority = 0, from?: UrlKey): void {
    const index = this.#ends.length;
    checkKey(url, index, "it");
    if (typeof url === "string") {
      this.#reserve(url.length * 3);
      this.#length += this.#bytes.write(url, this.#length);
    } else {
      this.#reserve(url.length);
      this.#bytes.set(url, this.#length);
      this.#length += url.length;
    }
    const length = this.#length - (this.#ends[index - 1] ?? 0);
    if (length === 0 || length > LONGEST_URL) throw badLength(index, length);
    if (priority !== 0 || this.#priorities) {
      if (!Number.isInteger(priority) || priority < 0 || priority > 0xffffffff) {
        throw problem.option`URL ${index}: priority is an integer from 0 (first) to 4294967295; ${got(priority)}`;
      }
      this.#priorities ??= new Array<number>(index).fill(0);
      this.#priorities[index] = priority;
    }
    if (from !== undefined || this.#from) {
      this.#from ??= new Array<undefined>(index).fill(undefined);
      if (from !== undefined) checkKey(from, index, "its referrer");
      this.#from[index] = from === undefined ? undefined : this.#encoded(from);
    }
    this.#ends.push(this.#length);
  }

  batch(): UrlBatch {
    const { length } = this.#ends;
    const priorities = this.#priorities && Uint32Array.from({ length }, (_, index) => this.#priorities?.[index] ?? 0);
    return new UrlBatch(this.#bytes.subarray(0, this.#length), Uint32Array.from(this.#ends), priorities, this.#from);
  }

  /** Links of one page come one after the other: its URL is encoded once, and is the same object for all. */
  #encoded(from: UrlKey): Uint8Array {
    const last = this.#lastFrom;
    const isSame =
      typeof from === "string" ? last?.key === from : last !== undefined && Buffer.compare(last.bytes, from) === 0;
    if (last && isSame) return last.bytes;
    const bytes = Buffer.from(from); // a copy: the caller may reuse its own
    this.#lastFrom = { key: from, bytes };
    return bytes;
  }

  #reserve(more: number): void {
    this.#bytes = grownBuffer(this.#bytes, this.#length + more);
  }
}
