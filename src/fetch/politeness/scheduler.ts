import { problem } from "../../base/error.js";
import { hostOfOrigin } from "../../url/host.js";
import { HostQueues } from "../../urldb/host-queues.js";
import type { HostCounts, HostStatus } from "../status.js";
import { HostBook } from "./host-book.js";
import { type Death, gapAfter, type HostState, settle } from "./host-state.js";
import { hostName, isAtOrBelow } from "./name-map.js";
import { Origins } from "./origins.js";
import { type SchedulerOptions, type Settings, settingsOf } from "./settings.js";
import { SpeedControl } from "./speed-control.js";
import type { Outcome, Refusal, RobotsKnown, SchedulerState, Task } from "./task.js";
import { type Queues, TurnQueues } from "./turn-queues.js";

/** As the origin of an item: it may be asked for whatever a robots.txt says, for it is one, of another host. */
const NO_ROBOTS = "";

/** Guests of a host that take turns with its own items; more come behind all of these. */
const MOST_GUESTS = 100;

interface Entry<T> {
  readonly item: T;
  readonly origin: string;
}

/**
 * Which host may be asked next, and when: the crawl manager of Shkapenyuk and Suel 2001, sections 3.4, 3.5 and 4.2,
 * with the rules of Mercator and WebBase as other policies of one machine.
 *
 * Whoever crawls puts items, asks `next(now)` for tasks, sends their requests, and says `done` when each has ended. A
 * host is asked by one request at a time, and again only after the gap that `gapAfter` states. The clock is an
 * argument, milliseconds; it should not run backwards, though nothing but gaps suffers if it does.
 *
 * Order: of one host's items, as put; of different hosts' items, as put unless one host is backed up (in use, left
 * alone, behind a domain or an address that is, or robots.txt being asked for). "webbase" goes by turns instead.
 *
 * O(log hosts) per operation; a host is forgotten when it has no items, its delay has run out, and it did not fail
 * last.
 */
export class Scheduler<T> {
  readonly #settings: Settings;
  readonly #queues: Queues<Entry<T>>;
  readonly #book: HostBook;
  readonly #origins = new Origins();
  readonly #speed: SpeedControl;
  #inFlight = 0;
  #notBefore = Number.NEGATIVE_INFINITY;
  /** Until when hosts may have been asked of which `restore` was not told. */
  #askedUntil = Number.NEGATIVE_INFINITY;

  /** @throws "option" for an option that is not known, or a value that it does not take */
  constructor(options: SchedulerOptions = {}) {
    this.#settings = settingsOf(options);
    this.#queues = this.#settings.policy === "webbase" ? new TurnQueues(this.#settings.queues) : new HostQueues();
    this.#speed = new SpeedControl(this.#settings);
    this.#book = new HostBook(this.#settings, (host) => this.#origins.knowsHost(host));
  }

  /** Items that wait. */
  get queued(): number {
    return this.#queues.size;
  }

  /** Tasks handed out and not yet done. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * Appends an item to the queue of its host.
   *
   * @param host host name, lower case, without port
   * @param origin scheme, host and port, whose robots.txt speaks for the item: "https://example.org"; default "http://"
   *   and the host; `NO_ROBOTS`: none does
   * @returns undefined: queued; otherwise why not
   */
  put(host: string, item: T, origin = `http://${host}`): Refusal | undefined {
    return this.#admit(host, origin, () => this.#queues.put(host, { item, origin }));
  }

  /**
   * As `put`, before all other items of the host and in the place of the one handed out last: to give that one back.
   */
  putFirst(host: string, item: T, origin = `http://${host}`): Refusal | undefined {
    return this.#admit(host, origin, () => this.#queues.putFirst(host, { item, origin }));
  }

