import type { Material } from "../../base/crew/crew.js";
import type { Engine } from "../engine.js";
import type { Outcome } from "./hands.js";
import { unpack } from "./material.js";
import {
  type Announcement,
  type Beat,
  framed,
  fromBytes,
  type Leave,
  type ResultAnswer,
  type ResultHead,
  type Taken,
  toBytes,
  topicsOf,
  type WorkerCard,
} from "./protocol.js";
import { cutResult } from "./results.js";

/**
 * Milliseconds that an answer may take before the question is put again: at first, and where the way is slow or
 * crowded.
 */
const WITHIN = 5000;
const LONGEST = 160_000;

/**
 * A sweep that a worker has heard of: the worker's side. It is gone when its client says so, or is silent for three
 * times its patience.
 */
export class JoinedSweep {
  /** Jobs that waited when last heard. */
  waiting = 0;
  /** Jobs done here. */
  done = 0;
  readonly #topics;
  readonly #busy = new Map<number, { readonly index: number; done: number }>();
  readonly #timer: NodeJS.Timeout;
  #heard = performance.now();
  #ticked = performance.now();
  #leave: () => void = () => {};
  #within = WITHIN;
  #isGone = false;
  /** Resolves when nobody wants anything of it any more. */
  readonly gone = new Promise<undefined>((resolve) => {
    this.#leave = () => resolve(undefined);
  });

  constructor(
    readonly engine: Engine,
    readonly announcement: Announcement,
    readonly card: WorkerCard,
  ) {
    this.#topics = topicsOf(announcement.sweep);
    this.#timer = setInterval(() => this.#tick(), announcement.patience / 8);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Its client is still there. */
  hear({ waiting, over }: Announcement): void {
    this.#heard = performance.now();
    this.waiting = waiting;
    if (over) this.end();
  }

  /** Nothing is wanted of it any more. */
  end(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    clearInterval(this.#timer);
    this.#leave();
  }

  /**
   * What all jobs read. @throws Error when it is not what was promised; gives undefined when the sweep is gone before
   */
  fetch(): Promise<Material | undefined> {
    const fetched = unpack(this.announcement.material, async (piece) => {
      const body = await this.#ask(this.#topics.material, toBytes({ piece }));
      return body ?? new Promise<never>(() => {}); // it is gone: nobody waits for it
    });
    return Promise.race([fetched, this.gone]);
  }

  /** Asks for a job for a thread. */
  async take(slot: number): Promise<Taken> {
    const { worker, software } = this.card;
    const body = await this.#ask(this.#topics.take, toBytes({ worker, slot, software }));
    const taken: Taken = body ? fromBytes(body) : { kind: "over" };
    if (taken.kind === "job") this.#busy.set(slot, { index: taken.index, done: 0 });
    else this.waiting = 0;
    if (taken.kind === "over") this.end();
    return taken;
  }

  progress(slot: number, done: number): void {
    const busy = this.#busy.get(slot);
    if (busy) busy.done = done;
  }

  /** Hands over what came of a job; returns when the client has it, or is gone. */
  async deliver(slot: number, index: number, outcome: Outcome): Promise<void> {
    const head = { worker: this.card.worker, slot, index };
    if (outcome.kind !== "done") await this.#hand({ ...head, outcome });
    else {
      const pieces = cutResult(outcome.result, outcome.ms, this.engine.largest);
      for (let i = 0; i < pieces.length; ) {
        const answer = await this.#hand({ ...head, outcome: pieces[i].outcome }, pieces[i].bytes);
        if (answer === "enough") break;
        i = answer === "again" ? 0 : i + 1;
      }
      this.done++;
    }
    this.#busy.delete(slot);
  }

  /** Tells its client that this worker leaves. @param reason where it would be of no use */
  leave(reason?: string): void {
    const message: Leave = { worker: this.card.worker, ...(reason !== undefined && { reason }) };
    if (!this.#isGone) this.#tell(this.#topics.leave, message);
    this.end();
  }

  async #hand(head: ResultHead, piece?: Uint8Array): Promise<ResultAnswer["kind"]> {
    const body = await this.#ask(this.#topics.result, framed(head, piece));
    return body ? fromBytes<ResultAnswer>(body).kind : "enough";
  }

  /**
   * Asks until there is an answer; undefined when the sweep is gone. Where answers come late, it learns to wait: those
   * of questions that were given up are lost.
   */
  async #ask(topic: string, body: Uint8Array): Promise<Uint8Array | undefined> {
    while (!this.#isGone) {
      const begun = performance.now();
      const within = this.#within;
      const asked = this.engine.ask(topic, body, { within, most: 1 }).catch(() => undefined); // closed: it will be gone
      const answers = await Promise.race([asked, this.gone]);
      const took = performance.now() - begun;
      if (answers?.[0]) {
        if (took < within / 8) this.#within = Math.max(WITHIN, within / 2);
        return answers[0];
      }
      if (took >= within) this.#within = Math.min(LONGEST, 2 * within);
      await Promise.race([new Promise((resolve) => setTimeout(resolve, this.announcement.patience / 16)), this.gone]);
    }
    return undefined;
  }

  #tell(topic: string, message: object): void {
    try {
      this.engine.tell(topic, toBytes(message));
    } catch {
      this.end(); // the engine is closed
    }
  }

  #tick(): void {
    const now = performance.now();
    const { patience } = this.announcement;
    const late = now - this.#ticked - patience / 8;
    if (late > patience / 8 || !this.engine.connected) this.#heard += now - this.#ticked;
    this.#ticked = now;
    if (now - this.#heard > 3 * patience) this.end();
    const jobs = [...this.#busy].map(([slot, { index, done }]) => ({ slot, index, done }));
    const beat: Beat = { worker: this.card.worker, jobs };
    if (jobs.length > 0 && !this.#isGone) this.#tell(this.#topics.beat, beat);
  }
}
