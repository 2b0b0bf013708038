/**
 * Times to come, the latest first: a binary max-heap. A time that has come is past: it is of no interest any more, and is dropped when
 * the heap has grown by as much as it held.
 */
export class TimeHeap {
  #times = new Uint32Array(1 << 10);
  #size = 0;
  /** Size at which what is past is dropped. */
  #most = 1 << 10;

  /** The latest; the heap holds one. */
  get latest(): number {
    return this.#times[0];
  }

  /** @param now times up to this one are past */
  add(time: number, now: number): void {
    if (this.#size === this.#most) this.#drop(now);
    if (this.#size === this.#times.length) {
      const larger = new Uint32Array(2 * this.#times.length);
      larger.set(this.#times);
      this.#times = larger;
    }
    this.#rise(this.#size++, time);
  }

  /** Takes out the latest. */
  pop(): number {
    const times = this.#times;
    const latest = times[0];
    const last = times[--this.#size];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && times[child + 1] > times[child]) child++;
      if (times[child] <= last) break;
      times[at] = times[child];
      at = child;
    }
    times[at] = last;
    return latest;
  }

  #rise(from: number, time: number): void {
    const times = this.#times;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (times[parent] >= time) break;
      times[at] = times[parent];
      at = parent;
    }
    times[at] = time;
  }

  #drop(now: number): void {
    const size = this.#size;
    this.#size = 0;
    for (let i = 0; i < size; i++) {
      const time = this.#times[i];
      if (time > now) this.#rise(this.#size++, time);
    }
    this.#most = Math.max(1 << 10, 2 * this.#size);
  }
}
