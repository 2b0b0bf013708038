import type { Clock } from "../fetch/clock.js";
import type { CrawlControl } from "../fetch/status.js";
import type { Engine, Versioned } from "./engine.js";
import { keepOrders, noOrders, ORDERS_KEY, type Orders, readOrders } from "./orders.js";
import type { CheckpointDone } from "./reports.js";
import { RollCall, working } from "./roll-call.js";

export interface ObeyOptions {
  /** Its own name, as its reports tell it. */
  readonly name: string;
  readonly clock: Clock;
  /** Told what could not be obeyed: orders of another version, a stop that failed. */
  readonly onTrouble: (error: unknown) => void;
}

/** A process that does what the orders say. */
export interface Obedience {
  /** For its reports: whoever ordered a checkpoint waits for it. */
  readonly checkpoint: CheckpointDone;
  /** Puts the orders back, if the engine has lost them. */
  keep(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Lets a crawl do what is ordered for all processes. When this resolves, the orders that stand are obeyed: a process
 * that joins a crawl that is paused asks for nothing.
 *
 * A speed is shared out evenly among the processes that are heard and not at their end, and anew when one comes, goes
 * or has been silent for 5 seconds; for a second or two around that the sum may be another. A process that is cut off
 * keeps its share.
 *
 * @throws CrawlbenchError
 */
export async function obey(engine: Engine, crawl: CrawlControl, options: ObeyOptions): Promise<Obedience> {
  const follower = new Follower(crawl, options);
  const roll = await RollCall.open(engine, options.clock);
  roll.onHeard = () => follower.share(roll);
  const standing = await engine.read(ORDERS_KEY);
  if (standing) follower.take(standing, true);
  const unwatch = await engine.watch(ORDERS_KEY, (entry) => follower.take(entry, false));
  return {
    get checkpoint() {
      return follower.checkpoint;
    },
    keep: () => keepOrders(engine, follower.orders),
    end: async () => {
      await unwatch();
      await roll.end();
    },
  };
}

/** Does what orders say that it does not do yet. */
class Follower {
  readonly #crawl: CrawlControl;
  readonly #options: ObeyOptions;
  #done: Orders = noOrders;
  #hasHeard = false;
  #sharers = 1;
  checkpoint: CheckpointDone = { number: 0 };

  constructor(crawl: CrawlControl, options: ObeyOptions) {
    this.#crawl = crawl;
    this.#options = options;
  }

  /** @param isFirst checkpoints and stops that were asked for before it came are over, but for a stop that stands */
  take({ value }: Versioned, isFirst: boolean): void {
    this.#try(() => {
      const orders = readOrders(value);
      if (this.#hasHeard && orders.serial <= this.#done.serial) return;
      this.#hasHeard = true;
      const { stops, stopped, checkpoints } = orders;
      const before = isFirst ? { ...noOrders, checkpoints, stops: stopped ? stops - 1 : stops } : this.#done;
      this.#done = orders;
      if (isFirst) this.checkpoint = { number: checkpoints };
      this.#obey(orders, before);
    });
  }

  /** The last that it heard of. */
  get orders(): Orders {
    return this.#done;
  }

  /** Counts those who share the speed. */
  share(roll: RollCall): void {
    const { name, clock } = this.#options;
    const others = working(roll.reports, clock.now()).filter(({ report }) => report.name !== name);
    if (this.#sharers === others.length + 1) return;
    this.#sharers = others.length + 1;
    this.#setSpeed(this.#done.speed);
  }

  #obey({ paused, speed, blocked, stops, checkpoints }: Orders, before: Orders): void {
    const crawl = this.#crawl;
    const [known, now] = [new Set(before.blocked), new Set(blocked)];
    for (const host of now) if (!known.has(host)) this.#try(() => crawl.block(host));
    for (const host of known) if (!now.has(host)) this.#try(() => crawl.unblock(host));
    if (speed?.requestsPerSecond !== before.speed?.requestsPerSecond) this.#setSpeed(speed);
    if (paused !== before.paused) this.#try(() => (paused ? crawl.pause() : crawl.proceed()));
    if (checkpoints > before.checkpoints) void this.#checkpoint(checkpoints);
    if (stops > before.stops) crawl.stop().catch(this.#options.onTrouble);
  }

  #setSpeed(speed: Orders["speed"]): void {
    if (!speed) return;
    const { requestsPerSecond } = speed;
    this.#try(() => this.#crawl.setSpeed(requestsPerSecond === null ? undefined : requestsPerSecond / this.#sharers));
  }

  async #checkpoint(number: number): Promise<void> {
    const failure = await this.#crawl.checkpoint().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (number >= this.checkpoint.number) this.checkpoint = { number, ...(failure !== undefined && { failure }) };
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onTrouble(error);
    }
  }
}
