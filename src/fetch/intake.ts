import type { SnapshotWriter, UrlId } from "../archive/capture.js";
import { grown } from "../base/growing.js";
import type { Frontier, Waiting } from "./frontier/frontier.js";
import type { HostSplitter } from "./host-splitter.js";
import type { SentUrl } from "./neighbours.js";
import type { PageTexts } from "./page-texts.js";
import { count, type Tally } from "./tally.js";
import type { UrlMemory } from "./url-memory.js";
import type { Visit } from "./visit.js";

/**
 * Why a URL is not to be fetched, in a word; undefined: it is. Asked once per URL, in the order in which URLs are
 * found.
 */
export type Admission = (url: string, depth: number, isSeed?: boolean) => string | undefined;

/** Writes down every URL that a page shows, known or not, before anything is dropped. */
export interface LinkLog {
  page(url: string, links: readonly string[], thread?: number, time?: number): void;
}

/**
 * Met for the first time; left out by a rule, or met by an earlier run; in the frontier, or fetched; sent to its owner.
 */
const UNKNOWN = 0;
const MET = 1;
const LET_IN = 2;
const SENT = 3;

export interface IntakeParts {
  readonly writer: SnapshotWriter;
  readonly frontier: Frontier;
  readonly admit: Admission;
  readonly tally: Tally;
  readonly log?: LinkLog;
  /** Keeps the text of what is taken in, for orderings that read it. */
  readonly texts?: PageTexts;
  /** The cache before the table of URLs: told which looks are for links that were found. */
  readonly memory?: UrlMemory;
  /** Where several processes share the crawl: what becomes of URLs that belong to others. */
  readonly splitter?: HostSplitter;
  /** Redirects that are followed one after the other at the most. */
  readonly mostHops: number;
}

/** What of a page's links is let in. */
export interface Sighting {
  /** Let in for the first time. */
  readonly found: readonly Waiting[];
  /** All that are let in: the redirect first, then links in document order, repeats included. */
  readonly ids: readonly UrlId[];
  /** For each of `ids`, where it stands among the links; -1 for where a redirect leads. */
  readonly places: readonly number[];
}

/**
 * Takes in what was fetched: tells new URLs from known ones (those in memory; the frontier knows what is on disk), asks
 * the rules of scope about the new, gives them to the frontier, and stores the exchange.
 */
export class Intake {
  readonly #parts: IntakeParts;
  /** By URL id. */
  #states = new Uint8Array(1024);

  /** @param known URLs that an earlier run met, ids 0 to known - 1, none of which is to be met again */
  constructor(parts: IntakeParts, known = 0) {
    this.#parts = parts;
    if (known > 0) this.#states = new Uint8Array(2 * known).fill(MET, 0, known);
  }

  /** Start pages. They are let in, whatever the rules say of them. */
  seed(urls: readonly string[]): void {
    const { writer, frontier, admit, splitter } = this.#parts;
    const found: Waiting[] = [];
    for (const url of urls) {
      const id = writer.urls.intern(url);
      const state = this.#stateOf(id);
      if (state === LET_IN) continue;
      if (splitter?.isForeign(url)) {
        splitter.sendBesides({ url, depth: 0, hops: 0 });
        this.#states[id] = SENT;
        continue;
      }
      if (state === UNKNOWN) admit(url, 0, true);
      this.#states[id] = LET_IN;
      found.push({ id, url, depth: 0, hops: 0 });
    }
    frontier.discover(found);
  }

