import { closeSync, existsSync, fstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BlockedFilter } from "../../../src/urldb/dedicated/filter.js";
import { blocksLength, RunWriter } from "../../../src/urldb/dedicated/run-writer.js";
import { newFolder } from "./story.js";

const folder = newFolder();

describe("writing a run", () => {
  it("lays entries out big-endian, zeros behind the last, and a CRC-32 at the end of each block that begins at the file's name: by hand", () => {
    const writer = new RunWriter(join(folder, "hand.run"), "queue", 1);
    writer.push(0x0102_0304_0506, 0x0708090a, 0x0b0c0d0e, 0x0f_1011_1213);
    expect(writer.finish()).toEqual({ filter: undefined, fences: new Uint32Array(0) });
    closeSync(writer.fd);
    const bytes = readFileSync(writer.path);
    expect(bytes.length).toBe(4096);
    expect([...bytes.subarray(0, 19)]).toEqual(Array.from({ length: 19 }, (_, i) => i + 1));
    expect(bytes.subarray(19, 4092).every((byte) => byte === 0)).toBe(true);
    expect(bytes.readUInt32LE(4092)).toBe(crc32(bytes.subarray(0, 4092), crc32("hand.run")));
  });

  it("puts behind the blocks of an index the hash that begins each, the filter, and a CRC-32 over both that begins at the file's name and the number of blocks", () => {
    const writer = new RunWriter(join(folder, "index.run"), "index", 700);
    for (let i = 0; i < 700; i++) writer.push(99, i, 3 * i, i); // the rank is left out
    const { fences, filter } = writer.finish();
    expect([...fences]).toEqual([0, 0, 314, 942, 628, 1884]); // entries 0, 314 and 628
    closeSync(writer.fd);
    const bytes = readFileSync(writer.path);
    const tail = bytes.subarray(blocksLength("index", 700));
    expect(tail.length).toBe(24 + BlockedFilter.byteLength(700) + 4);
    expect([...new Uint32Array(Uint8Array.from(tail.subarray(0, 24)).buffer)]).toEqual([...fences]);
    expect(Buffer.compare(tail.subarray(24, -4), Buffer.from((filter as BlockedFilter).words.buffer))).toBe(0);
    expect(tail.readUInt32LE(tail.length - 4)).toBe(crc32(tail.subarray(0, -4), crc32("index.run") + 3));
    expect([...bytes.subarray(13, 26)]).toEqual([0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 1]);
  });

  it("writes equal entries to equal bytes, whatever was in memory before", () => {
    const write = (name: string) => {
      const writer = new RunWriter(join(folder, name), "queue", 20_000);
      for (let i = 0; i < 20_000; i++) writer.push(i, i, i, i); // 94 blocks: the buffer of 64 is used again
      writer.finish();
      expect(fstatSync(writer.fd).size).toBe(Math.ceil(20_000 / 215) * 4096);
      closeSync(writer.fd);
      const bytes = readFileSync(writer.path);
      for (let at = 4092; at < bytes.length; at += 4096) bytes.fill(0, at, at + 4); // checksums go by the name
      return bytes;
    };
    expect(write("one.run").equals(write("two.run"))).toBe(true);
  });

  it("takes an abandoned run away", () => {
    const writer = new RunWriter(join(folder, "abandoned.run"), "index", 10);
    writer.push(0, 1, 2, 3);
    const fd = writer.fd;
    writer.abandon();
    expect(existsSync(writer.path)).toBe(false);
    expect(() => fstatSync(fd)).toThrow(/EBADF/);
  });

  it("says which file cannot be made", () => {
    mkdirSync(join(folder, "taken.run"));
    const before = readdirSync("/proc/self/fd").length;
    expect(() => new RunWriter(join(folder, "taken.run"), "queue", 1)).toThrow(
      expect.objectContaining({ code: "failed", message: expect.stringContaining("taken.run") }),
    );
    expect(readdirSync("/proc/self/fd").length).toBe(before);
  });
});
