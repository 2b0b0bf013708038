import {
  type Announcement,
  framed,
  fromBytes,
  type ResultAnswer,
  type ResultHead,
  SWEEPS,
  type Taken,
  toBytes,
  topicsOf,
} from "../../../src/cluster/jobs/protocol.js";
import { cutResult } from "../../../src/cluster/jobs/results.js";
import { software } from "../../../src/cluster/jobs/software.js";
import type { FrailEngine } from "../in-memory-engine.js";

/** Waits for the next announcement of a sweep of which jobs wait. */
export async function announced(engine: FrailEngine): Promise<Announcement> {
  let heard: (announcement: Announcement) => void = () => {};
  const found = new Promise<Announcement>((resolve) => {
    heard = resolve;
  });
  const end = await engine.listen(SWEEPS, (body) => {
    const announcement = fromBytes<Announcement>(body);
    if (announcement.waiting > 0) heard(announcement);
    return undefined;
  });
  const announcement = await found;
  await end();
  return announcement;
}

/** A worker whose every word is told by the test. */
export class HandMadeWorker {
  readonly topics;

  constructor(
    readonly engine: FrailEngine,
    readonly name: string,
    { sweep }: Announcement,
  ) {
    this.topics = topicsOf(sweep);
  }

  async take(slot = 0, own: object = software()): Promise<Taken> {
    return this.#ask<Taken>(this.topics.take, toBytes({ worker: this.name, slot, software: own }));
  }

  beat(index: number, done = 0, slot = 0): void {
    this.engine.tell(this.topics.beat, toBytes({ worker: this.name, jobs: [{ slot, index, done }] }));
  }

  leave(): void {
    this.engine.tell(this.topics.leave, toBytes({ worker: this.name }));
  }

  /** Hands over one thing. */
  say(index: number, outcome: ResultHead["outcome"], piece?: Uint8Array, slot = 0): Promise<ResultAnswer> {
    const head: ResultHead = { worker: this.name, slot, index, outcome };
    return this.#ask<ResultAnswer>(this.topics.result, framed(head, piece));
  }

  /** Hands over a whole result; the answer to its last piece. */
  async give(index: number, result: Uint8Array, slot = 0): Promise<ResultAnswer["kind"]> {
    let last: ResultAnswer["kind"] = "next";
    for (const { outcome, bytes } of cutResult(result, 3, this.engine.largest))
      last = (await this.say(index, outcome, bytes, slot)).kind;
    return last;
  }

  async #ask<T>(topic: string, body: Uint8Array): Promise<T> {
    const [answer] = await this.engine.ask(topic, body, { within: 1000, most: 1 });
    return fromBytes<T>(answer);
  }
}
