import { BinaryHeap } from "../base/binary-heap.js";
import { plural } from "../base/numbers.js";
import { hostOfOrigin, originOf } from "../url/host.js";
import type { CookieWalls } from "./cookie-walls.js";
import type { CrawlSettings } from "./crawl-options.js";
import type { ErrorLog } from "./error-log.js";
import { byEnding, type Failed, type Fetched, isOurs, type Transport } from "./fetched.js";
import type { Frontier, Waiting } from "./frontier/frontier.js";
import type { Intake } from "./intake.js";
import type { NearDuplicates } from "./near-duplicates.js";
import type { Scheduler } from "./politeness/scheduler.js";
import type { Task } from "./politeness/task.js";
import type { Unchanged } from "./recrawl.js";
import { outcomeOf, parseRetryAfter, type RetryDecision, type TryResult } from "./retry.js";
import type { RobotsDesk } from "./robots-desk.js";
import type { Sitemaps } from "./sitemaps.js";
import { count, type Tally } from "./tally.js";
import { followed, type Visit, type VisitOptions, visit } from "./visit.js";

/** Pages that wait in memory for a robots.txt that cannot be had; others wait on disk, for the next run. */
const MOST_POSTPONED = 100_000;
/** Milliseconds after which a host looks again whether its robots.txt came from the host that it redirects to. */
const LOOK = 1_000;

/** Milliseconds after which a request no longer keeps a place among the last pages that a crawl may have. */
const SLOW = 2_000;

/** A URL with the number of times that it was tried. */
export interface Try {
  readonly page: Waiting;
  readonly tries: number;
  /** What it was asked with, where cookies are kept. */
  readonly cookies?: string;
  /** It stands for the robots.txt of this origin, which redirects to the host that it waits for. */
  readonly robotsOf?: string;
}

/** Pages of an origin whose robots.txt cannot be had. */
interface Postponed {
  readonly origin: string;
  /** When it is asked for again. */
  readonly until: number;
  readonly items: Try[];
}

export interface LoopParts {
  readonly settings: CrawlSettings;
  readonly scheduler: Scheduler<Try>;
  readonly transport: Transport;
  readonly robots: RobotsDesk;
  readonly frontier: Frontier;
  readonly intake: Intake;
  readonly tally: Tally;
  readonly errors: ErrorLog;
  readonly retry: (result: TryResult) => RetryDecision;
  /** Where hosts at one address wait for each other: the address of a URL; undefined: not known. */
  readonly locate: ((url: string) => Promise<string | undefined>) | undefined;
  /** Does nobody wait until a robots.txt can be had that others count on? Then its pages are given up. */
  readonly givesUp: boolean;
  /** Where near-duplicates are told. */
  readonly near: NearDuplicates | undefined;
  /** Where cookies are kept. */
  readonly walls: CookieWalls | undefined;
  /** Headers that ask for a page only if it changed. */
  readonly conditions?: (url: string) => Readonly<Record<string, string>> | undefined;
  /**
   * What is to be stored of a page whose answer says that it did not change; undefined where nothing is known of it.
   */
  readonly unchanged?: (page: Waiting, time: number, options: VisitOptions) => Promise<Unchanged | undefined>;
  /** An answer was stored, or a URL was given up: it need not be fetched again once what was stored is on disk. */
  readonly finished: (url: string) => void;
  /** Told of sitemaps that a sitemap names, and of redirects. */
  readonly sitemaps?: Pick<Sitemaps, "add" | "has" | "redirected">;
  /** False while too much is not on disk yet; `nudge` says when that is over. */
  readonly mayAsk: () => boolean;
  /** May others still send URLs? Then the loop does not end when nothing is left. */
  readonly mayGoOn: () => boolean;
  /**
   * While this is a promise, answers wait before they are taken in: what they find would be missing in a checkpoint.
   */
  readonly gate: () => Promise<void> | undefined;
}

/**
 * Brings frontier, scheduler and transport together: fills the host queues from the frontier, asks for what the
 * scheduler says may be asked for, takes in what comes. One step follows another by events alone: an answer, a timer,
 * the frontier's disk.
 */
