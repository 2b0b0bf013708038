import { type Fingerprint, fingerprint } from "../../url/fingerprint.js";
import type { Eliminator, EliminatorStats } from "../eliminator.js";
import { asBatch, type UrlBatch } from "../url-batch.js";
import { pick } from "../url-list.js";
import { Yields } from "../yields.js";

/** A URL cache, as an eliminator needs it. */
export interface UrlCache {
  /** Asks for a URL by its 64-bit checksum. @returns was it there? If not, it may be from now on */
  request(high: number, low: number): boolean;
}

export interface CachedEliminator extends Eliminator {
  readonly stats: EliminatorStats & {
    /** URLs that the cache held, so that the eliminator was not asked. */
    readonly saved: number;
  };
}

/**
 * Puts a URL cache before an eliminator: what hits in the cache was offered before, and is dropped, so that the
 * eliminator's buffer fills more slowly and is merged less often (Broder et al. 2003, section 4). What comes out stays
 * the same, save that URLs of equal checksums count as one, even before an exact eliminator.
 *
 * The cache must be new: what it holds from elsewhere never reaches the eliminator.
 */
export function behind(cache: UrlCache, eliminator: Eliminator, hash: Fingerprint = fingerprint): CachedEliminator {
  const words = new Uint32Array(4);
  let asked = 0;
  let saved = 0;
  let last: Promise<unknown> = Promise.resolve();
  /**
   * What the cache let pass and the eliminator refused: it would hit from now on, and so is offered again from here.
   */
  let owed: UrlBatch | undefined;

  const missed = (batch: UrlBatch): UrlBatch => {
    const chosen = new Uint32Array(batch.size);
    let count = 0;
    for (let i = 0; i < batch.size; i++) {
      hash(batch.bytes, batch.startOf(i), batch.ends[i], words);
      if (!cache.request(words[0], words[1])) chosen[count++] = i;
    }
    asked += batch.size;
    saved += batch.size - count;
    return count === batch.size ? batch : pick(batch, chosen.subarray(0, count));
  };
  /** Yields of calls that went wrong later on come out with the next. */
  const ready = new Yields();
  const serially = (call: () => Promise<void>): Promise<UrlBatch> => {
    const result = last.then(call, call).then(() => ready.take());
    last = result;
    return result;
  };
  const pay = async () => {
    if (!owed) return;
    ready.add(await eliminator.offer(owed));
    owed = undefined;
  };
  const close = () => last.catch(() => {}).then(() => eliminator.close());
  return {
    async offer(urls) {
      const batch = asBatch(urls);
      return serially(async () => {
        await pay();
        owed = missed(batch);
        await pay();
      });
    },
    flush: () =>
      serially(async () => {
        await pay();
        ready.add(await eliminator.flush());
      }),
    get stats() {
      return { ...eliminator.stats, offered: asked, saved };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
