import { BinaryHeap } from "../base/binary-heap.js";
import { plural } from "../base/numbers.js";
import { hostOfOrigin, originOf } from "../url/host.js";
import { AnswerDesk, type AnswerParts } from "./answer-desk.js";
import { byEnding, type Failed, type Fetched, isOurs, type Transport } from "./fetched.js";
import type { Frontier } from "./frontier/frontier.js";
import type { Task } from "./politeness/task.js";
import { outcomeOf, parseRetryAfter, type Try } from "./retry.js";
import { type RobotsParts, RobotsTurns } from "./robots-turns.js";
import { count } from "./tally.js";

/** Milliseconds after which a request no longer keeps a place among the last pages that a crawl may have. */
const SLOW = 2_000;

export interface LoopParts extends AnswerParts, RobotsParts {
  readonly transport: Transport;
  readonly frontier: Frontier;
  /** Where hosts at one address wait for each other: the address of a URL; undefined: not known. */
  readonly locate: ((url: string) => Promise<string | undefined>) | undefined;
  /** Headers that ask for a page only if it changed. */
  readonly conditions?: (url: string) => Readonly<Record<string, string>> | undefined;
  /** False while too much is not on disk yet; `nudge` says when that is over. */
  readonly mayAsk: () => boolean;
  /** May others still send URLs? Then the loop does not end when nothing is left. */
  readonly mayGoOn: () => boolean;
}

/**
 * Brings frontier, scheduler and transport together: fills the host queues from the frontier, asks for what the
 * scheduler says may be asked for, takes in what comes. One step follows another by events alone: an answer, a timer,
 * the frontier's disk.
 */
export class FetchLoop {
  readonly #parts: LoopParts;
  readonly #answers: AnswerDesk;
  readonly #robots: RobotsTurns;
  /** To be tried again at a later time. */
  readonly #later = new BinaryHeap<{ readonly at: number; readonly item: Try }>((a, b) => a.at < b.at);
  #inFlight = 0;
  /** Numbers of connections that are free, of those that were in use: what Mercator calls threads. */
  readonly #freeSlots: number[] = [];
  /** When the request on each connection was begun; NaN: there is none. */
  readonly #since: number[] = [];
  #aborted = 0;
  #paused = false;
  /** While it is held, nothing is asked for, nor brought to hand; resolved once nothing is under way. */
  #hold: (() => void) | undefined;
  #draining = false;
  #loading = false;
  /** The frontier had nothing to hand out, nor on disk: an ordering may end before all was fetched. */
  #spent = false;
  #cancelTimer: (() => void) | undefined;
  #settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  /** Times that the proxy had failed before. */
  readonly #lostBefore: number;