export class FetchLoop {
  readonly #parts: LoopParts;
  /** To be tried again at a later time. */
  readonly #later = new BinaryHeap<{ readonly at: number; readonly item: Try }>((a, b) => a.at < b.at);
  /** By origin, and by when its robots.txt is asked for again. */
  readonly #postponed = new Map<string, Postponed>();
  readonly #until = new BinaryHeap<Postponed>((a, b) => a.until < b.until);
  #postponedCount = 0;
  /** Such pages for which memory had no room: they wait on disk. */
  #postponedOnDisk = 0;
  /** Pages of hosts to which the crawler may not connect: they stay on disk, for a run that may. */
  #refused = 0;
  /** Origins whose robots.txt waits for the host that it redirects to. */
  readonly #following = new Set<string>();
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
    return this.#postponedCount + this.#postponedOnDisk;
  }

  /** Of those that wait, URLs that this run need not wait for: those postponed, and those of hosts that are refused. */
  get leftOver(): number {
    return this.postponed + this.#refused;
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
    for (const { robotsOf } of gone) if (robotsOf !== undefined) this.#following.delete(robotsOf);
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
      while ((this.#until.peek()?.until ?? Number.POSITIVE_INFINITY) <= now)
        this.#comeBack((this.#until.pop() as Postponed).origin);
      this.#fill(now);
      while (this.#inFlight < settings.connections && !this.#reservedUntil(now) && this.#parts.mayAsk()) {
        const task = scheduler.next(now);
        if (task === undefined) break;
        this.#begin(task);
        this.#fill(now);
      }
      const nothingLeft = this.isIdle && !this.#parts.mayGoOn();
      if (nothingLeft || (this.#inFlight === 0 && this.#full)) this.#end();
      else this.#wake(now);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Has the crawl as many pages as it may have? */
  get #full(): boolean {
    return this.#parts.tally.pages >= this.#parts.settings.pages;
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
        if (this.#full && this.#inFlight > 0) void this.#parts.transport.close(); // the rest is not wanted any more
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
    if (task.kind === "robots") await this.#askRobots(host, origin);
    else if (task.item.robotsOf !== undefined) await this.#follow(host, task.item.robotsOf);
    else await this.#ask(host, origin, task.item, slot);
  }

  /** Asks for the robots.txt of an origin, or waits while it is asked for at another host, in that one's turn. */
  async #askRobots(host: string, origin: string): Promise<void> {
    const { scheduler, robots, settings } = this.#parts;
    const url = robots.next(origin);
    const at = hostOfOrigin(originOf(url));
    if (at === host) return this.#askRobotsHere(host, origin);
    if (!this.#following.has(origin)) {
      const item = { page: { id: -1, url, depth: 0, hops: 0 }, tries: 0, robotsOf: origin };
      if (scheduler.putGuest(at, item) === undefined) this.#following.add(origin);
      else await this.#cannotFollow(origin);
    }
    // else two hosts would wait for each other, whose robots.txt files redirect to each other
    const now = settings.clock.now();
    const guest = scheduler.takeGuest(host, now)?.robotsOf;
    if (guest !== undefined) return this.#follow(host, guest);
    scheduler.done(host, { now, kind: "skipped" });
    if (this.#following.has(origin)) scheduler.hold(host, now + LOOK);
  }

  /** The turn of a robots.txt that redirects to this host has come. */
  async #follow(host: string, origin: string): Promise<void> {
    await this.#askRobotsHere(host, origin);
    this.#following.delete(origin); // not before: its host looks meanwhile, and would ask a second time
  }

  async #askRobotsHere(host: string, origin: string): Promise<void> {
    const { scheduler, robots, settings } = this.#parts;
    const { outcome, known, isRefused } = await robots.ask(origin);
    if (known) {
      scheduler.robots(origin, known);
      this.#comeBack(origin);
    }
    this.#drop(scheduler.done(host, { now: settings.clock.now(), ...outcome }), "dead");
    if (known) this.#shelve(origin);
    if (isRefused) this.#leave(origin);
  }

  /** Pages of an origin to which the crawler may not connect are not asked for in this run. */
  #leave(origin: string): void {
    const { scheduler, tally, finished, givesUp } = this.#parts;
    for (const { page } of scheduler.takeBack(hostOfOrigin(origin), isPageOf(origin))) {
      if (givesUp) {
        count(tally.dropped, "forbidden-address");
        finished(page.url);
      } else this.#refused++;
    }
  }

  /**
   * Pages of an origin whose robots.txt cannot be had do not wait for the turn of their host: it may come when the file
   * is to be asked for again, and so on without end.
   */
  #shelve(origin: string): void {
    const { scheduler, robots } = this.#parts;
    const until = robots.unreachableUntil(origin);
    if (until === undefined) return;
    for (const item of scheduler.takeBack(hostOfOrigin(origin), isPageOf(origin))) this.#postpone(origin, until, item);
  }

  /** The host that a robots.txt redirects to is blocked, or does not answer. */
  async #cannotFollow(origin: string): Promise<void> {
    const { errors, robots, scheduler } = this.#parts;
    this.#following.delete(origin);
    errors.add(robots.next(origin), "robots", "the robots.txt redirects to here, and this host is not asked");
    scheduler.robots(origin, await robots.cannotFollow(origin));
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
      } else if (until > time) this.#postpone(origin, until, item);
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

  /** A page is not asked for while the robots.txt of its origin cannot be had: it waits, but no crawl waits for it. */
  #postpone(origin: string, until: number, item: Try): void {
    const { tally, errors, finished, robots, givesUp } = this.#parts;
    const { url } = item.page;
    let postponed = this.#postponed.get(origin);
    if (!postponed) {
      const when = new Date(until).toISOString().slice(0, 16).replace("T", " ");
      const then = givesUp ? "and the pages of its host are given up" : `and is asked for again after ${when} UTC`;
      errors.add(robots.next(origin), "robots", `the file could not be had, ${then}`);
      postponed = { origin, until, items: [] };
      this.#postponed.set(origin, postponed);
      this.#until.push(postponed);
    }
    if (givesUp) {
      count(tally.dropped, "robots");
      finished(url);
    } else if (this.#postponedCount < MOST_POSTPONED) {
      postponed.items.push(item);
      this.#postponedCount++;
    } else this.#postponedOnDisk++;
  }

  /** The robots.txt of an origin came, or is to be asked for again. */
  #comeBack(origin: string): void {
    const { items = [] } = this.#postponed.get(origin) ?? {};
    this.#postponed.delete(origin);
    this.#postponedCount -= items.length;
    for (const item of items) this.#put(item);
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
    if (!this.#again(item, { now, tries: item.tries + 1, fault })) finished(item.page.url);
    this.#drop(scheduler.done(host, { now, kind, milliseconds: now - time }), "dead");
  }

  /** A response came, as a whole or in part: what came of it is taken. */
  async #came(host: string, item: Try, fetched: Fetched, slot: number, time: number): Promise<void> {
    const now = this.#parts.settings.clock.now();
    await this.#answered(item, fetched, slot, time, now);
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

  async #answered(item: Try, fetched: Fetched, slot: number, time: number, now: number): Promise<void> {
    const { tally, settings, errors, intake, gate, finished } = this.#parts;
    const { page } = item;
    count(tally.statuses, String(fetched.status));
    tally.body(fetched.body.length, now);
    if (fetched.lenient) count(tally.oddities, "lenient");
    const retryAfter = fetched.header("retry-after");
    if (this.#again(item, { now, tries: item.tries + 1, status: fetched.status, ...(retryAfter && { retryAfter }) }))
      return;
    const { agent, links, obeyNofollow, obeyMetaRobots, bodyLimit, canonical } = settings;
    const sitemaps =
      settings.sitemaps === "follow" && (this.#parts.sitemaps?.has(page.url) ? ("named" as const) : true);
    const { productToken } = agent;
    const options = { links, obeyNofollow, obeyMetaRobots, productToken, canonical, decodedLimit: bodyLimit, sitemaps };
    const seen = await visit(fetched, page, time, options);
    const same = fetched.status === 304 ? await this.#parts.unchanged?.(page, time, options) : undefined;
    for (let closed = gate(); closed; closed = gate()) await closed; // then nothing comes between
    if (this.#full) {
      this.#aborted++; // it came too late, and stays on disk as not fetched
      return;
    }
    if (this.#isWall(item, seen.capture.redirect, now)) return;
    if (same) {
      tally.page(now);
      intake.store(page, seen, slot);
      const { page: parsed } = same.capture;
      intake.take(page, { ...seen, ...same, links: parsed ? followed(parsed, settings) : [] }, slot);
    } else {
      for (const oddity of seen.oddities) {
        count(tally.oddities, oddity);
        const why = oddity === "sitemap-not-understood" ? seen.notUnderstood : undefined;
        errors.add(page.url, oddity, why ?? `status ${fetched.status}, ${plural(fetched.body.length, "byte")}`);
      }
      if (seen.isPage) tally.page(now);
      intake.take(page, settings.content === "html" && !seen.isPage ? bodiless(seen) : this.#once(page, seen), slot);
      if (seen.sitemaps) this.#parts.sitemaps?.add(seen.sitemaps);
      const { redirect } = seen.capture;
      if (redirect !== undefined) this.#parts.sitemaps?.redirected(page.url, redirect);
    }
    finished(page.url);
  }

  /** A visit as it is to be stored and followed where near-duplicates are told; a trap is an error of its site. */
  #once({ id, url }: Waiting, visited: Visit): Visit {
    const { near, errors } = this.#parts;
    if (!near) return visited;
    const { seen, trap } = near.look(id, visited);
    if (trap) {
      const name = `${trap.pages} pages that begin with ${trap.prefix} are nearly ${trap.url}`;
      errors.add(url, "trap", `${name}: the links of such pages are not followed from here on`);
    }
    return seen;
  }

  /**
   * Does a redirect lead back to a URL that has other cookies by now? Then that is asked again. @returns whether it is
   * the URL itself, whose answer says nothing then
   */
  #isWall({ page, cookies = "" }: Try, target: string | undefined, now: number): boolean {
    const { walls } = this.#parts;
    if (target === undefined) walls?.passed(page.url);
    const back = target === undefined ? undefined : walls?.leadsBack(page, cookies, target);
    if (back !== undefined) this.#later.push({ at: now, item: { page: back, tries: 0 } });
    return back !== undefined && back.url === page.url;
  }

  /** Will it be tried again, later? */
  #again(item: Try, result: TryResult): boolean {
    const decision = this.#parts.retry(result);
    if (decision.again) this.#later.push({ at: decision.at, item: { page: item.page, tries: result.tries } });
    return decision.again;
  }

  /** Asks no more of a host and all hosts below it. */
  block(hostOrDomain: string): void {
    const { scheduler } = this.#parts;
    this.#gaveUp(scheduler.block(hostOrDomain), "blocked");
    for (const origin of [...this.#postponed.keys()])
      if (scheduler.refusal(hostOfOrigin(origin)) !== undefined) this.#comeBack(origin); // and is refused
    this.#step();
  }

  /** Takes note of URLs that the scheduler gave up, since their host is dead, or blocked. */
  #gaveUp(items: readonly Try[], why: string): void {
    const { tally, finished } = this.#parts;
    for (const { page, robotsOf } of items) {
      if (robotsOf !== undefined) {
        this.#cannotFollow(robotsOf).then(
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

const isPageOf =
  (origin: string) =>
  ({ page, robotsOf }: Try): boolean =>
    robotsOf === undefined && originOf(page.url) === origin;

/** A visit of which the archive keeps the head alone. */
function bodiless(seen: Visit): Visit {
  const { exchange } = seen.capture;
  if (exchange.body.length === 0) return seen;
  return {
    ...seen,
    capture: { ...seen.capture, exchange: { ...exchange, body: new Uint8Array(), truncated: "unspecified" } },
  };
}
