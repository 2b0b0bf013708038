import { afterEach, describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import type { UrlDatabaseSettings } from "../../../src/urldb/settings.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import { depth } from "../../depth.js";
import { plain } from "../model.js";
import { disk, watchDisk } from "./disk.js";
import {
  drop,
  leftBehind,
  newFolder,
  openStore,
  pause,
  type Step,
  stateAfter,
  stateIn,
  stateOf,
  statesOf,
  storyOf,
  storySettings,
} from "./story.js";

watchDisk();
afterEach(() => disk.reset());

/** What the disk holds at one moment, and how many calls had been acknowledged and made by then. */
interface Moment {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly acknowledged: number;
  readonly made: number;
  readonly before: string;
}

/**
 * Makes the calls of a story, several at a time, and looks at the disk before every so many requests to it, from the
 * opening to the end of the closing.
 */
async function moments(
  steps: readonly Step[],
  settings: UrlDatabaseSettings,
  seed: number,
  every: number,
  look: (path: string) => ReadonlyMap<string, Buffer>,
): Promise<Moment[]> {
  disk.reset(); // of what was opened before, nothing is durable here
  const path = newFolder();
  const random = new Random(seed);
  const found: Moment[] = [];
  let acknowledged = 0;
  let made = 0;
  let requests = 0;
  disk.ask = (request, file) => {
    if (requests++ % every === seed % every)
      found.push({ files: look(path), acknowledged, made, before: `${request} ${file}` });
    return undefined;
  };
  const store = await openStore(path, settings);
  const waiting: Promise<unknown>[] = [];
  for (const { make } of steps) {
    const count = ++made; // while it is being made, it may be on the disk already
    waiting.push(make(store).then(() => (acknowledged = Math.max(acknowledged, count))));
    const wait = random.below(4);
    if (wait === 0) await Promise.all(waiting);
    else if (wait === 1) await pause(random.below(4));
  }
  await Promise.all([...waiting, store.close()]);
  found.push({ files: look(path), acknowledged, made, before: "the end" });
  disk.reset();
  drop(path);
  return found;
}

/** States of the stories that were told. */
const told = new WeakMap<readonly Step[], (count: number) => Promise<string>>();

/** Opens what each moment would leave, and holds it against the oracle after as many calls as it may hold. */
async function expectPrefixes(list: readonly Moment[], steps: readonly Step[], settings: UrlDatabaseSettings) {
  const states = told.get(steps) ?? statesOf(steps, settings);
  told.set(steps, states);
  for (const { files, acknowledged, made, before } of list) {
    const copy = newFolder();
    disk.put(copy, files);
    const state = await stateIn(copy, settings).catch((error: Error) => String(error));
    drop(copy);
    let count = acknowledged;
    while (count <= made && (await states(count)) !== state) count++;
    if (count <= made) continue;
    const all = await Promise.all([...steps.keys(), steps.length].map(states));
    const prefix = all.indexOf(state);
    expect.unreachable(
      `before "${before}", with ${acknowledged} calls acknowledged and ${made} made: ${prefix >= 0 ? `the state after ${prefix}` : state.slice(0, 300)}`,
    );
  }
}

/** How many requests to the disk lie between two looks, as a multiple of the least. */
const SPARSE = depth({ everyday: 15, prove: 1 });

const unsynced = Object.fromEntries(
  Object.entries(storySettings).map(([name, settings]) => [name, { ...settings, durability: "none" as const }]),
);

const stories = new Map<UrlDatabaseSettings, Promise<Step[]>>();

/** A story of 60 calls that several tests tell, always with one seed: so its states are worked out once. */
function toldOnce(seed: number, settings: UrlDatabaseSettings): Promise<Step[]> {
  const story = stories.get(settings) ?? storyOf(seed, 60, settings);
  stories.set(settings, story);
  return story;
}

/** Seeds of stories, and how durable they are. */
const STORIES = [
  [1, "sync"],
  [2, "none"],
] as const;

describe("a kill", () => {
  for (const [name, settings] of Object.entries(storySettings)) {
    it(`between any two requests to the disk leaves the state after some of the calls, all acknowledged ones among them, under ${name}`, async () => {
      for (const [seed, durability] of depth<readonly (typeof STORIES)[number][]>({
        everyday: STORIES.slice(0, 1),
        prove: STORIES,
      })) {
        const all = { ...settings, durability };
        const steps = await storyOf(seed + 30, 70, all);
        const list = await moments(steps, all, seed, 7 * SPARSE, disk.files);
        expect(list.length).toBeGreaterThan(50 / SPARSE);
        await expectPrefixes(list, steps, all);
      }
    });
  }

  it("while what a kill left is being opened leaves the same again", async () => {
    const settings = storySettings["the default order"];
    const steps = await storyOf(40, 60, settings);
    const left = (await moments(steps, settings, 0, 40 * SPARSE, disk.files)).filter((_, i) => i % 3 === 0);
    for (const moment of left) {
      const path = newFolder();
      disk.put(path, moment.files);
      const again: Moment[] = [];
      let requests = 0;
      disk.ask = (request, file) => {
        if (requests++ % depth({ everyday: 12, prove: 4 }) === 0)
          again.push({ ...moment, files: disk.files(path), before: `${request} ${file}` });
        return undefined;
      };
      await (await openStore(path, settings, 2)).close();
      disk.reset();
      await expectPrefixes(again, steps, settings);
      drop(path);
    }
  });
});

describe("a loss of power", () => {
  for (const kept of ["nothing", "names", "first half", "every other"] as const) {
    it(`leaves all that was acknowledged when, of what was not made durable, it leaves ${kept}`, async () => {
      for (const [name, settings] of Object.entries(storySettings)) {
        const seed = 50 + name.length;
        const steps = await toldOnce(seed, settings);
        const list = await moments(steps, settings, seed, 11 * SPARSE, (path) => disk.afterPowerLoss(path, kept));
        expect(list.length).toBeGreaterThan(20 / SPARSE);
        await expectPrefixes(list, steps, settings);
      }
    });
  }
});

describe("a loss of power when nobody waits for the disk", () => {
  for (const kept of ["nothing", "names", "first half"] as const) {
    it(`leaves the state after some of the calls, and never a manifest ahead of the log, when it leaves ${kept}`, async () => {
      for (const [name, all] of Object.entries(unsynced)) {
        const seed = 55 + name.length;
        const steps = await toldOnce(seed, all);
        const list = await moments(steps, all, seed, 13 * SPARSE, (path) => disk.afterPowerLoss(path, kept));
        const any = list.map((moment) => ({ ...moment, acknowledged: 0 })); // acknowledged, but not as durable
        await expectPrefixes(any, steps, all);
      }
    });
  }
});

describe("a loss of power after a kill", () => {
  it("leaves all that was acknowledged since, though the log had ended in what a kill left, and what had been read from there", async () => {
    const settings = storySettings["the default order"];
    const steps = await storyOf(58, 60, settings);
    for (const tail of [0, 7, 5000]) {
      const path = newFolder();
      const first = await openStore(path, settings, 1000);
      for (const { make } of steps.slice(0, 30)) await make(first);
      const left = leftBehind(path);
      await first.close();
      disk.reset();
      for (const [file, bytes] of disk.files(left)) {
        // the rest, nobody waited for
        disk.durable.set(`${left}/${file}`, file === "log" ? bytes.subarray(0, bytes.length >> 1) : bytes);
        disk.names.add(file);
      }
      disk.manifest = disk.files(left).get("manifest.json");
      disk.real.appendFileSync(`${left}/log`, Buffer.alloc(tail));
      const store = await openStore(left, settings, 1000);
      const list: Moment[] = [];
      for (let count = 30; count < steps.length; count++) {
        const files = disk.afterPowerLoss(left, "nothing");
        if (count % depth({ everyday: 10, prove: 1 }) === 0)
          list.push({ files, acknowledged: count, made: count, before: `call ${count}` });
        await steps[count].make(store);
      }
      await store.close();
      disk.reset();
      await expectPrefixes(list, steps, settings);
    }
  });
});

describe("the store", () => {
  it("makes each of its runs durable once, however many checkpoints come after", async () => {
    const synced: string[] = [];
    disk.ask = (request, path) => void (request === "sync" && path.endsWith(".run") && synced.push(path));
    const store = await openStore(newFolder());
    for (let n = 0; n < 12; n++) {
      await store.add(UrlBatch.of(Array.from({ length: 4 }, (_, i) => `http://h${n}.org/${i}`))); // memory is full
      await pause(5);
    }
    await store.close();
    expect(synced.length).toBeGreaterThanOrEqual(12); // one of the index at least for each time
    expect(new Set(synced).size).toBe(synced.length);
  });

  const calls = depth({ everyday: 120, prove: 400 });
  it(`does as the oracle does through ${calls} calls, six at a time, while runs are merged`, async () => {
    for (const [name, settings] of Object.entries(storySettings)) {
      const steps = await storyOf(100 + name.length, calls, settings);
      const path = newFolder();
      const store = await openStore(path, { ...settings, durability: "none" });
      let waiting: Promise<void>[] = [];
      for (const [i, { what, make, result }] of steps.entries()) {
        waiting.push(make(store).then((value) => expect(plain(value), what).toEqual(result)));
        if (i % 6 < 5) continue;
        await Promise.all(waiting);
        waiting = [];
        await pause(2);
      }
      await Promise.all(waiting);
      expect(await stateOf(store)).toBe(await stateAfter(steps, settings));
      await store.close();
    }
  });
});
