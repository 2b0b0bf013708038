import type { UrlId } from "../archive/capture.js";
import type { CrawlParts } from "./crawl-parts.js";
import type { CrawlSettings } from "./crawl-settings.js";
import type { FetchLoop } from "./fetch-loop.js";
import type { DiskFrontier } from "./frontier/disk-frontier.js";
import type { HostSplitter } from "./host-splitter.js";
import type { Estate, HostsEstate, SentUrl, SharedCrawl } from "./neighbours.js";
import type { CrawlControl } from "./status.js";

export interface SharePart {
  readonly parts: CrawlParts;
  readonly splitter: HostSplitter;
  readonly frontier: DiskFrontier;
  readonly loop: FetchLoop;
  readonly settings: CrawlSettings;
  readonly control: CrawlControl;
  /** Answers that are not on disk. */
  readonly unsaved: () => number;
}

/** What a crawl does for the other processes that share it. */
export class CrawlShare implements SharedCrawl {
  readonly control: CrawlControl;
  readonly #parts: SharePart;
  /** URLs that are being taken in. */
  #receiving = 0;
  #held = 0;

  constructor(parts: SharePart) {
    this.#parts = parts;
    this.control = parts.control;
  }

  get isIdle(): boolean {
    const { loop, frontier, unsaved } = this.#parts;
    return loop.isIdle && frontier.size === 0 && unsaved() === 0 && this.#receiving === 0 && this.#held === 0;
  }

  settle(): void {
    const { loop, unsaved } = this.#parts;
    // the crawl itself hears of it too
    if (loop.isIdle && unsaved() > 0) this.control.checkpoint().catch(() => undefined);
  }

  nudge(): void {
    this.#parts.loop.nudge();
  }

  async receive(urls: readonly SentUrl[]): Promise<number> {
    const { parts, splitter, frontier } = this.#parts;
    this.#receiving++;
    try {
      const fresh = await parts.intake.receive(urls, async (url) => (await frontier.record(url)) !== undefined);
      await frontier.flush();
      splitter.counts.received += urls.length;
      splitter.counts.fresh += fresh;
      return fresh;
    } finally {
      this.#receiving--;
      this.nudge();
    }
  }

