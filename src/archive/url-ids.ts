/** Ids 0, 1, 2, ... of URLs by their 64-bit fingerprints, in the order in which they came: in memory, or on disk. */
export interface UrlIds {
  readonly size: number;
  /** -1 for a fingerprint that is not known. */
  idOf(high: number, low: number): number;
  /** The id of a fingerprint: one that is not known gets the next. */
  add(high: number, low: number): number;
}

/** A few of them, which are looked for first. */
export interface UrlIdCache {
  /** -1 for a fingerprint that it does not hold. */
  idOf(high: number, low: number): number;
  /** Told the id of a fingerprint that it did not hold. */
  learn(high: number, low: number, id: number): void;
}

/** Ids that outlive the process: with ids from 0 to `size` - 1 when they are opened. */
export interface KeptUrlIds extends UrlIds {
  /** Of the fingerprints, below 2^32: another would find none of them. */
  readonly seed: number;
  /**
   * To be called when all URLs that have ids are about to be committed. What it gives is to be called once they are: it
   * keeps the ids of that moment.
   */
  checkpoint(): () => Promise<void>;
  close(): void;
}
