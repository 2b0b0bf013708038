import { randomUUID } from "node:crypto";
import { availableParallelism, hostname } from "node:os";
import type { Material } from "../../base/crew/crew.js";
import { got, option, problem } from "../../base/error.js";
import { plural } from "../../base/numbers.js";
import type { End, Engine } from "../engine.js";
import { type Hand, handFor, type Outcome } from "./hands.js";
import { JoinedSweep } from "./joined-sweep.js";
import { bytesOf } from "./material.js";
import { MaterialShelf } from "./material-shelf.js";
import {
  type Announcement,
  fromBytes,
  HELLO,
  heard,
  ROLL,
  SWEEPS,
  type Take,
  toBytes,
  topicsOf,
  type WorkerCard,
} from "./protocol.js";
import { difference, software } from "./software.js";

/** What a worker tells of its day. */
export interface WorkNews {
  readonly kind: "listens" | "joins" | "done" | "failed" | "refused" | "over";
  /** For a person. */
  readonly text: string;
  /** Name of the web or trace. */
  readonly sweep?: string;
  readonly ms?: number;
}

export interface WorkOptions {
  /** Jobs at a time; default: one per core. */
  readonly threads?: number;
  /** Ends when the first sweep is over for which it did something. */
  readonly once?: boolean;
  readonly signal?: AbortSignal;
  readonly onNews?: (news: WorkNews) => void;
}

/** Does jobs of sweeps that others run, `threads` at a time, until the signal comes. */
export function work(engine: Engine, options: WorkOptions = {}): Promise<void> {
  return new SweepWorker(engine, options).run();
}

class SweepWorker {
  readonly #card: WorkerCard;
  readonly #sweeps = new Map<string, JoinedSweep>();
  /** Sweeps that this worker cannot help with. */
  readonly #refused = new Set<string>();
  readonly #shelf = new MaterialShelf();
  readonly #idle = new Set<() => void>();
  #stopped = false;

  constructor(
    readonly engine: Engine,
    readonly options: WorkOptions,
  ) {
    const { threads = availableParallelism() } = options;
    if (!(Number.isInteger(threads) && threads >= 1))
      throw problem.option`${option("threads")} is a number of jobs at a time, 1 or more; ${got(threads)}`;
    const host = hostname();
    this.#card = { worker: `${host}-${randomUUID().slice(0, 8)}`, host, threads, software: software() };
  }

