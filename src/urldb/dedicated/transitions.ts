import type { Settings } from "../settings.js";
import type { Folder } from "./folder.js";
import type { LoggedUrl } from "./log.js";
import type { QueueEntry } from "./run-queue.js";
import { State } from "./states.js";

/** What records do to Q, Q_c and the states of URLs, one URL at a time; live, and when the log is read again. */
export class Transitions {
  readonly #folder: Folder;
  readonly #settings: Settings;
  readonly #hash = new Uint32Array(4);

  constructor(folder: Folder, settings: Settings) {
    this.#folder = folder;
    this.#settings = settings;
  }

  /** A new URL joins Q; it stands in the index already. @param position of its entry in the log */
  add(number: number, position: number, depth: number, priority: number, high: number, low: number): void {
    this.#folder.positions.note(number, position);
    this.#folder.urls = number + 1;
    this.#enqueue(number, depth, priority, high, low);
  }

  /**
   * Q to Q_c (section 2.6, steps 2 to 4); it has been popped from Q.
   *
   * @param entry where it has the URL's hash: so where Q is ordered by that
   */
  take(number: number, deadline: number, { bytes }: LoggedUrl, entry?: QueueEntry): void {
    const { states, checks } = this.#folder;
    states.set(number, State.taken | (states.get(number) & 1));
    if (!entry) this.#settings.hash(bytes, 0, bytes.length, this.#hash);
    checks.push(deadline, entry?.high ?? this.#hash[0], entry?.low ?? this.#hash[1], number);
    this.#folder.waiting--;
    this.#folder.checking++;
  }

  /**
   * V = True. Mended: a URL that waits in Q is withdrawn; its entry there no longer counts, and its check is due at
   * once.
   *
   * @param state as it was before
   */
  confirm(number: number, state: number, high: number, low: number, now: number, asPrinted: boolean): void {
    const { states, checks } = this.#folder;
    if (state !== State.waiting || asPrinted) states.set(number, state | 1);
    else {
      states.set(number, State.takenVisited);
      checks.push(now, high, low, number);
      this.#folder.waiting--;
      this.#folder.checking++;
    }
  }

  /**
   * One entry popped from Q_c (section 2.7, steps 4 to 11).
   *
   * @param url needed when it was not visited
   * @param delay r(K) in milliseconds, 0 for never
   */
  check(
    { number, high, low }: QueueEntry,
    url: LoggedUrl | undefined,
    now: number,
    delay: number,
  ): "returned" | "rescheduled" | "finished" {
    const { states, checks } = this.#folder;
    this.#folder.checking--;
    if ((states.get(number) & 1) === 0) {
      states.set(number, State.waiting);
      const { depth, priority } = url as LoggedUrl;
      this.#enqueue(number, depth, priority, high, low);
      return "returned";
    }
    if (delay === 0) {
      states.set(number, State.done);
      return "finished";
    }
    states.set(number, State.awaiting);
    checks.push(now + delay, high, low, number);
    this.#folder.checking++;
    return "rescheduled";
  }

  /** Where arrival decides, the number stands for the hash too: 32 bits and 8. */
  #enqueue(number: number, depth: number, priority: number, high: number, low: number): void {
    const { rank, byHash } = this.#settings;
    const { queue } = this.#folder;
    if (byHash) queue.push(rank(depth, priority), high, low, number);
    else queue.push(rank(depth, priority), Math.floor(number / 256), number & 255, number);
    this.#folder.waiting++;
  }
}
