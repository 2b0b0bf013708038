import type { Clock } from "../fetch/clock.js";
import type { SentUrl } from "../fetch/neighbours.js";
import type { End, Engine, Message } from "./engine.js";
import { type Letter, unpackLetter } from "./letter.js";
import { queueOf } from "./outbox.js";
import type { ReceivedAccount } from "./received-account.js";
import type { Claim } from "./sent-account.js";

/** Messages of a part that are delivered before those in hand are done. */
const AHEAD = 8;
/** Milliseconds in which URLs are on disk; those that a process had when it was killed come again so long after. */
const WITHIN = 10_000;
/** Milliseconds for which a message waits for others, to be taken in with them. */
const GATHER = 100;
/** URLs taken in at a time. */
const MOST = 20_000;

/** What becomes of messages. */
export interface Receiver {
  /** URLs; they are on disk when it resolves. */
  readonly receive: (urls: readonly SentUrl[]) => Promise<unknown>;
  /** Was it met before? */
  readonly knows: (url: string) => boolean;
  /**
   * Has whoever sent something for a part heard of more losses of its owners than were followed here? It is left, and
   * comes again.
   */
  readonly isEarly: (part: number, lost: number) => boolean;
  /** Told when URLs cannot be taken in: they are not done then. */
  readonly failed: (error: unknown) => void;
}

/** A message that waits to be taken in. */
interface Waiting {
  readonly part: number;
  readonly message: Message;
}

/**
 * URLs that other processes found for this one. A message is done when its URLs, and then its name in the account, are
 * on disk: what a kill cuts off comes again. A message that comes twice changes nothing, as its URLs are known.
 */
export class Inbox {
  /** Goes up with every message. */
  activity = 0;
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #account: ReceivedAccount;
  readonly #receiver: Receiver;
  readonly #ends = new Map<number, Promise<End>>();
  #waiting: Waiting[] = [];
  #work: Promise<void> | undefined;

  constructor(engine: Engine, clock: Clock, account: ReceivedAccount, receiver: Receiver) {
    this.#engine = engine;
    this.#clock = clock;
    this.#account = account;
    this.#receiver = receiver;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#work === undefined;
  }

  async open(part: number): Promise<void> {
    if (this.#ends.has(part)) return;
    const end = this.#engine.take(queueOf(part), (message) => this.#take({ part, message }), {
      ahead: AHEAD,
      within: WITHIN,
    });
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

  #take(waiting: Waiting): void {
    this.activity++;
    this.#waiting.push(waiting);
    this.#begin();
  }

  #begin(): void {
    this.#work ??= new Promise<void>((gathered) => this.#clock.after(GATHER, gathered))
      .then(() => this.#takeAll())
      .catch((error) => {
        this.#waiting = []; // not done: they come again to another run
        this.#receiver.failed(error);
      })
      .then(() => {
        this.#work = undefined;
        if (this.#waiting.length > 0) this.#begin(); // came when the last had just been taken
      });
  }

  async #takeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const urls: SentUrl[] = [];
      const claims: Claim[] = [];
      const done: Message[] = [];
      let count = 0;
      for (; count < this.#waiting.length && urls.length < MOST; count++) {
        const { part, message } = this.#waiting[count];
        const letter = unpackLetter(message.body);
        if (this.#receiver.isEarly(part, letter.lost)) continue;
        done.push(message);
        claims.push(claimOf(part, letter));
        for (const each of letter.urls) urls.push(each);
      }
      this.#waiting.splice(0, count);
      const fresh = urls.flatMap(({ url }) => (this.#receiver.knows(url) ? [] : url));
      await this.#receiver.receive(urls);
      await this.#account.note(claims, fresh);
      await Promise.all(done.map((message) => message.done()));
      this.activity++;
    }
  }
}

const claimOf = (part: number, { run, number }: Letter): Claim => [part, run, number, number];
