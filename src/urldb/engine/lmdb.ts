import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Database, RootDatabase } from "lmdb";
import { type Code, problem, problemOf } from "../../base/error.js";
import { makeFolder } from "../../base/file/durable.js";
import {
  type CheckResult,
  Confirmation,
  Fate,
  type Size,
  type Taken,
  type UrlDatabaseEngine,
  type UrlRecord,
  type UrlStore,
} from "../engine.js";
import { depthBelow, madeWith, recrawlDelay, type Settings, textOf } from "../settings.js";
import { LONGEST_URL, type UrlBatch } from "../url-batch.js";

type Table = Database<Buffer, Buffer>;

/**
 * U[K], 13 bytes and the URL: state, G (2 bytes), p(K) (4), number (6). Integers are big-endian: keys sort by their
 * bytes.
 */
const HEAD = 13;
const DEPTH = 1;
const PRIORITY = 3;
const NUMBER = 7;

/** State: V, and whether a re-crawl is awaited. Who stands in Q is waiting, who else stands in Q_c is taken. */
const VISITED = 1;
const AWAITING = 2;

/** Keys of Q and Q_c: rank or T (6 bytes), hash (8), number (6). */
const KEY = 20;
const KEY_HASH = 6;
const KEY_NUMBER = 14;

/** Entries of Q_c that a check reads at a time. */
const CHECKED_AT_ONCE = 4096;

const binary = { keyEncoding: "binary", encoding: "binary" } as const;

/**
 * The model on three B-trees of one LMDB environment. U is ordered by hash, since a key has at most 1,978 bytes and a
 * URL may have more; Q and Q_c hold keys of U instead of K. A call is one transaction, carried out before it returns.
 *
 * LMDB lets several processes write by turns: a second one that opens the folder is served, not refused. Within one
 * process, the durability that opened a folder first holds for all.
 */
class LmdbStore implements UrlStore {
  readonly #path: string;
  readonly #settings: Settings;
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #urls: Table;
  readonly #queue: Table;
  readonly #checks: Table;
  /** How it was made, and the sizes of the others. */
  readonly #about: Table;
  readonly #place = new Place();
  readonly #referrer = new Place();
  readonly #record = Buffer.alloc(HEAD + LONGEST_URL);
  readonly #key = Buffer.alloc(KEY);
  /** Sizes, as the transaction under way leaves them. */
  #size = { urls: 0, waiting: 0, checks: 0 };

  constructor(path: string, settings: Settings, root: RootDatabase<Buffer, Buffer>) {
    this.#path = path;
    this.#settings = settings;
    this.#root = root;
    this.#urls = root.openDB("U", binary);
    this.#queue = root.openDB("Q", binary);
    this.#checks = root.openDB("Qc", binary);
    this.#about = root.openDB("about", binary);
  }

