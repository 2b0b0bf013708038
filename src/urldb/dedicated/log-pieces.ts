import { readUpTo } from "./files.js";

/** Every how many bytes a piece begins. */
const STEP = 1 << 12;

/** Bytes of one: entries that begin in the last step of it mostly end in it. */
const LENGTH = STEP + 1024;

/** Pieces that are kept, a power of two: 20 MB, of a log of half a million URLs all. */
const PLACES = 1 << 12;

/** The pieces of a log that were read last. Each has one place, which the next of that place takes over. */
export class LogPieces {
  /** The piece that was entered last, where in the log it begins, and how many bytes of it there are. */
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  length = 0;
  readonly #fd: number;
  readonly #path: string;
  readonly #kept: Buffer[] = [];
  /** Where in the log the piece of each place begins, -1 for none, and how many bytes of it were there. */
  readonly #starts = new Float64Array(PLACES).fill(-1);
  readonly #lengths = new Uint16Array(PLACES);
  /** A piece that is not kept. */
  #once = Buffer.alloc(0);

  constructor(fd: number, path: string) {
    this.#fd = fd;
    this.#path = path;
  }

  /** Goes to the piece with this byte of the log. @param end of the log */
  enter(position: number, end: number): void {
    const piece = Math.floor(position / STEP);
    const place = piece % PLACES;
    const start = piece * STEP;
    this.#kept[place] ??= Buffer.allocUnsafeSlow(LENGTH);
    const has = this.#lengths[place];
    const isThere = this.#starts[place] === start && (has === LENGTH || start + has === end);
    this.bytes = this.#kept[place];
    this.start = start;
    this.length = isThere ? has : 0;
    if (isThere) return;
    this.#starts[place] = -1;
    this.length = readUpTo(this.#fd, this.bytes, LENGTH, start, this.#path);
    this.#lengths[place] = this.length;
    this.#starts[place] = start;
  }

  /** Reads so many bytes from this one on. */
  enterAt(position: number, length: number): void {
    if (this.#once.length < length) this.#once = Buffer.allocUnsafe(length);
    this.bytes = this.#once;
    this.start = position;
    this.length = 0;
    this.length = readUpTo(this.#fd, this.bytes, length, position, this.#path);
  }

  /** The log was cut: what was read of it may have been behind its end. */
  forget(): void {
    this.#starts.fill(-1);
  }
}
