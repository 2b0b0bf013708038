import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScratchFile } from "../../../src/base/file/scratch-file.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

const path = join(temporaryFolder(), "sub", "scratch");
const place = fc.nat(9_999); // words of 8 bytes: 20 pages

describe("a scratch file", () => {
  it("holds what was written, and zeros elsewhere, however few of its pages stand in memory (a Map as oracle)", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, fc.nat(2 ** 32 - 1)), { maxLength: 100 }),
        fc.integer({ min: 1, max: 25 }),
        (writes, most) => {
          const file = new ScratchFile(path, most);
          const expected = new Map<number, number>();
          for (const [word, value] of writes) {
            const { view, at } = file.writable(word * 8);
            view.setUint32(at, value);
            expected.set(word, value);
          }
          for (let word = 0; word < 10_000; word += 1) {
            const { view, at } = file.writable(word * 8);
            if (view.getUint32(at) !== (expected.get(word) ?? 0)) expect.fail(`word ${word} is ${view.getUint32(at)}`);
          }
          file.close();
        },
      ),
      { numRuns: 30 },
    );
  });

  it("is a file when there is more than stands in memory, none after closing, and nothing of a killed process's", () => {
    const file = new ScratchFile(path, 2);
    for (const page of [0, 1]) file.writable(page * 4096).view.setUint8(0, 7);
    expect(existsSync(path)).toBe(false);
    file.writable(2 * 4096);
    expect(existsSync(path)).toBe(true);
    file.close();
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, Buffer.alloc(8192, 1)); // as a kill leaves it
    const next = new ScratchFile(path, 1);
    expect(existsSync(path)).toBe(false);
    next.writable(4096);
    expect(next.writable(0).view.getUint8(0)).toBe(0);
    next.close();
  });
});
