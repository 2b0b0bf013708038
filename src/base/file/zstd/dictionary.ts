import { problem } from "../../error.js";
import { type HuffmanTable, readHuffmanTable, roomForCodes } from "./huffman.js";
import { readSequenceStart, type SequenceStart } from "./sequences.js";

/** What frames begin with, as if it had come out before them. */
export interface Dictionary {
  /** Frames may name it by this number; 0: it has none. */
  readonly id: number;
  /** Bytes that matches reach back to. */
  readonly content: Uint8Array;
  readonly codes?: HuffmanTable;
  readonly sequences?: SequenceStart;
}

const MAGIC = 0xec30a437;
/** Bytes behind the last table that decoders may look at. */
const PAD = 8;

/**
 * Reads a dictionary (RFC 8878, section 5): tables, three offsets and content; or, without the magic number, content
 * alone.
 *
 * @throws "damaged"
 */
export function readDictionary(bytes: Buffer): Dictionary {
  if (bytes.length < 8 || bytes.readUInt32LE(0) !== MAGIC) return { id: 0, content: bytes };
  const padded = Buffer.concat([bytes, Buffer.alloc(PAD)]);
  const codes = roomForCodes();
  const tables = readHuffmanTable(padded, 8, bytes.length, codes);
  const { start: sequences, end } = readSequenceStart(padded, tables, bytes.length);
  if (sequences.recent.some((offset) => offset < 1 || offset > bytes.length - end))
    throw problem.damaged`an offset of a dictionary lies outside it`;
  return { id: bytes.readUInt32LE(4), content: bytes.subarray(end), codes, sequences };
}
