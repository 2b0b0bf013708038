import { BinaryHeap } from "../../../src/base/binary-heap.js";
import type { Random } from "../../../src/base/random.js";
import type { Clock } from "../../../src/fetch/clock.js";

interface Event {
  readonly at: number;
  /** Of those of the same moment, chance says which comes first. */
  readonly turn: number;
  readonly work: () => void;
}

/** So many events to one turn of the event loop: nothing in a simulation waits for a file, a stream or a timer. */
const TURN = 10;

/** Time of a whole simulation. What happens next is drawn from one seed; nothing else tells the time. */
export class World {
  now = Date.UTC(2001, 4, 28);
  readonly begun = this.now;
  readonly random: Random;
  #count = 0;
  readonly #events = new BinaryHeap<Event>((a, b) => a.at < b.at || (a.at === b.at && a.turn < b.turn));

  constructor(random: Random) {
    this.random = random;
  }

  /** @returns ends it */
  after(ms: number, work: () => void): () => void {
    let isOver = false;
    const at = this.now + Math.max(0, ms);
    this.#events.push({ at, turn: this.random.bits(), work: () => isOver || work() });
    return () => {
      isOver = true;
    };
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Lets things happen until a promise is settled. @throws when that takes longer, in milliseconds of its clock */
  async run<T>(work: Promise<T>, most: number, standing: () => string): Promise<T> {
    let isSettled = false;
    const end = work.finally(() => {
      isSettled = true;
    });
    end.catch(() => undefined);
    const late = this.now + most;
    for (;;) {
      // all that follows at once has followed; rejections that nobody handles are told of when the loop turns, which costs more
      await new Promise((resolve) => (++this.#count % TURN === 0 ? setImmediate(resolve) : process.nextTick(resolve)));
      if (isSettled) return end;
      const next = this.#events.pop();
      if (next === undefined || next.at > late) throw new Error(`it does not end: ${standing()}`);
      this.now = Math.max(this.now, next.at);
      next.work();
    }
  }
}

/** A process as its machine sees it: what is to happen in it happens later while it is paused, and never once it is dead. */
export class Gate {
  isDead = false;
  readonly #world: World;
  #waiting: (() => void)[] | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  pass(work: () => void): void {
    if (this.isDead) return;
    if (this.#waiting) this.#waiting.push(work);
    else work();
  }

  pause(ms: number): void {
    if (this.#waiting) return;
    this.#waiting = [];
    this.#world.after(ms, () => {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const work of waiting) this.pass(work);
    });
  }

  /** Its clock, which is off by so many milliseconds. */
  clock(off: number): Clock {
    return {
      now: () => this.#world.now + off,
      after: (ms, callback) => this.#world.after(ms, () => this.pass(callback)),
    };
  }

  /** Carries messages in their order, each as late as chance says. */
  carrier(latency: () => number): (work: () => void) => void {
    let last = 0;
    return (work) => {
      last = Math.max(last, this.#world.now + latency());
      this.#world.after(last - this.#world.now, () => this.pass(work));
    };
  }
}
