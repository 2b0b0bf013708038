import { got, problem } from "../base/error.js";
import { hostName } from "../fetch/politeness/name-map.js";
import type { Engine } from "./engine.js";
import { fields, flag, list, maybe, number, text, versioned } from "./report-shape.js";

/** Key of the engine's table under which the orders stand. */
export const ORDERS_KEY = "orders";

const VERSION = 2;

/** Names that may be blocked by order. */
export const MOST_BLOCKED = 10_000;

/**
 * What all processes of a crawl are to do. It stands in the engine's table, so that a process that comes later, or was
 * cut off, does what the others do.
 */
export interface Orders {
  readonly paused: boolean;
  /** Of all processes together. Left out: each as it was started. */
  readonly speed?: { /** null: no limit. */ readonly requestsPerSecond: number | null };
  readonly blocked: readonly string[];
  /** How often the crawl was stopped, and whether it still is: who comes later stops at once. */
  readonly stops: number;
  readonly stopped: boolean;
  /** How many checkpoints were asked for. */
  readonly checkpoints: number;
  /** How often they changed: an engine that lost its disk may show older ones, or none. */
  readonly serial: number;
}

export const noOrders: Orders = { paused: false, blocked: [], stops: 0, stopped: false, checkpoints: 0, serial: 0 };

const speed = fields<NonNullable<Orders["speed"]>>({
  requestsPerSecond: (value, where) => {
    if (value === null || (typeof value === "number" && value > 0)) return value;
    throw problem.version`${where}: expected a number above 0, or null for no limit; ${got(value)}`;
  },
});

const orders = fields<Orders>({
  paused: flag,
  speed: maybe(speed),
  blocked: list((value, where) => hostName(text(253)(value, where)), MOST_BLOCKED),
  stops: number,
  stopped: flag,
  checkpoints: number,
  serial: number,
});

export const { pack: packOrders, read: readOrders } = versioned("orders", "orders", VERSION, orders);

/**
 * Changes the orders, however many others do so at the time.
 *
 * @param known what stood last: a change of what the engine has instead, should it have lost these, is not obeyed
 * @returns what stands now
 * @throws "option" when orders of another version stand; CrawlbenchError
 */
export async function changeOrders(
  engine: Engine,
  change: (standing: Orders) => Orders,
  known: Orders = noOrders,
): Promise<Orders> {
  for (;;) {
    const entry = await engine.read(ORDERS_KEY);
    const stored = entry ? readOrders(entry.value) : noOrders;
    const standing = stored.serial < known.serial ? known : stored;
    const changed = change(standing);
    if (changed === standing) return standing;
    const next = { ...changed, serial: standing.serial + 1 };
    if (next.blocked.length > MOST_BLOCKED)
      throw problem.option`at most ${MOST_BLOCKED} hosts can be blocked by order: block their domain instead`;
    if ((await engine.write(ORDERS_KEY, packOrders(next), entry?.revision ?? 0)) !== undefined) return next;
  }
}

/**
 * Makes an order of what a process was started with: hosts that it never asks may belong to others, now or later. More
 * names than an order holds stay its own.
 *
 * @throws "option" for a text that is no host name; as `changeOrders`
 */
export async function blockForAll(engine: Engine, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await changeOrders(engine, (standing) => {
    const blocked = [...new Set([...standing.blocked, ...names.map(hostName)])];
    const isSame = blocked.length === standing.blocked.length;
    return isSame || blocked.length > MOST_BLOCKED ? standing : { ...standing, blocked };
  });
}

/** Puts orders back that the engine has lost. */
export async function keepOrders(engine: Engine, known: Orders): Promise<void> {
  const entry = await engine.read(ORDERS_KEY);
  const isLost = (entry ? readOrders(entry.value).serial : 0) < known.serial;
  if (isLost) await engine.write(ORDERS_KEY, packOrders(known), entry?.revision ?? 0); // or another was quicker
}

/**
 * Lets a crawl that was stopped by order go on: called once by whoever starts it again, before its processes open. What
 * else was ordered stands, but a pause that was given before the stop does not.
 */
export const clearStop = (engine: Engine): Promise<Orders> =>
  changeOrders(engine, (standing) => (standing.stopped ? { ...standing, stopped: false, paused: false } : standing));
