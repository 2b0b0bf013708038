import type { CookieWalls } from "./cookie-walls.js";
import type { CrawlParts } from "./crawl-parts.js";
import type { CrawlSettings } from "./crawl-settings.js";
import { type CrawlState, newCrawlState } from "./saved-state.js";

/** What the parts of a crawl ask it, once it is there. */
export interface Gate {
  /** While a checkpoint takes stock, answers wait before they are taken in. */
  current?: Promise<void>;
  mayBeSent: () => Promise<boolean>;
}

export interface CheckpointParts extends CrawlParts {
  readonly settings: CrawlSettings;
  readonly walls: CookieWalls | undefined;
  readonly gate: Gate;
  /** Brings the time that the tally has up to now. */
  readonly countTime: () => void;
  /** What waited for the disk may go on. */
  readonly goOn: () => void;
  /** No later checkpoint succeeds: nothing more is to be asked for. */
  readonly drain: () => void;
  /** Has the crawl ended, so that nothing is left to write? */
  readonly isOver: () => boolean;
}

/** Puts a crawl on disk, again and again, so that a kill at any moment loses little and repeats little. */
export class Checkpoints {
  readonly #parts: CheckpointParts;
  #finished: string[] = [];
  /** URLs that the checkpoint under way puts on disk. */
  #committing = 0;
  #last: number;
  /** False while this run, which goes on after a kill, asked for nothing. */
  #hasAsked: boolean;
  #beginning: Promise<boolean> | undefined;
  /** Requests when the last checkpoint was taken. */
  #saved = 0;
  #underWay: Promise<void> | undefined;
  #failure: unknown;

  constructor(parts: CheckpointParts) {
    this.#parts = parts;
    this.#last = parts.settings.clock.now();
    this.#hasAsked = parts.scheduler.notBefore === 0;
    if (!this.#hasAsked) parts.gate.mayBeSent = () => this.#beginAsking();
  }

  /** When the last one was written, in milliseconds since 1970. */
  get last(): number {
    return this.#last;
  }

  /** Answers taken in, and URLs given up, that a kill would make to be fetched again. */
  get unsaved(): number {
    return this.#finished.length + this.#committing;
  }

  /** Is so much not on disk that nothing more may be asked for? */
  get isBehind(): boolean {
    return this.unsaved >= this.#parts.settings.checkpointPages;
  }

  /** A URL need not be fetched again, once that is on disk. */
  finish(url: string): void {
    this.#finished.push(url);
    this.#parts.walls?.settled(url);
    this.#takeEarly();
  }

  /** Writes one soon, if anything came since the last. */
  soon(): void {
    if (this.#failure !== undefined || this.#underWay) return;
    if (this.#finished.length === 0 && this.#saved === this.#requests) return;
    this.take().catch((error) =>
      this.#parts.errors.add(this.#parts.settings.out, "checkpoint", (error as Error).message),
    );
  }

  /**
   * Everything fetched so far is on disk when this resolves. What fails in it ends the crawl.
   *
   * @param clean nothing can be under way any more
   */
  async take(clean = false): Promise<void> {
    if (this.#parts.isOver()) return;
    await this.settled();
    this.#underWay ??= this.#write(clean)
      .catch((error) => {
        this.fail(error);
        throw error;
      })
      .finally(() => {
        this.#underWay = undefined;
        this.#takeEarly();
      });
    return this.#underWay;
  }

  /** The one that is under way has ended, well or not. */
  async settled(): Promise<void> {
    await this.#underWay?.catch(() => undefined);
  }

  /** No later one succeeds. */
  fail(error: unknown): void {
    this.#failure ??= error;
    this.#parts.drain();
  }

  /** What the snapshot keeps of the crawl. */
  state(clean: boolean): CrawlState {
    const { tally, frontier, seeds, runs, cookies, scheduler, settings } = this.#parts;
    const { neighbours } = settings;
    this.#parts.countTime();
    const shared = {
      ...(neighbours && { neighbours: neighbours.save() }),
      ...(cookies && { walls: cookies.walls.version }),
      ...(!this.#hasAsked && { restsUntil: scheduler.notBefore }),
    };
    const { versions } = runs;
    return newCrawlState({
      clean,
      ordering: frontier.label,
      seeds: seeds.length,
      tally: tally.save(),
      versions,
      ...shared,
    });
  }

  /** Before half of what may be lost is reached, so that the crawl seldom waits for the disk. */
  #takeEarly(): void {
    if (this.unsaved >= this.#parts.settings.checkpointPages / 2) this.soon();
  }

  /** Requests so far, those for robots.txt files among them: what they taught is kept, too. */
  get #requests(): number {
    const { requests, robotsRequests } = this.#parts.tally;
    return requests + robotsRequests;
  }

  /** Before the first request of a run that goes on after a kill: a kill from now on is one of a crawl that asks. */
  #beginAsking(): Promise<boolean> {
    this.#hasAsked = true;
    // a whole checkpoint: the account of what others were sent is true only once they have it
    this.#beginning ??= this.take().then(
      () => true,
      () => false,
    );
    return this.#beginning;
  }

  /**
   * First the URLs that were found, here and with the processes that own them, then cookies, pending walls and sitemaps, then
   * what was stored, then that it need not be fetched again: a kill in between loses nothing. No answer is taken in while the
   * frontier is written, so that no page is committed whose links are not.
   */
  async #write(clean: boolean): Promise<void> {
    const { settings, walls, gate, goOn } = this.#parts;
    const { frontier, writer, scheduler, robots, scope, cookies, hosts, sitemaps } = this.#parts;
    const { clock, neighbours } = settings;
    if (this.#failure !== undefined) throw this.#failure;
    let open = () => {};
    gate.current = new Promise<void>((resolve) => {
      open = resolve;
    });
    let committed: Promise<void>;
    let done: string[];
    let writeHosts: () => Promise<void>;
    try {
      await frontier.flush();
      await neighbours?.flush();
      await cookies?.save(walls);
      await sitemaps.save();
      done = this.#finished;
      this.#finished = [];
      this.#committing = done.length;
      this.#saved = this.#requests;
      writeHosts = hosts.take({ scheduler, robots, scope }, clock.now()); // of the same moment
      committed = writer.commit(this.state(clean));
    } finally {
      gate.current = undefined;
      open();
    }
    await committed.finally(() => {
      this.#committing = 0;
    });
    await neighbours?.saved();
    await frontier.commit(done);
    goOn();
    this.#last = clock.now();
    await writeHosts();
  }
}
