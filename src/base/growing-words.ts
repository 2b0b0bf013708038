/** Room of a piece, numbers: 4 MB. */
const PIECE = 1 << 20;

/**
 * A list of 32-bit numbers that grows without moving: full pieces are put aside and joined at the end.
 *
 * 4 bytes per number, 8 while it is joined; 4 throughout when `expected` is right.
 */
export class GrowingWords {
  #full: Uint32Array[] = [];
  #piece: Uint32Array;
  /** Numbers in the piece that is being filled. */
  #at = 0;
  /** Numbers in full pieces. */
  #before = 0;

  /** @param expected how many numbers will come, where that is known */
  constructor(expected = 0) {
    this.#piece = new Uint32Array(expected);
  }

  get length(): number {
    return this.#before + this.#at;
  }

  push(value: number): void {
    if (this.#at === this.#piece.length) this.#next();
    this.#piece[this.#at++] = value;
  }

  append(values: Uint32Array): void {
    for (let from = 0; from < values.length; ) {
      if (this.#at === this.#piece.length) this.#next();
      const part = values.subarray(from, from + this.#piece.length - this.#at);
      this.#piece.set(part, this.#at);
      this.#at += part.length;
      from += part.length;
    }
  }

  /** All numbers in an array of their own; the list is empty then. */
  taken(): Uint32Array {
    const { length } = this;
    const full = this.#full;
    if (full.length === 0 && this.#piece.length === length) full.push(this.#piece);
    else if (full.length === 0) full.push(this.#piece.slice(0, length));
    else full.push(this.#piece.subarray(0, this.#at));
    let all = full[0];
    if (full.length > 1) {
      all = new Uint32Array(length);
      let at = 0;
      for (let piece = full.shift(); piece; piece = full.shift()) {
        all.set(piece, at);
        at += piece.length;
      }
    }
    this.#full = [];
    this.#piece = new Uint32Array(0);
    this.#at = 0;
    this.#before = 0;
    return all;
  }

  #next(): void {
    if (this.#at > 0) this.#full.push(this.#piece);
    this.#before += this.#at;
    this.#piece = new Uint32Array(Math.min(PIECE, Math.max(1 << 10, this.length)));
    this.#at = 0;
  }
}
