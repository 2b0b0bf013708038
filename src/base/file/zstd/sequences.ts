import { problem } from "../../error.js";
import { BackwardBits } from "./bits.js";
import { type FseTable, fillRun, firstState, fseTable, readFseTable, roomFor } from "./fse.js";

/** Literals to be copied, then bytes to be repeated from `offset` back (RFC 8878, section 3.1.1.3.2). */
interface Field {
  readonly mostLog: number;
  readonly mostSymbols: number;
  readonly standard: FseTable;
  /** Value of each code, and bits to be added to it. */
  readonly base: Uint32Array;
  readonly extra: Uint8Array;
}

const steps = (from: number, widths: readonly number[]): number[] => {
  const values: number[] = [];
  for (let value = from, i = 0; i < widths.length; value += 2 ** widths[i++]) values.push(value);
  return values;
};

const repeat = (count: number, value: number): number[] => new Array(count).fill(value);
const LITERAL_BITS = [...repeat(16, 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const MATCH_BITS = [...repeat(32, 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const OFFSET_BITS = Array.from({ length: 32 }, (_, code) => code);

/** Codes of RFC 8878, tables 16 and 17, and the standard distributions of its section 3.1.1.3.2.2. */
const LITERALS: Field = {
  mostLog: 9,
  mostSymbols: 36,
  standard: fseTable([4, 3, ...repeat(11, 2), 1, 1, 1, ...repeat(9, 2), 3, 2, ...repeat(5, 1), ...repeat(4, -1)], 6),
  base: Uint32Array.from(steps(0, LITERAL_BITS)),
  extra: Uint8Array.from(LITERAL_BITS),
};
const MATCHES: Field = {
  mostLog: 9,
  mostSymbols: 53,
  standard: fseTable([1, 4, 3, ...repeat(6, 2), ...repeat(37, 1), ...repeat(7, -1)], 6),
  base: Uint32Array.from(steps(3, MATCH_BITS)),
  extra: Uint8Array.from(MATCH_BITS),
};
const OFFSETS: Field = {
  mostLog: 8,
  mostSymbols: 32,
  standard: fseTable([...repeat(6, 1), 2, 2, 2, ...repeat(15, 1), ...repeat(5, -1)], 5),
  base: Uint32Array.from(OFFSET_BITS, (bits) => 2 ** bits),
  extra: Uint8Array.from(OFFSET_BITS),
};

/** Receives what the sequences of a block say, in order. */
export interface SequenceSink {
  /** @param offset bytes back, at least 1 */
  sequence(literals: number, offset: number, match: number): void;
}

/** What the first block of a frame finds where there is a dictionary. */
export interface SequenceStart {
  readonly literals: FseTable;
  readonly matches: FseTable;
  readonly offsets: FseTable;
  /** The three last offsets. */
  readonly recent: readonly number[];
}

const NO_DICTIONARY: Partial<SequenceStart> = { recent: [1, 4, 8] };

/**
 * Reads the tables and offsets of a dictionary (RFC 8878, section 5). @returns them, and where they end. @throws
 * "damaged"
 */
export function readSequenceStart(
  bytes: Buffer,
  from: number,
  end: number,
): { readonly start: SequenceStart; readonly end: number } {
  let at = from;
  const table = ({ mostLog, mostSymbols }: Field): FseTable => {
    const read = roomFor(mostLog);
    at = readFseTable(bytes, at, end, mostLog, mostSymbols, read);
    return read;
  };
  const [offsets, matches, literals] = [table(OFFSETS), table(MATCHES), table(LITERALS)];
  if (at + 12 > end) throw problem.damaged`a dictionary is cut short`;
  const recent = [0, 4, 8].map((more) => bytes.readUInt32LE(at + more));
  return { start: { literals, matches, offsets, recent }, end: at + 12 };
}

/** Decodes the sequences of blocks; tables and the three last offsets are kept from block to block of a frame. */
export class SequenceDecoder {
  #literals: FseTable | undefined;
  #matches: FseTable | undefined;
  #offsets: FseTable | undefined;
  readonly #own = {
    literals: roomFor(LITERALS.mostLog),
    offsets: roomFor(OFFSETS.mostLog),
    matches: roomFor(MATCHES.mostLog),
  };
  readonly #recent = [1, 4, 8];

  /** Begins another frame. */
  begin({ literals, matches, offsets, recent = [] }: Partial<SequenceStart> = NO_DICTIONARY): void {
    this.#literals = literals;
    this.#matches = matches;
    this.#offsets = offsets;
    for (let i = 0; i < 3; i++) this.#recent[i] = recent[i];
  }

  /** @throws "damaged" for bytes that are no sequences */
  decode(bytes: Uint8Array, from: number, end: number, sink: SequenceSink): void {
    let at = from;
    let count = bytes[at++];
    if (count === 255) {
      count = bytes[at] + (bytes[at + 1] << 8) + 0x7f00;
      at += 2;
    } else if (count > 127) count = ((count - 128) << 8) + bytes[at++];
    if (count === 0) return;
    const modes = bytes[at++];
    const table = (mode: number, field: Field, own: FseTable, last: FseTable | undefined): FseTable => {
      if (mode === 0) return field.standard;
      if (mode === 1) {
        fillRun(own, bytes[at++]);
        return own;
      }
      if (mode === 2) {
        at = readFseTable(bytes, at, end, field.mostLog, field.mostSymbols, own);
        return own;
      }
      if (!last) throw problem.damaged`a block repeats a table that there is not`;
      return last;
    };
    const literals = (this.#literals = table(modes >> 6, LITERALS, this.#own.literals, this.#literals));
    const offsets = (this.#offsets = table((modes >> 4) & 3, OFFSETS, this.#own.offsets, this.#offsets));
    const matches = (this.#matches = table((modes >> 2) & 3, MATCHES, this.#own.matches, this.#matches));
    const bits = new BackwardBits(bytes, at, end);
    let literal = firstState(literals, bits);
    let offset = firstState(offsets, bits);
    let match = firstState(matches, bits);
    for (let i = 0; i < count; i++) {
      const offsetCode = offsets.symbols[offset];
      const matchCode = matches.symbols[match];
      const literalCode = literals.symbols[literal];
      if (offsetCode > 31 || matchCode > 52 || literalCode > 35) throw problem.damaged`a code that there is not`;
      const value = OFFSETS.base[offsetCode] + bits.read(offsetCode);
      const matchLength = MATCHES.base[matchCode] + bits.read(MATCHES.extra[matchCode]);
      const literalLength = LITERALS.base[literalCode] + bits.read(LITERALS.extra[literalCode]);
      sink.sequence(literalLength, this.#offset(value, literalLength), matchLength);
      if (i + 1 === count) break;
      literal = literals.base[literal] + bits.read(literals.bits[literal]);
      match = matches.base[match] + bits.read(matches.bits[match]);
      offset = offsets.base[offset] + bits.read(offsets.bits[offset]);
    }
    if (bits.left !== 0) throw problem.damaged`a stream of sequences does not end with its last`;
  }

  /** Values 1 to 3 name one of the last three offsets (RFC 8878, section 3.1.1.5). */
  #offset(value: number, literalLength: number): number {
    const recent = this.#recent;
    if (value > 3) {
      recent[2] = recent[1];
      recent[1] = recent[0];
      return (recent[0] = value - 3);
    }
    const index = value - (literalLength > 0 ? 1 : 0);
    if (index === 0) return recent[0];
    const offset = index === 3 ? recent[0] - 1 : recent[index];
    if (offset < 1) throw problem.damaged`an offset of 0`;
    if (index > 1) recent[2] = recent[1];
    recent[1] = recent[0];
    return (recent[0] = offset);
  }
}
