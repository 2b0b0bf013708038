import type { UrlBatch } from "./url-batch.js";
import { joined } from "./url-list.js";

/** New URLs that came out, and that no call has handed over yet. */
export class Yields {
  #batches: UrlBatch[] = [];

  add(batch: UrlBatch): void {
    this.#batches.push(batch);
  }

  /** All of them as one batch; they are handed over with it. */
  take(): UrlBatch {
    const taken = joined(this.#batches);
    this.#batches = [];
    return taken;
  }
}
