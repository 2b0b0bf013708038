import { problem } from "../../error.js";
import { BackwardBits } from "./bits.js";
import { firstState, nextState, readFseTable, roomFor } from "./fse.js";

const MOST_BITS = 11;

/** A decoding table of prefix codes: symbol and length of the code that each string of `log` bits begins with. */
export interface HuffmanTable {
  log: number;
  /** Length of the code in the low byte, symbol in the high byte. */
  readonly codes: Uint16Array;
}

/** Room for any table: blocks fill the same one again and again. */
export const roomForCodes = (): HuffmanTable => ({ log: 0, codes: new Uint16Array(1 << MOST_BITS) });

/**
 * Reads the description of a table (RFC 8878, section 4.2.1) into `table`. @returns where it ends. @throws "damaged"
 * when it is none
 */
export function readHuffmanTable(bytes: Uint8Array, at: number, end: number, table: HuffmanTable): number {
  const header = bytes[at];
  const from = at + 1;
  const size = header < 128 ? header : (header - 127 + 1) >> 1;
  const to = from + size;
  if (to > end) throw problem.damaged`a table of codes is cut short`;
  const weights = header < 128 ? packedWeights(bytes, from, to) : plainWeights(bytes, from, header - 127);
  fillCodes(table, weights);
  return to;
}

const plainWeights = (bytes: Uint8Array, from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (i & 1 ? bytes[from + (i >> 1)] & 15 : bytes[from + (i >> 1)] >> 4));

const ofWeights = roomFor(6);

/** Two states take turns, until one wants bits that are not there. */
function packedWeights(bytes: Uint8Array, from: number, to: number): number[] {
  const table = ofWeights;
  const end = readFseTable(bytes, from, to, 6, 16, table);
  const bits = new BackwardBits(bytes, end, to);
  const states = [firstState(table, bits), firstState(table, bits)];
  const weights: number[] = [];
  for (let turn = 0; weights.length < 255; turn ^= 1) {
    weights.push(table.symbols[states[turn]]);
    states[turn] = nextState(table, states[turn], bits);
    if (bits.left < 0) {
      weights.push(table.symbols[states[turn ^ 1]]);
      return weights;
    }
  }
  throw problem.damaged`a table of codes has more than 255 weights`;
}

/** The weight of the last symbol is what is missing to a power of two. */
function fillCodes(table: HuffmanTable, weights: number[]): void {
  const sum = weights.reduce((total, weight) => total + (weight > 0 ? 2 ** (weight - 1) : 0), 0);
  const log = 32 - Math.clz32(sum);
  const rest = 2 ** log - sum;
  if (sum === 0 || log > MOST_BITS || (rest & (rest - 1)) !== 0 || weights.length > 255) {
    throw problem.damaged`weights of codes do not add up`;
  }
  weights.push(32 - Math.clz32(rest));
  const { codes } = table;
  table.log = log;
  let at = 0;
  for (let weight = 1; weight <= log; weight++) {
    for (let symbol = 0; symbol < weights.length; symbol++) {
      if (weights[symbol] !== weight) continue;
      const next = at + (1 << (weight - 1));
      codes.fill((symbol << 8) | (log + 1 - weight), at, next);
      at = next;
    }
  }
}

/**
 * Decodes `count` symbols of the stream `bytes[from, to)` into `out` at `outAt`.
 *
 * @throws "damaged" when the stream does not end with the last of them
 */
export function decodeHuffman(
  { log, codes }: HuffmanTable,
  bytes: Uint8Array,
  from: number,
  to: number,
  out: Uint8Array,
  outAt: number,
  count: number,
): void {
  const mask = (1 << log) - 1;
  let left = new BackwardBits(bytes, from, to).left;
  const end = outAt + count;
  let at = outAt;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const last = end - 1; at < last && left >= 2 * log; at += 2) {
    const low = left - 2 * log; // 22 bits at the most, and 7 below them: two symbols to a word
    const word = words.getUint32(from + (low >>> 3), true) >>> (low & 7);
    const first = codes[(word >>> log) & mask];
    const second = codes[(word >>> (log - (first & 255))) & mask];
    out[at] = first >>> 8;
    out[at + 1] = second >>> 8;
    left -= (first & 255) + (second & 255);
  }
  for (; at < end && left >= log; at++) {
    const low = left - log;
    const byte = from + (low >>> 3);
    const word = bytes[byte] | (bytes[byte + 1] << 8) | (bytes[byte + 2] << 16);
    const code = codes[(word >>> (low & 7)) & mask];
    out[at] = code >>> 8;
    left -= code & 255;
  }
  for (; at < end && left > 0; at++) {
    const word = bytes[from] | (bytes[from + 1] << 8); // 10 bits at the most
    const code = codes[(word << (log - left)) & mask];
    out[at] = code >>> 8;
    left -= code & 255;
  }
  if (at !== end || left !== 0) throw problem.damaged`a stream of codes does not end with its last symbol`;
}
