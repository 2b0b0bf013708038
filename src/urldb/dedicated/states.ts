/** Where a URL is, and V: bit 0 is V, the others the place. Four bits per URL. */
export const State = {
  waiting: 0,
  waitingVisited: 1,
  taken: 2,
  takenVisited: 3,
  awaiting: 4,
  awaitingVisited: 5,
  done: 7,
} as const;

const CHUNK = 1 << 16;

/** The state of each URL by its number: half a byte each, in chunks of 64 KiB. All begin as waiting. */
export class States {
  readonly #chunks: Uint8Array[] = [];

  get(number: number): number {
    const chunk = this.#chunks[Math.floor(number / (2 * CHUNK))];
    if (chunk === undefined) return State.waiting;
    return (chunk[(number >>> 1) & (CHUNK - 1)] >>> ((number & 1) << 2)) & 15;
  }

  set(number: number, state: number): void {
    const index = Math.floor(number / (2 * CHUNK));
    while (this.#chunks.length <= index) this.#chunks.push(new Uint8Array(CHUNK));
    const at = (number >>> 1) & (CHUNK - 1);
    const shift = (number & 1) << 2;
    const chunk = this.#chunks[index];
    chunk[at] = (chunk[at] & ~(15 << shift)) | (state << shift);
  }

  /** Chunks of 64 KiB that stand for all states; those beyond are all waiting. */
  get chunks(): readonly Uint8Array[] {
    return this.#chunks;
  }

  /** @param bytes the chunks, one after the other */
  load(bytes: Uint8Array): void {
    this.#chunks.length = 0;
    for (let at = 0; at < bytes.length; at += CHUNK) this.#chunks.push(bytes.slice(at, at + CHUNK));
  }
}
