import { canonical } from "../canonical.js";
import type { ErrorData } from "../error.js";
import { ruleOf } from "../method.js";
import type { Backlog } from "./backlog.js";

/** Workers of other machines that do jobs of sweeps beside the threads of this one: `await openCrew("nats://...")`. */
export interface Crew {
  /**
   * Lets workers take jobs of a sweep, until its backlog is over. Without workers it waits for that, and the threads of
   * this machine do all.
   *
   * @throws what a job threw; "gives-up" for a job that ended one worker after the other
   */
  help(sweep: CrewSweep): Promise<void>;
}

export const crewRule = ruleOf<Crew | undefined>(
  undefined,
  "",
  'what openCrew gives: await openCrew("nats://host:4222")',
  (value) => typeof (value as Partial<Crew> | undefined)?.help === "function",
);

/** Jobs that workers may do, and what they need for it. */
export interface CrewSweep {
  readonly kind: "crawls" | "misses";
  /** Of the web or the trace, for messages. */
  readonly name: string;
  readonly material: Material;
  /** By their index in the backlog; those that are missing are done here. */
  readonly jobs: ReadonlyMap<number, CrewJob>;
  readonly backlog: Backlog;
  /** @param done in the unit of its kind: pages, for crawls */
  progress(index: number, done: number): void;
  /**
   * The result of a job that nobody finished before, as the bytes of its numbers. @throws Error for one that cannot be
   * of this job
   */
  finish(index: number, result: Uint8Array, ms: number): void;
  /** The error of a job that threw. */
  failed(index: number, error: ErrorData): Error;
}

/** What all jobs of a sweep read, as plain data and numbers: it can be sent. */
export interface Material {
  readonly facts: object;
  readonly arrays: readonly Uint32Array[];
}

/** A job as plain data. */
export interface CrewJob {
  /** SHA-256 (hex) of all that its result depends on. */
  readonly key: string;
  /** For a person: "backlink, seed 3". */
  readonly label: string;
  readonly task: object;
}

/** True for what is the same again after it was written as JSON: not so for infinite numbers, functions, patterns. */
export const isPlain = (task: object): boolean => canonical(JSON.parse(JSON.stringify(task))) === canonical(task);
