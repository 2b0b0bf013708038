import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { entriesPerBlock, type RunKind } from "../../../src/urldb/dedicated/run-block.js";
import { openRun } from "../../../src/urldb/dedicated/run-blocks.js";
import { RunCursor, RunIndex } from "../../../src/urldb/dedicated/run-reader.js";
import { RunWriter } from "../../../src/urldb/dedicated/run-writer.js";
import { depth } from "../../depth.js";
import { pairsOf } from "../../fixture/pairs.js";
import { writeFormerRun } from "./former-run.js";
import { newFolder } from "./story.js";

type Entry = readonly [rank: number, high: number, low: number, number: number];

const folder = newFolder();
const open: number[] = [];
afterEach(() => {
  for (const fd of open.splice(0)) closeSync(fd);
});
let files = 0;

/** A run that was written just now. */
function written(kind: RunKind, entries: readonly Entry[]) {
  const writer = new RunWriter(join(folder, `${kind}-${files++}.run`), kind, entries.length);
  open.push(writer.fd);
  for (const each of entries) writer.push(...each);
  return readerOf(writer.finish());
}

/** The same, opened again. */
function reopened({ blocks: { path, kind, count, starts, isPacked } }: ReturnType<typeof written>) {
  open.push(openSync(path, "r"));
  return readerOf(openRun(open[open.length - 1], path, kind, count, isPacked ? starts[starts.length - 1] : undefined));
}

/** A run in the former format. */
function former(kind: RunKind, entries: readonly Entry[]) {
  const path = join(folder, `${kind}-${files++}.run`);
  writeFormerRun(path, kind, entries);
  open.push(openSync(path, "r"));
  return readerOf(openRun(open[open.length - 1], path, kind, entries.length, undefined));
}

const readerOf = ({ blocks, screen }: ReturnType<typeof openRun>) => ({
  blocks,
  index: screen && new RunIndex(blocks, screen),
});

const formats = { packed: written, former };

const byAll = (a: Entry, b: Entry) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];

/** Entries of full range, sorted; few hashes, so that many are equal. */
function entriesOf(size: number, seed: number, kind: RunKind): Entry[] {
  const random = new Random(seed);
  return Array.from({ length: size }, (): Entry => {
    const rank = kind === "queue" ? random.bits() * 2 ** 16 + random.below(2 ** 16) : 0;
    const isExtreme = random.below(8) === 0;
    const high = isExtreme ? [0, 0xffffffff][random.below(2)] : random.bits();
    return [rank, high, isExtreme ? high : random.bits(), random.below(2 ** 20) * 2 ** 20 + random.below(2 ** 20)];
  }).sort(byAll);
}

/** Sorted entries as databases have them: few ranks, numbers in order of arrival, hashes that begin alike. */
function alikeOf(size: number, seed: number, kind: RunKind): Entry[] {
  const random = new Random(seed);
  return Array.from(
    { length: size },
    (_, i): Entry => [
      kind === "queue" ? 65_536 + random.below(2) : 0,
      0x12340000 + random.below(2 ** 16),
      random.bits(),
      i,
    ],
  ).sort(byAll);
}

/** Reads to the end, holding each entry against those of a list from a place on. @returns how many were right */
function rightFrom(cursor: RunCursor, kind: RunKind, entries: readonly Entry[], from: number): number {
  let at = from;
  for (; !cursor.isDone && at < entries.length; cursor.advance(), at++) {
    const [rank, high, low, number] = entries[at];
    const isRight = cursor.high === high && cursor.low === low && cursor.number === number;
    if (!isRight || (kind === "queue" && cursor.rank !== rank)) break;
  }
  return cursor.isDone ? at - from : -1;
}

function read(cursor: RunCursor, kind: RunKind): Entry[] {
  const entries: Entry[] = [];
  for (; !cursor.isDone; cursor.advance()) {
    entries.push([kind === "queue" ? cursor.rank : 0, cursor.high, cursor.low, cursor.number]);
  }
  return entries;
}

/** Numbers that a run names for a hash, in the order in which it offers them. */
function numbersOf(index: RunIndex, high: number, low: number): number[] {
  const numbers: number[] = [];
  expect(index.find(high, low, (number) => numbers.push(number) === 0)).toBe(-1);
  return numbers;
}

const perBlock = { index: entriesPerBlock("index"), queue: entriesPerBlock("queue") };

/** One entry, about one block, about the 16 blocks that are read at a time, about the 64 that are written at a time. */
const sizes = (kind: RunKind) =>
  [1, 16, 64].flatMap((blocks) => [-1, 0, 1].map((more) => blocks * perBlock[kind] + more)).concat(1, 2, 3);

