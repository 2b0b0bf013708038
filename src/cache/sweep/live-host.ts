import { setImmediate } from "node:timers/promises";
import { AskedThread } from "../../base/asked.js";
import { type CacheSpec, isPortableCache } from "./cache-methods.js";
import { type LiveCounts, type LiveSetting, LiveSweep } from "./live-sweep.js";

/** What a thread is started with, and what it is sent. */
export type LiveWork = Omit<LiveSetting, "policies"> & { readonly specs: readonly CacheSpec[] };
export type LiveQuestion = Uint32Array<ArrayBuffer> | "finish";

/** Where misses are counted while requests come in: one call after the other. */
export interface LiveHost {
  /** @param fingerprints given away: low word of request i in [2i], high in [2i + 1] */
  add(fingerprints: Uint32Array<ArrayBuffer>): Promise<LiveCounts>;
  /** See `LiveSweep.finish`. */
  finish(): Promise<LiveCounts>;
  /** Ends it at once: what is under way rejects with `why`. */
  end(why: Error): Promise<void>;
}

/** A thread of its own; policies of the user's, which a thread cannot make, are counted in this one. */
export async function openLiveHost(setting: LiveSetting): Promise<LiveHost> {
  const { policies, sizes, seed, urls, requests } = setting;
  const portable = await Promise.all(policies.map(isPortableCache));
  if (portable.includes(false)) return localHost(await LiveSweep.open(setting));
  const specs = policies.map(({ name, options }) => ({ name, options }));
  const work: LiveWork = { specs, sizes, seed, urls, requests };
  const thread = new AskedThread<LiveQuestion, LiveCounts>(new URL("./live-worker.js", import.meta.url), work);
  return {
    add: (fingerprints) => thread.ask(fingerprints, [fingerprints.buffer]),
    finish: () => thread.ask("finish"),
    end(why) {
      thread.fail(why);
      return thread.end();
    },
  };
}

function localHost(sweep: LiveSweep): LiveHost {
  let ended: Error | undefined;
  const after = async (work: () => LiveCounts) => {
    await setImmediate(); // what else runs here has its turn
    if (ended) throw ended;
    return work();
  };
  return {
    add: (fingerprints) =>
      after(() => {
        sweep.add(fingerprints);
        return sweep.counts();
      }),
    finish: () => after(() => sweep.finish()),
    async end(why) {
      ended = why;
    },
  };
}
