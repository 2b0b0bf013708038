import type { Crew, CrewSweep } from "../../base/crew/crew.js";
import { got, option, problem } from "../../base/error.js";
import { plural } from "../../base/numbers.js";
import type { Engine } from "../engine.js";
import { fromBytes, ROLL, type WorkerCard } from "./protocol.js";
import { SharedSweep } from "./shared-sweep.js";
import { difference, software } from "./software.js";

export interface CrewOptions {
  /**
   * Milliseconds after which a worker that is not heard of is given up, and its jobs are given to others; default
   * 10,000.
   */
  readonly patience?: number;
  /** Told what a person should know: which worker is refused, which is not heard of. */
  readonly onNews?: (text: string) => void;
}

/** Milliseconds in which workers answer to a roll call. */
const ROLL_CALL = 500;
const MOST_WORKERS = 10_000;

/** An address that means another machine on every machine. */
const LOOPBACK = /\/\/(127\.|localhost|\[::1\])/;

/** Workers that listen at an engine. Made by `openCrew`. */
export class EngineCrew implements Crew {
  readonly #engine: Engine;
  readonly #patience: number;
  readonly #onNews: (text: string) => void;
  #closed = false;

  constructor(engine: Engine, { patience = 10_000, onNews = () => {} }: CrewOptions = {}) {
    if (!(patience > 0))
      throw problem.option`${option("patience")} is a number of milliseconds, above 0; ${got(patience)}`;
    this.#engine = engine;
    this.#patience = patience;
    this.#onNews = onNews;
  }

  /** Where it meets: "nats://127.0.0.1:4222". */
  get address(): string {
    return this.#engine.address;
  }

  async help(sweep: CrewSweep): Promise<void> {
    if (this.#closed) return; // those on this machine do it alone
    await new SharedSweep(this.#engine, sweep, { patience: this.#patience, onNews: this.#onNews }).run();
  }

  /** Who listens at the moment, those with other software included. */
  async workers(): Promise<WorkerCard[]> {
    const answers = await this.#engine.ask(ROLL, new Uint8Array(), { within: ROLL_CALL, most: MOST_WORKERS });
    const cards = answers.flatMap((body) => {
      try {
        return [fromBytes<WorkerCard>(body)];
      } catch {
        return [];
      }
    });
    return cards.sort((a, b) => (a.worker < b.worker ? -1 : 1));
  }

  /** Who listens at the moment, in a sentence; with nobody, what to type elsewhere. */
  async note(): Promise<string> {
    const cards = await this.workers();
    const fit = cards.filter((card) => difference(software(), card.software) === undefined);
    const threads = fit.reduce((sum, card) => sum + card.threads, 0);
    const others = cards.length - fit.length;
    const unfit =
      others === 0
        ? ""
        : ` ${plural(others, "worker")} with other software cannot help: install the same crawlbench there.`;
    if (fit.length === 0)
      return `No worker listens at ${this.address}: this machine works alone until one does.${unfit} On every other machine: crawlbench work --join ${this.address}${LOOPBACK.test(this.address) ? ", there with the address of this machine" : ""}`;
    const hosts = [...new Set(fit.map(({ host }) => host))].join(", ");
    return `${plural(fit.length, "worker")} at ${this.address}, ${plural(threads, "job")} at a time: ${hosts}.${unfit}`;
  }

  /** Workers are not asked any more; sweeps go on without them. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#engine.close();
  }
}
