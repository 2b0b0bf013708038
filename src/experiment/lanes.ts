import { AskedProcess } from "../base/asked.js";
import { either, isProblem, problem } from "../base/error.js";
import type { ExperimentOptions } from "./experiment.js";
import type { ResultKey } from "./result-store.js";

/** One experiment, as a process is asked for it. */
export interface LaneTask {
  readonly id: string;
  /** Name of the catalogue, or a path; undefined for an experiment that makes its own load. */
  readonly web: string | undefined;
}

/** What came of it: the key of its result in the store, or why it cannot run on that web. */
export type LaneAnswer = { readonly key: ResultKey; readonly reused: boolean } | { readonly why: string };

/** The options that are the same for all experiments of a run. */
export interface LaneSetting {
  readonly options: Omit<ExperimentOptions, "crew" | "onProgress" | "signal">;
  readonly again: boolean;
  /** What was asked for: experiments, families, or all. */
  readonly names: readonly string[];
}

/** What a process is asked. */
export type LaneQuestion = LaneTask & LaneSetting;

const died = (how: string) =>
  problem.failed`a process that ran experiments ended by ${how}, for want of memory perhaps. Run one experiment at a time: ${either("reproduceAll({ sideBySide: false })", "--workers 1")}`;

/**
 * Runs experiments in two processes: one takes them from the front, the other from the back, so that as long as they can
 * each stays with a web of its own, and both end at the same time. Results go through the store on disk.
 */
export class Lanes {
  readonly #processes: readonly AskedProcess<LaneQuestion, LaneAnswer>[];
  readonly #answers = new Map<LaneTask, Promise<LaneAnswer>>();
  /** All that the lanes were given is done, or could not be. */
  readonly done: Promise<unknown>;

  private constructor(tasks: readonly LaneTask[], setting: LaneSetting, signal: AbortSignal | undefined) {
    const file = new URL("./lane-worker.js", import.meta.url);
    this.#processes = [0, 1].map(() => new AskedProcess(file, died));
    const settle = new Map<LaneTask, { resolve(answer: LaneAnswer): void; reject(error: unknown): void }>();
    for (const task of tasks)
      this.#answers.set(task, new Promise((resolve, reject) => settle.set(task, { resolve, reject })));
    const left = [...tasks];
    const giveUp = (error: unknown) => {
      for (const task of left.splice(0)) settle.get(task)?.reject(error);
    };
    for (const answer of this.#answers.values()) answer.catch(giveUp);
    const stop = () => {
      giveUp(problem.stopped`the experiments were stopped`);
      for (const each of this.#processes) each.stop();
    };
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    const drive = async (process: AskedProcess<LaneQuestion, LaneAnswer>, take: () => LaneTask | undefined) => {
      for (let task = take(); task !== undefined; task = take()) {
        const { id, web } = task; // and nothing else that a caller's tasks hold
        const { resolve, reject } = settle.get(task)!;
        await process.ask({ id, web, ...setting }).then(resolve, (error) => {
          const isEnded = signal?.aborted && !isProblem(error, "stopped");
          reject(isEnded ? problem.stopped`${id} on ${web} was stopped` : error);
        });
      }
    };
    const [first, second] = this.#processes;
    this.done = Promise.allSettled([drive(first, () => left.shift()), drive(second, () => left.pop())]);
  }

  /** Processes for these; undefined where there are too few to share. */
  static for(tasks: readonly LaneTask[], setting: LaneSetting, signal: AbortSignal | undefined): Lanes | undefined {
    return tasks.length > 1 ? new Lanes(tasks, setting, signal) : undefined;
  }

  /** What came of a task; undefined for one that it was not given. @throws what the experiment threw */
  answer(task: LaneTask): Promise<LaneAnswer> | undefined {
    return this.#answers.get(task);
  }

  async end(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.end()));
  }
}
