/** A list of 32-bit numbers that grows: twice the memory when it is full. */
export class Growing {
  #words = new Uint32Array(1 << 10);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(word: number): void {
    if (this.#length === this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[this.#length++] = word;
  }

  /** All of them, in an array of their own. */
  taken(): Uint32Array {
    return this.#words.slice(0, this.#length);
  }
}
