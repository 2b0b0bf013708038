import { crc32 } from "node:zlib";
import { readUpTo } from "./files.js";
import { BlockedFilter } from "./filter.js";
import { damaged, entriesPerBlock, FORMER_BLOCK, type RunKind, seedOf } from "./run-block.js";

/** A run on disk. */
export interface RunBlocks {
  readonly path: string;
  readonly fd: number;
  readonly kind: RunKind;
  /** Entries. */
  readonly count: number;
  /** Where each block begins, and where the last ends. */
  readonly starts: Float64Array;
  /** False: in the former format. */
  readonly isPacked: boolean;
}

/** What an index keeps in memory. */
export interface Screen {
  /** The hash that begins each block, high and low word. */
  readonly fences: Uint32Array;
  readonly filter: BlockedFilter;
}

/**
 * Reads what stands behind the blocks of a run: see `RunWriter`.
 *
 * @param bytes of the blocks; undefined for a run in the former format, of which a queue has nothing there
 * @throws "damaged"
 */
export function openRun(
  fd: number,
  path: string,
  kind: RunKind,
  count: number,
  bytes: number | undefined,
): { readonly blocks: RunBlocks; readonly screen: Screen | undefined } {
  const size = Math.ceil(count / entriesPerBlock(kind));
  const isPacked = bytes !== undefined;
  const lengths = new Uint16Array(size).fill(FORMER_BLOCK);
  const fences = new Uint32Array(2 * size);
  const words = new Uint32Array(kind === "index" ? BlockedFilter.byteLength(count) / 4 : 0);
  const parts = [...(isPacked ? [lengths] : []), ...(kind === "index" ? [fences, words] : [])].map(bytesOf);
  let at = bytes ?? FORMER_BLOCK * size;
  let sum = seedOf(path, size);
  for (const part of parts) {
    if (readUpTo(fd, part, part.length, at, path) < part.length) throw damaged(path);
    at += part.length;
    sum = crc32(part, sum);
  }
  const last = Buffer.alloc(4);
  if (parts.length > 0 && (readUpTo(fd, last, 4, at, path) < 4 || last.readUInt32LE() !== sum)) throw damaged(path);
  const starts = startsOf(lengths);
  if (isPacked && starts[size] !== bytes) throw damaged(path);
  const screen = kind === "index" ? { fences, filter: new BlockedFilter(count, words) } : undefined;
  return { blocks: { path, fd, kind, count, starts, isPacked }, screen };
}

export function startsOf(lengths: Uint16Array): Float64Array {
  const starts = new Float64Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i] + lengths[i];
  return starts;
}

export const bytesOf = (words: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
