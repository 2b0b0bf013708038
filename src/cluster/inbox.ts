import type { Clock } from "../fetch/clock.js";
import type { SentUrl } from "../fetch/neighbours.js";
import type { End, Engine, Message } from "./engine.js";
import { queueOf } from "./outbox.js";
import { unpackUrls } from "./url-block.js";

/** Messages of a part that are delivered before those in hand are done. */
const AHEAD = 8;
/** Milliseconds in which URLs are on disk; those that a process had when it was killed come again so long after. */
const WITHIN = 10_000;
/** Milliseconds for which a message waits for others, to be taken in with them. */
const GATHER = 100;
/** URLs taken in at a time. */
const MOST = 20_000;

/**
 * URLs that other processes found for this one. A message is done when its URLs are on disk: what a kill cuts off comes
 * again, and is known then.
 */
export class Inbox {
  /** Goes up with every message. */
  activity = 0;
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #receive: (urls: readonly SentUrl[]) => Promise<unknown>;
  readonly #failed: (error: unknown) => void;
  readonly #ends = new Map<number, Promise<End>>();
  #waiting: Message[] = [];
  #work: Promise<void> | undefined;

  /** @param failed told when URLs cannot be taken in: they are not done then */
  constructor(
    engine: Engine,
    clock: Clock,
    receive: (urls: readonly SentUrl[]) => Promise<unknown>,
    failed: (error: unknown) => void,
  ) {
    this.#engine = engine;
    this.#clock = clock;
    this.#receive = receive;
    this.#failed = failed;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#work === undefined;
  }

  async open(part: number): Promise<void> {
    if (this.#ends.has(part)) return;
    const end = this.#engine.take(queueOf(part), (message) => this.#take(message), { ahead: AHEAD, within: WITHIN });
    this.#ends.set(part, end);
    await end;
  }

  /** Takes nothing more for some parts; all that was delivered is on disk when it resolves. */
  async shut(parts: readonly number[] = [...this.#ends.keys()]): Promise<void> {
    const ends = parts.flatMap((part) => this.#ends.get(part) ?? []);
    for (const part of parts) this.#ends.delete(part);
    await Promise.all(ends.map(async (end) => (await end)()));
    while (!this.isEmpty) await this.#work;
  }

  #take(message: Message): void {
    this.activity++;
    this.#waiting.push(message);
    this.#begin();
  }

  #begin(): void {
    this.#work ??= new Promise<void>((gathered) => this.#clock.after(GATHER, gathered))
      .then(() => this.#takeAll())
      .catch((error) => {
        this.#waiting = []; // not done: they come again to another run
        this.#failed(error);
      })
      .then(() => {
        this.#work = undefined;
        if (this.#waiting.length > 0) this.#begin(); // came when the last had just been taken
      });
  }

  async #takeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const urls: SentUrl[] = [];
      let count = 0;
      for (; count < this.#waiting.length && urls.length < MOST; count++)
        for (const each of unpackUrls(this.#waiting[count].body)) urls.push(each);
      const messages = this.#waiting.splice(0, count);
      await this.#receive(urls);
      await Promise.all(messages.map((message) => message.done()));
      this.activity++;
    }
  }
}