describe("a run", () => {
  it("has 314 entries of an index or 215 of a queue in each block: what 4,092 bytes hold, whole", () => {
    expect(perBlock).toEqual({ index: 314, queue: 215 }); // floor(4092 / 13), floor(4092 / 19)
  });

  it("takes 10.1 to 10.25 bytes an entry, where a million URLs are known and wait", () => {
    for (const kind of ["index", "queue"] as const) {
      const random = new Random(4);
      const size = 100_000; // the tenth of a million with the lowest hashes
      const hashes = Array.from({ length: size }, () => random.below(0x1999_9999)).sort((a, b) => a - b);
      const entries = hashes.map((high): Entry => [65_536, high, random.bits(), random.below(1_000_000)]);
      const { starts } = written(kind, entries).blocks;
      // 7 bytes of hash, 8 in the few blocks in which the first changes, and 3 of number; 31 a block beside its entries
      const bytes = starts[starts.length - 1] / size;
      expect([bytes > 10 + 31 / perBlock[kind], bytes < 10.25]).toEqual([true, true]);
    }
  });

  for (const [format, made] of Object.entries(formats)) {
    for (const kind of ["index", "queue"] as const) {
      it(`of an ${kind}, ${format}, is read back in order from any position, for sizes about whole blocks and batches`, () => {
        for (const size of sizes(kind)) {
          for (const entries of [entriesOf(size, size, kind), alikeOf(size, size, kind)]) {
            const run = made(kind, entries);
            expect(run.blocks.count).toBe(size);
            expect(rightFrom(new RunCursor(run.blocks), kind, entries, 0)).toBe(size);
            const again = reopened(run);
            const edges = [0, 1, perBlock[kind] - 1, perBlock[kind], perBlock[kind] + 1, size - 2, size - 1, size];
            for (const from of new Set([...edges, ...[3, 5, 7].map((i) => Math.floor((size * i) / 8))])) {
              if (from < 0 || from > size) continue;
              const cursor = new RunCursor(again.blocks, from);
              expect(cursor.position).toBe(from);
              expect(rightFrom(cursor, kind, entries, from)).toBe(size - from);
              expect(cursor.position).toBe(size);
              cursor.advance();
              expect([cursor.isDone, cursor.position]).toEqual([true, size]); // stays at the end
            }
          }
        }
      });
    }
  }

  it("keeps ranks to 2^48 - 1, hashes to 2^64 - 1 and numbers to 2^40 - 1", () => {
    const entries: Entry[] = [
      [0, 0, 0, 0],
      [2 ** 32 - 1, 0x80000000, 0x7fffffff, 2 ** 32 - 1],
      [2 ** 32, 1, 1, 2 ** 32],
      [2 ** 47, 1, 1, 2 ** 39],
      [2 ** 48 - 1, 0xffffffff, 0xffffffff, 2 ** 40 - 1],
    ];
    for (const made of Object.values(formats))
      expect(read(new RunCursor(made("queue", entries).blocks), "queue")).toEqual(entries);
  });
});

describe("the index of a run", () => {
  it("names every number of every hash, in their order, fresh or loaded, and none for hashes between", () => {
    for (const size of sizes("index")) {
      const entries = entriesOf(size, 1000 + size, "index");
      const fresh = written("index", entries);
      const expected = new Map<string, number[]>();
      for (const [, high, low, number] of entries) {
        const key = `${high} ${low}`;
        expected.set(key, [...(expected.get(key) ?? []), number]);
      }
      for (const each of [fresh, reopened(fresh), former("index", entries)].map(({ index }) => index as RunIndex)) {
        let asked = 0;
        for (const [key, numbers] of expected) {
          if (size > 2000 && ++asked % depth({ everyday: 740, prove: 37 }) > 0 && numbers.length === 1) continue;
          const [high, low] = key.split(" ").map(Number);
          expect(each.mayHold(high, low)).toBe(true);
          expect(numbersOf(each, high, low)).toEqual(numbers);
          const last = numbers[numbers.length - 1];
          expect(each.find(high, low, (number) => number === last)).toBe(last);
          for (const [h, l] of [
            [high, low ^ 1],
            [high ^ 1, low],
            [high, (low + 1) >>> 0],
          ]) {
            if (!expected.has(`${h} ${l}`)) expect(numbersOf(each, h, l)).toEqual([]);
          }
        }
      }
    }
  });

  it("finds each of thousands of numbers of one hash, which cross blocks, with other hashes before, behind, or none", () => {
    const equal = 5 * perBlock.index;
    for (const [before, behind] of pairsOf("0,0 1,0 0,1 313,314 314,313 300,300")) {
      const entries: Entry[] = [
        ...Array.from({ length: before }, (_, i): Entry => [0, 7, i, i]),
        ...Array.from({ length: equal }, (_, i): Entry => [0, 7, 0x80000000, 1000 + i]),
        ...Array.from({ length: behind }, (_, i): Entry => [0, 7, 0x80000001 + i, 9000 + i]),
      ];
      const index = written("index", entries).index as RunIndex;
      const numbers = Array.from({ length: equal }, (_, i) => 1000 + i);
      expect(numbersOf(index, 7, 0x80000000)).toEqual(numbers);
      for (const number of [1000, 1313, 1314, 1315, 1000 + equal - 1])
        expect(index.find(7, 0x80000000, (each) => each === number)).toBe(number);
      if (before > 0) expect(numbersOf(index, 7, before - 1)).toEqual([before - 1]);
      if (behind > 0) expect(numbersOf(index, 7, 0x80000001)).toEqual([9000]);
      expect(numbersOf(index, 7, 0x7fffffff)).toEqual([]);
      expect(numbersOf(index, 6, 0)).toEqual([]);
      expect(numbersOf(index, 8, 0)).toEqual([]);
    }
  });

  it("answers as a list does for hashes so weak that blocks begin with equal ones", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }), fc.nat(700), (counts, first) => {
        const entries = counts.flatMap((count, hash) =>
          Array.from({ length: count * 157 + (hash === 0 ? first : 0) }, (_, i): Entry => [0, 0, hash, i]),
        );
        if (entries.length === 0) return;
        const index = written("index", entries).index as RunIndex;
        for (let hash = 0; hash <= counts.length; hash++) {
          expect(numbersOf(index, 0, hash)).toEqual(entries.filter(([, , low]) => low === hash).map((each) => each[3]));
        }
      }),
      { numRuns: 60 },
    );
    for (const fd of open.splice(0)) closeSync(fd);
  });
});