  /** @throws "settings" when it was made with others */
  checkSettings(): void {
    const asked = madeWith(this.#settings);
    const key = Buffer.from("made with");
    this.#root.transactionSync(() => {
      const found = this.#about.get(key)?.toString();
      if (found === undefined) this.#about.putSync(key, Buffer.from(asked));
      else if (found !== asked) {
        throw problem.settings`${this.#path} was made with ${found}, and is opened with ${asked}: open it as it was made, or take a new folder`;
      }
    });
  }

  add(batch: UrlBatch): Promise<Uint8Array> {
    return this.#transaction(() => Uint8Array.from({ length: batch.size }, (_, index) => this.#addOne(batch, index)));
  }

  #addOne(batch: UrlBatch, index: number): number {
    const start = batch.startOf(index);
    const end = batch.ends[index];
    if (this.#find(this.#place, batch.bytes, start, end)) return Fate.known;
    const depth = this.#depth(batch, index);
    if (depth > this.#settings.depthLimit) return Fate.tooDeep;
    const record = this.#record;
    record[0] = 0;
    record.writeUInt16BE(depth, DEPTH);
    record.writeUInt32BE(batch.priorities?.[index] ?? 0, PRIORITY);
    record.writeUIntBE(this.#size.urls++, NUMBER, 6);
    record.set(batch.at(index), HEAD);
    this.#urls.putSync(this.#place.key, record.subarray(0, HEAD + end - start));
    this.#enqueue(record, this.#place.key);
    return Fate.added;
  }

  #depth(batch: UrlBatch, index: number): number {
    const from = batch.from?.[index];
    if (!from || !this.#settings.sameDomain(batch.bytes, batch.startOf(index), batch.ends[index], from)) return 1;
    return depthBelow(this.#find(this.#referrer, from, 0, from.length)?.readUInt16BE(DEPTH), true);
  }

  take(count: number, now: number): Promise<Taken[]> {
    const deadline = now + this.#settings.confirmTimeout;
    return this.#transaction(() =>
      [...this.#queue.getRange({ limit: count })].map(({ key, value }) => {
        const record = this.#recordAt(value);
        this.#queue.removeSync(key);
        this.#size.waiting--;
        this.#schedule(deadline, record, value);
        return takenOf(record, deadline);
      }),
    );
  }

  confirm(batch: UrlBatch, now: number): Promise<Uint8Array> {
    return this.#transaction(() =>
      Uint8Array.from({ length: batch.size }, (_, index) => this.#confirmOne(batch, index, now)),
    );
  }

  #confirmOne(batch: UrlBatch, index: number, now: number): number {
    const { asPrinted } = this.#settings;
    const record = this.#find(this.#place, batch.bytes, batch.startOf(index), batch.ends[index]);
    if (!record) return Confirmation.unknown;
    if (record[0] & VISITED || (record[0] & AWAITING && !asPrinted)) return Confirmation.already;
    const { key } = this.#place;
    this.#change(record, record[0] | VISITED, key);
    if (!asPrinted && this.#queue.removeSync(this.#queueKey(record, key))) {
      this.#size.waiting--;
      this.#schedule(now, record, key);
    }
    return Confirmation.confirmed;
  }

  tick(now: number): Promise<CheckResult> {
    const end = Buffer.alloc(6);
    end.writeUIntBE(now + 1, 0, 6);
    return this.#transaction(() => {
      const result = { returned: 0, rescheduled: 0, finished: 0 };
      for (;;) {
        const due = [...this.#checks.getRange({ end, limit: CHECKED_AT_ONCE })]; // steps 1 to 3
        if (due.length === 0) return result;
        for (const { key, value } of due) {
          this.#checks.removeSync(key); // step 4
          this.#size.checks--;
          result[this.#check(value, now)]++;
        }
      }
    });
  }

  #check(key: Buffer, now: number): keyof CheckResult {
    const record = this.#recordAt(key);
    if (!(record[0] & VISITED)) {
      if (record[0] & AWAITING) this.#change(record, 0, key);
      this.#enqueue(record, key); // step 6
      return "returned";
    }
    const delay = recrawlDelay(this.#settings, takenOf(record, 0)); // step 8
    if (delay === 0) return "finished";
    this.#change(record, AWAITING, key); // step 9
    this.#schedule(now + delay, record, key); // steps 10 and 11
    return "rescheduled";
  }

  async get(url: Uint8Array): Promise<UrlRecord | undefined> {
    const record = this.#find(this.#place, url, 0, url.length);
    if (record === undefined) return undefined;
    const [depth, priority] = [record.readUInt16BE(DEPTH), record.readUInt32BE(PRIORITY)];
    return { depth, priority, visited: (record[0] & VISITED) !== 0 };
  }

  async outstanding(): Promise<Taken[]> {
    const found: { readonly order: Buffer; readonly taken: Taken }[] = [];
    for (const { key, value } of this.#checks.getRange()) {
      const record = this.#recordAt(value);
      if (record[0] !== 0) continue;
      const order = Buffer.concat([key.subarray(0, KEY_HASH), this.#queueKey(record, value)]);
      found.push({ order, taken: takenOf(record, key.readUIntBE(0, 6)) });
    }
    return found.sort((a, b) => a.order.compare(b.order)).map(({ taken }) => taken);
  }

  async size(): Promise<Size> {
    this.#readSizes();
    return { ...this.#size };
  }

  close(): Promise<void> {
    return this.#root.close();
  }

  /** Async, so that what fails rejects; `work` is done when it returns. */
  async #transaction<T>(work: () => T): Promise<T> {
    try {
      return this.#root.transactionSync(() => {
        this.#readSizes();
        const result = work();
        this.#writeSizes();
        return result;
      });
    } catch (error) {
      throw ours(this.#path, error);
    }
  }

  #readSizes(): void {
    const sizes = this.#about.get(SIZES);
    const [urls, waiting, checks] = [0, 6, 12].map((at) => sizes?.readUIntBE(at, 6) ?? 0);
    this.#size = { urls, waiting, checks };
  }

  #writeSizes(): void {
    const sizes = Buffer.alloc(18);
    const { urls, waiting, checks } = this.#size;
    for (const [index, size] of [urls, waiting, checks].entries()) sizes.writeUIntBE(size, 6 * index, 6);
    this.#about.putSync(SIZES, sizes);
  }

  #find(place: Place, bytes: Uint8Array, start: number, end: number): Buffer | undefined {
    return place.find(this.#urls, this.#settings, bytes, start, end);
  }

  #recordAt(key: Buffer): Buffer {
    const record = this.#urls.get(key);
    if (record) return record;
    throw problem.damaged`${this.#path}: ${key.toString("hex")} is queued, and is not in U; fill a new folder`;
  }

  #change(record: Buffer, state: number, key: Buffer): void {
    record[0] = state;
    this.#urls.putSync(key, record);
  }

  #enqueue(record: Buffer, key: Buffer): void {
    this.#queue.putSync(this.#queueKey(record, key), key);
    this.#size.waiting++;
  }

  #schedule(time: number, record: Buffer, key: Buffer): void {
    this.#checks.putSync(this.#keyOf(time, record, key), key);
    this.#size.checks++;
  }

  /** Both give the key in one buffer that the next overwrites. */
  #queueKey(record: Buffer, key: Buffer): Buffer {
    const { rank, byHash } = this.#settings;
    const result = this.#keyOf(rank(record.readUInt16BE(DEPTH), record.readUInt32BE(PRIORITY)), record, key);
    return byHash ? result : result.fill(0, KEY_HASH, KEY_NUMBER);
  }

  #keyOf(first: number, record: Buffer, key: Buffer): Buffer {
    this.#key.writeUIntBE(first, 0, 6);
    key.copy(this.#key, KEY_HASH, 0, 8);
    record.copy(this.#key, KEY_NUMBER, NUMBER, HEAD);
    return this.#key;
  }
}

