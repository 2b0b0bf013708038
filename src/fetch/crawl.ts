import { cellSignal } from "../base/cell-signal.js";
import { problem } from "../base/error.js";
import { Random } from "../base/random.js";
import { version } from "../base/version.js";
import type { CacheSweep } from "../cache/sweep/sweep.js";
import { originOf } from "../url/host.js";
import type { Alongside } from "./alongside.js";
import { Checkpoints, type Gate } from "./checkpoints.js";
import { CookieWalls } from "./cookie-walls.js";
import type { CrawlOptions } from "./crawl-options.js";
import { type CrawlParts, openParts } from "./crawl-parts.js";
import { type CrawlSettings, crawlSettings } from "./crawl-settings.js";
import { ofDisk } from "./crawl-storage.js";
import { FetchLoop } from "./fetch-loop.js";
import { type Fault, isOfProxy } from "./fetched.js";
import { watchFolder } from "./folder-watch.js";
import { DiskFrontier } from "./frontier/disk-frontier.js";
import type { Neighbours } from "./neighbours.js";
import { retryPolicy } from "./retry.js";
import { CrawlShare } from "./shared-crawl.js";
import type { CrawlControl, CrawlStatus, HostStatus } from "./status.js";

const STATUS_EVERY = 500;
/** Milliseconds until a run takes its first checkpoint. Each wait is twice the one before, up to `checkpointEvery`. */
const FIRST_CHECKPOINT = 2000;
const ALONGSIDE_EVERY = 1000;
/** What is under way when the time of a crawl is spent has so many milliseconds to end. */
const GRACE = 1000;

const YES = Promise.resolve(true);

/**
 * A crawl of real sites into a snapshot: polite, crash-safe, in the order of any ordering. Shkapenyuk and Suel 2001;
 * Heydon and Najork 1999.
 *
 * All of it is in the folder `out`: the snapshot, and in `state` what the crawl needs to go on. After a kill it goes on
 * from the last checkpoint: nothing that was stored is asked for again, and at most `checkpointPages` answers and those
 * under way are: the crawl waits for the disk rather than have more.
 */
export class Crawl implements CrawlControl {
  readonly #settings: CrawlSettings;
  readonly #parts: CrawlParts;
  readonly #loop: FetchLoop;
  readonly #checkpoints: Checkpoints;
  readonly #lostFolder: () => Error | undefined;
  #state: CrawlStatus["state"] = "running";
  readonly #experiments: typeof Alongside | undefined;
  #alongside: Alongside | undefined;
  /** How it ended. */
  #last: CrawlStatus | undefined;
  #run: Promise<CrawlStatus> | undefined;
  /** What `onStatus` threw. */
  #complaint: { readonly error: unknown } | undefined;
  #begun = 0;
  #elapsedBefore = 0;

