/** Every how many URLs the place in the log is remembered; those between are walked over. */
const STRIDE = 16;

const CHUNK = 1 << 14;

/** Where in the log a URL's entry begins, for every sixteenth: half a byte per URL. */
export class Positions {
  readonly stride = STRIDE;
  readonly #chunks: Float64Array[] = [];
  /** Positions remembered. */
  size = 0;

  /** Remembers a position if the number is one of those. Numbers come in order. */
  note(number: number, position: number): void {
    if (number % STRIDE !== 0) return;
    const index = number / STRIDE;
    const chunk = Math.floor(index / CHUNK);
    while (this.#chunks.length <= chunk) this.#chunks.push(new Float64Array(CHUNK));
    this.#chunks[chunk][index % CHUNK] = position;
    this.size = index + 1;
  }

  /** Position of the entry that stands `number % STRIDE` entries before the one asked for. */
  before(number: number): number {
    const index = Math.floor(number / STRIDE);
    return this.#chunks[Math.floor(index / CHUNK)][index % CHUNK];
  }

  /** The positions from index `from` on, for the disk. */
  since(from: number): Float64Array {
    return Float64Array.from({ length: Math.max(0, this.size - from) }, (_, i) => this.before((from + i) * STRIDE));
  }

  load(positions: Float64Array): void {
    for (let i = 0; i < positions.length; i++) this.note(i * STRIDE, positions[i]);
  }
}
