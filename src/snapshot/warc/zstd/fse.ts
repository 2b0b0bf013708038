import type { BackwardBits } from "./bits.js";

/** A decoding table of finite state entropy: what each state stands for, and how the next one is found. */
export interface FseTable {
  /** States are numbers of so many bits. */
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly base: Uint16Array;
}

/** First state of a stream. */
export const firstState = (table: FseTable, bits: BackwardBits): number => bits.read(table.log);

/** State behind `state`. */
export const nextState = (table: FseTable, state: number, bits: BackwardBits): number =>
  table.base[state] + bits.read(table.bits[state]);

/** A table of one symbol, which takes no bits. */
export const runTable = (symbol: number): FseTable => ({
  log: 0,
  symbols: Uint8Array.of(symbol),
  bits: new Uint8Array(1),
  base: new Uint16Array(1),
});

/**
 * Builds a table (RFC 8878, section 4.1.1).
 *
 * @param counts share of each symbol in 2^log states; -1: less than one
 */
export function fseTable(counts: ArrayLike<number>, log: number): FseTable {
  const size = 1 << log;
  const symbols = new Uint8Array(size);
  const next = new Uint16Array(counts.length);
  let high = size;
  for (let symbol = 0; symbol < counts.length; symbol++) {
    next[symbol] = Math.max(counts[symbol], 0);
    if (counts[symbol] !== -1) continue;
    symbols[--high] = symbol;
    next[symbol] = 1;
  }
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  for (let symbol = 0; symbol < counts.length; symbol++) {
    for (let i = 0; i < counts[symbol]; i++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  }
  const bits = new Uint8Array(size);
  const base = new Uint16Array(size);
  for (let state = 0; state < size; state++) {
    const count = next[symbols[state]]++;
    bits[state] = log - (31 - Math.clz32(count));
    base[state] = (count << bits[state]) - size;
  }
  return { log, symbols, bits, base };
}

/**
 * Reads the description of a table at `bytes[at]`.
 *
 * @returns the table, and where its description ends
 * @throws RangeError when it is none, or has more than `mostLog` bits or `mostSymbols` symbols
 */
export function readFseTable(
  bytes: Uint8Array,
  at: number,
  end: number,
  mostLog: number,
  mostSymbols: number,
): { readonly table: FseTable; readonly end: number } {
  const log = (bytes[at] & 15) + 5;
  if (at >= end || log > mostLog) throw new RangeError(`a table of ${log} bits: expected at most ${mostLog}`);
  const peek = (bit: number, count: number) => {
    const byte = at + (bit >>> 3);
    const word = bytes[byte] | (bytes[byte + 1] << 8) | (bytes[byte + 2] << 16);
    return (word >>> (bit & 7)) & ((1 << count) - 1);
  };
  const counts: number[] = [];
  let bit = 4;
  let left = 1 << log;
  while (left > 0 && counts.length < mostSymbols) {
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
    counts.push(count);
    if (count !== 0) continue;
    for (let zeros = 3; zeros === 3; ) {
      zeros = peek(bit, 2);
      bit += 2;
      for (let i = 0; i < zeros; i++) counts.push(0);
      if (counts.length > mostSymbols) break;
    }
  }
  const tableEnd = at + ((bit + 7) >>> 3);
  if (left !== 0 || counts.length > mostSymbols || tableEnd > end)
    throw new RangeError("a table of states does not add up");
  return { table: fseTable(counts, log), end: tableEnd };
}
