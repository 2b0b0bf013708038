import { hostOfOrigin, originOf } from "../url/host.js";
import type { AnswerParts } from "./answer-desk.js";
import type { Scheduler } from "./politeness/scheduler.js";
import { PostponedPages } from "./postponed-pages.js";
import type { Try } from "./retry.js";
import type { RobotsDesk } from "./robots-desk.js";
import { count } from "./tally.js";

/** Milliseconds after which a host looks again whether its robots.txt came from the host that it redirects to. */
const LOOK = 1_000;

export interface RobotsParts extends Pick<AnswerParts, "settings" | "tally" | "errors" | "finished"> {
  readonly scheduler: Scheduler<Try>;
  readonly robots: RobotsDesk;
  /** Does nobody wait until a robots.txt can be had that others count on? Then its pages are given up. */
  readonly givesUp: boolean;
}

/** What the loop does with URLs: brings them to their hosts, or takes note that their host is dead. */
interface Loop {
  readonly put: (item: Try) => void;
  readonly drop: (items: readonly Try[]) => void;
}

/**
 * The turns of hosts in which a robots.txt is asked for, here or for a host that redirects to here, and the pages that
 * wait meanwhile: those of origins whose file cannot be had wait until it is asked for again, and no crawl waits for them.
 */
export class RobotsTurns {
  readonly #parts: RobotsParts;
  readonly #loop: Loop;
  readonly #postponed = new PostponedPages<Try>();
  /** Origins whose robots.txt waits for the host that it redirects to. */
  readonly #following = new Set<string>();
  /** Pages of hosts to which the crawler may not connect: they stay on disk, for a run that may. */
  #refused = 0;

  constructor(parts: RobotsParts, loop: Loop) {
    this.#parts = parts;
    this.#loop = loop;
  }

  /** Pages of hosts whose robots.txt cannot be had. */
  get postponed(): number {
    return this.#postponed.size;
  }

  /** Pages that this run need not wait for: those postponed, and those of hosts that are refused. */
  get leftOver(): number {
    return this.postponed + this.#refused;
  }

  /** The robots.txt of an origin is no longer waited for: its host goes to another process. */
  forget(origin: string): void {
    this.#following.delete(origin);
  }

  /** Pages whose robots.txt is to be asked for again by now. */
  comeBackBy(now: number): void {
    for (const origin of this.#postponed.due(now)) this.#comeBack(origin);
  }

  /** Pages that wait, of such hosts. */
  comeBackWhere(isOf: (host: string) => boolean): void {
    for (const origin of this.#postponed.origins) if (isOf(hostOfOrigin(origin))) this.#comeBack(origin);
  }

  /** Asks for the robots.txt of an origin, or waits while it is asked for at another host, in that one's turn. */
  async ask(host: string, origin: string): Promise<void> {
    const { scheduler, robots, settings } = this.#parts;
    const url = robots.next(origin);
    const at = hostOfOrigin(originOf(url));
    if (at === host) return this.#askRobotsHere(host, origin);
    if (!this.#following.has(origin)) {
      const item = { page: { id: -1, url, depth: 0, hops: 0 }, tries: 0, robotsOf: origin };
      if (scheduler.putGuest(at, item) === undefined) this.#following.add(origin);
      else await this.cannotFollow(origin);
    }
    // else two hosts would wait for each other, whose robots.txt files redirect to each other
    const now = settings.clock.now();
    const guest = scheduler.takeGuest(host, now)?.robotsOf;
    if (guest !== undefined) return this.follow(host, guest);
    scheduler.done(host, { now, kind: "skipped" });
    if (this.#following.has(origin)) scheduler.hold(host, now + LOOK);
  }

  /** The turn of a robots.txt that redirects to this host has come. */
  async follow(host: string, origin: string): Promise<void> {
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
    this.#loop.drop(scheduler.done(host, { now: settings.clock.now(), ...outcome }));
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
    for (const item of scheduler.takeBack(hostOfOrigin(origin), isPageOf(origin))) this.postpone(origin, until, item);
  }

  /** The host that a robots.txt redirects to is blocked, or does not answer. */
  async cannotFollow(origin: string): Promise<void> {
    const { errors, robots, scheduler } = this.#parts;
    this.#following.delete(origin);
    errors.add(robots.next(origin), "robots", "the robots.txt redirects to here, and this host is not asked");
    scheduler.robots(origin, await robots.cannotFollow(origin));
  }

  /** A page is not asked for while the robots.txt of its origin cannot be had: it waits, but no crawl waits for it. */
  postpone(origin: string, until: number, item: Try): void {
    const { tally, errors, finished, robots, givesUp } = this.#parts;
    const { url } = item.page;
    if (this.#postponed.begin(origin, until)) {
      const when = new Date(until).toISOString().slice(0, 16).replace("T", " ");
      const then = givesUp ? "and the pages of its host are given up" : `and is asked for again after ${when} UTC`;
      errors.add(robots.next(origin), "robots", `the file could not be had, ${then}`);
    }
    if (givesUp) {
      count(tally.dropped, "robots");
      finished(url);
    } else this.#postponed.add(origin, item);
  }

  /** The robots.txt of an origin came, or is to be asked for again. */
  #comeBack(origin: string): void {
    for (const item of this.#postponed.take(origin)) this.#loop.put(item);
  }
}

const isPageOf =
  (origin: string) =>
  ({ page, robotsOf }: Try): boolean =>
    robotsOf === undefined && originOf(page.url) === origin;
