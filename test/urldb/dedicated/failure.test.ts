import { readdirSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { isProblem } from "../../../src/base/error.js";
import type { UrlStore } from "../../../src/urldb/engine.js";
import type { UrlDatabaseSettings } from "../../../src/urldb/settings.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import { depth } from "../../depth.js";
import { pairsOf } from "../../fixture/pairs.js";
import { plain } from "../model.js";
import { disk, watchDisk } from "./disk.js";
import {
  drop,
  leftBehind,
  newFolder,
  openStore,
  oracle,
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

const descriptors = () => readdirSync("/proc/self/fd").length;

/**
 * Makes calls one by one; the oracle makes those that succeed. @returns the codes of the others, and what is expected
 * at the end
 */
async function withOracle(store: UrlStore, steps: readonly Step[], settings: UrlDatabaseSettings) {
  const expected = await oracle(settings);
  const refused: { readonly step: Step; readonly code: string }[] = [];
  const kept: Step[] = [];
  for (const step of steps) {
    let result: unknown;
    try {
      result = plain(await step.make(store));
    } catch (error) {
      if (!isProblem(error)) throw error;
      refused.push({ step, code: error.code });
      continue;
    }
    expect(result, step.what).toEqual(plain(await step.make(expected)));
    kept.push(step);
    await pause();
  }
  return { refused, kept };
}

const needsRoom = ["open", "write", "make", "rename", "sync folder"];

describe("a full disk", () => {
  it("leaves no host known that only the call met which it refused: URLs of that host, and of the next, are read as they were added", async () => {
    const path = newFolder();
    const store = await openStore(path, { order: ["added"] });
    disk.ask = (request) => (request === "write" ? "ENOSPC" : undefined);
    await expect(store.add(UrlBatch.of(["http://lost.example/1"]))).rejects.toMatchObject({ code: "disk-full" });
    disk.reset();
    const urls = ["http://found.example/1", "http://lost.example/2", "http://found.example/3"];
    await store.add(UrlBatch.of(urls));
    const killed = leftBehind(path);
    await store.close();
    for (const folder of [path, killed]) {
      const again = await openStore(folder, { order: ["added"] });
      expect((await again.take(9, 0)).map(({ url }) => url)).toEqual(urls);
      await again.close();
    }
  });

  it("at any one request refuses at most that call, which then did nothing; all others are as the oracle has them, before and after opening again", async () => {
    const names = Object.keys(storySettings);
    let refusals = 0;
    for (let n = 0, isOver = false; !isOver; n += depth({ everyday: 37, prove: n < 60 ? 1 : 6 })) {
      const settings = storySettings[names[n % 3]];
      const steps = await storyOf(60 + (n % 5), 45, settings);
      const path = newFolder();
      let asked = 0;
      let code = "";
      disk.ask = (request) => {
        if (!needsRoom.includes(request) || asked++ !== n) return undefined;
        code = "ENOSPC";
        return code;
      };
      let store: UrlStore;
      try {
        store = await openStore(path, settings);
      } catch (error) {
        expect(error).toMatchObject({ code: "disk-full" });
        store = await openStore(path, settings);
      }
      const { refused, kept } = await withOracle(store, steps, settings);
      expect(refused.length).toBeLessThanOrEqual(1);
      for (const each of refused) expect(each.code).toBe("disk-full");
      refusals += refused.length;
      const expected = await stateAfter(kept, settings);
      const killed = leftBehind(path);
      await store.close();
      isOver = code === "";
      disk.reset();
      expect(await stateIn(killed, settings), `request ${n}, killed`).toBe(expected);
      expect(await stateIn(path, settings), `request ${n}, closed`).toBe(expected);
      for (const each of [killed, path]) drop(each);
    }
    expect(refusals).toBeGreaterThan(depth({ everyday: 3, prove: 20 }));
  });

  it("for a time refuses what needs it, answers questions, and is over when there is room again", async () => {
    for (const [seed, from] of pairsOf(depth({ everyday: "70,30 72,130", prove: "70,30 71,75 72,130 73,4" }))) {
      const settings = storySettings["the default order"];
      const steps = await storyOf(seed, 90, settings);
      const path = newFolder();
      const before = descriptors();
      const store = await openStore(path, settings);
      let asked = 0;
      disk.ask = (request) => (needsRoom.includes(request) && asked++ >= from ? "ENOSPC" : undefined);
      const full = await withOracle(store, steps.slice(0, 60), settings);
      expect(new Set(full.refused.map(({ code }) => code))).toEqual(new Set(["disk-full"]));
      expect((await store.size()).urls).toBeGreaterThan(0);
      await store.outstanding();
      disk.ask = undefined;
      const kept = [...full.kept];
      for (const step of steps.slice(60)) {
        await step.make(store);
        kept.push(step);
        await pause();
      }
      const expected = await stateAfter(kept, settings);
      await store.close();
      expect(descriptors()).toBe(before);
      expect(await stateIn(path, settings)).toBe(expected);
    }
  });

  it("while it is being closed loses nothing, and closes all files", async () => {
    const settings = storySettings["the default order"];
    const steps = await storyOf(74, 60, settings);
    const expected = await stateAfter(steps, settings);
    for (let n = 0; n < 30; n += depth({ everyday: 9, prove: 1 })) {
      const path = newFolder();
      const before = descriptors();
      const store = await openStore(path, settings);
      for (const { make } of steps) await make(store);
      let asked = 0;
      disk.ask = (request) => (needsRoom.includes(request) && asked++ >= n ? "ENOSPC" : undefined);
      await store.close();
      disk.reset();
      expect(descriptors(), `full from request ${n}`).toBe(before);
      expect(await stateIn(path, settings)).toBe(expected);
      expect(readdirSync(path).filter((file) => /part$|lock/.test(file))).toEqual([]);
      drop(path);
    }
  });
});

describe("a disk that fails", () => {
  it("at any one request refuses with failed; whatever was acknowledged is there when it is opened again, and no files stay open", async () => {
    let failures = 0;
    for (let n = 0, isOver = false; !isOver; n += depth({ everyday: 61, prove: 5 })) {
      const settings = storySettings[n % 2 ? "the default order" : "order of arrival, as printed"];
      const steps = await storyOf(80 + (n % 4), 40, settings);
      const path = newFolder();
      const before = descriptors();
      let asked = 0;
      isOver = true;
      disk.ask = (request) => {
        if (request === "remove" || asked++ !== n) return undefined;
        isOver = false;
        return "EIO";
      };
      let store: UrlStore;
      try {
        store = await openStore(path, settings);
      } catch (error) {
        expect(error).toMatchObject({ code: "failed" });
        expect(descriptors()).toBe(before);
        store = await openStore(path, settings);
      }
      const { refused, kept } = await withOracle(store, steps, settings);
      for (const each of refused) expect(each.code).toBe("failed");
      if (refused.length > 0) failures++;
      const killed = leftBehind(path);
      await store.close().catch((error: { code?: string }) => expect(error.code).toBe("failed"));
      disk.reset();
      expect(descriptors(), `request ${n}`).toBe(before);
      const candidates = [await stateAfter(kept, settings)];
      // whether the first one that was refused is on the disk is not known
      if (refused.length > 0)
        candidates.push(
          await stateAfter(
            steps.filter((step) => kept.includes(step) || step === refused[0].step),
            settings,
          ),
        );
      for (const each of [killed, path]) {
        expect(candidates, `request ${n}`).toContain(await stateIn(each, settings));
        drop(each);
      }
    }
    expect(failures).toBeGreaterThan(depth({ everyday: 3, prove: 10 }));
  });

  it("at any one read refuses that call, which then did nothing, and goes on as the oracle does", async () => {
    let failures = 0;
    for (let n = 0, isOver = false; !isOver; n += depth({ everyday: 13, prove: 3 })) {
      const settings = storySettings[n % 2 ? "a hash of 2 bits" : "the default order"];
      const steps = await storyOf(85 + (n % 4), 40, settings);
      const path = newFolder();
      const store = await openStore(path, { ...settings, durability: "none" });
      let asked = 0;
      isOver = true;
      disk.askRead = () => {
        if (asked++ !== n) return undefined;
        isOver = false;
        return "EIO";
      };
      const { refused, kept } = await withOracle(store, steps, settings);
      expect(refused.length).toBeLessThanOrEqual(1);
      for (const each of refused) expect(each.code).toBe("failed");
      failures += refused.length;
      disk.reset();
      const killed = leftBehind(path);
      const expected = await stateAfter(kept, settings);
      expect(await stateOf(store), `read ${n}`).toBe(expected);
      await store.close();
      expect(await stateIn(killed, settings), `read ${n}, killed`).toBe(expected);
      drop(path);
      drop(killed);
    }
    expect(failures).toBeGreaterThan(depth({ everyday: 4, prove: 20 }));
  });

  it("when it makes the log durable refuses that call and all that follow, and opening again is all it takes", async () => {
    const settings = storySettings["the default order"];
    const steps = await storyOf(90, 60, settings);
    const path = newFolder();
    const store = await openStore(path, settings, 1000);
    for (const { make } of steps.slice(0, 20)) await make(store);
    disk.ask = (request, file) => (request === "sync" && file.endsWith("/log") ? "EIO" : undefined);
    const changing = steps.findIndex(({ what }, i) => i >= 20 && what.startsWith("add"));
    await expect(steps[changing].make(store)).rejects.toMatchObject({
      code: "failed",
      message: expect.stringMatching(/open the database again/),
    });
    disk.ask = undefined;
    for (const { what, make } of steps.slice(changing + 1)) {
      if (what.startsWith("add")) await expect(make(store)).rejects.toMatchObject({ code: "failed" });
    }
    await store.close();
    const states = [steps.slice(0, 20), [...steps.slice(0, 20), steps[changing]]];
    expect(await Promise.all(states.map((each) => stateAfter(each, settings)))).toContain(
      await stateIn(path, settings),
    );
  });

  it("when it makes a run, the states or a manifest durable refuses all that changes something from then on, and opening again is all it takes", async () => {
    const settings = storySettings["the default order"];
    const steps = await storyOf(92, 40, settings);
    for (const file of [
      /\/index-\d+\.run$/,
      /\/queue-\d+\.run$/,
      /\/states-\d+$/,
      /\/positions$/,
      /\/manifest\.json\.part$/,
    ]) {
      const path = newFolder();
      const store = await openStore(path, settings);
      let failed = 0;
      disk.ask = (request, each) => (request === "sync" && file.test(each) && failed++ === 0 ? "EIO" : undefined);
      let kept = 0;
      let refused = 0;
      for (const { make } of steps) {
        try {
          await make(store);
          kept++;
          expect(refused).toBe(0);
        } catch (error) {
          expect(error).toMatchObject({ code: "failed" });
          refused++;
        }
        await pause(20);
      }
      expect(refused, String(file)).toBeGreaterThan(0);
      await store.close();
      disk.reset();
      expect(await stateIn(path, settings)).toBe(await stateAfter(steps.slice(0, kept), settings));
    }
  });

  it("with many calls under way refuses all that were not acknowledged, and each promise is settled", async () => {
    const settings = storySettings["the default order"];
    const steps = await storyOf(91, 60, settings);
    const states = statesOf(steps, settings);
    for (const n of depth({ everyday: [1, 5], prove: [1, 2, 5, 9] })) {
      const path = newFolder();
      const store = await openStore(path, settings);
      let syncs = 0;
      disk.ask = (request) => (request === "sync" && syncs++ >= n ? "EIO" : undefined);
      const results = await Promise.allSettled(steps.map(({ make }) => make(store)));
      const acknowledged = results.findLastIndex(({ status }) => status === "fulfilled") + 1;
      for (const result of results)
        if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "failed" });
      await store.close();
      disk.reset();
      const state = await stateIn(path, settings);
      let count = steps.length;
      while (count > acknowledged && (await states(count)) !== state) count--;
      expect(await states(count), `with ${acknowledged} calls acknowledged`).toBe(state);
    }
  });
});