  async run(): Promise<void> {
    const { signal } = this.options;
    const stop = () => this.#stop();
    if (signal?.aborted) return;
    signal?.addEventListener("abort", stop);
    const ends: End[] = [
      await this.engine.listen(
        SWEEPS,
        heard(fromBytes<Announcement>, (message) => this.#hear(message)),
      ),
      await this.engine.listen(ROLL, () => toBytes(this.#card)),
    ];
    this.engine.tell(HELLO, toBytes(this.#card));
    const { worker, threads } = this.#card;
    this.#tell({
      kind: "listens",
      text: `${worker} listens at ${this.engine.address}, ${plural(threads, "job")} at a time`,
    });
    try {
      await Promise.all(Array.from({ length: threads }, (_, slot) => this.#serve(slot)));
    } finally {
      this.#stop();
      signal?.removeEventListener("abort", stop);
      await Promise.all(ends.map((end) => end()));
    }
  }

  #stop(): void {
    this.#stopped = true;
    for (const sweep of this.#sweeps.values()) sweep.leave();
    this.#sweeps.clear();
    this.#wake();
  }

  #hear(announcement: Announcement): undefined {
    const { sweep: id, name, over } = announcement;
    if (this.#stopped || this.#refused.has(id)) return;
    const known = this.#sweeps.get(id);
    if (known) known.hear(announcement);
    else if (!over) this.#join(id, name, announcement);
    this.#wake();
  }

  #join(id: string, name: string, announcement: Announcement): void {
    const reason = difference(announcement.software, this.#card.software);
    if (reason !== undefined) {
      this.#refuse(id, name, reason);
      const question: Take = { worker: this.#card.worker, slot: 0, software: this.#card.software };
      // its client shall know, too
      void this.engine.ask(topicsOf(id).take, toBytes(question), { within: 1000, most: 1 }).catch(() => {});
      return;
    }
    const sweep = new JoinedSweep(this.engine, announcement, this.#card);
    sweep.hear(announcement);
    this.#sweeps.set(id, sweep);
    void sweep.gone.then(() => setImmediate(() => this.#over(id, sweep))); // once its threads have noticed
  }

  #over(id: string, sweep: JoinedSweep): void {
    this.#sweeps.delete(id);
    this.#shelf.keep([sweep, ...this.#sweeps.values()]); // the next sweep is often on the same
    if (sweep.done > 0) {
      const { name } = sweep.announcement;
      this.#tell({ kind: "over", sweep: name, text: `${name}: over, ${plural(sweep.done, "job")} done here` });
      if (this.options.once) this.#stop();
    }
    this.#wake();
  }

  #refuse(id: string, name: string, reason: string): void {
    if (this.#refused.has(id)) return;
    this.#refused.add(id);
    this.#tell({ kind: "refused", sweep: name, text: `${name}: cannot help: ${reason}` });
  }

  /** One thread: takes jobs, does them, hands over what came of them. */
  async #serve(slot: number): Promise<void> {
    let hand: Hand | undefined;
    let of: JoinedSweep | undefined;
    while (!this.#stopped) {
      const sweep = this.#pick(of);
      if (hand && (of?.isGone || (sweep && sweep !== of))) {
        await hand.end();
        hand = undefined;
        continue; // much may have changed meanwhile
      }
      of = sweep ?? of;
      if (sweep === undefined) {
        await new Promise<void>((wake) => this.#idle.add(wake));
        continue;
      }
      const material = await this.#materialOf(sweep);
      if (material === undefined) continue;
      const taken = await sweep.take(slot);
      if (taken.kind === "refused") this.#refuse(sweep.announcement.sweep, sweep.announcement.name, taken.reason);
      if (taken.kind !== "job") continue;
      hand ??= handFor(sweep.announcement.kind, material);
      const outcome = await Promise.race([hand.do(taken, (done) => sweep.progress(slot, done)), sweep.gone]);
      if (outcome === undefined) continue;
      await sweep.deliver(slot, taken.index, outcome);
      this.#tellOf(sweep, taken.label, outcome);
      if (outcome.kind === "done") continue;
      await hand.end();
      hand = undefined;
    }
    await hand?.end();
  }

  /** A sweep of which jobs wait: rather the one that a thread is at already. */
  #pick(last: JoinedSweep | undefined): JoinedSweep | undefined {
    const sweeps = [...(last ? [last] : []), ...this.#sweeps.values()];
    return sweeps.find((each) => !each.isGone && each.waiting > 0 && !this.#refused.has(each.announcement.sweep));
  }

  async #materialOf(sweep: JoinedSweep): Promise<Material | undefined> {
    const { sweep: id, name, host, material } = sweep.announcement;
    const size = `${(bytesOf(material) / 1e6).toFixed(1)} MB`;
    try {
      const joins = () => this.#tell({ kind: "joins", sweep: name, text: `${name}: ${size} from ${host}` });
      return await this.#shelf.of(sweep, joins);
    } catch (error) {
      const reason = `what it reads (${size}) could not be fetched: ${(error as Error).message}`;
      this.#refuse(id, name, reason);
      sweep.leave(reason);
      return undefined;
    }
  }

  #tellOf({ announcement: { name } }: JoinedSweep, label: string, outcome: Outcome): void {
    if (outcome.kind === "done") {
      const ms = Math.round(outcome.ms);
      this.#tell({ kind: "done", sweep: name, ms, text: `${name}: ${label}, ${(ms / 1000).toFixed(1)} s` });
    } else if (outcome.kind === "failed")
      this.#tell({ kind: "failed", sweep: name, text: `${name}: ${label} failed: ${outcome.error.message}` });
  }

  #tell(news: WorkNews): void {
    this.options.onNews?.(news);
  }

  #wake(): void {
    for (const wake of this.#idle) wake();
    this.#idle.clear();
  }
}
