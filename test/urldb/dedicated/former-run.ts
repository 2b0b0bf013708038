import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { crc32 } from "node:zlib";
import { BlockedFilter } from "../../../src/urldb/dedicated/filter.js";
import type { RunKind } from "../../../src/urldb/dedicated/run-block.js";

/**
 * Writes a sorted run as version 0.1.0 did: blocks of 4,096 bytes, of which the last four are their CRC-32, with whole
 * big-endian entries of 13 bytes (hash, number) or 19 (rank, hash, number); of an index then the hash that begins each
 * block, the filter, and a CRC-32 over both.
 */
export function writeFormerRun(
  path: string,
  kind: RunKind,
  entries: readonly (readonly [rank: number, high: number, low: number, number: number])[],
): void {
  const [width, perBlock] = kind === "index" ? [13, 314] : [19, 215];
  const seed = crc32(basename(path));
  const blocks: Buffer[] = [];
  const fences: number[] = [];
  const filter = new BlockedFilter(entries.length);
  for (let first = 0; first < entries.length; first += perBlock) {
    const block = Buffer.alloc(4096);
    for (const [i, [rank, high, low, number]] of entries.slice(first, first + perBlock).entries()) {
      if (kind === "queue") block.writeUIntBE(rank, i * width, 6);
      else filter.add(high, low);
      block.writeUInt32BE(high, (i + 1) * width - 13);
      block.writeUInt32BE(low, (i + 1) * width - 9);
      block.writeUIntBE(number, (i + 1) * width - 5, 5);
    }
    block.writeUInt32LE(crc32(block.subarray(0, 4092), (seed + blocks.length) >>> 0), 4092);
    blocks.push(block);
    fences.push(entries[first][1], entries[first][2]);
  }
  if (kind === "index") {
    const tail = Buffer.concat([Uint32Array.from(fences), filter.words].map((words) => Buffer.from(words.buffer)));
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(tail, (seed + blocks.length) >>> 0));
    blocks.push(tail, sum);
  }
  writeFileSync(path, Buffer.concat(blocks));
}
