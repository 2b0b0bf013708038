/**
 * Pages that wait to be fetched, the one with the smallest number first: bits, and bits that say which words of bits
 * are not 0.
 */
export class WaitingPages {
  /** From the bits of pages up to a single word. */
  readonly #levels: Uint32Array[] = [];

  constructor(size: number) {
    let words = size;
    do {
      words = Math.max(1, Math.ceil(words / 32));
      this.#levels.push(new Uint32Array(words));
    } while (words > 1);
  }

  add(page: number): void {
    let at = page;
    for (const bits of this.#levels) {
      bits[at >>> 5] |= 1 << (at & 31);
      at >>>= 5;
    }
  }

  /** Takes the first page out; -1 when none waits. */
  take(): number {
    const levels = this.#levels;
    if (levels[levels.length - 1][0] === 0) return -1;
    let at = 0;
    for (let level = levels.length - 1; level >= 0; level--) {
      const word = levels[level][at];
      at = 32 * at + 31 - Math.clz32(word & -word);
    }
    const page = at;
    for (const bits of levels) {
      const word = at >>> 5;
      bits[word] &= ~(1 << (at & 31));
      if (bits[word] !== 0) break;
      at = word;
    }
    return page;
  }
}
