import { Ranges } from "./ranges.js";

/** Messages of a run of a process for one part of the web: numbers `from` to `to`. */
export type Claim = readonly [part: number, run: string, from: number, to: number];

/** What a process keeps with its snapshot: what it sent, and nobody has confirmed. */
export type SentRows = readonly Claim[];

/**
 * What a process sent to others, as far as its pages led there: which messages of which part. They are claims until
 * the owner of the part says that its own account has them. What was claimed when a checkpoint began is in the state
 * that the checkpoint writes, so that a page on disk and the account of its links are of the same moment.
 *
 * Only names of messages are kept, not what is in them: that can be read from the pages again.
 */
export class SentAccount {
  /** Of this run of the process. */
  readonly run: string;
  readonly #numbers: number[] = [];
  /** By part, then by run. */
  readonly #claims = new Map<number, Map<string, Ranges>>();
  /** Runs that one of the last two saved states may tell of. */
  #savedRuns: readonly (readonly string[])[] = [[], []];

  constructor(run: string, saved: SentRows = []) {
    this.run = run;
    for (const [part, of, from, to] of saved) this.#of(part, of).add(from, to);
    this.#savedRuns = [this.#runs, []];
  }

  /** Number of the next message for a part. */
  next(part: number): number {
    this.#numbers[part] = (this.#numbers[part] ?? 0) + 1;
    return this.#numbers[part];
  }

  /** The engine says that it has a message: its receiver is to have it, too. */
  claim(part: number, number: number): void {
    this.#of(part, this.run).add(number);
  }

  /** Has everything that was sent been confirmed? */
  get isSettled(): boolean {
    return this.#claims.size === 0;
  }

  get claims(): SentRows {
    return [...this.#claims].flatMap(([part, runs]) =>
      [...runs].flatMap(([run, ranges]) => ranges.list.map(([from, to]): Claim => [part, run, from, to])),
    );
  }

  /** Runs of this process of which it claims something, or may after a kill. */
  get runs(): readonly string[] {
    return [...new Set([this.run, ...this.#runs, ...this.#savedRuns.flat()])];
  }

  confirm(claims: SentRows): void {
    for (const [part, run, from, to] of claims) {
      const runs = this.#claims.get(part);
      const ranges = runs?.get(run);
      ranges?.delete(from, to);
      if (ranges?.isEmpty) runs?.delete(run);
      if (runs?.size === 0) this.#claims.delete(part);
    }
  }

  save(): SentRows {
    this.#savedRuns = [this.#runs, this.#savedRuns[0]];
    return this.claims;
  }

  get #runs(): readonly string[] {
    return [...this.#claims.values()].flatMap((runs) => [...runs.keys()]);
  }

  #of(part: number, run: string): Ranges {
    const runs = this.#claims.get(part) ?? new Map<string, Ranges>();
    const ranges = runs.get(run) ?? new Ranges();
    this.#claims.set(part, runs.set(run, ranges));
    return ranges;
  }
}