describe("a damaged run", () => {
  /** What all questions to a run give, or "damaged". */
  function answers({ blocks }: ReturnType<typeof written>, entries: readonly Entry[]): unknown {
    try {
      const again = reopened({ blocks, index: undefined });
      const all = read(new RunCursor(again.blocks), blocks.kind);
      const { index } = again;
      if (!index) return all;
      const found = entries.map(([, high, low]) => (index.mayHold(high, low) ? numbersOf(index, high, low) : []));
      return [all, found];
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      expect(message).toMatch(/delete the file manifest\.json/);
      return code;
    } finally {
      closeSync(open.pop() as number);
    }
  }

  for (const kind of ["index", "queue"] as const) {
    it(`of an ${kind} is refused for every byte that is changed, in blocks, their lengths, fences, filter and checksums`, () => {
      const entries = entriesOf(2 * perBlock[kind] + 20, 5, kind);
      const run = written(kind, entries);
      const { path, starts } = run.blocks;
      const bytes = readFileSync(path);
      const right = answers(run, entries);
      expect(right).not.toBe("damaged");
      const [near, far] = depth({ everyday: [9, 18], prove: [1, 6] });
      for (let at = 0; at < bytes.length; at += at % 7 === 0 || at > starts[3] ? near : far) {
        const damaged = Buffer.from(bytes);
        damaged[at] ^= 1 << (at % 8);
        writeFileSync(path, damaged);
        if (answers(run, entries) !== "damaged") expect.unreachable(`byte ${at} was changed unnoticed`);
      }
    });

    it(`of an ${kind} is refused when it is shorter, wherever it ends, or full of zeros from there on`, () => {
      const entries = entriesOf(perBlock[kind] + 20, 6, kind);
      const run = written(kind, entries);
      const { path } = run.blocks;
      const bytes = readFileSync(path);
      const step = depth({ everyday: 291, prove: 97 });
      for (let length = 0; length < bytes.length; length += length > bytes.length - 20 ? 1 : step) {
        writeFileSync(path, bytes.subarray(0, length));
        expect(answers(run, entries)).toBe("damaged");
        const zeroed = Buffer.alloc(bytes.length);
        bytes.copy(zeroed, 0, 0, length);
        if (zeroed.equals(bytes)) continue;
        writeFileSync(path, zeroed);
        expect(answers(run, entries)).toBe("damaged");
      }
    });
  }

  it("is refused when two of its blocks have changed places, or when it is another run of as many entries", () => {
    for (const made of Object.values(formats)) {
      for (const kind of ["index", "queue"] as const) {
        const entries = entriesOf(3 * perBlock[kind], 8, kind);
        const run = made(kind, entries);
        const { path, starts } = run.blocks;
        const other = made(kind, entriesOf(3 * perBlock[kind], 9, kind));
        const bytes = readFileSync(path);
        const block = (i: number) => bytes.subarray(starts[i], starts[i + 1]);
        writeFileSync(path, Buffer.concat([block(0), block(2), block(1), bytes.subarray(starts[3])]));
        expect(answers(run, entries)).toBe("damaged");
        writeFileSync(path, readFileSync(other.blocks.path));
        expect(answers(run, entries)).toBe("damaged");
        writeFileSync(path, bytes);
        expect(answers(run, entries)).not.toBe("damaged");
      }
    }
  });

  it("says so again and again: a reader that met damage does not go past it", () => {
    const entries = entriesOf(20 * perBlock.queue, 7, "queue"); // 20 blocks; 16 are read at a time
    const run = written("queue", entries);
    const { path, starts } = run.blocks;
    const bytes = readFileSync(path);
    bytes[starts[17] + 100] ^= 4;
    writeFileSync(path, bytes);
    const cursor = new RunCursor(reopened(run).blocks);
    while (cursor.position < 16 * perBlock.queue - 1) cursor.advance();
    for (let i = 0; i < 2 * perBlock.queue; i++) {
      expect(() => cursor.advance()).toThrow(expect.objectContaining({ code: "damaged" }));
      expect(cursor.position).toBe(16 * perBlock.queue - 1);
      expect(cursor.number).toBe(entries[cursor.position][3]);
    }
  });
});
