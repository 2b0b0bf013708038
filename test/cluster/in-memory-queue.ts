import type { Message } from "../../src/cluster/engine.js";
import type { Mishap } from "./in-memory-engine.js";
import type { Link } from "./in-memory-link.js";

/** Ids are known for ten minutes. */
const REMEMBERED = 600_000;

interface Stored {
  readonly body: Uint8Array;
  deliveries: number;
  /** When it was delivered, or said to take longer. */
  heard: number;
}

export interface Taker {
  readonly link: Link;
  handle(message: Message): void;
  ended: boolean;
}

/** One queue of the engine in memory. */
export class Queue {
  ahead = 16;
  /** Milliseconds of silence after which a message comes again. */
  within = 60_000;
  /** Bytes of messages that are not done. */
  bytes = 0;
  readonly #ids = new Map<string, number>();
  #waiting: Stored[] = [];
  #delivered = new Set<Stored>();
  readonly #takers: Taker[] = [];

  constructor(
    readonly now: () => number,
    readonly freed: () => void,
  ) {}

  /** Messages that are not done. */
  get size(): number {
    return this.#waiting.length + this.#delivered.size;
  }

  knows(id: string): boolean {
    const at = this.#ids.get(id);
    return at !== undefined && this.now() - at < REMEMBERED;
  }

  append(body: Uint8Array, id: string, mishap?: Mishap): void {
    this.#ids.set(id, this.now());
    for (let copies = mishap === "lost" ? 0 : mishap === "doubled" ? 2 : 1; copies > 0; copies--) {
      this.#waiting.splice(mishap === "early" ? 0 : this.#waiting.length, 0, { body, deliveries: 0, heard: 0 });
      this.bytes += body.length;
    }
    this.deliver();
  }

  join(taker: Taker): void {
    this.#takers.push(taker);
    this.deliver();
  }

  leave(taker: Taker): void {
    taker.ended = true;
    const place = this.#takers.indexOf(taker);
    if (place >= 0) this.#takers.splice(place, 1);
  }

  /** Hands out what waits, in turn to those who take and are not cut off. */
  deliver(): void {
    while (this.#delivered.size < this.ahead && this.#waiting.length > 0) {
      const place = this.#takers.findIndex(({ link }) => link.connected);
      if (place < 0) return;
      const [taker] = this.#takers.splice(place, 1);
      this.#takers.push(taker);
      const stored = this.#waiting.shift()!;
      this.#delivered.add(stored);
      stored.heard = this.now();
      const message = this.#message(stored, stored.deliveries++, taker.link);
      taker.link.send(() => (taker.ended ? this.#giveBack(stored) : taker.handle(message)));
    }
  }

  /** Hands out again what was delivered and of which nothing was heard for so many milliseconds. */
  redeliver(silence = this.within): void {
    const silent = [...this.#delivered].filter(({ heard }) => this.now() - heard >= silence);
    for (const stored of silent) this.#delivered.delete(stored);
    this.#waiting = [...silent, ...this.#waiting];
    this.deliver();
  }

  /** @returns puts it back as it is now */
  remember(): () => void {
    const waiting = [...this.#waiting, ...this.#delivered];
    const ids = [...this.#ids];
    return () => {
      this.clear();
      this.#waiting = waiting.map((stored) => ({ ...stored }));
      for (const [id, at] of ids) this.#ids.set(id, at);
      this.bytes = waiting.reduce((sum, { body }) => sum + body.length, 0);
      this.deliver();
    };
  }

  /** Loses one message that waits, or was delivered. */
  lose(below: (count: number) => number): void {
    const all = [...this.#waiting, ...this.#delivered];
    const lost = all[below(all.length)];
    this.#waiting = this.#waiting.filter((each) => each !== lost);
    this.#delivered.delete(lost);
    this.bytes -= lost.body.length;
    this.deliver();
  }

  clear(): void {
    this.#waiting = [];
    this.#delivered = new Set();
    this.#ids.clear();
    this.bytes = 0;
  }

  #message(stored: Stored, redelivered: number, link: Link): Message {
    return {
      body: Uint8Array.from(stored.body),
      redelivered,
      done: () => link.call(() => ({ result: this.#done(stored) })),
    };
  }

  #done(stored: Stored): void {
    const place = this.#waiting.indexOf(stored);
    if (place >= 0) this.#waiting.splice(place, 1);
    if (!this.#delivered.delete(stored) && place < 0) return;
    this.bytes -= stored.body.length;
    this.freed();
    this.deliver();
  }

  #giveBack(stored: Stored): void {
    if (this.#delivered.delete(stored)) this.#waiting.unshift(stored);
    this.deliver();
  }
}
