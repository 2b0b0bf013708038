import { problem } from "../../error.js";
import type { BackwardBits } from "./bits.js";

/** A decoding table of finite state entropy: what each state stands for, and how the next one is found. */
export interface FseTable {
  /** States are numbers of so many bits. */
  log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly base: Uint16Array;
}

/** First state of a stream. */
export const firstState = (table: FseTable, bits: BackwardBits): number => bits.read(table.log);

/** State behind `state`. */
export const nextState = (table: FseTable, state: number, bits: BackwardBits): number =>
  table.base[state] + bits.read(table.bits[state]);

/** Room for tables of up to so many bits: blocks fill the same ones again and again. */
export const roomFor = (mostLog: number): FseTable => ({
  log: 0,
  symbols: new Uint8Array(1 << mostLog),
  bits: new Uint8Array(1 << mostLog),
  base: new Uint16Array(1 << mostLog),
});

/** Makes `table` one of a single symbol, which takes no bits. */
export function fillRun(table: FseTable, symbol: number): void {
  table.log = 0;
  table.symbols[0] = symbol;
  table.bits[0] = 0;
  table.base[0] = 0;
}

/** Of symbols: where the next of their states goes, and the shares of a table that is read. */
const next = new Uint16Array(256);
const shares = new Int16Array(256);

/** A table of its own; see `fill`. */
export function fseTable(counts: ArrayLike<number>, log: number): FseTable {
  const table = roomFor(log);
  fill(table, counts, counts.length, log);
  return table;
}

/**
 * Builds a table (RFC 8878, section 4.1.1).
 *
 * @param counts share of each symbol in 2^log states; -1: less than one
 * @param symbolCount of them, 256 at the most
 */
function fill(table: FseTable, counts: ArrayLike<number>, symbolCount: number, log: number): void {
  const { symbols, bits, base } = table;
  const size = 1 << log;
  let high = size;
  table.log = log;
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    next[symbol] = Math.max(counts[symbol], 0);
    if (counts[symbol] !== -1) continue;
    symbols[--high] = symbol;
    next[symbol] = 1;
  }
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    for (let i = 0; i < counts[symbol]; i++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  }
  for (let state = 0; state < size; state++) {
    const count = next[symbols[state]]++;
    bits[state] = log - (31 - Math.clz32(count));
    base[state] = (count << bits[state]) - size;
  }
}

/**
 * Reads the description of a table at `bytes[at]` into `table`, which has room for `mostLog` bits.
 *
 * @returns where its description ends
 * @throws "damaged" when it is none, or has more than `mostLog` bits or `mostSymbols` symbols
 */
export function readFseTable(
  bytes: Uint8Array,
  at: number,
  end: number,
  mostLog: number,
  mostSymbols: number,
  table: FseTable,
): number {
  const log = (bytes[at] & 15) + 5;
  if (at >= end || log > mostLog) throw problem.damaged`a table of ${log} bits: expected at most ${mostLog}`;
  const peek = (bit: number, count: number) => {
    const byte = at + (bit >>> 3);
    const word = bytes[byte] | (bytes[byte + 1] << 8) | (bytes[byte + 2] << 16);
    return (word >>> (bit & 7)) & ((1 << count) - 1);
  };
  let symbols = 0;
  let bit = 4;
  let left = 1 << log;
  while (left > 0 && symbols < mostSymbols) {
    const width = 32 - Math.clz32(left + 1);
    const small = (1 << (width - 1)) - 1;
    const spare = (1 << width) - 1 - (left + 1);
    let value = peek(bit, width);
    if ((value & small) < spare) {
      bit += width - 1;
      value &= small;
    } else {
      bit += width;
      if (value > small) value -= spare;
    }
    const count = value - 1;
    left -= Math.abs(count);
    shares[symbols++] = count;
    if (count !== 0) continue;
    for (let zeros = 3; zeros === 3; ) {
      zeros = peek(bit, 2);
      bit += 2;
      for (let i = 0; i < zeros; i++) shares[symbols++] = 0;
      if (symbols > mostSymbols) break;
    }
  }
  const tableEnd = at + ((bit + 7) >>> 3);
  if (left !== 0 || symbols > mostSymbols || tableEnd > end) throw problem.damaged`a table of states does not add up`;
  fill(table, shares, symbols, log);
  return tableEnd;
}
