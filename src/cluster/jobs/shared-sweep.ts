import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { CrewSweep } from "../../base/crew/crew.js";
import { isProblem } from "../../base/error.js";
import type { End, Engine } from "../engine.js";
import { type DeskOptions, JobDesk } from "./job-desk.js";
import { Parcel } from "./material.js";
import {
  type Announcement,
  type Beat,
  fromBytes,
  HEAD_ROOM,
  HELLO,
  heard,
  type Leave,
  type ResultHead,
  SWEEPS,
  type Take,
  toBytes,
  topicsOf,
  unframed,
} from "./protocol.js";
import { software } from "./software.js";

/**
 * A sweep whose jobs workers of other machines may take: the client's side. The list of jobs stays here, where the
 * material and the use for results are; the engine carries questions and answers. Each free thread of a worker asks for
 * one job, hands over the result in pieces that are each answered, and has then the next. A job whose worker is not
 * heard of is given to another; what the engine loses is asked again. Nothing is left in the engine when a client is
 * gone: its workers notice, and are free for the next.
 */
export class SharedSweep {
  readonly #id = randomUUID();
  readonly #desk: JobDesk;
  #parcel: Parcel | undefined;
  #fail: (error: Error) => void = () => {};
  #ticked = 0;

  constructor(
    readonly engine: Engine,
    readonly sweep: CrewSweep,
    readonly options: Pick<DeskOptions, "patience" | "onNews">,
  ) {
    const onFailure = (error: Error) => this.#fail(error);
    this.#desk = new JobDesk(sweep, { ...options, largest: engine.largest, onFailure });
  }

  /** Resolves when the backlog is over. @throws what a job threw; "gives-up" */
  async run(): Promise<void> {
    const { backlog, material } = this.sweep;
    let unwatch = () => {};
    const over = new Promise<void>((resolve, reject) => {
      this.#fail = reject;
      unwatch = backlog.watch(() => (backlog.isOver ? resolve() : this.#announce()));
      if (backlog.isOver) resolve();
    });
    const parcel = await Promise.race([Parcel.pack(material, this.engine.largest - HEAD_ROOM), over]);
    if (!parcel) return;
    this.#parcel = parcel;
    const listening = this.#listen().catch((): End[] => []); // an engine that is closed helps no more
    void listening.then(() => this.#announce());
    this.#ticked = performance.now();
    const timer = setInterval(() => this.#tick(), this.#period);
    try {
      await over;
    } finally {
      clearInterval(timer);
      unwatch();
      this.#announce(true);
      void listening.then((ends) => ends.forEach((end) => void end()));
    }
  }

  get #period(): number {
    return this.options.patience / 8;
  }

  #listen(): Promise<End[]> {
    const { material, take, beat, result, leave } = topicsOf(this.#id);
    const engine = this.engine;
    const desk = this.#desk;
    const now = () => performance.now();
    return Promise.all([
      engine.listen(
        HELLO,
        heard(fromBytes, () => void this.#announce()),
      ),
      engine.listen(
        material,
        heard(fromBytes<{ piece: number }>, ({ piece }) => this.#parcel?.piece(piece)),
      ),
      engine.listen(
        take,
        heard(fromBytes<Take>, (message) => desk.take(message, now())),
      ),
      engine.listen(
        beat,
        heard(fromBytes<Beat>, (message) => void desk.hear(message, now())),
      ),
      engine.listen(
        result,
        heard(unframed<ResultHead>, ({ head, rest }) => desk.result(head, rest, now())),
      ),
      engine.listen(
        leave,
        heard(fromBytes<Leave>, (message) => void desk.leave(message)),
      ),
    ]);
  }

  #announce(over = false): void {
    if (!this.#parcel) return;
    const { kind, name, backlog } = this.sweep;
    const announcement: Announcement = {
      sweep: this.#id,
      kind,
      name,
      host: hostname(),
      software: software(),
      waiting: backlog.waiting,
      over,
      material: this.#parcel.card,
      patience: this.options.patience,
    };
    try {
      this.engine.tell(SWEEPS, toBytes(announcement));
    } catch (error) {
      if (!isProblem(error, "closed")) throw error; // closed: it is done here alone
    }
  }

  #tick(): void {
    const now = performance.now();
    const late = now - this.#ticked - this.#period;
    this.#ticked = now;
    this.#desk.tick(now, late > this.#period ? late : 0, this.engine.connected);
    this.#announce();
  }
}
