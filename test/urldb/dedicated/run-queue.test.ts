import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { entriesPerBlock } from "../../../src/urldb/dedicated/run-block.js";
import { type QueueEntry, RunQueue } from "../../../src/urldb/dedicated/run-queue.js";
import { disk, watchDisk } from "./disk.js";
import { runFiles } from "./run-files.js";
import { newFolder, pause } from "./story.js";

watchDisk();
afterEach(() => disk.reset());

const byAll = (a: QueueEntry, b: QueueEntry) =>
  a.rank - b.rank || a.high - b.high || a.low - b.low || a.number - b.number;

const word = fc.oneof(fc.nat(1), fc.constantFrom(0x80000000, 0xffffffff));
const entry: fc.Arbitrary<QueueEntry> = fc.record({
  rank: fc.oneof(fc.nat(20), fc.constantFrom(2 ** 32, 2 ** 48 - 1)),
  high: word,
  low: word,
  number: fc.nat(3),
});

type Operation =
  | { readonly push: readonly QueueEntry[] }
  | { readonly pop: number; readonly limit: number }
  | { readonly flush: true }
  | { readonly work: number; readonly waits: boolean }
  | { readonly reload: true };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.array(entry, { maxLength: 12 }).map((push) => ({ push })) },
  {
    weight: 5,
    arbitrary: fc.record({ pop: fc.nat(9), limit: fc.constantFrom(3, 10, 2 ** 32, Number.POSITIVE_INFINITY) }),
  },
  { weight: 6, arbitrary: fc.constant({ flush: true as const }) },
  { weight: 5, arbitrary: fc.record({ work: fc.nat(8), waits: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ reload: true as const }) },
);

const push = (queue: RunQueue, { rank, high, low, number }: QueueEntry) => queue.push(rank, high, low, number);
const flat = (entries: Iterable<QueueEntry>) =>
  Array.from(entries, ({ rank, high, low, number }) => ({ rank, high, low, number }));

/** Merges all that may be merged. */
async function finish(queue: RunQueue): Promise<void> {
  for (let i = 0; i < 12; i++) {
    queue.runs.work(1e6);
    await pause(2);
  }
}

