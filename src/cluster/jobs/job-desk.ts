import type { CrewJob, CrewSweep } from "../../base/crew/crew.js";
import { type CrawlbenchError, problem } from "../../base/error.js";
import { Claims } from "./claims.js";
import {
  type Beat,
  HEAD_ROOM,
  type Leave,
  type ResultAnswer,
  type ResultHead,
  type Take,
  type Taken,
  toBytes,
} from "./protocol.js";
import { Results } from "./results.js";
import { difference, software } from "./software.js";

/** Workers that a job may end before it is given up. */
const MOST_LOSSES = 3;

export interface DeskOptions {
  /** Milliseconds after which a worker that is not heard of is given up. */
  readonly patience: number;
  /** Bytes of a message at most. */
  readonly largest: number;
  /** Told what a person should know: which worker is refused, given up. */
  readonly onNews: (text: string) => void;
  /** The sweep cannot go on. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Where a sweep hands out jobs to threads of workers, and takes what came of them. Knows no clock and no engine: the
 * time is an argument, in milliseconds.
 */
export class JobDesk {
  readonly #claims: Claims;
  readonly #results = new Results();
  readonly #offered: ReadonlyMap<number, CrewJob>;
  /** Workers that cannot do these jobs -> why. */
  readonly #unfit = new Map<string, string>();

  constructor(
    readonly sweep: CrewSweep,
    readonly options: DeskOptions,
  ) {
    this.#claims = new Claims(options.patience);
    const fits = (job: CrewJob) => toBytes(job).length < options.largest - HEAD_ROOM;
    this.#offered = new Map([...sweep.jobs].filter(([, job]) => fits(job)));
  }

  /** A free thread asks. Asked again, it is given the job that it has. */
  take({ worker, slot, software: theirs }: Take, now: number): Taken {
    const { backlog } = this.sweep;
    const reason = difference(software(), theirs) ?? this.#unfit.get(worker);
    if (reason !== undefined) {
      this.#refuse(worker, reason);
      return { kind: "refused", reason };
    }
    if (backlog.isOver) return { kind: "over" };
    const had = this.#claims.of({ worker, slot });
    const index = had !== undefined && backlog.isOpen(had) ? had : backlog.take((each) => this.#offered.has(each));
    const job = index === undefined ? undefined : this.#offered.get(index);
    if (index === undefined || job === undefined) return { kind: "wait" };
    this.#claims.take({ worker, slot }, index, now);
    return { kind: "job", index, ...job };
  }

  /** A worker tells what its threads are at. */
  hear({ worker, jobs }: Beat, now: number): void {
    for (const { slot, index, done } of jobs) {
      if (this.#claims.hear({ worker, slot, index }, now) && this.sweep.backlog.isOpen(index))
        this.sweep.progress(index, done);
    }
  }

  /** A thread hands over what came of its job, or a piece of it; also one whose job was given to another meanwhile. */
  result(head: ResultHead, piece: Uint8Array, now: number): ResultAnswer {
    const { worker, slot, index, outcome } = head;
    const sender = `${worker} ${slot}`;
    this.#claims.hear(head, now);
    if (!this.sweep.backlog.isOpen(index)) this.#results.forget(sender);
    else if (outcome.kind === "done") {
      const result = this.#results.add(sender, outcome, piece);
      if (typeof result === "string") return { kind: result };
      this.#finish(index, result, outcome.ms);
    } else if (outcome.kind === "failed") this.options.onFailure(this.sweep.failed(index, outcome.error));
    else {
      this.#refuse(worker, outcome.reason);
      this.sweep.backlog.giveBack(index);
    }
    this.#claims.release(head);
    return { kind: "enough" };
  }

  /** A worker leaves: others do its jobs. */
  leave({ worker, reason }: Leave): void {
    if (reason !== undefined) this.#refuse(worker, reason);
    for (const index of this.#claims.leave(worker)) this.sweep.backlog.giveBack(index);
  }

  /** Gives jobs of workers that are not heard of to others. @param late milliseconds in which nobody was listened to */
  tick(now: number, late: number, connected: boolean): void {
    if (late > 0) this.#claims.pause(late);
    if (!connected) this.#claims.excuse();
    for (const { index, worker, losses } of this.#claims.expire(now)) {
      if (losses >= MOST_LOSSES) this.options.onFailure(this.#givesUp(index));
      const who = connected ? `worker ${worker}` : `the engine is away, and worker ${worker}`;
      this.options.onNews(`${who} is not heard of: ${this.#labelOf(index)} is given to another`);
      this.sweep.backlog.giveBack(index);
    }
  }

  #finish(index: number, result: Uint8Array, ms: number): void {
    try {
      this.sweep.finish(index, result, ms);
      this.sweep.backlog.finish(index);
    } catch (error) {
      this.options.onFailure(error as Error);
    }
  }

  #refuse(worker: string, reason: string): void {
    if (!this.#unfit.has(worker))
      this.options.onNews(`worker ${worker} cannot help with ${this.sweep.name}: ${reason}`);
    this.#unfit.set(worker, reason);
  }

  #labelOf = (index: number): string => `${this.sweep.jobs.get(index)?.label} on ${this.sweep.name}`;

  #givesUp(index: number): CrawlbenchError {
    return problem.givesUp`${this.#labelOf(index)}: ${MOST_LOSSES} workers took it one after the other, and were not heard of again. Maybe it takes more memory than they have. To see why, do it on this machine alone: leave out the crew, --join`;
  }
}
