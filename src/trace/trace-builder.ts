import { problem } from "../base/error.js";
import { GrowingWords } from "../base/growing-words.js";
import { DenseIds, type DenseIdsOptions } from "./dense-ids.js";
import type { UrlTrace } from "./url-trace.js";

export interface TraceBuilderOptions extends DenseIdsOptions {
  /** How many requests will come, where that is known. */
  readonly requests?: number;
}

/** Makes a trace of fingerprints that come in parts. */
export class TraceBuilder {
  readonly #ids: DenseIds;
  readonly #requests: GrowingWords;
  #part = new Uint32Array(0);

  constructor({ requests, ...options }: TraceBuilderOptions = {}) {
    this.#ids = new DenseIds(options);
    this.#requests = new GrowingWords(requests);
  }

  get requests(): number {
    return this.#requests.length;
  }

  get urls(): number {
    return this.#ids.size;
  }

  /**
   * @param words low word of fingerprint i in [2i], high in [2i + 1]
   * @returns their ids, valid until the next call
   * @throws "too-many-urls"
   */
  add(words: Uint32Array): Uint32Array {
    const count = words.length >>> 1;
    if (this.#part.length < count) this.#part = new Uint32Array(count);
    this.#ids.number(words, this.#part);
    const part = this.#part.subarray(0, count);
    this.#requests.append(part);
    return part;
  }

  /** @throws "empty" */
  build(name: string, more: Partial<UrlTrace> = {}): UrlTrace {
    if (this.requests === 0) throw emptyTrace(name);
    return {
      name,
      requests: this.#requests.taken(),
      urls: this.#ids.size,
      fingerprints: this.#ids.fingerprints(),
      ...more,
    };
  }
}

export const emptyTrace = (name: string) =>
  problem.empty`${name} is empty: expected one request for a URL at least, found none. Check what was written to it`;
