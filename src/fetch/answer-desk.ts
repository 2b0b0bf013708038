import { plural } from "../base/numbers.js";
import type { CookieWalls } from "./cookie-walls.js";
import type { CrawlSettings } from "./crawl-settings.js";
import type { ErrorLog } from "./error-log.js";
import type { Fetched } from "./fetched.js";
import type { Waiting } from "./frontier/frontier.js";
import type { Intake } from "./intake.js";
import type { NearDuplicates } from "./near-duplicates.js";
import type { Unchanged } from "./recrawl.js";
import type { RetryDecision, Try, TryResult } from "./retry.js";
import type { Sitemaps } from "./sitemaps.js";
import { count, type Tally } from "./tally.js";
import { followed, type Visit, type VisitOptions, visit } from "./visit.js";

export interface AnswerParts {
  readonly settings: CrawlSettings;
  readonly intake: Intake;
  readonly tally: Tally;
  readonly errors: ErrorLog;
  readonly retry: (result: TryResult) => RetryDecision;
  /** Where near-duplicates are told. */
  readonly near: NearDuplicates | undefined;
  /** Where cookies are kept. */
  readonly walls: CookieWalls | undefined;
  /**
   * What is to be stored of a page whose answer says that it did not change; undefined where nothing is known of it.
   */
  readonly unchanged?: (page: Waiting, time: number, options: VisitOptions) => Promise<Unchanged | undefined>;
  /** An answer was stored, or a URL was given up: it need not be fetched again once what was stored is on disk. */
  readonly finished: (url: string) => void;
  /** Told of sitemaps that a sitemap names, and of redirects. */
  readonly sitemaps?: Pick<Sitemaps, "add" | "has" | "redirected">;
  /**
   * While this is a promise, answers wait before they are taken in: what they find would be missing in a checkpoint.
   */
  readonly gate: () => Promise<void> | undefined;
}

/** When a page was asked for and answered, in milliseconds since 1970, and on which connection. */
export interface Asked {
  readonly slot: number;
  readonly time: number;
  readonly now: number;
}

/** Decides what becomes of an answer: it is asked for again, or stored and its links followed, or came too late. */
export class AnswerDesk {
  readonly #parts: AnswerParts;
  readonly #later: (at: number, item: Try) => void;

  /** @param later takes what is to be asked for again, not before a time */
  constructor(parts: AnswerParts, later: (at: number, item: Try) => void) {
    this.#parts = parts;
    this.#later = later;
  }

  /** Has the crawl as many pages as it may have? */
  get isFull(): boolean {
    return this.#parts.tally.pages >= this.#parts.settings.pages;
  }

  /** Will it be tried again, later? */
  again(item: Try, result: TryResult): boolean {
    const decision = this.#parts.retry(result);
    if (decision.again) this.#later(decision.at, { page: item.page, tries: result.tries });
    return decision.again;
  }

  /** Takes in a response that came, as a whole or in part. @returns false where it came too late: the crawl is full */
  async take(item: Try, fetched: Fetched, asked: Asked): Promise<boolean> {
    const { tally, gate, finished, unchanged } = this.#parts;
    const { time, now } = asked;
    const { page } = item;
    count(tally.statuses, String(fetched.status));
    tally.body(fetched.body.length, now);
    if (fetched.lenient) count(tally.oddities, "lenient");
    const retryAfter = fetched.header("retry-after");
    if (this.again(item, { now, tries: item.tries + 1, status: fetched.status, ...(retryAfter && { retryAfter }) }))
      return true;
    const options = this.#visitOptions(page.url);
    const seen = await visit(fetched, page, time, options);
    const same = fetched.status === 304 ? await unchanged?.(page, time, options) : undefined;
    for (let closed = gate(); closed; closed = gate()) await closed; // then nothing comes between
    if (this.isFull) return false;
    if (this.#isWall(item, seen.capture.redirect, now)) return true;
    if (same) this.#takeSame(page, seen, same, asked);
    else this.#takeNew(page, fetched, seen, asked);
    finished(page.url);
    return true;
  }

  #visitOptions(url: string): VisitOptions {
    const { settings, sitemaps } = this.#parts;
    const { agent, links, obeyNofollow, obeyMetaRobots, bodyLimit, canonical } = settings;
    return {
      links,
      obeyNofollow,
      obeyMetaRobots,
      canonical,
      productToken: agent.productToken,
      decodedLimit: bodyLimit,
      sitemaps: settings.sitemaps === "follow" && (sitemaps?.has(url) ? "named" : true),
    };
  }

  /** What is known of a page that did not change is taken as if it had come. */
  #takeSame(page: Waiting, seen: Visit, same: Unchanged, { slot, now }: Asked): void {
    const { tally, intake, settings } = this.#parts;
    tally.page(now);
    intake.store(page, seen, slot);
    const { page: parsed } = same.capture;
    intake.take(page, { ...seen, ...same, links: parsed ? followed(parsed, settings) : [] }, slot);
  }

  #takeNew(page: Waiting, fetched: Fetched, seen: Visit, { slot, now }: Asked): void {
    const { tally, errors, intake, settings, sitemaps } = this.#parts;
    for (const oddity of seen.oddities) {
      count(tally.oddities, oddity);
      const why = oddity === "sitemap-not-understood" ? seen.notUnderstood : undefined;
      errors.add(page.url, oddity, why ?? `status ${fetched.status}, ${plural(fetched.body.length, "byte")}`);
    }
    if (seen.isPage) tally.page(now);
    intake.take(page, settings.content === "html" && !seen.isPage ? bodiless(seen) : this.#once(page, seen), slot);
    if (seen.sitemaps) sitemaps?.add(seen.sitemaps);
    const { redirect } = seen.capture;
    if (redirect !== undefined) sitemaps?.redirected(page.url, redirect);
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
    if (back !== undefined) this.#later(now, { page: back, tries: 0 });
    return back !== undefined && back.url === page.url;
  }
}

/** A visit of which the archive keeps the head alone. */
function bodiless(seen: Visit): Visit {
  const { exchange } = seen.capture;
  if (exchange.body.length === 0) return seen;
  return {
    ...seen,
    capture: { ...seen.capture, exchange: { ...exchange, body: new Uint8Array(), truncated: "unspecified" } },
  };
}
