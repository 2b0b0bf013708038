import { problem } from "../base/error.js";
import type { Clock } from "../fetch/clock.js";
import { ErrorLog } from "../fetch/error-log.js";
import { hostName, notBlocked } from "../fetch/politeness/name-map.js";
import { checkPositive } from "../fetch/politeness/speed-schedule.js";
import type { CrawlControl, CrawlStatus, HostStatus } from "../fetch/status.js";
import { combinedErrors, combinedHosts, combinedStatus } from "./combined.js";
import type { Engine } from "./engine.js";
import { changeOrders, noOrders, type Orders } from "./orders.js";
import { keptReport, TOLD_EVERY } from "./reports.js";
import { hasEnded, isHeard, RollCall, working } from "./roll-call.js";
import type { SharedTable } from "./shared-table.js";
import { everyone } from "./table.js";

export interface ClusterControlOptions {
  readonly clock: Clock;
  /** Names of the processes that belong to the crawl, whether they were heard or not; default: all that were heard. */
  readonly members?: () => readonly string[];
  /** Called before each order. @throws where it is no more for the crawl that is watched; default: it always is */
  readonly check?: () => void;
}

/** A checkpoint that was ordered, and the processes that have not done it yet. */
interface Awaited {
  readonly number: number;
  readonly names: Set<string>;
  readonly failures: string[];
  readonly settle: (error?: Error) => void;
}

/**
 * Watches and steers all processes of a crawl as if they were one. Whoever opens it need not crawl.
 *
 * It shows what they told last, within the last seconds. What it is told to do it writes into the engine's table, from
 * where each process takes it, those that come later included; see `obey`. While the engine is away orders wait for it.
 */
export class ClusterControl implements CrawlControl {
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #members: (() => readonly string[]) | undefined;
  readonly #check: (() => void) | undefined;
  readonly #trouble: ErrorLog;
  readonly #awaited = new Set<Awaited>();
  readonly #roll: RollCall;
  /** What stood after the last change from here. */
  #known: Orders = noOrders;
  #last: Promise<unknown> = Promise.resolve();
  #cancel: () => void = () => {};

  private constructor(engine: Engine, roll: RollCall, { clock, members, check }: ClusterControlOptions) {
    this.#engine = engine;
    this.#roll = roll;
    roll.onHeard = () => this.#look();
    this.#clock = clock;
    this.#members = members;
    this.#check = check;
    this.#trouble = new ErrorLog(() => clock.now(), 20);
  }

  /** @throws CrawlbenchError */
  static async open(engine: Engine, options: ClusterControlOptions): Promise<ClusterControl> {
    const roll = await RollCall.open(engine, options.clock);
    for (const name of options.members?.() ?? []) {
      const kept = await keptReport(engine, name);
      if (kept) roll.recall(kept);
    }
    return new ClusterControl(engine, roll, options);
  }

  /** Watches the crawl of a table: its processes are those that the table names, and another by its name gets no order. */
  static ofCrawl(engine: Engine, table: SharedTable, clock: Clock): Promise<ClusterControl> {
    const members = () => everyone(table.value);
    return ClusterControl.open(engine, { clock, members, check: () => table.checkName() });
  }

