import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { RunSet } from "../../../src/urldb/dedicated/run-set.js";
import { disk, watchDisk } from "./disk.js";
import { runFiles } from "./run-files.js";
import { newFolder, pause } from "./story.js";

watchDisk();
afterEach(() => disk.reset());

const descriptors = () => readdirSync("/proc/self/fd").length;

/** Writes a run of these numbers; entry i has hash i. */
const write = (set: RunSet, numbers: readonly number[]) =>
  set.write(numbers.length, (writer) => {
    for (const number of numbers) writer.push(0, 0, number, number);
  });

/** All numbers of an index, by asking its runs for each hash below `size`. */
const known = (set: RunSet, size: number) =>
  Array.from({ length: size }, (_, i) =>
    set.runs.some(({ index }) => index?.mayHold(0, i) && index.find(0, i, () => true) === i),
  );

const levels = (set: RunSet) => set.runs.map(({ info }) => info.level).sort((a, b) => a - b);

/** Works until nothing is left to merge. */
async function finish(set: RunSet): Promise<void> {
  for (let idle = 0; idle < 4; ) {
    const before = set.runs.map(({ info }) => info.file).join();
    set.work(1e6);
    await pause(2);
    idle =
      set.runs.some(({ isMerging }) => isMerging) || set.runs.map(({ info }) => info.file).join() !== before
        ? 0
        : idle + 1;
  }
}

