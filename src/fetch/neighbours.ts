import type { SchedulerState } from "./politeness/task.js";
import type { RobotsState } from "./robots-desk.js";
import type { CrawlControl, ExchangeCounts } from "./status.js";

/** A URL on its way to the process that fetches it. */
export interface SentUrl {
  readonly url: string;
  /** Links from a start page. */
  readonly depth: number;
  /** Redirects that led there one after the other. */
  readonly hops: number;
  /** Page on which it was found. */
  readonly via?: string;
}

/** Which URLs are this process's own. What it answers changes while the crawl runs. */
export interface Tenancy {
  isOwn(url: string): boolean;
  /** How often the part of the web that the URL belongs to has changed hands up to now. */
  tenureOf(url: string): number;
}

/**
 * The other processes of a crawl that several share, as one of them sees them. Whoever implements it knows who owns
 * what, and moves URLs; the crawl fetches what is its own.
 */
export interface Neighbours extends Tenancy {
  /** This process has nothing more to do. */
  readonly isOver: boolean;
  /** All that is known was fetched, by whichever process; or this one has handed over all it had. */
  readonly isDone: boolean;
  /** URLs and messages that went out and came in, as far as the crawl does not count them itself. */
  readonly counts: Pick<ExchangeCounts, "messages" | "bytes">;
  /** Hands a URL over to the process that owns it. */
  send(found: SentUrl): void;
  /**
   * Resolves when all that was sent so far is durable. @throws an error that says why not, once `leave` was called in a
   * hurry
   */
  flush(): Promise<void>;
  /** The folder is open, and holds nothing yet that others have a part in. What fails here closes it. */
  opened(): Promise<void>;
  /** The crawl is ready to take in what others send. */
  begin(crawl: SharedCrawl): Promise<void>;
  /** The crawl has ended. Nothing is delivered to it any more when this resolves. */
  end(): Promise<void>;
  /** Gives up waiting for others: `flush` rejects from now on. */
  cut(): void;
  /** What is to be known when the process comes back, as JSON holds it: kept with the snapshot. */
  save(): unknown;
  /** The snapshot is on disk, with what `save` gave last. */
  saved(): Promise<void>;
}

/** What becomes of parts of the web that go to another process: all that is known of them. */
export interface Estate {
  /** URLs to be fetched, those found first first. */
  readonly waiting: readonly SentUrl[];
  /** URLs that need not be fetched any more. */
  readonly done: readonly SentUrl[];
  readonly hosts: HostsEstate;
}

/** What is known of hosts. Times by the clock that read `now`. */
export interface HostsEstate {
  readonly now: number;
  /** No host is to be asked before: after a kill it is not known which were asked last. 0: any may be. */
  readonly notBefore: number;
  readonly scheduler: Pick<SchedulerState, "hosts" | "robots" | "dead">;
  readonly robots: RobotsState;
  /** URLs that were named as sitemaps. */
  readonly sitemaps: readonly string[];
}

/** A crawl as its neighbours see it. */
export interface SharedCrawl {
  readonly control: CrawlControl;
  /** Nothing to fetch, nothing under way, and all that was fetched is on disk, along with what it led to. */
  readonly isIdle: boolean;
  /** URLs that others sent before a kill: the frontier has them, and the snapshot may not. */
  recall(urls: readonly string[]): void;
  /** Has it met a URL, or known it from its snapshot? */
  knows(url: string): boolean;
  /** URLs that others found. @returns how many of them were new; they are on disk then */
  receive(urls: readonly SentUrl[]): Promise<number>;
  /**
   * Gives parts of the web away, while the crawl is held.
   *
   * @param isGoing which URLs; they are no longer own when it is called
   * @param give takes over what is known of them; when it resolves, they are forgotten here
   */
  release(isGoing: (url: string) => boolean, give: (estate: Estate) => Promise<void>): Promise<void>;
  /**
   * Forgets, while the crawl is held, which URLs others fetched of parts whose last owner lost its disk: they are found
   * again. What is stored here and what waits stays known. @param change a new tenure of these parts begins
   */
  beginAnew(isAnew: (url: string) => boolean, change: () => void): Promise<void>;
  /** Does something while nothing is fetched, nor brought to hand to be fetched. */
  whileHeld(work: () => Promise<void>): Promise<void>;
  /**
   * Takes over URLs, while the crawl is held: waiting ones are to be fetched, others never. They are on disk when it
   * resolves.
   */
  adopt(urls: readonly SentUrl[], isDone: boolean): Promise<void>;
  adoptHosts(estate: HostsEstate): void;
  /**
   * Takes all links of stored pages to such URLs as if they had been found now, while the crawl is held: who owned them
   * lost its disk.
   */
  resend(isAsked: (url: string) => boolean): Promise<void>;
  /** What is own, or whether it is over, has changed. */
  nudge(): void;
  /** Puts all on disk, if there is nothing else to do. */
  settle(): void;
}