  async release(isGoing: (url: string) => boolean, give: (estate: Estate) => Promise<void>): Promise<void> {
    const { loop, frontier } = this.#parts;
    await this.control.checkpoint(); // what was fetched is known as fetched, and its links are with their owners
    loop.withdraw(isGoing);
    const urls = await this.#known(isGoing);
    await give({ ...urls, hosts: this.#hosts(isGoing) });
    await frontier.forget(urls.waiting.map(({ url }) => url));
  }

  async beginAnew(isAnew: (url: string) => boolean, change: () => void): Promise<void> {
    const { parts, loop, frontier, settings } = this.#parts;
    await this.control.checkpoint();
    loop.withdraw(isAnew);
    frontier.withdraw(isAnew);
    const { waiting } = await this.#known(isAnew);
    const stored = await parts.storage.past(settings);
    change();
    await this.#unlearn(isAnew, (id) => stored.isCaptured(id)); // at once: what others send from now on is new
    await this.adopt(waiting, false);
  }

  recall(urls: readonly string[]): void {
    for (const url of urls) this.#parts.parts.writer.urls.intern(url);
  }

  knows(url: string): boolean {
    return this.#parts.parts.writer.urls.idOf(url) >= 0;
  }

  async adopt(urls: readonly SentUrl[], isDone: boolean): Promise<void> {
    await this.#parts.frontier.adopt(urls, isDone);
    this.#parts.parts.intake.adopt(urls);
  }

  adoptHosts({ now, notBefore, scheduler, robots, sitemaps }: HostsEstate): void {
    const { parts, settings } = this.#parts;
    const here = settings.clock.now();
    parts.sitemaps.adopt(sitemaps);
    parts.scheduler.adopt(scheduler, { there: now, here, notBefore });
    parts.robots.adopt(
      robots.map(([origin, kind, body, fetchedAt, expiresAt]) => [
        origin,
        kind,
        body,
        fetchedAt + here - now,
        expiresAt + here - now,
      ]),
    );
  }

  async resend(isAsked: (url: string) => boolean): Promise<void> {
    const { parts, splitter, settings } = this.#parts;
    const own: SentUrl[] = [];
    const send = (sent: SentUrl) => {
      if (!isAsked(sent.url) || splitter.look(sent.url, sent.depth) !== undefined) return;
      if (splitter.isForeign(sent.url)) splitter.sendBesides(sent);
      else own.push(sent);
    };
    await this.control.checkpoint();
    const stored = await parts.storage.past(settings);
    const { urls } = parts.writer;
    await this.#unlearn(isAsked, (id) => stored.isCaptured(id) && !splitter.isForeign(urls.at(id)));
    for (const url of parts.seeds) send({ url, depth: 0, hops: 0 });
    for (let id = 0; id < urls.size; id++) {
      const led = stored.ledTo(id);
      if (led === undefined) continue;
      const via = urls.at(id);
      if (led.redirect !== undefined) send({ url: led.redirect, depth: led.depth, hops: 1, via });
      for (const { url } of led.links) send({ url, depth: led.depth + 1, hops: 0, via });
      if (own.length > 1_000) await this.receive(own.splice(0));
    }
    await this.receive(own);
  }

  async whileHeld(work: () => Promise<void>): Promise<void> {
    const { loop } = this.#parts;
    this.#held++;
    await loop.hold();
    try {
      await work();
    } catch (error) {
      loop.drain(); // what was done by half is the next run's: nothing that came of it is to be handed out here
      throw error;
    } finally {
      if (--this.#held === 0) loop.letGo();
    }
  }

  /** Whoever meets such URLs again meets them for the first time, but for those that are done; the frontier has its own. */
  #unlearn(isGone: (url: string) => boolean, isDone: (id: UrlId) => boolean): Promise<void> {
    const { writer, intake } = this.#parts.parts;
    const ids: UrlId[] = [];
    for (let id = 0; id < writer.urls.size; id++) if (isGone(writer.urls.at(id))) ids.push(id);
    intake.forget(ids);
    const done = ids.filter(isDone).map((id) => ({ url: writer.urls.at(id), depth: 0, hops: 0 }));
    return this.adopt(done, true);
  }

  /** URLs of the frontier by whether they wait, in the order in which they were met. */
  async #known(isGoing: (url: string) => boolean): Promise<Pick<Estate, "waiting" | "done">> {
    const { parts, frontier } = this.#parts;
    const { urls } = parts.writer;
    const waiting: SentUrl[] = [];
    const done: SentUrl[] = [];
    for (let id = 0; id < urls.size; id++) {
      const url = urls.at(id);
      if (!isGoing(url)) continue;
      const record = await frontier.record(url);
      if (record) (record.isDone ? done : waiting).push({ url, depth: record.depth, hops: record.hops });
    }
    return { waiting, done };
  }

  #hosts(isGoing: (url: string) => boolean): HostsEstate {
    const { parts, settings } = this.#parts;
    const now = settings.clock.now();
    const { hosts, robots, dead } = parts.scheduler.save(now);
    const isOf = (host: string) => isGoing(`http://${host}/`);
    const files = parts.robots.save().filter(([origin]) => isGoing(`${origin}/`));
    const kept = new Set(files.map(([origin]) => origin)); // of others the new owner asks for them
    return {
      now,
      notBefore: parts.scheduler.notBefore,
      scheduler: {
        hosts: hosts.filter(([host]) => isOf(host)),
        robots: robots.filter(([origin]) => kept.has(origin)),
        dead: dead.filter(([host]) => isOf(host)),
      },
      robots: files,
      sitemaps: parts.sitemaps.urls.filter(isGoing),
    };
  }
}