  /**
   * As `put`, of the robots.txt of another host, which redirects to this one. They are asked for first come, first
   * served, and in turn with the host's own items.
   */
  putGuest(host: string, item: T): Refusal | undefined {
    return this.#admit(host, NO_ROBOTS, ({ guests }) => {
      const entry = { item, origin: NO_ROBOTS };
      if (guests >= MOST_GUESTS) return this.#queues.put(host, entry);
      const last = this.#guestPlaces(host, guests).at(-1) ?? -1;
      this.#queues.putBehind(host, entry, last + 2);
    });
  }

  /** Takes a guest of a host that is to be asked for its robots.txt, and need not be: it has the turn. */
  takeGuest(host: string, now: number): T | undefined {
    const state = this.#book.of(host);
    const [place] = this.#guestPlaces(host, Math.min(state.guests, 1));
    if (place === undefined) return undefined;
    state.guests--;
    state.origin = NO_ROBOTS;
    state.crawlDelay = Math.min(this.#origins.delayOf(host, now), this.#settings.maxCrawlDelay);
    return this.#queues.takeBehind(host, place).item;
  }

  /** How many items stand before each of the first so many guests of a host. */
  #guestPlaces(host: string, count: number): number[] {
    const places: number[] = [];
    let place = 0;
    for (const { origin } of this.#queues.of(host)) {
      if (places.length === count) break;
      if (origin === NO_ROBOTS) places.push(place);
      place++;
    }
    return places;
  }

  #admit(host: string, origin: string, put: (state: HostState) => void): Refusal | undefined {
    const refusal = this.#book.refusal(host);
    if (refusal !== undefined) return refusal;
    const isNew = this.#book.find(host) === undefined;
    const state = this.#book.of(host);
    if (isNew) this.#rest(state);
    put(state);
    if (origin === NO_ROBOTS) state.guests++;
    return undefined;
  }

  /** Why no items are taken for a host; undefined: they are. */
  refusal(host: string): Refusal | undefined {
    return this.#book.refusal(host);
  }

  /** Is the host at an address that is known, behind whose gate it waits for others? */
  knowsAddress(host: string): boolean {
    return this.#book.find(host)?.address !== undefined;
  }

  /** What may be asked for now; its host is in use until `done`. undefined: nothing, see `readyAt`. */
  next(now: number): Task<T> | undefined {
    if (now < this.#notBefore || !((this.#speed.readyAt(now, this.#inFlight) ?? Infinity) <= now)) return undefined;
    const { gates } = this.#book;
    for (;;) {
      gates.wake(now, this.#letOut);
      const host = this.#queues.claim(now);
      if (host === undefined) return undefined;
      const state = this.#book.of(host);
      if (gates.isOpen(state, now)) return this.#task(state, now);
      gates.park(state, now, this.#queues.numberOf(host));
    }
  }

  #task(state: HostState, now: number): Task<T> {
    const host = state.name;
    const { origin } = this.#queues.first(host) as Entry<T>;
    const known = this.#origins.use(origin, now);
    const kind = known === undefined && this.#settings.robots && origin !== NO_ROBOTS ? "robots" : "page";
    state.asked = kind;
    state.origin = origin;
    const crawlDelay = origin === NO_ROBOTS ? this.#origins.delayOf(host, now) : known?.crawlDelay;
    state.crawlDelay = Math.min(crawlDelay ?? 0, this.#settings.maxCrawlDelay);
    this.#book.gates.enter(state);
    this.#book.note(state);
    this.#speed.sent(now);
    this.#inFlight++;
    if (origin === NO_ROBOTS) state.guests--;
    return kind === "robots" ? { kind, host, origin } : { kind, host, origin, item: this.#queues.take(host).item };
  }

  /**
   * When `next`, having handed out nothing, should be called again if nothing else happens; undefined: not before a
   * `put` or `done`.
   */
  readyAt(now: number): number | undefined {
    const speedAt = this.#speed.readyAt(now, this.#inFlight);
    if (speedAt === undefined) return undefined;
    const gateAt = this.#book.gates.readyAt();
    const hostAt = this.#queues.readyHosts(now) > 0 ? now : (this.#queues.readyAt() ?? gateAt);
    return hostAt === undefined ? undefined : Math.max(Math.min(hostAt, gateAt ?? hostAt), speedAt, this.#notBefore);
  }

  /**
   * Ends a task.
   *
   * @returns the items that were dropped because the host was given up; usually none
   * @throws "option" when the host is not in use
   */
  done(host: string, outcome: Outcome): readonly T[] {
    const state = this.#book.find(host);
    if (state?.asked === undefined)
      throw problem.option`done: "${host}" is not being asked; give the host of a task that next() handed out, once`;
    const { now, kind, bytes = 0 } = outcome;
    const isSent = kind !== "skipped";
    const { crawlDelay } = this.#origins.last(state.origin, now) ?? state;
    const { maxCrawlDelay, longCrawlDelay } = this.#settings;
    state.crawlDelay = Math.min(crawlDelay ?? 0, maxCrawlDelay);
    let death: Death | undefined = isSent ? settle(state, outcome, this.#settings) : undefined;
    if ((crawlDelay ?? 0) > maxCrawlDelay && longCrawlDelay === "give up") death ??= "crawl-delay";
    state.nextAllowed = Math.max(isSent ? now + state.gap : now, state.heldUntil);
    state.heldUntil = Number.NEGATIVE_INFINITY;
    state.asked = undefined;
    this.#inFlight--;
    this.#book.gates.leave(state, now, isSent, outcome.address);
    this.#queues.done(host, state.nextAllowed);
    this.#speed.ended(now, kind === "answered" || kind === "skipped" ? kind : "failed", bytes);
    this.#book.note(state);
    const dropped = death === undefined ? [] : this.#giveUp(state, death);
    if (this.#book.mustSweep) this.#sweep(now);
    return dropped;
  }

  /**
   * Milliseconds from a request to a host that is being asked to a second one that its end makes needful: as long as to
   * any other that it would be in the way of. It counts as a request.
   */
  secondAfter(host: string, now: number): number {
    const { delay, domainDelay, addressDelay } = this.#settings;
    const state = this.#book.find(host);
    const gap = state === undefined ? delay : gapAfter(state, this.#settings);
    this.#speed.sent(now);
    return Math.max(gap, domainDelay, addressDelay, 1000 / (this.#speed.speed(now) ?? Number.POSITIVE_INFINITY));
  }

  /** robots.txt of an origin is known. To be said before the `done` of its task; otherwise it is asked for again. */
  robots(origin: string, known: RobotsKnown): void {
    this.#origins.came(origin, known);
  }

  /**
   * robots.txt of an origin is not known any more: it is asked for before the next item. @returns false: its host has
   * items, or is being asked, and it is known still
   */
  forgetRobots(host: string, origin: string): boolean {
    if (this.#queues.sizeOf(host) > 0 || this.#book.find(host)?.asked !== undefined) return false;
    this.#origins.forget(origin);
    return true;
  }

  /** Is more wanted from the frontier on disk? Fewer than x hosts are ready (section 3.5), and memory has room. */
  wants(now: number): boolean {
    return this.#queues.size < this.#settings.maxQueued && this.#queues.readyHosts(now) < this.#settings.readyHosts;
  }

  /** Leaves a host alone until a time, at least. */
  hold(host: string, until: number): void {
    const state = this.#book.of(host);
    if (!this.#queues.hold(host, until)) state.heldUntil = Math.max(state.heldUntil, until);
    else state.nextAllowed = Math.max(state.nextAllowed, until);
    this.#book.note(state);
  }

  /**
   * Asks no more of a host and all hosts below it. @returns the items dropped. @throws "option" for a text that is no
   * host name
   */
  block(hostOrDomain: string): readonly T[] {
    const name = hostName(hostOrDomain);
    this.#book.block(name);
    const dropped: T[] = [];
    for (const state of this.#book.all()) {
      if (isAtOrBelow(state.name, name)) for (const item of this.#drop(state)) dropped.push(item);
    }
    return dropped;
  }

  /**
   * Takes items again of what was blocked by that name. @throws "option" for one that was not, and for a text that is
   * no host name
   */
  unblock(hostOrDomain: string): void {
    this.#book.unblock(hostName(hostOrDomain));
  }

  /** Takes back items that wait; nothing may be under way. @returns them */
  withdraw(isGoing: (item: T) => boolean): readonly T[] {
    const gone: T[] = [];
    const hosts = new Set<string>();
    for (const { host, item } of this.items()) if (isGoing(item)) hosts.add(host);
    for (const host of hosts) for (const item of this.takeBack(host, isGoing)) gone.push(item);
    return gone;
  }

  /** Takes back items of a host that wait. @returns them */
  takeBack(host: string, isGoing: (item: T) => boolean): readonly T[] {
    const entries = this.#queues.drop(host);
    const staying = entries.filter(({ item }) => !isGoing(item));
    if (entries.length === 0) return [];
    const state = this.#book.of(host);
    state.guests = staying.filter(({ origin }) => origin === NO_ROBOTS).length;
    if (staying.length === 0) this.#book.gates.dropped(state);
    for (const entry of staying) this.#queues.put(host, entry);
    return entries.map(({ item }) => item).filter(isGoing);
  }

  get blocked(): readonly string[] {
    return this.#book.blocked;
  }

  /**
   * Requests per second from now on, whatever the schedule says; undefined: no limit; "schedule": as the options say.
   * @throws "option"
   */
  setSpeed(requestsPerSecond: number | undefined | "schedule"): void {
    this.#speed.setSpeed(requestsPerSecond);
  }

  /** Requests per second aimed at now; undefined: no limit. */
  speed(now: number): number | undefined {
    return this.#speed.speed(now);
  }

  counts(now: number): HostCounts {
    const ready = this.#queues.readyHosts(now);
    const down = this.#book.down(now);
    const waiting = Math.max(0, this.#queues.hosts - ready - this.#inFlight - down);
    return { known: this.#book.known, ready, waiting, down, inUse: this.#inFlight };
  }

  /** Hosts with most items queued first. */
  hosts(count: number, now: number): readonly HostStatus[] {
    return this.#book.list(count, now, (host) => this.#queues.sizeOf(host));
  }

  /** All items that wait, those of a host in their order. */
  *items(): IterableIterator<{ readonly host: string; readonly origin: string; readonly item: T }> {
    for (const { host, item } of this.#queues.all()) yield { host, origin: item.origin, item: item.item };
  }

  /** What matters across restarts; items are not in it. A request under way is saved as if it ended now. */
  save(now: number): SchedulerState {
    return { version: 1, ...this.#book.save(now), robots: this.#origins.save(now) };
  }

  /**
   * As `save`, of what changed since this was called last: rows as of `save`, which stand for earlier ones of the same
   * name. All changes together are what `save` tells.
   */
  changes(now: number): SchedulerState {
    return { version: 1, ...this.#book.changes(now), robots: this.#origins.changes() };
  }

  /**
   * Takes up what `save` told; before any `put`.
   *
   * @param notBefore nothing is handed out until then: after a kill, hosts were asked of which the state does not know
   * @param askedUntil when such a host was asked last, at the latest: those of longer gaps rest for these
   * @throws "option" for a state of another version
   */
  restore(state: SchedulerState, notBefore = Number.NEGATIVE_INFINITY, askedUntil = Number.NEGATIVE_INFINITY): void {
    if (state.version !== 1)
      throw problem.version`expected the state of a scheduler, version 1; found version ${state.version}`;
    this.#notBefore = notBefore;
    this.#book.restore(state);
    for (const [host, nextAllowed] of state.hosts) this.#queues.hold(host, nextAllowed);
    for (const [origin, expiresAt, crawlDelay] of state.robots)
      this.#origins.set(origin, { expiresAt, crawlDelay: crawlDelay ?? undefined });
    this.#askedUntil = askedUntil;
    if (askedUntil === Number.NEGATIVE_INFINITY) return;
    for (const each of this.#book.all()) this.#rest(each);
    for (const [origin, , crawlDelay] of state.robots)
      if (crawlDelay) this.#rest(this.#book.of(hostOfOrigin(origin)), crawlDelay);
  }

  /** Leaves a host alone as if it was asked when that may have been last, where the rest of all is shorter. */
  #rest(state: HostState, crawlDelay = 0): void {
    const gap = Math.max(gapAfter(state, this.#settings), Math.min(crawlDelay, this.#settings.maxCrawlDelay));
    if (this.#askedUntil + gap > this.#notBefore) this.hold(state.name, this.#askedUntil + gap);
  }

  /** Nothing is handed out until then; 0 where nothing is held back. */
  get notBefore(): number {
    return Math.max(0, this.#notBefore);
  }

  /**
   * Takes over what another scheduler, whose clock read `there`, knew of hosts that are this one's from now on.
   *
   * @param notBefore of that one: hosts that it does not name may have been asked just before
   */
  adopt(
    { hosts, robots, dead }: Pick<SchedulerState, "hosts" | "robots" | "dead">,
    { there, here, notBefore }: { readonly there: number; readonly here: number; readonly notBefore: number },
  ): void {
    const later = (time: number) => here + Math.max(0, time - there); // clocks of two machines need not agree
    const rows = hosts.map(([name, nextAllowed, ...rest]) => [name, later(nextAllowed), ...rest] as const);
    if (notBefore > there) this.#notBefore = Math.max(this.#notBefore, later(notBefore));
    this.#book.adopt(rows, dead);
    for (const [host, nextAllowed] of rows) this.#queues.hold(host, nextAllowed);
    for (const [origin, expiresAt, crawlDelay] of robots)
      this.#origins.set(origin, { expiresAt: later(expiresAt), crawlDelay: crawlDelay ?? undefined });
  }

  /** A host that was parked is ready again. @returns false: not after all, it has no items any more, or is held */
  readonly #letOut = (host: string, now: number): boolean => {
    const state = this.#book.of(host);
    state.parked = false;
    this.#queues.done(host, Math.max(now, state.heldUntil));
    const isReady = state.heldUntil <= now && this.#queues.sizeOf(host) > 0;
    state.heldUntil = Number.NEGATIVE_INFINITY;
    return isReady;
  };

  #giveUp(state: HostState, reason: Death): readonly T[] {
    this.#book.bury(state, reason);
    return this.#drop(state);
  }

  #drop(state: HostState): T[] {
    const entries = this.#queues.drop(state.name);
    state.guests = 0;
    if (entries.length > 0) this.#book.gates.dropped(state);
    return entries.map(({ item }) => item);
  }

  #sweep(now: number): void {
    this.#book.sweep(now, (host) => this.#queues.sizeOf(host));
    this.#origins.sweep(now);
  }
}
