import { got, option, problem } from "../base/error.js";
import { type ChosenOf, number, ruleOf, type ValuesOf, valuesOf, word } from "../base/method.js";
import { type Fingerprint, fingerprint } from "../url/fingerprint.js";
import { type OwnFile, requireOwn } from "./made-by.js";
import { asBatch, type NewUrl, type UrlBatch, type UrlKey } from "./url-batch.js";

export const ELIMINATOR_OPTIONS = {
  /** Default: 64 bits of MurmurHash3. A folder is always opened with the same. */
  hash: ruleOf<Fingerprint>(fingerprint, "64-bit checksum of a URL", "a function", (is) => typeof is === "function"),
  bufferUrls: number(2 ** 21, "[1, 67108864]", "URLs held in memory before they are merged into the file on disk", {
    whole: true,
    unit: "URLs",
  }),
  bufferBytes: number(2 ** 28, "[1, 1073741824]", "bytes of URLs held in memory before they are merged", {
    whole: true,
    unit: "bytes",
  }),
  /** 1,000 in the paper; never more than the root of their number. */
  ways: number(1000, "[1, 2147483647]", "k of the unshuffle, for methods that yield URLs in that order", {
    whole: true,
  }),
  bitsPerUrl: number(12, "[4, 64]", "bits of filter per URL when the filter is full, for methods that have one", {
    whole: true,
    unit: "bits",
  }),
  /**
   * "yielded": with the merge; a kill before the crawler has put those URLs away loses them. "taken": with the next call
   * or `close`, by which the crawler says that it has them; a kill before yields them again.
   */
  remember: word(["yielded", "taken"], "when what a merge yielded becomes part of the file"),
} as const;

export type EliminatorOptions = ChosenOf<typeof ELIMINATOR_OPTIONS>;

/** Options with every default filled in, as methods receive them. */
export type EliminatorSettings = ValuesOf<typeof ELIMINATOR_OPTIONS>;

export interface EliminatorSize {
  /** Distinct URLs known, those not counted that are yet to be decided. */
  readonly urls: number;
  /** URLs that were offered and are yet to be decided. */
  readonly pending: number;
  /** Bytes of the method's arrays. */
  readonly memoryBytes: number;
  /** Bytes of the method's files. */
  readonly diskBytes: number;
  /** Merges with a file that were finished. */
  readonly merges: number;
  /** What only this method counts, by name. */
  readonly details?: Readonly<Record<string, number>>;
}

export interface EliminatorStats extends EliminatorSize {
  readonly offered: number;
  readonly yielded: number;
}

/** What a method does; `openEliminator` sees to it that calls come one after the other, and none after `close`. */
export interface EliminatorStore {
  offer(batch: UrlBatch): Promise<UrlBatch>;
  flush(): Promise<UrlBatch>;
  size(): EliminatorSize;
  close(): Promise<void>;
}

/** A way to eliminate duplicate URLs. One file of eliminator/ each. */
export interface EliminatorMethod {
  /** "Mercator, on disk", for tables and legends */
  readonly name: string;
  readonly source: string;
  /** Are URLs compared? Else two of equal 64-bit checksums count as one, and the second is dropped. */
  readonly exact: boolean;
  /**
   * What a kill leaves. "yields": all that was yielded is remembered. "flushes": all that was yielded until the last
   * flush or merge; what came out since comes out again when it is offered again. "nothing": the set is gone.
   */
  readonly durable: "yields" | "flushes" | "nothing";
  /** File by which a folder of it is known. */
  readonly file?: OwnFile;
  /** @param path folder of its files, made if need be; methods that are not durable leave it alone */
  open(path: string, settings: EliminatorSettings): Promise<EliminatorStore>;
}

/**
 * Duplicate-URL eliminator: is offered URLs, and yields each distinct one exactly once, now or later (the DUE of
 * Mercator, the "URL seen" of Suel). Priority and referrer of the URL's first offer come out with it.
 *
 * What is pending at a kill was not yielded, and is to be offered again. Calls may be made without waiting for the
 * last; they take effect in the order in which they are made.
 */
export interface Eliminator extends AsyncDisposable {
  /**
   * @returns URLs found to be new by now, possibly of earlier batches
   * @throws "disk-full", "damaged" or "failed" when a merge did not succeed: the file is as before, nothing that was
   *   found is lost, and some of the batch may be pending. Offer the same batch again when there is room: what was
   *   taken is a repeat then.
   */
  offer(urls: UrlBatch | Iterable<UrlKey | NewUrl> | UrlKey | NewUrl): Promise<UrlBatch>;
  /**
   * Decides all that is pending. @returns the new URLs among it. @throws as `offer` does; call it again when there is
   * room
   */
  flush(): Promise<UrlBatch>;
  readonly stats: EliminatorStats;
  /**
   * Waits for what is under way, and closes; what is pending is forgotten, unless it was flushed. Closing twice is no
   * error.
   */
  close(): Promise<void>;
}

class SerialEliminator implements Eliminator {
  readonly #store: EliminatorStore;
  readonly #path: string;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;
  #offered = 0;
  #yielded = 0;

  constructor(store: EliminatorStore, path: string) {
    this.#store = store;
    this.#path = path;
  }

  async offer(urls: UrlBatch | Iterable<UrlKey | NewUrl> | UrlKey | NewUrl): Promise<UrlBatch> {
    const batch = asBatch(urls);
    return this.#yield(async () => {
      const yielded = await this.#store.offer(batch);
      this.#offered += batch.size;
      return yielded;
    });
  }

  flush(): Promise<UrlBatch> {
    return this.#yield(() => this.#store.flush());
  }

  get stats(): EliminatorStats {
    return { offered: this.#offered, yielded: this.#yielded, ...this.#store.size() };
  }

  close(): Promise<void> {
    this.#closing ??= this.#last.then(
      () => this.#store.close(),
      () => this.#store.close(),
    );
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #yield(call: () => Promise<UrlBatch>): Promise<UrlBatch> {
    if (this.#closing) throw problem.closed`the eliminator ${this.#path} is closed: open it again`;
    const result = this.#last.then(call, call);
    this.#last = result;
    const batch = await result;
    this.#yielded += batch.size;
    return batch;
  }
}

/**
 * Opens an eliminator, or makes one.
 *
 * @param path folder of its files; methods that keep none ignore it
 * @throws "settings" when it was made with another hash or method, "locked", "damaged"; "option" for an option out of range
 */
export async function openEliminator(
  path: string,
  chosen: EliminatorOptions & { readonly method: EliminatorMethod },
): Promise<Eliminator> {
  const { method, ...options } = Object(chosen) as typeof chosen;
  if (typeof method?.open !== "function") {
    throw problem.option`${option("method")} is one of the namespace eliminators, such as eliminators.mercatorDisk, as imported from "crawlbench"; ${got(method)}`;
  }
  const settings = valuesOf("an eliminator", ELIMINATOR_OPTIONS, options);
  if (method.file) requireOwn(path, method.file);
  return new SerialEliminator(await method.open(path, settings), path);
}