describe("a set of runs", () => {
  it("has after n runs and all merges one run per digit of n in base fan, as many as the digit says", async () => {
    for (const fan of [2, 4]) {
      const set = new RunSet(runFiles(), "index", "index", fan);
      for (let n = 1; n <= 40; n++) {
        write(set, [2 * n, 2 * n + 1]);
        await finish(set);
        const digits = [...n.toString(fan)].reverse().map(Number);
        expect(levels(set)).toEqual(digits.flatMap((digit, level) => new Array(digit).fill(level)));
        expect(set.runs.reduce((sum, { info }) => sum + info.count, 0)).toBe(2 * n);
      }
      expect(known(set, 82)).toEqual(Array.from({ length: 82 }, (_, i) => i >= 2));
      set.close();
    }
  });

  it("keeps to less than two fans of runs of each level when it merges at the pace of the database, two entries for each one", async () => {
    const fan = 4;
    const set = new RunSet(runFiles(), "index", "index", fan);
    for (let n = 0; n < 200; n++) {
      write(
        set,
        Array.from({ length: 100 }, (_, i) => 100 * n + i),
      );
      for (let call = 0; call < 10; call++) {
        set.work(20);
        await pause();
      }
      const counts = new Map<number, number>();
      for (const level of levels(set)) counts.set(level, (counts.get(level) ?? 0) + 1);
      expect(Math.max(...counts.values())).toBeLessThan(2 * fan);
      // fan^level runs make one of that level
      expect(Math.max(...counts.keys())).toBeLessThanOrEqual(Math.log(n + 1) / Math.log(fan));
    }
    expect(known(set, 20_001)).toEqual(Array.from({ length: 20_001 }, (_, i) => i < 20_000));
    set.close();
  });

  it("knows every number at any time, however little is merged in between", async () => {
    const slices = fc.array(fc.tuple(fc.nat(30), fc.nat(25), fc.boolean()), { minLength: 8, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(slices, fc.constantFrom(2, 3, 4), async (list, fan) => {
        const set = new RunSet(runFiles(), "index", "index", fan);
        let next = 0;
        for (const [size, work, waits] of list) {
          const numbers = Array.from({ length: size + 1 }, (_, i) => next + i);
          next += size + 1;
          write(set, numbers);
          set.work(work);
          if (waits) await pause(2);
          set.work(work);
          expect(known(set, next + 2)).toEqual(Array.from({ length: next + 2 }, (_, i) => i < next));
        }
        set.close();
      }),
      { numRuns: 25 },
    );
  });

  it("names what it holds so that another reads the same, also in the middle of a merge", async () => {
    const folder = newFolder();
    const files = runFiles(folder);
    const set = new RunSet(files, "index", "index", 2);
    write(set, [1, 3, 5]);
    write(set, [2, 4, 6]);
    set.work(3); // half of a merge
    expect(set.runs.map(({ isMerging }) => isMerging)).toEqual([true, true]);
    const stored = set.stored();
    expect(stored.map(({ consumed, count, level }) => [consumed, count, level])).toEqual([
      [0, 3, 0],
      [0, 3, 0],
    ]);
    const again = new RunSet(runFiles(folder, files.next), "index", "index", 2);
    again.load(JSON.parse(JSON.stringify(stored)));
    expect(known(again, 8)).toEqual([false, true, true, true, true, true, true, false]);
    await finish(again);
    expect(levels(again)).toEqual([1]);
    expect(known(again, 8)).toEqual([false, true, true, true, true, true, true, false]);
    again.close();
    set.close();
    // the merge that was cut short left nothing
    expect(readdirSync(folder).sort()).toEqual([...stored.map(({ file }) => file), again.runs[0].info.file].sort());
  });

  it("closes what it opened, and keeps the files that were replaced until it is told to remove them", async () => {
    const before = descriptors();
    const folder = newFolder();
    const files = runFiles(folder);
    const set = new RunSet(files, "index", "index", 2);
    for (let n = 0; n < 21; n++) {
      write(set, [n]);
      await finish(set);
    }
    expect(levels(set)).toEqual([0, 2, 4]); // 21 = 10101 in base 2
    expect(readdirSync(folder).length).toBe(21 + 10 + 5 + 2 + 1);
    for (const run of files.retired.splice(0)) files.remove(run);
    expect(readdirSync(folder).length).toBe(3);
    write(set, [21]);
    set.work(1);
    set.close();
    expect(descriptors()).toBe(before);
    expect(readdirSync(folder).length).toBe(4);
  });

  it("writes nothing and holds nothing when the disk is full at any write of a run", () => {
    const folder = newFolder();
    const files = runFiles(folder);
    const set = new RunSet(files, "index", "index", 2);
    write(set, [1]);
    const before = [readdirSync(folder), descriptors()];
    let refused = 0;
    for (let n = 0; ; n++) {
      let asked = 0;
      disk.ask = (request) => (request !== "remove" && asked++ === n ? "ENOSPC" : undefined);
      try {
        write(set, [7, 8, 9]);
        break;
      } catch (error) {
        expect(error).toMatchObject({ code: "disk-full" });
        refused++;
        expect([readdirSync(folder), descriptors()]).toEqual(before);
        expect(files.unsynced.size).toBe(1);
      }
    }
    expect(refused).toBeGreaterThanOrEqual(4); // the file, its blocks, fences, filter and checksum
    expect(known(set, 10)).toEqual([false, true, false, false, false, false, false, true, true, true]);
    set.close();
  });

  it("gives a merge up when the disk is full at any of its writes or at its sync, goes on with the runs as they are, and merges once there is room", async () => {
    let merged = 0;
    for (let n = 0; merged < 2; n++) {
      const folder = newFolder();
      const before = descriptors();
      const files = runFiles(folder);
      const set = new RunSet(files, "index", "index", 2);
      write(set, [1, 3]);
      write(set, [2, 4]);
      let asked = 0;
      disk.ask = (request) => (request !== "remove" && asked++ === n ? "ENOSPC" : undefined);
      for (let i = 0; i < 6; i++) {
        set.work(1);
        await pause(2);
        expect(known(set, 6)).toEqual([false, true, true, true, true, false]);
      }
      if (asked <= n) merged++;
      else {
        expect(set.runs.map(({ isMerging, info }) => [isMerging, info.level])).toEqual([
          [false, 0],
          [false, 0],
        ]);
        expect(readdirSync(folder).length).toBe(2);
        write(set, [5]); // tries again
        await finish(set);
        expect(levels(set)).toEqual([0, 1]);
        expect(known(set, 7)).toEqual([false, true, true, true, true, true, false]);
      }
      set.close();
      disk.reset();
      for (const run of files.retired.splice(0)) files.remove(run);
      expect(descriptors()).toBe(before);
    }
  });

  it("gives a merge up when the disk fails under it, says so once, and never goes on with half a run", async () => {
    for (const code of ["EIO", "EROFS"]) {
      for (let n = 0; n < 4; n++) {
        const set = new RunSet(runFiles(), "index", "index", 2);
        const size = 30_000; // several batches of blocks: more entries follow the write that fails
        write(
          set,
          Array.from({ length: size }, (_, i) => 2 * i),
        );
        write(
          set,
          Array.from({ length: size }, (_, i) => 2 * i + 1),
        );
        let asked = 0;
        disk.ask = (request) => (request === "write" && asked++ === n ? code : undefined);
        const codes: (string | undefined)[] = [];
        for (let i = 0; i < 80; i++) {
          try {
            set.work(1000);
          } catch (error) {
            codes.push((error as { code?: string }).code);
          }
        }
        await finish(set);
        expect(codes).toEqual(["failed"]);
        expect(levels(set)).toEqual([0, 0]);
        for (const i of [0, 1, 20_161, 20_162, 2 * size - 1]) {
          expect(set.runs.map(({ index }) => index?.find(0, i, () => true))).toContain(i);
        }
        write(set, [2 * size]);
        await finish(set);
        expect(levels(set)).toEqual([0, 1]);
        const { index } = set.runs.find(({ info }) => info.level === 1) as (typeof set.runs)[0];
        for (let i = 0; i < 2 * size; i += 997) expect(index?.find(0, i, () => true)).toBe(i);
        set.close();
        disk.reset();
      }
    }
  });

  it("says corrupt, for a run that is missing or shorter, when it loads, with what to do about it", () => {
    const folder = newFolder();
    const before = descriptors();
    const set = new RunSet(runFiles(folder), "index", "index", 4);
    write(set, [1, 2, 3]);
    const [stored] = set.stored();
    set.close();
    const load = (each: object) => new RunSet(runFiles(folder, 9), "index", "index", 4).load([{ ...stored, ...each }]);
    for (const wrong of [{ file: "index-99.run" }, { count: 2000 }, { count: 315 }]) {
      expect(() => load(wrong)).toThrow(
        expect.objectContaining({ code: "damaged", message: expect.stringMatching(/manifest\.json/) }),
      );
    }
    expect(join(folder, stored.file)).toContain("index-1.run");
    expect(descriptors()).toBe(before);
  });
});
