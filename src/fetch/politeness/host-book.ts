import type { HostStatus } from "../status.js";
import { type Death, gapAfter, type HostState, newHostState } from "./host-state.js";
import { NameMap, notBlocked } from "./name-map.js";
import type { HostDelay, Settings } from "./settings.js";
import type { Refusal, SchedulerState } from "./task.js";
import { Throttle } from "./throttle.js";

/** Hosts beside their queues: what each bears, how it did lately, which are blocked, and which were given up. */
export class HostBook {
  readonly gates: Throttle;
  readonly #settings: Settings;
  readonly #wasMet: (host: string) => boolean;
  readonly #hosts = new Map<string, HostState>();
  readonly #delays = new NameMap<HostDelay>();
  readonly #blocked = new NameMap<true>();
  readonly #dead = new Map<string, Death>();
  /** Hosts that failed last. */
  readonly #failing = new Set<HostState>();
  /** Names of hosts whose row is other than it was. */
  readonly #changed = new Set<string>();
  readonly #changedDead = new Map<string, Death>();
  #known = 0;
  #sweepAt = 1024;

  /** @param wasMet is a host that is not in the book known all the same? */
  constructor(settings: Settings, wasMet: (host: string) => boolean) {
    this.#settings = settings;
    this.#wasMet = wasMet;
    this.gates = new Throttle(settings);
    for (const [name, delay] of Object.entries(settings.hosts ?? {})) this.#delays.set(name, delay);
  }

  /** Hosts met so far; one that was forgotten and has no robots.txt known counts again when it is met again. */
  get known(): number {
    return this.#known;
  }

  get blocked(): readonly string[] {
    return this.#blocked.names();
  }

  get mustSweep(): boolean {
    return this.#hosts.size >= this.#sweepAt;
  }

  find(host: string): HostState | undefined {
    return this.#hosts.get(host);
  }

  /** The record of a host, a new one if need be. */
  of(host: string): HostState {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const state = newHostState(host, this.#delays.find(host), this.gates.domainOf(host));
    this.#hosts.set(host, state);
    if (!this.#wasMet(host)) this.#known++;
    return state;
  }

  all(): IterableIterator<HostState> {
    return this.#hosts.values();
  }

  /** Why no items are taken for a host; undefined: they are. */
  refusal(host: string): Refusal | undefined {
    if (this.#dead.size > 0 && this.#dead.has(host)) return "dead";
    return this.#blocked.find(host) && "blocked";
  }

  block(name: string): void {
    this.#blocked.set(name, true);
  }

  /** @throws "option" for a name that is not blocked itself */
  unblock(name: string): void {
    if (!this.#blocked.delete(name)) throw notBlocked(name, this.blocked);
  }

  /** A host is given up: nothing is taken for it any more, and its failures are forgotten. */
  bury(state: HostState, reason: Death): void {
    this.#dead.set(state.name, reason);
    this.#changedDead.set(state.name, reason);
    state.failures = 0;
    this.#failing.delete(state);
  }

  /** To be called whenever what is saved of a host is other than it was. */
  note(state: HostState): void {
    this.#changed.add(state.name);
    if (state.failures > 0) this.#failing.add(state);
    else if (this.#failing.size > 0) this.#failing.delete(state);
  }

  /** Hosts that did not answer and are left alone for it. */
  down(now: number): number {
    let count = 0;
    for (const state of this.#failing) if (isDown(state, now)) count++;
    return count;
  }

  list(count: number, now: number, queuedAt: (host: string) => number): HostStatus[] {
    const rows = [...this.#hosts.values()].map((state) => ({ state, queued: queuedAt(state.name) }));
    rows.sort((a, b) => b.queued - a.queued || b.state.fetched - a.state.fetched);
    return rows.slice(0, count).map(({ state, queued }) => ({
      host: state.name,
      fetched: state.fetched,
      queued,
      state: this.#stateOf(state, queued, now),
      ...(state.nextAllowed > now && { nextAllowed: state.nextAllowed }),
    }));
  }

  #stateOf(state: HostState, queued: number, now: number): HostStatus["state"] {
    if (state.asked !== undefined) return "in use";
    const refusal = this.refusal(state.name);
    if (refusal !== undefined) return refusal === "dead" ? "down" : "blocked";
    if (isDown(state, now)) return "down";
    if (queued === 0) return "done";
    return state.parked || state.nextAllowed > now ? "waiting" : "ready";
  }

  /** Forgets hosts that have no items, whose delay has run out, and that did not fail within the longest wait. */
  sweep(now: number, queuedAt: (host: string) => number): void {
    for (const state of this.#hosts.values()) {
      if (state.asked !== undefined || state.parked || queuedAt(state.name) > 0) continue;
      if (state.nextAllowed + (state.failures > 0 ? this.#settings.maxDownDelay : 0) > now) continue;
      this.#hosts.delete(state.name);
      this.#changed.add(state.name);
      this.#failing.delete(state);
      this.gates.forget(state);
    }
    this.gates.sweep(now);
    this.#sweepAt = Math.max(1024, 2 * this.#hosts.size);
  }

  save(now: number): Omit<SchedulerState, "version" | "robots"> {
    const hosts = [...this.#hosts.values()].map((state) => this.#rowOf(state, now));
    return {
      hosts: hosts.filter(([, nextAllowed, failures, , , , address]) => nextAllowed > now || failures > 0 || address),
      ...this.gates.save(now),
      dead: [...this.#dead],
      blocked: this.#blocked.names(),
      known: this.#known,
    };
  }

  /** As `save`, of what changed since this was called last. */
  changes(now: number): Omit<SchedulerState, "version" | "robots"> {
    const hosts = [...this.#changed].map((name) => this.#rowOf(this.#hosts.get(name) ?? forgotten(name), now));
    for (const name of this.#changed) if (this.#hosts.get(name)?.asked === undefined) this.#changed.delete(name);
    const dead = [...this.#changedDead];
    this.#changedDead.clear();
    return { hosts, ...this.gates.changes(now), dead, blocked: this.#blocked.names(), known: this.#known };
  }

  /** A host that is being asked is saved as if it answered now. */
  #rowOf(state: HostState, now: number): SchedulerState["hosts"][number] {
    const asked = state.asked === undefined ? state.nextAllowed : now + gapAfter(state, this.#settings);
    const { name, heldUntil, failures, refused, lastDownload, fetched, address } = state;
    return [name, Math.max(asked, heldUntil, now), failures, refused, lastDownload, fetched, address?.name ?? null];
  }

  /** Adds what is known of hosts. */
  adopt(hosts: SchedulerState["hosts"], dead: SchedulerState["dead"]): void {
    for (const [name, nextAllowed, failures, refused, lastDownload, fetched, address] of hosts) {
      const state = this.of(name);
      Object.assign(state, { nextAllowed, failures, refused, lastDownload, fetched });
      this.note(state);
      if (address !== null) this.gates.stand(state, address);
    }
    for (const [host, reason] of dead) {
      this.#dead.set(host, reason as Death);
      this.#changedDead.set(host, reason as Death);
    }
  }

  restore(saved: SchedulerState): void {
    this.adopt(saved.hosts, saved.dead);
    for (const name of saved.blocked) this.block(name);
    this.gates.restore(saved);
    this.#known = saved.known;
  }
}

/** What is saved of a host that is no longer in the book: nothing that counts. */
const forgotten = (name: string) => newHostState(name, undefined, undefined);

const isDown = (state: HostState, now: number) =>
  state.failures > 0 && state.asked === undefined && state.nextAllowed > now;