  /**
   * Takes in URLs that other processes found. @param isInFrontier asked about those that an earlier run met
   *
   * @returns how many of them were new
   */
  async receive(urls: readonly SentUrl[], isInFrontier: (url: string) => Promise<boolean>): Promise<number> {
    const { writer, frontier, tally, admit } = this.#parts;
    const old = new Set<UrlId>();
    for (const { url } of urls) {
      const id = writer.urls.intern(url);
      if (this.#stateOf(id) === MET && !old.has(id) && (await isInFrontier(url))) old.add(id);
    }
    const found: Waiting[] = [];
    for (const { url, depth, hops, via } of urls) {
      const id = writer.urls.idOf(url);
      if (old.has(id)) this.#states[id] = LET_IN;
      if (this.#stateOf(id) === LET_IN) continue;
      tally.fresh++;
      const reason = depth === 0 ? undefined : admit(url, depth);
      this.#states[id] = reason === undefined ? LET_IN : reason === "depth" ? UNKNOWN : MET;
      if (reason !== undefined) count(tally.outOfScope, reason);
      else found.push({ id, url, depth, hops, ...(via !== undefined && { via }) });
    }
    frontier.discover(found);
    return found.length;
  }

  /** Other processes let these in already: whoever meets them again need do nothing. */
  adopt(urls: readonly SentUrl[]): void {
    for (const { url } of urls) {
      const id = this.#parts.writer.urls.intern(url);
      this.#stateOf(id);
      this.#states[id] = LET_IN;
    }
  }

  /** Whoever meets these again meets them for the first time. */
  forget(ids: readonly UrlId[]): void {
    for (const id of ids) if (id < this.#states.length) this.#states[id] = UNKNOWN;
  }

  /** Stores a visit, and hands what it found on. @param thread number of the connection that brought it */
  take(item: Waiting, visit: Visit, thread = 0): void {
    const { writer, frontier, tally, texts } = this.#parts;
    const { capture, links } = visit;
    this.#log(item, visit, thread);
    tally.skipped += capture.page?.skipped ?? 0;
    const { found, ids, places } = this.find(item, links, capture.redirect);
    writer.add(capture);
    texts?.add(item.url, visit.html ?? "");
    frontier.discover(found);
    frontier.reveal({
      page: item.id,
      links: ids,
      references: capture.page?.links.length ?? ids.length,
      anchor: (index) => links[places[index]]?.anchor ?? "",
    });
  }

  /** Stores an answer that says nothing of the page, such as 304: what it stands for is taken in after it. */
  store(item: Waiting, visit: Visit, thread = 0): void {
    this.#log(item, visit, thread);
    this.#parts.writer.add(visit.capture);
  }

  /** Tells new URLs from known ones and lets in those in scope. */
  find(item: Waiting, links: readonly { readonly url: string }[], redirect: string | undefined): Sighting {
    const { tally, mostHops } = this.#parts;
    const found: Waiting[] = [];
    const ids: UrlId[] = [];
    const places: number[] = [];
    const meet = (url: string, depth: number, hops: number, place: number) => {
      const id = this.#meet(url, depth, hops, item.url, found);
      if (id < 0) return;
      ids.push(id);
      places.push(place);
    };
    if (redirect !== undefined) {
      if (item.hops < mostHops) meet(redirect, item.depth, item.hops + 1, -1);
      else count(tally.dropped, "too-many-redirects");
    }
    for (let place = 0; place < links.length; place++) meet(links[place].url, item.depth + 1, 0, place);
    return { found, ids, places };
  }

  /** @returns the id of a URL that is let in, else -1 */
  #meet(url: string, depth: number, hops: number, via: string, found: Waiting[]): number {
    const { writer, tally, memory, splitter } = this.#parts;
    tally.found++;
    const isForeign = splitter?.isForeign(url) === true;
    if (splitter && isForeign) splitter.counts.foreign++;
    memory?.ask();
    const id = writer.urls.intern(url);
    const state = this.#stateOf(id);
    // what was sent is sent again once the cache has forgotten it
    if (splitter && isForeign && (state === UNKNOWN || (state === SENT && memory?.knew === false))) {
      this.#sendOff(splitter, id, { url, depth, hops, via });
      return -1;
    }
    // its owner never got it
    if (state === SENT && !isForeign) return this.#letIn(id, { url, depth, hops, via }, found);
    if (state !== UNKNOWN) {
      tally.known++;
      return state === LET_IN ? id : -1;
    }
    return this.#letIn(id, { url, depth, hops, via }, found);
  }

  /** A URL of this process's own that is new. @returns its id if the rules let it in, else -1 */
  #letIn(id: UrlId, { url, depth, hops, via }: SentUrl, found: Waiting[]): number {
    const { admit, tally } = this.#parts;
    tally.fresh++;
    const reason = admit(url, depth);
    this.#states[id] = reason === undefined ? LET_IN : reason === "depth" ? UNKNOWN : MET; // a shorter way may be found
    if (reason !== undefined) {
      count(tally.outOfScope, reason);
      return -1;
    }
    found.push({ id, url, depth, hops, ...(via !== undefined && { via }) });
    return id;
  }

  /** A URL of another process, which counts it; what no rule would let in there is not sent. */
  #sendOff(splitter: HostSplitter, id: UrlId, sent: SentUrl): void {
    const { tally } = this.#parts;
    const reason = splitter.look(sent.url, sent.depth);
    if (reason === undefined) splitter.send(sent);
    else {
      tally.fresh++;
      count(tally.outOfScope, reason);
    }
    this.#states[id] = reason === undefined ? SENT : reason === "depth" ? UNKNOWN : MET;
  }

  #log(item: Waiting, { capture, links }: Visit, thread: number): void {
    const { log } = this.#parts;
    if (log === undefined) return;
    const urls = links.map(({ url }) => url);
    log.page(
      item.url,
      capture.redirect === undefined ? urls : [capture.redirect, ...urls],
      thread,
      capture.exchange.time,
    );
  }

  #stateOf(id: UrlId): number {
    this.#states = grown(this.#states, id + 1);
    return this.#states[id];
  }
}