  status(): CrawlStatus {
    return combinedStatus(this.#roll.reports, this.#clock.now(), this.#members?.());
  }

  /** Of processes that are heard; of each, no more than 50 are known. */
  hosts(count: number): readonly HostStatus[] {
    const now = this.#clock.now();
    const heard = this.#roll.reports.filter((each) => isHeard(each, now));
    return combinedHosts(
      heard.map(({ report }) => report),
      count,
    );
  }

  /** Of all processes, each message after the name of its process; and what went wrong between them and here. */
  errors() {
    const { unread } = this.#roll;
    const own = this.#trouble.list();
    const { address } = this.#engine;
    const strange = unread ? [{ ...unread, url: address, fault: "unread-report" }] : [];
    return [...combinedErrors(this.#roll.reports.map(({ report }) => report)), ...own, ...strange].sort(
      (a, b) => b.time - a.time,
    );
  }

  /**
   * Of all processes together, shared out evenly. Resolves when it is ordered. @throws "option" for a number that is
   * not positive
   */
  setSpeed(requestsPerSecond: number | undefined): Promise<void> {
    checkPositive("speed, in requests per second,", requestsPerSecond);
    const limit = requestsPerSecond === undefined || requestsPerSecond === Infinity ? null : requestsPerSecond;
    return this.#order((orders) => ({ ...orders, speed: { requestsPerSecond: limit } }));
  }

  /** Resolves when it is ordered; each process pauses when it hears of that. */
  pause(): Promise<void> {
    return this.#order((orders) => ({ ...orders, paused: true }));
  }

  proceed(): Promise<void> {
    return this.#order((orders) => ({ ...orders, paused: false }));
  }

  /** @throws "option" for a text that is no host name */
  block(hostOrDomain: string): Promise<void> {
    const name = hostName(hostOrDomain);
    return this.#order((orders) => ({ ...orders, blocked: [...new Set([...orders.blocked, name])] }));
  }

  /** @throws "option" for a name that is not blocked by order, or no host name */
  unblock(hostOrDomain: string): Promise<void> {
    const name = hostName(hostOrDomain);
    return this.#order((orders) => {
      const blocked = orders.blocked.filter((other) => other !== name);
      if (blocked.length === orders.blocked.length) throw notBlocked(name, blocked);
      return { ...orders, blocked };
    });
  }

  /**
   * Every process drains, checkpoints and ends; so does one that comes later, until `clearStop`. Resolves when it is
   * ordered.
   */
  stop(): Promise<void> {
    return this.#order((orders) => ({ ...orders, stopped: true, stops: orders.stops + 1 }));
  }

  /**
   * Resolves when every process that works has told that all it had fetched is on disk.
   *
   * @throws Error when a process failed, went away meanwhile or takes no orders, naming it; or when none works
   */
  async checkpoint(): Promise<void> {
    const names = new Set(working(this.#roll.reports, this.#clock.now()).map(({ report }) => report.name));
    if (names.size === 0) throw problem.unreachable`no process of this crawl is heard: nothing can be written to disk`;
    let number = 0;
    await this.#order((orders) => {
      number = orders.checkpoints + 1;
      return { ...orders, checkpoints: number };
    });
    return new Promise<void>((resolve, reject) => {
      const awaited: Awaited = {
        number,
        names,
        failures: [],
        settle: (error) => {
          this.#awaited.delete(awaited);
          if (error) reject(error);
          else resolve();
        },
      };
      this.#awaited.add(awaited);
      this.#look();
    });
  }

  /** Hears no more. A checkpoint that is waited for rejects. */
  close(): Promise<void> {
    this.#cancel();
    for (const { settle } of this.#awaited) settle(problem.closed`the crawl is no longer watched`);
    return this.#roll.end();
  }

  /** One order after the other; one that fails is told among the errors too, for whoever does not wait for it. */
  #order(change: (orders: Orders) => Orders): Promise<void> {
    const given = this.#last.then(async () => {
      this.#check?.();
      this.#known = await changeOrders(this.#engine, change, this.#known);
    });
    this.#last = given.catch((error: unknown) => {
      this.#trouble.add(this.#engine.address, "order", error instanceof Error ? error.message : String(error));
    });
    return given;
  }

  /** Which of the checkpoints that are waited for are done? Looks again in a second while some are not. */
  #look(): void {
    this.#cancel();
    const now = this.#clock.now();
    for (const awaited of this.#awaited) this.#lookFor(awaited, now);
    if (this.#awaited.size > 0) this.#cancel = this.#clock.after(TOLD_EVERY, () => this.#look());
  }

  #lookFor({ number, names, failures, settle }: Awaited, now: number): void {
    for (const name of names) {
      const each = this.#roll.of(name);
      const checkpoint = each?.report.checkpoint;
      const hasIt = each !== undefined && hasEnded(each);
      const isPresent = each !== undefined && isHeard(each, now);
      if (!hasIt && isPresent && checkpoint && checkpoint.number < number) continue;
      names.delete(name);
      if (hasIt) continue;
      if (!isPresent) failures.push(`${name} is away`);
      else if (!checkpoint) failures.push(`${name} takes no orders`);
      else if (checkpoint.failure !== undefined) failures.push(`${name}: ${checkpoint.failure}`);
    }
    if (names.size > 0) return;
    settle(failures.length === 0 ? undefined : problem.failed`not everything is on disk: ${failures.join("; ")}`);
  }
}
