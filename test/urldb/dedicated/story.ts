import { accessSync, constants, cpSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../../../src/base/random.js";
import { dedicatedWith } from "../../../src/urldb/engine/dedicated.js";
import { inMemory } from "../../../src/urldb/engine/in-memory.js";
import type { UrlStore } from "../../../src/urldb/engine.js";
import { settingsOf, type UrlDatabaseSettings } from "../../../src/urldb/settings.js";
import { type NewUrl, UrlBatch } from "../../../src/urldb/url-batch.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { plain } from "../model.js";

/** One call of a store, made ready: what it says does not depend on what earlier calls gave. */
export interface Step {
  readonly what: string;
  readonly make: (store: UrlStore) => Promise<unknown>;
  /** What the oracle gives. */
  readonly result: unknown;
}

/** A disk in memory with room for all that these tests keep at a time. */
const fastDisk = (() => {
  try {
    accessSync("/dev/shm", constants.W_OK);
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 2 ** 27 ? "/dev/shm" : tmpdir();
  } catch {
    return tmpdir();
  }
})();

/**
 * A new empty folder, on a disk in memory where there is one, since many of these tests wait for the disk at every
 * call.
 */
export const newFolder = (): string => temporaryFolder(fastDisk);

/** What a kill at this moment would leave: a copy, without the mark of the process that has it open. */
export function leftBehind(path: string): string {
  const copy = newFolder();
  cpSync(path, copy, { recursive: true });
  rmSync(join(copy, "lock"), { force: true });
  return copy;
}

/** Does away with a folder before the tests are over. */
export const drop = (path: string): void => rmSync(path, { recursive: true, force: true });

export const openStore = (path: string, settings: UrlDatabaseSettings = {}, recentUrls = 4): Promise<UrlStore> =>
  dedicatedWith({ recentUrls }).open(path, settingsOf(settings));

export const oracle = (settings: UrlDatabaseSettings = {}): Promise<UrlStore> =>
  inMemory.open("", settingsOf(settings));

/** URLs that stories speak of, of a few hosts. */
export const storyUrls: readonly string[] = Array.from({ length: 150 }, (_, i) => `http://h${i % 7}.org/${i}`);

/**
 * A random sequence of calls, every answer known from the oracle. Times pass time-outs and re-crawls, and step
 * backwards at times.
 *
 * @param length calls
 */
export async function storyOf(seed: number, length: number, settings: UrlDatabaseSettings): Promise<Step[]> {
  const random = new Random(seed);
  const store = await oracle(settings);
  const steps: Step[] = [];
  const taken: string[] = [];
  const pick = () => storyUrls[random.below(storyUrls.length)];
  let now = 1000;
  while (steps.length < length) {
    now = Math.max(0, now + random.below(90) - 15);
    const at = now;
    const kind = random.below(10);
    let what: string;
    let make: Step["make"];
    if (kind < 4) {
      const urls = Array.from({ length: 1 + random.below(8) }, (): NewUrl => {
        const url: NewUrl = { url: pick(), priority: random.below(3) };
        return random.below(2) ? { ...url, from: pick() } : url;
      });
      what = `add ${JSON.stringify(urls)}`;
      make = (store) => store.add(UrlBatch.of(urls));
    } else if (kind < 6) {
      const count = 1 + random.below(7);
      what = `take ${count} at ${at}`;
      make = (store) => store.take(count, at);
    } else if (kind < 8) {
      const urls = Array.from({ length: 1 + random.below(4) }, () =>
        taken.length > 0 && random.below(4) > 0 ? taken[random.below(taken.length)] : pick(),
      );
      what = `confirm ${urls} at ${at}`;
      make = (store) => store.confirm(UrlBatch.of(urls), at);
    } else {
      what = `tick at ${at}`;
      make = (store) => store.tick(at);
    }
    const result = await make(store);
    if (what.startsWith("take")) taken.push(...(result as { url: string }[]).map(({ url }) => url));
    steps.push({ what, make, result: plain(result) });
  }
  return steps;
}

/** All that can be known of a store, as text; first without changing it, then by handing out everything. */
export async function stateOf(store: UrlStore): Promise<string> {
  const state: unknown[] = [await store.size(), await store.outstanding()];
  for (const url of storyUrls) state.push(await store.get(Buffer.from(url)));
  state.push(await store.tick(1050), await store.take(4, 1050), await store.size());
  state.push(
    await store.tick(1e12),
    await store.take(1000, 1e12),
    await store.tick(2e12),
    await store.take(1000, 2e12),
  );
  return JSON.stringify(state.map(plain));
}

/** The state after the first calls of a story, by how many they are: each is worked out once, when it is asked for. */
export function statesOf(steps: readonly Step[], settings: UrlDatabaseSettings): (count: number) => Promise<string> {
  const states = new Map<number, Promise<string>>();
  return (count) => {
    const state = states.get(count) ?? stateAfter(steps.slice(0, count), settings);
    states.set(count, state);
    return state;
  };
}

/** The state after these calls. */
export async function stateAfter(steps: readonly Step[], settings: UrlDatabaseSettings): Promise<string> {
  const store = await oracle(settings);
  for (const { make } of steps) await make(store);
  return stateOf(store);
}

/** Opens what a folder holds, tells its state, and closes it. */
export async function stateIn(path: string, settings: UrlDatabaseSettings, recentUrls = 4): Promise<string> {
  const store = await openStore(path, settings, recentUrls);
  try {
    return await stateOf(store);
  } finally {
    await store.close();
  }
}

/** Lets callbacks of the disk and what waits for them run. */
export const pause = (times = 1): Promise<void> =>
  new Promise((resolve) => {
    const next = (left: number): unknown => (left > 0 ? setImmediate(next, left - 1) : resolve());
    next(times);
  });

/** Settings under which stories meet every rule: by name. */
export const storySettings: Readonly<Record<string, UrlDatabaseSettings>> = {
  "the default order": { confirmTimeout: 100, recrawlAfter: (url) => (url.length % 2 ? 120 : 0) },
  "order of arrival, as printed": {
    confirmTimeout: 60,
    order: ["priority", "added"],
    asPrinted: true,
    recrawlAfter: () => 50,
  },
  "a hash of 2 bits": {
    confirmTimeout: 100,
    order: ["depth", "hash"],
    recrawlAfter: () => 80,
    hash: (bytes, _, end, out) => void out.fill((bytes[end - 1] & 3) << 30),
  },
};