  private constructor(
    settings: CrawlSettings,
    parts: CrawlParts,
    gate: Gate,
    experiments: typeof Alongside | undefined,
  ) {
    this.#settings = settings;
    this.#experiments = experiments;
    this.#parts = parts;
    this.#elapsedBefore = parts.tally.elapsed;
    const { seed, retry, clock } = settings;
    const { recrawl } = parts;
    const walls = wallsOf(settings, parts);
    this.#checkpoints = new Checkpoints({
      ...parts,
      settings,
      walls,
      gate,
      countTime: () => this.#countTime(clock.now()),
      goOn: () => this.#loop.nudge(),
      drain: () => this.#loop.drain(),
      isOver: () => this.#last !== undefined,
    });
    this.#loop = new FetchLoop({
      settings,
      ...parts,
      retry: retryPolicy(new Random(seed), retry),
      gate: () => gate.current,
      mayAsk: () => !this.#checkpoints.isBehind,
      mayGoOn: () => settings.neighbours !== undefined && !settings.neighbours.isOver,
      givesUp: settings.neighbours !== undefined,
      walls,
      ...(recrawl && {
        conditions: (url) => recrawl.conditions(url),
        unchanged: (page, time, options) => recrawl.unchanged(page, time, options),
      }),
      finished: (url) => this.#checkpoints.finish(url),
    });
    this.#lostFolder = watchFolder(settings.out);
  }

  /**
   * Opens the folder, makes it, or takes up the crawl that stands there.
   *
   * @throws "option" for options that make no sense; CrawlbenchError when the folder cannot be used
   */
  static async open(options: CrawlOptions): Promise<Crawl> {
    const settings = crawlSettings(options, version);
    const gate: Gate = { mayBeSent: () => YES };
    const hooks = { gate: () => gate.current, mayBeSent: () => gate.mayBeSent() };
    // the caches are loaded for a crawl that counts them
    const experiments = settings.alongside.length > 0 ? (await import("./alongside.js")).Alongside : undefined;
    return new Crawl(settings, await openParts(settings, hooks), gate, experiments);
  }

  /** The misses so far of each experiment that runs alongside; when the crawl has ended, the result. */
  get alongside(): readonly CacheSweep[] {
    return this.#alongside?.sweeps ?? [];
  }

  /**
   * Crawls until nothing is left, a limit is reached, or it is stopped; then everything is on disk and closed, and
   * counted by what runs alongside. It crawls once: a second call waits for the same end.
   *
   * @returns how it ended: `state` is "done" when nothing is left but what is `postponed`, or stands on hosts
   *   to which it may not connect, else "stopped"
   * @throws CrawlbenchError when the disk, the proxy or a neighbour fails, or the folder goes away; what went wrong in an experiment; what
   *   `onStatus` threw, after the crawl was stopped for it
   */
  run(): Promise<CrawlStatus> {
    this.#run ??= this.#crawl().catch((error) => {
      throw this.#lostFolder() ?? ofDisk(error, this.#settings.out);
    });
    return this.#run;
  }

  async #crawl(): Promise<CrawlStatus> {
    const { clock, checkpointEvery, time, signal = cellSignal(), onStatus, neighbours } = this.#settings;
    const { tally, scheduler, intake, transport, writer, seeds } = this.#parts;
    this.#begun = clock.now();
    tally.begin(this.#begun);
    for (const host of this.#settings.block) scheduler.block(host);
    intake.seed(seeds);
    const cancels = [repeat(clock, checkpointEvery, () => this.#checkpoints.soon(), FIRST_CHECKPOINT)];
    if (onStatus) cancels.push(repeat(clock, STATUS_EVERY, () => void this.#tell(onStatus)));
    if (Number.isFinite(time)) {
      cancels.push(clock.after(time, () => void this.stop()));
      cancels.push(clock.after(time + GRACE, () => void transport.close()));
    }
    const abort = () => void this.stop();
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
    try {
      this.#alongside = await this.#openAlongside();
      if (this.#alongside) cancels.push(repeat(clock, ALONGSIDE_EVERY, () => this.#alongside?.advance()));
      await writer.commit(this.#checkpoints.state(false)); // a kill from now on is known as one
      if (neighbours) this.#join(neighbours);
      await this.#loop.run();
      await neighbours?.end();
      await this.checkpoint();
      await this.checkpoint(true); // nothing can be under way any more
      await writer.finish();
      this.#state = this.#isDone() ? "done" : "stopped";
      this.#last = this.status();
      await this.#alongside?.finish(signal);
      if (this.#loop.hasLostProxy) throw this.#lostProxy();
      if (this.#complaint) throw this.#complaint.error;
      return this.status();
    } finally {
      for (const cancel of cancels) cancel();
      signal?.removeEventListener("abort", abort);
      if (this.#state !== "done") this.#state = "stopped";
      await this.#checkpoints.settled();
      await neighbours?.end().catch(() => undefined); // what went wrong there has been told
      await this.#alongside?.close();
      this.#last ??= this.status();
      await this.#parts.opened.close();
    }
  }

  async #tell(onStatus: NonNullable<CrawlSettings["onStatus"]>): Promise<void> {
    try {
      await onStatus(this.status());
    } catch (error) {
      this.#complaint ??= { error };
      await this.stop();
    }
  }

  /** It was opened, and is not to run. */
  async #closeUnused(): Promise<CrawlStatus> {
    this.#state = "stopped";
    this.#last = this.status();
    await this.#parts.opened.close();
    return this.#last;
  }

  #lostProxy(): Error {
    const lack = this.#parts.errors.list().find(({ fault }) => isOfProxy(fault as Fault));
    return problem.failed`the crawl stopped, for ${lack?.message ?? "its proxy failed"}. What came before is on disk: run the same command to resume`;
  }

  async #openAlongside(): Promise<Alongside | undefined> {
    const { alongside, out } = this.#settings;
    const { trace, errors } = this.#parts;
    if (!trace) return undefined;
    const onTrouble = ({ message }: Error) => errors.add(out, "alongside", message);
    return this.#experiments?.open(alongside, { trace, folder: out }, onTrouble);
  }

  /** Fetches nothing until it is settled with others what is to be fetched here. */
  #join(neighbours: Neighbours): void {
    const share = this.#share();
    share.whileHeld(() => neighbours.begin(share)).catch((error) => this.#checkpoints.fail(error));
  }

  #share(): CrawlShare {
    const { splitter, frontier } = this.#parts;
    if (!splitter || !(frontier instanceof DiskFrontier)) throw new TypeError("this crawl has no neighbours");
    const [parts, loop, settings] = [this.#parts, this.#loop, this.#settings];
    return new CrawlShare({
      parts,
      splitter,
      frontier,
      loop,
      settings,
      control: this,
      unsaved: () => this.#checkpoints.unsaved,
    });
  }

  status(): CrawlStatus {
    const counted = this.#alongside && { missCurves: this.#alongside.missCurves };
    if (this.#last) return { ...this.#last, ...counted };
    const { clock, proxies } = this.#settings;
    const { tally, scheduler, frontier, memory, splitter, runs, near } = this.#parts;
    const now = clock.now();
    this.#countTime(now);
    const { found, known, fresh, outOfScope, requests, robotsRequests, pages, bytes, disallowed } = tally;
    const { faults, statuses, dropped, oddities } = tally;
    const speed = scheduler.speed(now);
    return {
      state: this.#state,
      ordering: frontier.label,
      started: this.#begun,
      now,
      elapsed: tally.elapsed,
      requests,
      robotsRequests,
      faults: { ...faults },
      statuses: { ...statuses },
      pages,
      bytes,
      disallowed,
      dropped: { ...dropped },
      oddities: { ...oddities },
      links: { found, fresh, outOfScope: { ...outOfScope } },
      frontier: frontier.size + this.#loop.waiting,
      ...(this.#loop.postponed > 0 && { postponed: this.#loop.postponed }),
      hosts: scheduler.counts(now),
      inFlight: this.#loop.inFlight,
      rate: tally.rate(now),
      ...(speed !== undefined && { speed }),
      cacheHits: found === 0 ? 0 : known / found,
      ...counted,
      ...(memory && { urlCache: { entries: memory.entries, asked: memory.asked, hits: memory.hits } }),
      ...(near && { nearDuplicates: near.counts }),
      ...(runs.warning !== undefined && { warnings: [runs.warning] }),
      ...(proxies && { proxies: proxies.said }),
      ...(splitter && { exchange: splitter.exchange }),
      checkpoint: this.#checkpoints.last,
      blocked: scheduler.blocked,
      memory: process.memoryUsage.rss(),
    };
  }

  #countTime(now: number): void {
    this.#parts.tally.elapsed = this.#elapsedBefore + (this.#begun > 0 ? now - this.#begun : 0);
  }

  hosts(count: number): readonly HostStatus[] {
    return this.#parts.scheduler.hosts(count, this.#settings.clock.now());
  }

  errors() {
    return this.#parts.errors.list();
  }

  setSpeed(requestsPerSecond: number | undefined): void {
    this.#parts.scheduler.setSpeed(requestsPerSecond);
    this.#loop.nudge();
  }

  pause(): void {
    if (this.#state !== "running") return;
    this.#state = "paused";
    this.#loop.pause();
  }

  proceed(): void {
    if (this.#state !== "paused") return;
    this.#state = "running";
    this.#loop.proceed();
  }

  block(hostOrDomain: string): void {
    this.#loop.block(hostOrDomain);
  }

  unblock(hostOrDomain: string): void {
    this.#loop.unblock(hostOrDomain);
  }

  /** Ends the crawl when what is under way has answered; one that does not run yet is closed. */
  async stop(): Promise<void> {
    if (this.#state === "done" || this.#state === "stopped") return this.#alongside?.cut();
    if (!this.#run && this.#begun === 0 && !this.#settings.neighbours) {
      this.#run = this.#closeUnused();
      await this.#run;
      return;
    }
    this.#state = "draining";
    this.#loop.drain();
  }

  /** Stops without waiting for what is under way: that is fetched again by the next run. */
  async abort(): Promise<void> {
    await this.stop();
    this.#alongside?.cut();
    this.#settings.neighbours?.cut();
    await this.#parts.transport.close();
  }

  /** Does the robots.txt of its host, where it was asked for, disallow the URL? */
  isDisallowed(url: string): boolean {
    return this.#parts.robots.isDisallowed(url, originOf(url));
  }

  /** Everything fetched so far is on disk when this resolves. */
  checkpoint(clean = false): Promise<void> {
    return this.#checkpoints.take(clean);
  }

  #isDone(): boolean {
    const { neighbours } = this.#settings;
    const { waiting, leftOver } = this.#loop;
    return this.#parts.frontier.size === 0 && waiting === leftOver && neighbours?.isDone !== false;
  }
}

/** Under another ordering than breadth-first a page is told once, so a wall is its own redirect there. */
function wallsOf(
  { ordering, neighbours }: CrawlSettings,
  { cookies, past, writer }: CrawlParts,
): CookieWalls | undefined {
  if (!cookies) return undefined;
  const storedId = (url: string) => {
    const id = writer.urls.idOf(url);
    return id >= 0 && past?.isCaptured(id) && neighbours?.isOwn(url) !== false ? id : undefined;
  };
  return new CookieWalls((url) => cookies.of(url), {
    itselfOnly: ordering !== undefined,
    saved: cookies.walls,
    storedId,
  });
}

/** Calls back every so many milliseconds. @param first waits double from this one on @returns ends it */
function repeat(clock: CrawlSettings["clock"], every: number, callback: () => void, first = every): () => void {
  let cancel = () => {};
  const again = (wait: number) => {
    cancel = clock.after(wait, () => {
      callback();
      again(Math.min(2 * wait, every));
    });
  };
  again(Math.min(first, every));
  return () => cancel();
}
