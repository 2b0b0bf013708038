import { setImmediate } from "node:timers/promises";
import type { ProgressListener } from "../../base/progress-event.js";

/** Captures, links and requests between two progress events: about a third of a second. */
const STEP = 1 << 19;

/** Tells how far long work is, and lets others have their turn. */
export class MergeSteps {
  readonly #task: string;
  readonly #total: number;
  readonly #listener: ProgressListener | undefined;
  #done = 0;
  #told = 0;

  constructor(task: string, total: number, listener: ProgressListener | undefined) {
    this.#task = task;
    this.#total = total;
    this.#listener = listener;
    listener?.({ task, done: 0, total });
  }

  /** @returns undefined, or what is to be waited for */
  add(count: number): Promise<void> | undefined {
    this.#done += count;
    if (this.#done - this.#told < STEP) return undefined;
    this.#told = this.#done;
    this.#listener?.({ task: this.#task, done: this.#done, total: this.#total });
    return setImmediate();
  }
}