describe("a queue of a heap and runs", () => {
  it("pops as a sorted array does, up to a limit, whatever was flushed, merged and loaded in between, and names all its entries", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 150, size: "max" }), async (list) => {
        const folder = newFolder();
        const files = runFiles(folder);
        let queue = new RunQueue(files, "queue", 4);
        let expected: QueueEntry[] = [];
        for (const each of list) {
          if ("push" in each) {
            for (const one of each.push) push(queue, one);
            expected = [...expected, ...each.push].sort(byAll);
          } else if ("pop" in each) {
            for (let i = 0; i < each.pop; i++) {
              const due = expected.length > 0 && expected[0].rank <= each.limit ? expected.shift() : undefined;
              expect(queue.pop(each.limit)).toEqual(due);
              if (!due) break;
            }
          } else if ("flush" in each) queue.flush();
          else if ("work" in each) {
            queue.runs.work(each.work);
            if (each.waits) await pause(2);
          } else {
            queue.flush();
            const stored = queue.runs.stored();
            queue.runs.close();
            queue = new RunQueue(runFiles(folder, files.next + 1000), "queue", 4);
            files.next += 2000;
            queue.runs.load(stored);
          }
          expect(flat(queue.entries()).sort(byAll)).toEqual(expected);
        }
        await finish(queue);
        expect(flat(queue.entries()).sort(byAll)).toEqual(expected);
        for (const one of expected) expect(queue.pop()).toEqual(one);
        expect(queue.pop()).toBeUndefined();
        queue.runs.close();
      }),
      { numRuns: 60 },
    );
  });

  it("merges so many runs that merges of merges are under way while entries are popped, as a sorted array has them", async () => {
    const queue = new RunQueue(runFiles(), "queue", 16);
    const expected: QueueEntry[] = [];
    let number = 0;
    for (let n = 0; n < 1200; n++) {
      const fresh = Array.from(
        { length: 3 },
        (): QueueEntry => ({ rank: (number * 7919) % 1009, high: number % 3, low: 0, number: number++ }),
      );
      for (const one of fresh) push(queue, one);
      expected.push(...fresh);
      queue.flush();
      queue.runs.work(6);
      if (n % 2) await pause();
      if (n % 50 === 49) expected.sort(byAll);
      if (n % 50 === 49) for (let i = 0; i < 40; i++) expect(queue.pop()).toEqual(expected.shift());
    }
    await finish(queue);
    expect(Math.max(...queue.runs.runs.map(({ info }) => info.level))).toBeGreaterThanOrEqual(2); // 32^2 < 1,200
    expected.sort(byAll);
    for (const one of expected) expect(queue.pop()).toEqual(one);
    expect(queue.pop()).toBeUndefined();
    queue.runs.close();
  });

  it("lets go of runs that were read to their ends, while and when they are not being merged", async () => {
    const before = readdirSync("/proc/self/fd").length;
    const folder = newFolder();
    const files = runFiles(folder);
    const queue = new RunQueue(files, "queue", 4);
    for (let n = 0; n < 40; n++) {
      queue.push(n, 0, 0, n);
      queue.flush();
    }
    queue.runs.work(1); // 32 of them are being merged, one entry is written
    for (let n = 0; n < 40; n++) expect(queue.pop()?.number).toBe(n);
    expect(queue.pop()).toBeUndefined();
    await finish(queue);
    expect(queue.runs.runs).toEqual([]);
    for (const run of files.retired.splice(0)) files.remove(run);
    expect(readdirSync(folder)).toEqual([]);
    queue.runs.close();
    expect(readdirSync("/proc/self/fd").length).toBe(before);
  });

  it("keeps its entries when a flush finds the disk full", () => {
    const queue = new RunQueue(runFiles(), "queue", 4);
    for (let n = 0; n < 10; n++) queue.push(9 - n, 0, 0, n);
    disk.ask = () => "ENOSPC";
    expect(() => queue.flush()).toThrow(expect.objectContaining({ code: "disk-full" }));
    disk.reset();
    expect(queue.heap.size).toBe(10);
    for (let n = 9; n > 4; n--) expect(queue.pop()?.number).toBe(n);
    queue.flush();
    for (let n = 4; n >= 0; n--) expect(queue.pop()?.number).toBe(n);
    queue.runs.close();
  });

  it("loses no entry to a damaged block: it refuses to go past the one before, again and again", () => {
    const folder = newFolder();
    const queue = new RunQueue(runFiles(folder), "queue", 4);
    const size = 20 * entriesPerBlock("queue"); // 16 blocks are read at a time
    for (let n = 0; n < size; n++) queue.push(n, 0, 0, n);
    queue.flush();
    const path = join(folder, readdirSync(folder)[0]);
    const bytes = readFileSync(path);
    const place = queue.runs.runs[0].blocks.starts[18];
    bytes[place] ^= 1;
    writeFileSync(path, bytes);
    const last = 16 * entriesPerBlock("queue") - 1;
    for (let n = 0; n < last; n++) expect(queue.pop()?.number).toBe(n);
    for (let i = 0; i < 500; i++) expect(() => queue.pop()).toThrow(expect.objectContaining({ code: "damaged" }));
    bytes[place] ^= 1;
    writeFileSync(path, bytes);
    for (let n = last; n < size; n++) expect(queue.pop()?.number).toBe(n);
    queue.runs.close();
  });

  it("pops nothing that a merge could not read, and says so: damage in a merge's input is no silent loss", async () => {
    const folder = newFolder();
    const queue = new RunQueue(runFiles(folder), "queue", 4);
    const each = 20 * entriesPerBlock("queue");
    for (let run = 0; run < 32; run++) {
      for (let n = 0; n < (run === 0 ? each : 1); n++) queue.push(n, run, 0, n);
      queue.flush();
    }
    const path = join(folder, "queue-1.run");
    const bytes = readFileSync(path);
    const place = queue.runs.runs[0].blocks.starts[18];
    bytes[place] ^= 1;
    writeFileSync(path, bytes);
    const codes: unknown[] = [];
    for (let i = 0; i < 400; i++) {
      try {
        queue.runs.work(500);
      } catch (error) {
        codes.push((error as { code?: string }).code);
      }
      if (i % 20 === 0) await pause();
    }
    expect(new Set(codes)).toEqual(new Set(["damaged"]));
    expect(queue.runs.runs.every(({ info }) => info.level === 0)).toBe(true);
    bytes[place] ^= 1;
    writeFileSync(path, bytes);
    expect(flat(queue.entries()).length).toBe(each + 31);
    queue.runs.close();
  });
});
