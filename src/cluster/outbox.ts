import type { Clock } from "../fetch/clock.js";
import type { SentUrl } from "../fetch/neighbours.js";
import type { Engine } from "./engine.js";
import { packLetter } from "./letter.js";
import type { SentAccount } from "./sent-account.js";

/**
 * URLs of a message at most, and how long the first of them waits for others: Broder et al. 2003, section 2, send in
 * batches.
 */
const BATCH = 1_000;
const LONGEST_WAIT = 500;

/** Queue of what is found for a part of the web. */
export const queueOf = (part: number): string => `parts.${part}`;

/**
 * URLs on their way to other processes: a batch for each part of the web, sent when it is full, when it is due, or when
 * all is to be durable.
 */
export class Outbox {
  messages = 0;
  bytes = 0;
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #account: SentAccount;
  readonly #lostOf: (part: number) => number;
  readonly #batches = new Map<number, SentUrl[]>();
  readonly #underWay = new Set<Promise<void>>();
  #cancelTimer: (() => void) | undefined;
  #failure: unknown;

  /** @param lostOf how often the owner of a part was lost */
  constructor(engine: Engine, clock: Clock, account: SentAccount, lostOf: (part: number) => number) {
    this.#engine = engine;
    this.#clock = clock;
    this.#account = account;
    this.#lostOf = lostOf;
  }

  /** Is everything durable? */
  get isEmpty(): boolean {
    return this.#batches.size === 0 && this.#underWay.size === 0;
  }

  send(part: number, found: SentUrl): void {
    const batch = this.#batches.get(part);
    if (batch === undefined) this.#batches.set(part, [found]);
    else if (batch.push(found) >= BATCH) this.#put(part, batch);
    this.#cancelTimer ??= this.#clock.after(LONGEST_WAIT, () => this.#putAll());
  }

  /** Resolves when all that was sent so far is durable. @throws why it never will be */
  async flush(): Promise<void> {
    this.#putAll();
    await Promise.all(this.#underWay);
    if (this.#failure !== undefined) throw this.#failure;
  }

  #putAll(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    for (const [part, batch] of this.#batches) this.#put(part, batch);
  }

  #put(part: number, batch: SentUrl[]): void {
    this.#batches.delete(part);
    const { run } = this.#account;
    const number = this.#account.next(part);
    const body = packLetter({ run, number, lost: this.#lostOf(part), urls: batch });
    if (body.length > this.#engine.largest && batch.length > 1) {
      const middle = batch.length >> 1;
      this.#put(part, batch.slice(0, middle));
      this.#put(part, batch.slice(middle));
      return;
    }
    this.messages++;
    this.bytes += body.length;
    const work = this.#engine
      .put(queueOf(part), body, `${run}.${part}.${number}`)
      .then(() => this.#account.claim(part, number))
      .catch((error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }
}
