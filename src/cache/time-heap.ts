import { grown } from "../base/growing.js";

const FIRST_ROOM = 1 << 10;

/**
 * Times to come, the latest first: a max-heap in which each time has four below it, so that they share a cache line and
 * a way down is half as long. A time that has come is past: it is of no interest any more, lies below all others, and
 * is dropped when the heap has grown by as much as it held. Its own, since that of objects takes five times as long, and
 * MIN does little else (bench/cache.mjs).
 */
export class TimeHeap {
  #times = new Uint32Array(FIRST_ROOM);
  #size = 0;
  /** Size at which what is past is dropped. */
  #most = FIRST_ROOM;

  /** The latest; the heap holds one that is not past. */
  get latest(): number {
    return this.#times[0];
  }

  /** @param now times up to this one are past */
  add(time: number, now: number): void {
    if (this.#size === this.#most) this.#drop(now);
    this.#rise(this.#size++, time);
  }

  /** Takes out the latest; the heap holds one. */
  pop(): number {
    const latest = this.#times[0];
    const last = this.#times[--this.#size];
    if (this.#size > 0) this.#sink(last);
    return latest;
  }

  /** Takes out the latest, and adds another time. */
  replace(time: number): number {
    const latest = this.#times[0];
    this.#sink(time);
    return latest;
  }

  /** From the top, which is free. */
  #sink(time: number): void {
    const times = this.#times;
    const size = this.#size;
    let at = 0;
    for (;;) {
      let child = (at << 2) + 1;
      if (child >= size) break;
      let latest = times[child];
      const end = child + 4 < size ? child + 4 : size;
      for (let other = child + 1; other < end; other++) {
        if (times[other] > latest) {
          latest = times[other];
          child = other;
        }
      }
      if (latest <= time) break;
      times[at] = latest;
      at = child;
    }
    times[at] = time;
  }

  #rise(from: number, time: number): void {
    const times = this.#times;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 2;
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
    this.#most = Math.max(FIRST_ROOM, 2 * this.#size);
    this.#times = grown(this.#times, this.#most);
  }
}
