import {
  type CheckResult,
  Confirmation,
  Fate,
  type Size,
  type Taken,
  type UrlRecord,
  type UrlStore,
} from "../../../../urldb/engine.js";
import { depthBelow, recrawlDelay, type Settings, textOf } from "../../../../urldb/settings.js";
import type { UrlBatch } from "../../../../urldb/url-batch.js";
import { byteaArray, columnsOf, copyOf, type NewRows, priorityOf, storedHash, storedPriority } from "./binary.js";
import type { Connection } from "./connection.js";
import { copyIntoStaging, type Statements, statementsOf } from "./statements.js";

/** How URLs go into the table. */
export type Insert = "copy" | "unnest" | "one by one";

/** What the columns hold as the client reads them: bigint as text. */
interface StoredUrl {
  readonly url: Buffer;
  readonly depth: number;
  readonly priority: number;
}

/** Most bytes of URLs that go to the server in one message, which may have 1 GB. */
export const BYTES_AT_ONCE = 1 << 26;

/** Due entries for which r(K) is asked at a time. */
const CHECKED_AT_ONCE = 10_000;

/** Sizes of U, Q and Q_c as they stand, and the number of the next URL. */
export interface Counts extends Size {
  readonly next: number;
}

/**
 * The model as statements. Each call is one transaction, and a session holds the database alone, so that what
 * JavaScript must decide (depths below referrers, re-crawls) may be asked first and written then.
 */
export class PostgresStore implements UrlStore {
  readonly #connection: Connection;
  readonly #settings: Settings;
  readonly #insert: Insert;
  readonly #statements: Statements;
  readonly #release: () => Promise<void>;
  readonly #size: { -readonly [K in keyof Counts]: Counts[K] };
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param release frees what stands behind the connection, after its end
   * @param bytesAtOnce most bytes of URLs in one message
   */
  constructor(
    connection: Connection,
    settings: Settings,
    insert: Insert,
    counts: Counts,
    release: () => Promise<void>,
    private readonly bytesAtOnce = BYTES_AT_ONCE,
  ) {
    this.#connection = connection;
    this.#settings = settings;
    this.#insert = insert;
    this.#statements = statementsOf(settings);
    this.#size = { ...counts };
    this.#release = release;
  }

  add(batch: UrlBatch): Promise<Uint8Array> {
    const own = batch.copy(); // it is read when its turn comes
    return this.#next(() => this.#add(own));
  }