  constructor(parts: LoopParts) {
    this.#parts = parts;
    this.#answers = new AnswerDesk(parts, (at, item) => this.#later.push({ at, item }));
    this.#robots = new RobotsTurns(parts, {
      put: (item) => this.#put(item),
      drop: (items) => this.#drop(items, "dead"),
    });
    this.#lostBefore = this.#lost;
  }

  /** The proxy failed: nothing more is asked for, since no host can be. */
  get hasLostProxy(): boolean {
    return this.#lost > this.#lostBefore;
  }

  get #lost(): number {
    const { faults } = this.#parts.tally;
    return (faults.proxy ?? 0) + (faults["proxy-login"] ?? 0);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** URLs that were taken from the frontier and are not fetched: they wait here, or were broken off. */
  get waiting(): number {
    return this.#parts.scheduler.queued + this.#later.size + this.#aborted + this.leftOver;
  }

  /** Of these, URLs of hosts whose robots.txt cannot be had: they are asked for once it can, by a later run at the latest. */
  get postponed(): number {
    return this.#robots.postponed;
  }

  /** Of those that wait, URLs that this run need not wait for: those postponed, and those of hosts that are refused. */
  get leftOver(): number {
    return this.#robots.leftOver;
  }

  /** Runs until nothing is left, a limit is reached, or `drain` was called and all that was under way has ended. */
  run(): Promise<void> {
    for (const page of this.#parts.walls?.pending ?? []) this.#later.push({ at: 0, item: { page, tries: 0 } });
    return new Promise<void>((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#step();
    }).finally(() => this.#cancelTimer?.());
  }

  /** Nothing is left, here, and nothing is under way. */
  get isIdle(): boolean {
    const { frontier } = this.#parts;
    const isNothingHere = this.#inFlight === 0 && this.waiting === this.leftOver && !this.#loading;
    return isNothingHere && (frontier.size === 0 || this.#spent);
  }

  /** Asks for nothing until `letGo`. Resolves when nothing is under way. */
  hold(): Promise<void> {
    return new Promise((resolve) => {
      this.#hold = resolve;
      if (this.#settle === undefined)
        resolve(); // it does not run: nothing is under way
      else this.#step();
    });
  }

  letGo(): void {
    this.#hold = undefined;
    this.#step();
  }

  /** Takes back URLs that wait here; see `hold`. */
  withdraw(isGoing: (url: string) => boolean): void {
    const gone = this.#parts.scheduler.withdraw(({ page, robotsOf }) => isGoing(robotsOf ? `${robotsOf}/` : page.url));
    for (const { robotsOf } of gone) if (robotsOf !== undefined) this.#robots.forget(robotsOf);
    const staying: { readonly at: number; readonly item: Try }[] = [];
    for (let each = this.#later.pop(); each; each = this.#later.pop())
      if (!isGoing(each.item.page.url)) staying.push(each);
    for (const each of staying) this.#later.push(each);
  }

  pause(): void {
    this.#paused = true;
  }

  proceed(): void {
    this.#paused = false;
    this.#step();
  }

  /** Asks for nothing more. */
  drain(): void {
    this.#draining = true;
    this.#step();
  }

  /** Something outside changed: the speed, a block. */
  nudge(): void {
    this.#step();
  }

  #step(): void {
    const settle = this.#settle;
    if (settle === undefined) return;
    try {
      this.#cancelTimer?.();
      this.#cancelTimer = undefined;
      if (this.#inFlight === 0 && !this.#loading) this.#hold?.();
      if (this.#draining || this.hasLostProxy) {
        if (this.#inFlight === 0) this.#end();
        return;
      }
      if (this.#paused || this.#hold) return;
      const { scheduler, settings } = this.#parts;
      const now = settings.clock.now();
      while (this.#later.size > 0 && (this.#later.peek()?.at ?? 0) <= now)
        this.#put((this.#later.pop() as { item: Try }).item);
      this.#robots.comeBackBy(now);
      this.#fill(now);
      while (this.#inFlight < settings.connections && !this.#reservedUntil(now) && this.#parts.mayAsk()) {
        const task = scheduler.next(now);
        if (task === undefined) break;
        this.#begin(task);
        this.#fill(now);
      }
      const nothingLeft = this.isIdle && !this.#parts.mayGoOn();
      if (nothingLeft || (this.#inFlight === 0 && this.#answers.isFull)) this.#end();
      else this.#wake(now);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Until when the requests under way keep all pages that the crawl may still have: a slow one keeps its place for a
   * while only, so that it holds up itself alone. Undefined: another may be sent.
   */
  #reservedUntil(now: number): number | undefined {
    const { settings, tally } = this.#parts;
    const left = settings.pages - tally.pages;
    if (left <= 0) return Number.POSITIVE_INFINITY;
    if (this.#inFlight < left) return undefined;
    const ends = this.#since.map((since) => since + SLOW).filter((end) => end > now); // NaN is never later
    return ends.length < left ? undefined : Math.min(...ends);
  }

  #fill(now: number): void {
    const { frontier, scheduler, settings } = this.#parts;
    this.#spent = false;
    if (this.#loading) return;
    while (scheduler.queued + this.#inFlight < settings.ahead && scheduler.wants(now)) {
      const page = frontier.next();
      if (page === undefined) {
        if (frontier.more) this.#load();
        else this.#spent = true;
        return;
      }
      this.#put({ page, tries: 0 });
    }
  }

  #load(): void {
    this.#loading = true;
    this.#parts.frontier.load().then(
      () => {
        this.#loading = false;
        this.#step();
      },
      (error) => this.#fail(error),
    );
  }

  #put(item: Try): void {
    const { scheduler, errors, tally, finished } = this.#parts;
    const origin = originOf(item.page.url);
    const host = hostOfOrigin(origin);
    const refusal = scheduler.put(host, item, origin);
    if (refusal === undefined) return;
    count(tally.dropped, refusal === "dead" ? "dead-host" : "blocked");
    errors.add(item.page.url, refusal, refusal === "dead" ? "its host does not answer" : "its host is blocked");
    finished(item.page.url);
  }

  /** Comes again when a host may be asked, or a retry is due. */
  #wake(now: number): void {
    const { scheduler, settings } = this.#parts;
    const held = this.#reservedUntil(now);
    const due = held === undefined ? [scheduler.readyAt(now), this.#later.peek()?.at] : [held];
    const times = due.filter((time) => time !== undefined && Number.isFinite(time)) as number[];
    if (times.length === 0 || this.#inFlight >= settings.connections) return;
    this.#cancelTimer = settings.clock.after(Math.max(1, Math.min(...times) - now), () => this.#step());
  }

  #begin(task: Task<Try>): void {
    const slot = this.#freeSlots.pop() ?? this.#inFlight;
    this.#inFlight++;
    this.#since[slot] = this.#parts.settings.clock.now();
    this.#located(task, slot).then(
      () => {
        this.#inFlight--;
        this.#since[slot] = Number.NaN;
        this.#freeSlots.push(slot);
        if (this.#answers.isFull && this.#inFlight > 0) void this.#parts.transport.close(); // the rest is not wanted any more
        this.#step();
      },
      (error) => this.#fail(error),
    );
  }

  /** A host whose address is not known is located first, and waits there for others at the same. */
  async #located(task: Task<Try>, slot: number): Promise<void> {
    const { locate, scheduler, settings } = this.#parts;
    const { host, origin } = task;
    if (locate && !scheduler.knowsAddress(host)) {
      const address = await locate(task.kind === "page" ? task.item.page.url : `${origin}/`);
      if (address !== undefined || this.#draining) {
        const refusal = task.kind === "page" ? scheduler.putFirst(host, task.item, origin) : undefined;
        if (task.kind === "page" && refusal) this.#gaveUp([task.item], refusal === "dead" ? "dead-host" : refusal);
        const at = { now: settings.clock.now(), ...(address !== undefined && { address }) };
        this.#drop(scheduler.done(host, { ...at, kind: "skipped" }), "crawl-delay");
        return;
      }
    }
    if (task.kind === "robots") await this.#robots.ask(host, origin);
    else if (task.item.robotsOf !== undefined) await this.#robots.follow(host, task.item.robotsOf);
    else await this.#ask(host, origin, task.item, slot);
  }

  async #ask(host: string, origin: string, item: Try, slot: number): Promise<void> {
    const { scheduler, robots, transport, tally, settings, finished, conditions } = this.#parts;
    const { page } = item;
    const time = settings.clock.now();
    if (!robots.allows(page.url, origin)) {
      const until = robots.unreachableUntil(origin);
      if (until === undefined) {
        tally.disallowed++;
        finished(page.url);
      } else if (until > time) this.#robots.postpone(origin, until, item);
      else this.#put(item); // the file is asked for again before
      this.#drop(scheduler.done(host, { now: time, kind: "skipped" }), "crawl-delay");
      return;
    }
    tally.requests++;
    const headers = conditions?.(page.url);
    const cookies = this.#parts.walls?.before(page.url);
    const answer = await transport.fetch({ url: page.url, ...(headers && { headers }), ...(cookies && { cookies }) });
    const came = (fetched: Fetched) =>
      this.#came(host, { ...item, ...(cookies !== undefined && { cookies }) }, fetched, slot, time);
    await byEnding<Promise<void> | void>(answer, {
      whole: came,
      cut: came,
      failed: (lack) => this.#failed(host, item, lack, time),
    });
  }

  /** No response came. */
  #failed(host: string, item: Try, lack: Failed, time: number): void {
    const { scheduler, tally, settings, errors, finished } = this.#parts;
    const { url, fault, message } = lack;
    const now = settings.clock.now();
    const kind = outcomeOf(lack);
    if (fault !== "aborted") {
      count(tally.faults, fault);
      errors.add(url, fault, message);
    }
    if (isOurs(fault)) {
      this.#aborted++; // it stays on disk as not fetched
      scheduler.done(host, { now, kind });
      return;
    }
    if (!this.#answers.again(item, { now, tries: item.tries + 1, fault })) finished(item.page.url);
    this.#drop(scheduler.done(host, { now, kind, milliseconds: now - time }), "dead");
  }

  /** A response came, as a whole or in part: what came of it is taken. */
  async #came(host: string, item: Try, fetched: Fetched, slot: number, time: number): Promise<void> {
    const now = this.#parts.settings.clock.now();
    if (!(await this.#answers.take(item, fetched, { slot, time, now }))) this.#aborted++; // it stays on disk as not fetched
    const retryAfter = parseRetryAfter(fetched.header("retry-after"), now);
    const outcome = {
      now,
      kind: outcomeOf(fetched),
      milliseconds: fetched.milliseconds,
      bytes: fetched.body.length,
      ...(fetched.ip !== undefined && { address: fetched.ip }),
      ...(fetched.status >= 300 && retryAfter !== undefined && { retryAfter }), // RFC 9110, section 10.2.3
    };
    this.#drop(this.#parts.scheduler.done(host, outcome), outcome.kind === "answered" ? "crawl-delay" : "dead");
  }

  /** Asks no more of a host and all hosts below it. */
  block(hostOrDomain: string): void {
    const { scheduler } = this.#parts;
    this.#gaveUp(scheduler.block(hostOrDomain), "blocked");
    this.#robots.comeBackWhere((host) => scheduler.refusal(host) !== undefined); // and are refused
    this.#step();
  }

  /** Asks again of what was blocked by that name: for what is found from now on. */
  unblock(hostOrDomain: string): void {
    this.#parts.scheduler.unblock(hostOrDomain);
  }

  /** Takes note of URLs that the scheduler gave up, since their host is dead, or blocked. */
  #gaveUp(items: readonly Try[], why: string): void {
    const { tally, finished } = this.#parts;
    for (const { page, robotsOf } of items) {
      if (robotsOf !== undefined) {
        this.#robots.cannotFollow(robotsOf).then(
          () => this.#step(),
          (error) => this.#fail(error),
        );
        continue;
      }
      count(tally.dropped, why);
      finished(page.url);
    }
  }

  #drop(items: readonly Try[], why: string): void {
    this.#gaveUp(items, why === "dead" ? "dead-host" : why);
    if (items.length > 0)
      this.#parts.errors.add(items[0].page.url, why, `${plural(items.length, "URL")} of its host given up`);
  }

  #end(): void {
    this.#settle?.resolve();
    this.#settle = undefined;
  }

  #fail(error: unknown): void {
    this.#draining = true;
    this.#settle?.reject(error);
    this.#settle = undefined;
  }
}
