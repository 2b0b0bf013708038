import { checkOptions } from "../options.js";
import { type Fingerprint, fingerprint } from "../url/fingerprint.js";
import { UrlDatabaseError } from "./error.js";
import { asBatch, type NewUrl, type UrlBatch, type UrlKey } from "./url-batch.js";

export interface EliminatorOptions {
  /** 64-bit checksum of a URL; default: 64 bits of MurmurHash3. A folder is always opened with the same. */
  readonly hash?: Fingerprint;
  /** URLs that are held in memory before they are merged into the file on disk; default 2,097,152. */
  readonly bufferUrls?: number;
  /** Bytes of URLs that are held in memory before they are merged, at most 2^30; default 268,435,456. */
  readonly bufferBytes?: number;
  /** k of the unshuffle, for methods that yield URLs in that order; default 1,000, as in the paper, but never more than the root of their number. */
  readonly ways?: number;
  /** Bits of filter per URL when the filter is full, for methods that have one; default 12. */
  readonly bitsPerUrl?: number;
  /**
   * When what a merge yielded becomes part of the file. "yielded" (default): with the merge; a kill before the crawler has put
   * those URLs away loses them. "taken": with the next call or `close`, by which the crawler says that it has them; a kill before yields them again.
   */
  readonly remember?: "yielded" | "taken";
}

/** Options with every default filled in, as methods receive them. */
export type EliminatorSettings = Required<EliminatorOptions>;

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
   * What a kill leaves. "yields": all that was yielded is remembered. "flushes": all that was yielded until the last flush or
   * merge; what came out since comes out again when it is offered again. "nothing": the set is gone.
   */
  readonly durable: "yields" | "flushes" | "nothing";
  /** @param path folder of its files, made if need be; methods that are not durable leave it alone */
  open(path: string, settings: EliminatorSettings): Promise<EliminatorStore>;
}

/**
 * Duplicate-URL eliminator: is offered URLs, and yields each distinct one exactly once, now or later (the DUE of Mercator, the
 * "URL seen" of Suel). Priority and referrer of the URL's first offer come out with it.
 *
 * What is pending at a kill was not yielded, and is to be offered again. Calls may be made without waiting for the last; they
 * take effect in the order in which they are made.
 */
export interface Eliminator extends AsyncDisposable {
  /**
   * @returns URLs found to be new by now, possibly of earlier batches
   * @throws UrlDatabaseError "disk-full", "corrupt" or "failed" when a merge did not succeed: the file is as before, nothing that
   *   was found is lost, and some of the batch may be pending. Offer the same batch again when there is room: what was taken is a repeat then.
   */
  offer(urls: UrlBatch | Iterable<UrlKey | NewUrl> | UrlKey | NewUrl): Promise<UrlBatch>;
  /** Decides all that is pending. @returns the new URLs among it. @throws as `offer` does; call it again when there is room */
  flush(): Promise<UrlBatch>;
  readonly stats: EliminatorStats;
  /** Waits for what is under way, and closes; what is pending is forgotten, unless it was flushed. Closing twice is no error. */
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
    if (this.#closing) throw new UrlDatabaseError(`the eliminator ${this.#path} is closed: open it again`, "closed");
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
 * @throws UrlDatabaseError "settings" when it was made with another hash, "locked", "corrupt"; RangeError for an option out of range
 */
export async function openEliminator(
  path: string,
  { method, ...options }: EliminatorOptions & { readonly method: EliminatorMethod },
): Promise<Eliminator> {
  if (typeof method?.open !== "function") {
    throw new RangeError(
      `method is mercatorMemory, mercatorDisk, suelFile or compactFilter, as imported from "crawlbench"; found ${JSON.stringify(method)}`,
    );
  }
  return new SerialEliminator(await method.open(path, settingsOf(options)), path);
}

function settingsOf(options: EliminatorOptions): EliminatorSettings {
  checkOptions("an eliminator", options, {
    hash: undefined,
    bufferUrls: undefined,
    bufferBytes: undefined,
    ways: undefined,
    bitsPerUrl: undefined,
    remember: ["yielded", "taken"],
  });
  const settings: EliminatorSettings = {
    hash: options.hash ?? fingerprint,
    bufferUrls: options.bufferUrls ?? 2 ** 21,
    bufferBytes: options.bufferBytes ?? 2 ** 28,
    ways: options.ways ?? 1000,
    bitsPerUrl: options.bitsPerUrl ?? 12,
    remember: options.remember ?? "yielded",
  };
  const checkRange = (name: "bufferUrls" | "bufferBytes" | "ways" | "bitsPerUrl", least: number, most: number) => {
    const value = settings[name];
    if (!Number.isInteger(value) || value < least || value > most)
      throw new RangeError(`${name} is an integer from ${least} to ${most}; found ${value}`);
  };
  checkRange("bufferUrls", 1, 2 ** 26);
  checkRange("bufferBytes", 1, 2 ** 30);
  checkRange("ways", 1, 2 ** 31 - 1);
  checkRange("bitsPerUrl", 4, 64);
  return settings;
}
