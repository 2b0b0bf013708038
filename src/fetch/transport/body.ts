/**
 * Pieces below this are copied together once there are many: a server that sends single bytes would else cost 100 bytes
 * for each.
 */
const SMALL = 2_048;
const MANY = 64;
const BLOCK = 65_536;

/**
 * A body as it comes in, up to a limit. Pieces are kept as they are (the one piece of a small page is never copied) and
 * joined once.
 */
export class Body {
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  #block: Buffer | undefined;
  #filled = 0;
  length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns whether all of it fitted below the limit */
  add(piece: Buffer): boolean {
    const room = this.#limit - this.length;
    const part = piece.length <= room ? piece : piece.subarray(0, room);
    this.length += part.length;
    if (part.length < SMALL && this.#pieces.length >= MANY) this.#copy(part);
    else if (part.length > 0) {
      this.#endBlock();
      this.#pieces.push(part);
    }
    return part === piece;
  }

  /** The whole; to be called once. */
  join(): Uint8Array {
    this.#endBlock();
    const pieces = this.#pieces;
    this.#pieces = [];
    if (pieces.length === 1) return pieces[0];
    const whole = new Uint8Array(this.length);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  #copy(part: Buffer): void {
    if (this.#block && this.#filled + part.length > BLOCK) this.#endBlock();
    this.#block ??= Buffer.allocUnsafeSlow(BLOCK);
    part.copy(this.#block, this.#filled);
    this.#filled += part.length;
  }

  #endBlock(): void {
    if (this.#block) this.#pieces.push(this.#block.subarray(0, this.#filled));
    this.#block = undefined;
    this.#filled = 0;
  }
}
