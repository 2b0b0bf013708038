/** A set of whole numbers, kept as ranges: numbers that come nearly in order take a few bytes in all. */
export class Ranges {
  /** Sorted, apart from one another: first and last of each. */
  readonly #ranges: [number, number][] = [];

  get isEmpty(): boolean {
    return this.#ranges.length === 0;
  }

  /** First and last number of each range, in order. */
  get list(): readonly (readonly [number, number])[] {
    return this.#ranges;
  }

  /** Are all numbers of a range in it? */
  has(from: number, to = from): boolean {
    const range = this.#ranges[this.#firstThatEndsAt(from)];
    return range !== undefined && range[0] <= from && to <= range[1];
  }

  add(from: number, to = from): void {
    const at = this.#firstThatEndsAt(from - 1);
    let [first, last] = [from, to];
    let count = 0;
    for (; at + count < this.#ranges.length && this.#ranges[at + count][0] <= to + 1; count++) {
      first = Math.min(first, this.#ranges[at + count][0]);
      last = Math.max(last, this.#ranges[at + count][1]);
    }
    this.#ranges.splice(at, count, [first, last]);
  }

  delete(from: number, to: number): void {
    for (let at = this.#firstThatEndsAt(from); at < this.#ranges.length && this.#ranges[at][0] <= to; ) {
      const [first, last] = this.#ranges[at];
      const left: [number, number][] = [];
      if (first < from) left.push([first, from - 1]);
      if (last > to) left.push([to + 1, last]);
      this.#ranges.splice(at, 1, ...left);
      at += left.length;
    }
  }

  /** Index of the first range whose last number is at least `number`. */
  #firstThatEndsAt(number: number): number {
    const ranges = this.#ranges;
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle][1] < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