  async #add(batch: UrlBatch): Promise<Uint8Array> {
    const fates = new Uint8Array(batch.size);
    if (batch.size === 0) return fates;
    const { rows, tooDeep } = await this.#depthsOf(batch);
    if (tooDeep.length > 0) {
      const known = await this.#find(tooDeep.map((index) => batch.at(index)));
      for (const index of tooDeep) if (!known.has(keyOf(batch.at(index)))) fates[index] = Fate.tooDeep;
    }
    const added = await this.#insertRows(rows);
    for (const index of added) fates[index] = Fate.added;
    this.#size.urls += added.length;
    this.#size.waiting += added.length;
    this.#size.next += batch.size;
    return fates;
  }

  /**
   * The depth of each URL as if added one after the other; those that are too deep unless known apart. Only referrers
   * of the same domain matter: those that U does not hold yet may be added by this very batch, in which what is known
   * is left out.
   */
  async #depthsOf(batch: UrlBatch): Promise<{ rows: NewRows; tooDeep: number[] }> {
    const { sameDomain, depthLimit } = this.#settings;
    const every = Int32Array.from({ length: batch.size }, (_, index) => index);
    const atTop = { rows: { batch, indices: every, depths: new Int32Array(batch.size).fill(1) }, tooDeep: [] };
    if (!batch.from) return atTop;
    const referrers = batch.from.map((from, index) =>
      from && sameDomain(batch.bytes, batch.startOf(index), batch.ends[index], from) ? from : undefined,
    );
    const distinct = new Set(referrers.filter((each) => each !== undefined));
    if (distinct.size === 0) return atTop;
    const known = await this.#find([...distinct]);
    const added = new Map<string, number>();
    const indices: number[] = [];
    const tooDeep: number[] = [];
    for (let index = 0; index < batch.size; index++) {
      const key = keyOf(batch.at(index));
      if (added.has(key)) continue;
      const referrer = referrers[index];
      const from = referrer && keyOf(referrer);
      const depthOfFrom = from === undefined ? undefined : (known.get(from)?.depth ?? added.get(from));
      const depth = depthBelow(depthOfFrom, referrer !== undefined);
      if (depth > depthLimit) tooDeep.push(index);
      else {
        added.set(key, depth);
        indices.push(index);
      }
    }
    const depths = Int32Array.from(indices, (index) => added.get(keyOf(batch.at(index))) ?? 1);
    return { rows: { batch, indices: Int32Array.from(indices), depths }, tooDeep };
  }

  /** @returns which of the batch were added */
  async #insertRows(rows: NewRows): Promise<number[]> {
    if (this.#insert === "one by one") return this.#insertOneByOne(rows);
    const parts = partsOf(rows, this.bytesAtOnce);
    if (this.#insert === "unnest" && parts.length === 1) return this.#insertArrays(rows);
    return this.#connection.transaction(async () => {
      const added: number[] = [];
      for (const part of parts) {
        const of = await (this.#insert === "copy" ? this.#insertStaged(part) : this.#insertArrays(part));
        for (const index of of) added.push(index);
      }
      return added;
    });
  }

  async #insertArrays(rows: NewRows): Promise<number[]> {
    const values = [this.#size.next, ...columnsOf(rows, this.#settings.hash)];
    return numbersIn(await this.#connection.query(this.#statements.insertArrays, values));
  }

  async #insertStaged(rows: NewRows): Promise<number[]> {
    await this.#connection.copy(copyIntoStaging, copyOf(rows, this.#settings.hash));
    return numbersIn(await this.#connection.query(this.#statements.insertStaged, [this.#size.next]));
  }

  /** A transaction each; when one fails, those before it are taken back. */
  async #insertOneByOne({ batch, indices, depths }: NewRows): Promise<number[]> {
    const added: number[] = [];
    try {
      for (const [row, index] of indices.entries()) {
        const url = batch.at(index);
        const priority = storedPriority(batch.priorities?.[index] ?? 0);
        const values = [this.#size.next + index, storedHash(this.#settings.hash, url), depths[row], priority, url];
        if ((await this.#connection.change(this.#statements.insertOne, values)) > 0) added.push(index);
      }
      return added;
    } catch (error) {
      if (added.length > 0) {
        const { withdraw } = this.#statements;
        await this.#connection.change(withdraw, [this.#size.next]).catch(() => this.#connection.end());
      }
      throw error;
    }
  }

  take(count: number, now: number): Promise<Taken[]> {
    return this.#next(async () => {
      const deadline = now + this.#settings.confirmTimeout;
      const rows = await this.#connection.query<StoredUrl>(this.#statements.take, [count, deadline]);
      this.#size.waiting -= rows.length;
      this.#size.checks += rows.length;
      return rows.map((row) => takenOf(row, deadline));
    });
  }

  confirm(batch: UrlBatch, now: number): Promise<Uint8Array> {
    const urls = byteaArray(Array.from({ length: batch.size }, (_, index) => batch.at(index)));
    return this.#next(async () => {
      const confirmations = new Uint8Array(batch.size);
      if (batch.size === 0) return confirmations;
      const found = await this.#connection.query<Found>(this.#statements.confirm, [urls, now]);
      const seen = new Set<string>();
      for (const { index, number, place, is_news } of found) {
        const isNews = is_news && !seen.has(number); // a repeat meets what the first has done
        seen.add(number);
        confirmations[Number(index) - 1] = isNews ? Confirmation.confirmed : Confirmation.already;
        if (!isNews || place !== "q" || this.#settings.asPrinted) continue;
        this.#size.waiting--;
        this.#size.checks++;
      }
      return confirmations;
    });
  }

  tick(now: number): Promise<CheckResult> {
    return this.#next(async () => {
      const due = this.#settings.recrawlAfter ? await this.#dueVisited(now) : [];
      const result = await (due.length > 0
        ? this.#connection.transaction(() => this.#check(due, now))
        : this.#returnDue(now));
      this.#size.waiting += result.returned;
      this.#size.checks -= result.returned + result.finished;
      return result;
    });
  }

  /** Steps 8 to 11 for what was fetched, some at a time; then step 6. */
  async #check(first: readonly Due[], now: number): Promise<CheckResult> {
    let [rescheduled, finished] = [0, 0];
    for (let due = first; due.length > 0; due = await this.#dueVisited(now)) {
      const delays = due.map((row) => recrawlDelay(this.#settings, takenOf(row, 0)));
      await this.#connection.change(this.#statements.reschedule, [now, due.map(({ at }) => at), delays]);
      for (const delay of delays) delay === 0 ? finished++ : rescheduled++;
    }
    const { returned } = await this.#returnDue(now);
    return { returned, rescheduled, finished };
  }

  #dueVisited(now: number): Promise<Due[]> {
    return this.#connection.query<Due>(this.#statements.dueVisited, [now, CHECKED_AT_ONCE]);
  }

  async #returnDue(now: number): Promise<CheckResult> {
    const [{ returned, finished }] = await this.#connection.query<{ returned: string; finished: string }>(
      this.#statements.returnDue,
      [now],
    );
    return { returned: Number(returned), rescheduled: 0, finished: Number(finished) };
  }

  get(url: Uint8Array): Promise<UrlRecord | undefined> {
    return this.#next(async () => (await this.#find([url])).get(keyOf(url)));
  }

  outstanding(): Promise<Taken[]> {
    return this.#next(async () => {
      const rows = await this.#connection.query<StoredUrl & { time: string }>(this.#statements.outstanding);
      return rows.map((row) => takenOf(row, Number(row.time)));
    });
  }

  size(): Promise<Size> {
    return this.#next(async () => {
      const { urls, waiting, checks } = this.#size;
      return { urls, waiting, checks };
    });
  }

  close(): Promise<void> {
    return this.#next(async () => {
      await this.#connection.end();
      await this.#release();
    });
  }

  /** U[K] of each that is in U, by `keyOf`. */
  async #find(urls: readonly Uint8Array[]): Promise<Map<string, UrlRecord>> {
    const rows = await this.#connection.query<{ index: string } & UrlRecord>(this.#statements.find, [byteaArray(urls)]);
    return new Map(
      rows.map(({ index, depth, priority, visited }) => [
        keyOf(urls[Number(index) - 1]),
        { depth, priority: priorityOf(priority), visited },
      ]),
    );
  }

  /** One call after the other; what one throws does not stop the next. */
  #next<T>(call: () => Promise<T>): Promise<T> {
    const result = this.#last.then(call);
    this.#last = result.catch(() => {});
    return result;
  }
}

