import { appendFileSync, closeSync, openSync, readSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { LogPieces } from "../../../src/urldb/dedicated/log-pieces.js";
import { disk, watchDisk } from "./disk.js";
import { newFolder } from "./story.js";

watchDisk();
afterEach(() => disk.reset());

/** 4,096 bytes to a step, 4,096 places. */
const STEP = 4096;
const ROUND = STEP * 4096;

function logOf(bytes: Uint8Array) {
  const path = join(newFolder(), "log");
  writeFileSync(path, bytes);
  const fd = openSync(path, "r");
  let reads = 0;
  disk.askRead = () => void reads++;
  const pieces = new LogPieces(fd, path);
  return { path, fd, pieces, reads: () => reads };
}

const random = new Random(1);
const any = Uint8Array.from({ length: 40_000 }, () => random.bits());

describe("pieces of a log", () => {
  it("hold each byte that is asked for, and what is behind it for 1,024 bytes or up to the end, while the log grows", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9000), fc.double({ max: 1, min: 0, noNaN: true })), { maxLength: 20 }),
        (calls) => {
          const { path, fd, pieces } = logOf(any.subarray(0, 1));
          let end = 1;
          for (const [more, share] of calls) {
            const next = Math.min(any.length, end + more);
            appendFileSync(path, any.subarray(end, next));
            end = next;
            const position = Math.min(end - 1, Math.floor(share * end));
            pieces.enter(position, end);
            const held = pieces.bytes.subarray(position - pieces.start, pieces.length);
            expect(held.length).toBeGreaterThanOrEqual(Math.min(1025, end - position));
            expect(Buffer.compare(held, any.subarray(position, position + held.length))).toBe(0);
          }
          closeSync(fd);
        },
      ),
    );
  });

  it("are read once, again where another took the place, where the log has grown since, and where it was cut", () => {
    const { path, fd, pieces, reads } = logOf(any);
    const isRead = (position: number, end: number) => {
      const before = reads();
      pieces.enter(position, end);
      return reads() > before;
    };
    const first = () => pieces.bytes[0];
    expect([isRead(0, any.length), isRead(STEP - 1, any.length)]).toEqual([true, false]);
    expect([pieces.start, pieces.length, first()]).toEqual([0, STEP + 1024, any[0]]);
    expect([isRead(STEP, any.length), isRead(0, any.length), first()]).toEqual([true, false, any[0]]);
    truncateSync(path, ROUND + 10); // zeros up to there
    expect([isRead(ROUND + 5, ROUND + 10), pieces.start, pieces.length, first()]).toEqual([true, ROUND, 10, 0]);
    expect([isRead(0, ROUND + 10), first()]).toEqual([true, any[0]]);
    expect([isRead(ROUND + 5, ROUND + 10), isRead(ROUND + 5, ROUND + 10)]).toEqual([true, false]);
    appendFileSync(path, any.subarray(0, 5));
    expect([isRead(ROUND + 5, ROUND + 15), pieces.length, isRead(ROUND, ROUND + 15)]).toEqual([true, 15, false]);
    pieces.forget();
    expect(isRead(ROUND + 5, ROUND + 15)).toBe(true);
    closeSync(fd);
  });

  it("are not taken for read where reading failed", () => {
    const { fd, pieces } = logOf(any);
    disk.askRead = () => "EIO";
    for (let i = 0; i < 2; i++)
      expect(() => pieces.enter(5, any.length)).toThrow(expect.objectContaining({ code: "failed" }));
    expect(pieces.length).toBe(0);
    disk.askRead = undefined;
    pieces.enter(5, any.length);
    expect(pieces.bytes[5]).toBe(any[5]);
    closeSync(fd);
  });

  it("may be of any length from any byte on", () => {
    const { fd, pieces } = logOf(any);
    pieces.enterAt(777, 20_000);
    expect([pieces.start, pieces.length]).toEqual([777, 20_000]);
    expect(Buffer.compare(pieces.bytes.subarray(0, 20_000), any.subarray(777, 20_777))).toBe(0);
    pieces.enterAt(39_990, 50);
    expect(pieces.length).toBe(10);
    const one = Buffer.alloc(1);
    readSync(fd, one, 0, 1, 39_990);
    expect(pieces.bytes[0]).toBe(one[0]);
    closeSync(fd);
  });
});
