import { closeSync, existsSync, fstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BlockedFilter } from "../../../src/urldb/dedicated/filter.js";
import { RunWriter } from "../../../src/urldb/dedicated/run-writer.js";
import { newFolder } from "./story.js";

const folder = newFolder();

describe("writing a run", () => {
  it("lays a block out as how many leading bytes rank, hash and number leave out, the first entry, the others' bytes big-endian, and a CRC-32 that begins at the file's name: by hand", () => {
    const writer = new RunWriter(join(folder, "hand.run"), "queue", 3);
    writer.push(0x0102_0304_0506, 0x0708090a, 0x0b0c0d0e, 0x0f_1011_1213);
    writer.push(0x0102_0304_0506, 0x0708090a, 0x0b0cffee, 0x0f_1011_0000); // alike: all of the rank, 6 bytes of 8, 6 of 8
    writer.push(0x0102_0304_0506, 0x0708090a, 0x0b0dffff, 0x0f_1011_1214); // alike: 5 bytes of 8
    const { blocks, screen } = writer.finish();
    expect(screen).toBeUndefined();
    expect([...blocks.starts]).toEqual([0, 46]); // 3, 24, 3 entries of 0 + 3 + 2 bytes, 4
    closeSync(writer.fd);
    const bytes = readFileSync(writer.path);
    expect([...bytes.subarray(0, 42)]).toEqual([
      ...[8, 5, 6],
      ...[0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 0, 0, 15, 16, 17, 18, 19],
      ...[0x0c, 0x0d, 0x0e, 0x12, 0x13],
      ...[0x0c, 0xff, 0xee, 0x00, 0x00],
      ...[0x0d, 0xff, 0xff, 0x12, 0x14],
    ]);
    expect(bytes.readUInt32LE(42)).toBe(crc32(bytes.subarray(0, 42), crc32("hand.run")));
    const tail = bytes.subarray(46);
    expect([tail.readUInt16LE(), tail.readUInt32LE(2), tail.length]).toEqual([
      46,
      crc32(tail.subarray(0, 2), crc32("hand.run") + 1),
      6,
    ]);
  });

  it("puts behind the blocks of an index their lengths, the hash that begins each, the filter, and a CRC-32 over these that begins at the file's name and the number of blocks", () => {
    const writer = new RunWriter(join(folder, "index.run"), "index", 700);
    for (let i = 0; i < 700; i++) writer.push(99, i, 3 * i, i); // the rank is left out
    const { blocks, screen } = writer.finish();
    const { fences, filter } = screen as NonNullable<typeof screen>;
    expect([...fences]).toEqual([0, 0, 314, 942, 628, 1884]); // entries 0, 314 and 628
    closeSync(writer.fd);
    const bytes = readFileSync(writer.path);
    // 31 a block; of the hash 2 bytes are 0 throughout, and of 628 to 699 the third is 2; of the number 6, and 7
    const lengths = [31 + 8 * 314, 31 + 8 * 314, 31 + 6 * 72];
    expect([...blocks.starts]).toEqual([0, lengths[0], 2 * lengths[0], 2 * lengths[0] + lengths[2]]);
    const tail = bytes.subarray(blocks.starts[3]);
    expect(tail.length).toBe(6 + 24 + BlockedFilter.byteLength(700) + 4);
    expect([...new Uint16Array(Uint8Array.from(tail.subarray(0, 6)).buffer)]).toEqual(lengths);
    expect([...new Uint32Array(Uint8Array.from(tail.subarray(6, 30)).buffer)]).toEqual([...fences]);
    expect(Buffer.compare(tail.subarray(30, -4), Buffer.from(filter.words.buffer))).toBe(0);
    expect(tail.readUInt32LE(tail.length - 4)).toBe(crc32(tail.subarray(0, -4), crc32("index.run") + 3));
    expect([...bytes.subarray(0, 3)]).toEqual([8, 2, 6]);
    expect([...bytes.subarray(35, 43)]).toEqual([0, 1, 0, 0, 0, 3, 0, 1]);
  });

  it("writes equal entries to equal bytes, whatever was in memory before", () => {
    const write = (name: string) => {
      const writer = new RunWriter(join(folder, name), "queue", 20_000);
      for (let i = 0; i < 20_000; i++) writer.push(i, i, i, i); // 94 blocks: the buffer of 64 is used again
      const { blocks } = writer.finish();
      closeSync(writer.fd);
      const bytes = readFileSync(writer.path);
      for (const end of blocks.starts.subarray(1)) bytes.fill(0, end - 4, end); // checksums go by the name
      return bytes.subarray(0, -4);
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
