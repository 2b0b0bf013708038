import type { CrawlbenchError } from "../../base/error.js";
import {
  type CheckResult,
  Confirmation,
  Fate,
  type Size,
  type Taken,
  type UrlRecord,
  type UrlStore,
} from "../engine.js";
import { depthBelow, recrawlDelay, type Settings, textOf } from "../settings.js";
import type { UrlBatch } from "../url-batch.js";
import { corrupt } from "./files.js";
import type { Folder } from "./folder.js";
import type { LoggedUrl } from "./log.js";
import { AS_PRINTED, RecordBuilder, RecordType } from "./log-record.js";
import { NewUrls } from "./new-urls.js";
import { redo } from "./redo.js";
import type { QueueEntry } from "./run-queue.js";
import { State } from "./states.js";
import { Transitions } from "./transitions.js";

/**
 * The dedicated structure. Every call is decided on what is in memory and runs, written to the log as one record, and
 * only then applied; when the record cannot be written, nothing has happened. The same transitions are applied when the
 * log is read again, from the record alone, so that a database reopened is the one that was killed.
 */
export class DedicatedStore implements UrlStore {
  readonly #folder: Folder;
  readonly #settings: Settings;
  readonly #transitions: Transitions;
  readonly #record: RecordBuilder;
  readonly #hash = new Uint32Array(4);
  readonly #otherHash = new Uint32Array(4);

  /** Applies what the log holds beyond the last checkpoint. @throws "damaged" */
  constructor(folder: Folder, settings: Settings) {
    this.#folder = folder;
    this.#settings = settings;
    this.#record = new RecordBuilder(folder.log.origins);
    this.#transitions = new Transitions(folder, settings);
    try {
      redo(folder, this.#transitions, settings);
    } catch (error) {
      folder.release();
      throw error;
    }
  }

  async add(batch: UrlBatch): Promise<Uint8Array> {
    this.#folder.makeRoom(batch.size);
    const fates = this.#addAll(batch);
    await this.#folder.log.whenDurable();
    return fates;
  }

  #addAll(batch: UrlBatch): Uint8Array {
    const { index, log, urls } = this.#folder;
    const { sameDomain, depthLimit } = this.#settings;
    const { bytes, ends, priorities } = batch;
    const record = this.#record;
    const fates = new Uint8Array(batch.size);
    const fresh = new NewUrls(batch, urls);
    const hashes = this.#hashesOf(batch);
    const mayBeOld = index.screen(hashes);
    record.clear();
    try {
      let start = 0;
      for (let i = 0; i < batch.size; i++) {
        const end = ends[i];
        const [high, low] = [hashes[2 * i], hashes[2 * i + 1]];
        if (this.#find(bytes, start, end, high, low, fresh, mayBeOld[i] === 1) < 0) {
          const from = batch.from?.[i];
          const isBelow = from !== undefined && sameDomain(bytes, start, end, from);
          const depth = isBelow ? depthBelow(this.#depthOf(from, fresh), true) : 1;
          if (depth > depthLimit) fates[i] = Fate.tooDeep;
          else {
            fates[i] = Fate.added;
            fresh.push(i, depth, record.length);
            record.url(bytes, start, end, depth, priorities ? priorities[i] : 0);
            index.recent.push(high, low);
          }
        }
        start = end;
      }
      if (fresh.size > 0) log.append(record.finish(RecordType.add, fresh.size, urls, log.durable));
    } catch (error) {
      for (let i = 0; i < fresh.size; i++) index.recent.pop();
      record.takeBack();
      throw error;
    }
    const base = log.end - record.length;
    const { recent } = index;
    for (let i = 0, at = recent.size - fresh.size; i < fresh.size; i++, at++) {
      const priority = priorities ? priorities[fresh.indices[i]] : 0;
      this.#transitions.add(
        urls + i,
        base + fresh.places[i],
        fresh.depths[i],
        priority,
        recent.high(at),
        recent.low(at),
      );
    }
    return fates;
  }

