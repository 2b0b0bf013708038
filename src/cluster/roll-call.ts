import type { Clock } from "../fetch/clock.js";
import type { End, Engine } from "./engine.js";
import { type ProcessReport, readReport, STATUS_TOPIC } from "./reports.js";

/** A process that has told nothing for so many milliseconds is away. */
const AWAY_AFTER = 5000;

/** Processes that are remembered; beyond, those not heard for longest are forgotten. */
const MOST = 1000;

/** The last report of a process, and when it came. */
export interface HeardReport {
  readonly report: ProcessReport;
  /** Milliseconds since 1970, of the clock of whoever heard it. */
  readonly heard: number;
}

export const isHeard = ({ heard }: HeardReport, now: number): boolean => now - heard < AWAY_AFTER;

/** Has it told that its crawl is over? It is not missed then. */
export const hasEnded = ({ report: { status } }: HeardReport): boolean =>
  status.state === "done" || status.state === "stopped";

/** Those that crawl, as far as is known: heard lately, and not at their end. */
export const working = (reports: readonly HeardReport[], now: number): HeardReport[] =>
  reports.filter((each) => isHeard(each, now) && !hasEnded(each));

/** Listens to what the processes of a crawl tell, and keeps the last report of each. */
export class RollCall {
  /** Told after each report. */
  onHeard: () => void = () => {};
  readonly #reports = new Map<string, HeardReport>();
  #unread: { readonly time: number; readonly message: string } | undefined;
  #end: End = async () => {};

  private constructor(readonly clock: Clock) {}

  static async open(engine: Engine, clock: Clock): Promise<RollCall> {
    const roll = new RollCall(clock);
    roll.#end = await engine.listen(STATUS_TOPIC, (body) => {
      roll.#hear(body);
      roll.onHeard();
      return undefined;
    });
    return roll;
  }

  /** Those heard first stand first. */
  get reports(): readonly HeardReport[] {
    return [...this.#reports.values()];
  }

  of(name: string): HeardReport | undefined {
    return this.#reports.get(name);
  }

  /** Takes a report that was kept, unless its process was heard since. */
  recall(report: ProcessReport): void {
    if (!this.#reports.has(report.name)) this.#reports.set(report.name, { report, heard: report.status.now });
  }

  /** The last message that was no report of this version, and why. */
  get unread() {
    return this.#unread;
  }

  end(): Promise<void> {
    return this.#end();
  }

  #hear(body: Uint8Array): void {
    const heard = this.clock.now();
    try {
      const report = readReport(body);
      this.#reports.delete(report.name);
      this.#reports.set(report.name, { report, heard });
    } catch (error) {
      this.#unread = { time: heard, message: (error as Error).message };
    }
    for (const name of this.#reports.keys()) {
      if (this.#reports.size <= MOST) break;
      this.#reports.delete(name);
    }
  }
}