interface Found {
  readonly index: string;
  readonly number: string;
  readonly place: string;
  readonly is_news: boolean;
}

interface Due extends StoredUrl {
  /** Where the row stands: a tid. */
  readonly at: string;
}

/** One character per byte, so that any bytes make a key. */
const keyOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

const takenOf = ({ url, depth, priority }: StoredUrl, deadline: number): Taken => ({
  url: textOf(url),
  bytes: new Uint8Array(url.buffer, url.byteOffset, url.byteLength),
  depth,
  priority: priorityOf(priority),
  deadline,
});

/** "0,1,3" */
const numbersIn = (rows: readonly { readonly added?: string | null }[]): number[] =>
  rows[0].added ? rows[0].added.split(",").map(Number) : [];

/** Rows in parts that fit a message of so many bytes each. */
function partsOf(rows: NewRows, most: number): NewRows[] {
  const { batch, indices, depths } = rows;
  if (batch.bytes.length <= most) return [rows];
  const parts: NewRows[] = [];
  let [from, bytes] = [0, 0];
  for (let row = 0; row <= indices.length; row++) {
    const length = row < indices.length ? batch.ends[indices[row]] - batch.startOf(indices[row]) : 0;
    if (row === indices.length || (bytes + length > most && row > from)) {
      parts.push({ batch, indices: indices.subarray(from, row), depths: depths.subarray(from, row) });
      [from, bytes] = [row, 0];
    }
    bytes += length;
  }
  return parts;
}