  /** High and low word of each URL's hash. */
  #hashesOf({ bytes, ends, size }: UrlBatch): Uint32Array {
    const hashes = new Uint32Array(2 * size);
    for (let i = 0, start = 0; i < size; start = ends[i++]) {
      this.#settings.hash(bytes, start, ends[i], this.#hash);
      hashes[2 * i] = this.#hash[0];
      hashes[2 * i + 1] = this.#hash[1];
    }
    return hashes;
  }

  /** U[K']:G; undefined when K' is not in U. */
  #depthOf(from: Uint8Array, fresh: NewUrls): number | undefined {
    if (fresh.lastFrom?.url === from) return fresh.lastFrom.depth;
    const { hash } = this.#settings;
    hash(from, 0, from.length, this.#hash);
    const number = this.#find(from, 0, from.length, this.#hash[0], this.#hash[1], fresh);
    const depth = number < 0 ? undefined : (fresh.depthOf(number) ?? this.#folder.urlOf(number).depth);
    if (depth !== undefined) fresh.lastFrom = { url: from, depth };
    return depth;
  }

  async take(count: number, now: number): Promise<Taken[]> {
    const { log, queue, states } = this.#folder;
    this.#folder.makeRoom(Math.min(count, this.#folder.waiting));
    const deadline = now + this.#settings.confirmTimeout;
    const taken: { readonly entry: QueueEntry; readonly state: number; url: LoggedUrl }[] = [];
    const record = this.#record;
    record.clear();
    record.integer(deadline);
    try {
      while (taken.length < count) {
        const entry = queue.pop();
        if (!entry) break;
        const state = states.get(entry.number);
        if (state > State.waitingVisited) continue; // withdrawn, or taken by way of another entry of its own
        const each = { entry, state, url: NOT_READ };
        taken.push(each);
        each.url = this.#queued(entry);
        record.integer(entry.number);
        states.set(entry.number, State.taken | (state & 1));
      }
      if (taken.length > 0) log.append(record.finish(RecordType.take, taken.length, 0, log.durable));
    } catch (error) {
      for (const { entry, state } of taken) {
        states.set(entry.number, state);
        queue.push(entry.rank, entry.high, entry.low, entry.number);
      }
      throw error;
    }
    const { byHash } = this.#settings;
    for (const { entry, url } of taken) this.#transitions.take(entry.number, deadline, url, byHash ? entry : undefined);
    await log.whenDurable();
    return taken.map(({ url }) => takenOf(url, deadline));
  }

  async confirm(batch: UrlBatch, now: number): Promise<Uint8Array> {
    this.#folder.makeRoom(batch.size);
    const confirmations = this.#confirmAll(batch, now);
    await this.#folder.log.whenDurable();
    return confirmations;
  }

  #confirmAll(batch: UrlBatch, now: number): Uint8Array {
    const { log, states } = this.#folder;
    const { hash, asPrinted } = this.#settings;
    const confirmations = new Uint8Array(batch.size);
    const confirmed: {
      readonly number: number;
      readonly state: number;
      readonly high: number;
      readonly low: number;
    }[] = [];
    const record = this.#record;
    record.clear();
    record.integer(now);
    try {
      for (let i = 0; i < batch.size; i++) {
        const start = batch.startOf(i);
        hash(batch.bytes, start, batch.ends[i], this.#hash);
        const [high, low] = [this.#hash[0], this.#hash[1]];
        const number = this.#find(batch.bytes, start, batch.ends[i], high, low);
        if (number < 0) continue;
        const state = states.get(number);
        const isLate = state === State.awaiting && !asPrinted;
        confirmations[i] = state & 1 || isLate ? Confirmation.already : Confirmation.confirmed;
        if (confirmations[i] === Confirmation.already) continue;
        confirmed.push({ number, state, high, low });
        record.integer(number);
        states.set(number, state | 1); // so that a repeat in this batch is seen
      }
      const flags = asPrinted ? AS_PRINTED : 0;
      if (confirmed.length > 0) log.append(record.finish(RecordType.confirm, confirmed.length, 0, log.durable, flags));
    } catch (error) {
      for (const { number, state } of confirmed) states.set(number, state);
      throw error;
    }
    for (const { number, state, high, low } of confirmed)
      this.#transitions.confirm(number, state, high, low, now, asPrinted);
    return confirmations;
  }

  async tick(now: number): Promise<CheckResult> {
    const { checks, log, states } = this.#folder;
    const { recrawlAfter } = this.#settings;
    this.#folder.makeRoom(1);
    const due: { readonly entry: QueueEntry; readonly url: LoggedUrl | undefined; delay: number }[] = [];
    const record = this.#record;
    record.clear();
    record.integer(now);
    try {
      for (let entry = checks.pop(now); entry; entry = checks.pop(now)) {
        const each = { entry, url: undefined as LoggedUrl | undefined, delay: 0 };
        due.push(each);
        const isVisited = (states.get(entry.number) & 1) === 1;
        if (!isVisited || recrawlAfter) each.url = this.#checked(entry);
        if (!isVisited) continue;
        if (each.url) each.delay = Math.min(recrawlDelay(this.#settings, each.url), LONGEST_DELAY);
        record.integer(each.delay);
      }
      if (due.length > 0) log.append(record.finish(RecordType.check, due.length, 0, log.durable));
    } catch (error) {
      for (const { entry } of due) checks.push(entry.rank, entry.high, entry.low, entry.number);
      throw error;
    }
    const result = { returned: 0, rescheduled: 0, finished: 0 };
    for (const { entry, url, delay } of due) result[this.#transitions.check(entry, url, now, delay)]++;
    await log.whenDurable();
    return result;
  }

  async get(url: Uint8Array): Promise<UrlRecord | undefined> {
    this.#settings.hash(url, 0, url.length, this.#hash);
    const number = this.#find(url, 0, url.length, this.#hash[0], this.#hash[1]);
    if (number < 0) return undefined;
    const { depth, priority } = this.#folder.urlOf(number);
    return { depth, priority, visited: (this.#folder.states.get(number) & 1) === 1 };
  }

  async outstanding(): Promise<Taken[]> {
    const { rank, byHash } = this.#settings;
    const found: { readonly url: LoggedUrl; readonly key: readonly number[] }[] = [];
    for (const entry of this.#folder.checks.entries()) {
      const { rank: deadline, high, low, number } = entry;
      if (this.#folder.states.get(number) !== State.taken) continue;
      const url = this.#checked(entry);
      found.push({ url, key: [deadline, rank(url.depth, url.priority), ...(byHash ? [high, low] : []), number] });
    }
    found.sort((a, b) => {
      const at = a.key.findIndex((value, i) => value !== b.key[i]);
      return at < 0 ? 0 : a.key[at] - b.key[at];
    });
    return found.map(({ url, key }) => takenOf(url, key[0]));
  }

  async size(): Promise<Size> {
    const { urls, waiting, checking } = this.#folder;
    return { urls, waiting, checks: checking };
  }

  close(): Promise<void> {
    return this.#folder.close();
  }

  /**
   * The number of a URL; -1 when it is not in U. @param fresh URLs that are being added. @param mayBeInRuns false: it
   * is in none
   */
  #find(
    url: Uint8Array,
    start: number,
    end: number,
    high: number,
    low: number,
    fresh?: NewUrls,
    mayBeInRuns = true,
  ): number {
    const isIt = (number: number) => {
      const isFresh = fresh?.is(number, url, start, end);
      if (isFresh !== undefined) return isFresh;
      if (this.#folder.isUrl(number, url, start, end)) return true;
      this.#checkHash(this.#folder.urlOf(number).bytes, number, high, low);
      return false;
    };
    return this.#folder.index.find(high, low, isIt, mayBeInRuns);
  }

  /** The URL of an entry of Q. @throws "damaged" when it cannot be the one that was queued */
  #queued({ rank, high, low, number }: QueueEntry): LoggedUrl {
    const url = this.#folder.urlOf(number);
    if (this.#settings.byHash) this.#checkHash(url.bytes, number, high, low);
    if (this.#settings.rank(url.depth, url.priority) !== rank) throw this.#notAsAdded(number);
    return url;
  }

  /** The URL of an entry of Q_c, whose hash it must have. @throws "damaged" */
  #checked({ high, low, number }: QueueEntry): LoggedUrl {
    const url = this.#folder.urlOf(number);
    this.#checkHash(url.bytes, number, high, low);
    return url;
  }

  #checkHash(bytes: Uint8Array, number: number, high: number, low: number): void {
    this.#settings.hash(bytes, 0, bytes.length, this.#otherHash);
    if (this.#otherHash[0] !== high || this.#otherHash[1] !== low) throw this.#notAsAdded(number);
  }

  #notAsAdded(number: number): CrawlbenchError {
    return corrupt(
      this.#folder.log.path,
      `URL ${number} is not the one that was added`,
      "restore the folder from a copy",
    );
  }
}

const NOT_READ: LoggedUrl = { bytes: new Uint8Array(0), depth: 0, priority: 0 };

/** What fits the log: an integer below 2^47. */
const LONGEST_DELAY = 2 ** 47 - 1;

const takenOf = ({ bytes, depth, priority }: LoggedUrl, deadline: number): Taken => ({
  url: textOf(bytes),
  bytes,
  depth,
  priority,
  deadline,
});