/** What LMDB's files hold at byte 24, behind the head of their first page: MDB_MAGIC, MDB_DATA_VERSION. */
const MAGIC = 0xbeefc0de;
const VERSION = 2;

const SIZES = Buffer.from("sizes");

/**
 * Where a URL stands in U, or would: under its hash; those whose hash another URL has under the hash and 1, 2, ... in 4
 * bytes.
 */
class Place {
  readonly #bytes = Buffer.alloc(12);
  readonly #hash = this.#bytes.subarray(0, 8);
  readonly #words = new Uint32Array(4);
  key = this.#hash;

  /** @returns U[K]; undefined when the URL is not in U, and `key` is free for it */
  find(urls: Table, { hash }: Settings, bytes: Uint8Array, start: number, end: number): Buffer | undefined {
    hash(bytes, start, end, this.#words);
    this.#bytes.writeUInt32BE(this.#words[0], 0);
    this.#bytes.writeUInt32BE(this.#words[1], 4);
    this.key = this.#hash;
    for (let others = 1; ; others++) {
      const record = urls.get(this.key);
      if (!record || record.compare(bytes, start, end, HEAD) === 0) return record;
      this.#bytes.writeUInt32BE(others, 8);
      this.key = this.#bytes;
    }
  }
}

function takenOf(record: Buffer, deadline: number): Taken {
  const bytes = Uint8Array.from(record.subarray(HEAD));
  return {
    url: textOf(bytes),
    bytes,
    depth: record.readUInt16BE(DEPTH),
    priority: record.readUInt32BE(PRIORITY),
    deadline,
  };
}

/** LMDB's own codes, below -30,700, and the system's. */
const codes: Readonly<Record<number, Code>> = {
  [-30792]: "disk-full", // MDB_MAP_FULL
  5: "disk-full", // EIO, which LMDB also gives for a write that the system cut short
  27: "disk-full", // EFBIG
  28: "disk-full", // ENOSPC
  122: "disk-full", // EDQUOT
  [-30797]: "damaged", // MDB_PAGE_NOTFOUND
  [-30796]: "damaged", // MDB_CORRUPTED
  [-30794]: "damaged", // MDB_VERSION_MISMATCH
  [-30793]: "damaged", // MDB_INVALID
};

const advice: Partial<Record<Code, string>> = {
  "disk-full": "nothing of this call was kept; make room, and call again",
  damaged: "restore a copy, or fill a new folder",
  failed: "close it, and open it again",
};

/** What LMDB threw as an error of this library; what others threw, r(K) among them, as it is. */
function ours(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== "Error" || typeof (error as { code?: unknown }).code !== "number")
    return error;
  const code = codes[(error as unknown as { code: number }).code] ?? "failed";
  return problemOf(code, { cause: error })`${path}: LMDB says "${error.message}"; ${advice[code]}`;
}

/**
 * LMDB ends the process when it opens a file that is none of its own, so that this looks before.
 *
 * @throws "damaged" unless the file is absent, empty, or begins as LMDB's files do
 */
async function checkFile(path: string): Promise<void> {
  const file = join(path, "data.mdb");
  const begin = await open(file).catch(() => undefined);
  if (!begin) return;
  const { buffer, bytesRead } = await begin.read(Buffer.alloc(32), 0, 32, 0).finally(() => begin.close());
  const [magic, version] = new Uint32Array(Uint8Array.from(buffer.subarray(24)).buffer); // in this machine's byte order
  if (bytesRead === 0 || (magic === MAGIC && version === VERSION)) return;
  throw problem.damaged`${file} is no file of LMDB, format ${VERSION}: ${advice.damaged}`;
}

/**
 * LMDB, a B-tree in a memory map that readers share: the embedded store most used today, in the place of Berkeley DB.
 */
export const lmdb: UrlDatabaseEngine = {
  name: "LMDB",
  source: "Dorosz, section 2, on LMDB (Chu 2011)",
  durable: true,
  file: "data.mdb",
  async open(path, settings) {
    const { open: openLmdb } = await import("lmdb");
    makeFolder(path);
    await checkFile(path);
    let store: LmdbStore | undefined;
    try {
      const root = openLmdb<Buffer, Buffer>(path, {
        ...binary,
        noSubdir: false,
        overlappingSync: false,
        noSync: settings.durability === "none",
      });
      store = new LmdbStore(path, settings, root);
      store.checkSettings();
      return store;
    } catch (error) {
      await store?.close();
      throw ours(path, error);
    }
  },
};
