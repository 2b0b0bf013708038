import { BinaryHeap } from "../../base/binary-heap.js";
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
import { depthBelow, recrawlDelay, type Settings, textOf } from "../settings.js";
import type { UrlBatch } from "../url-batch.js";

/** K and all that U, Q and Q_c know of it. */
interface Entry {
  readonly bytes: Uint8Array;
  readonly number: number;
  readonly depth: number;
  readonly priority: number;
  readonly rank: number;
  /** h(K), high and low word; 0 where the key of the queue leaves it out. */
  readonly hash: readonly [number, number];
  readonly keyHash: readonly [number, number];
  visited: boolean;
  place?: "queue" | "taken" | "awaiting re-crawl";
  /** T of its entry in Q_c. */
  time: number;
  /** Counts moves: what a heap holds under an older count is no longer there. */
  moves: number;
}

interface Held {
  readonly entry: Entry;
  readonly move: number;
  readonly time: number;
}

/**
 * The model of the paper's section 2, step by step, in plain objects: the oracle that the other engines are held
 * against, and the in-memory row of Figure 2. About 300 bytes per URL; nothing is kept when it closes.
 */
class InMemoryStore implements UrlStore {
  readonly #settings: Settings;
  readonly #urls = new Map<string, Entry>();
  readonly #queue = new BinaryHeap<Held>((a, b) => isBefore(a.entry.rank, b.entry.rank, a.entry, b.entry, "keyHash"));
  readonly #checks = new BinaryHeap<Held>((a, b) => isBefore(a.time, b.time, a.entry, b.entry, "hash"));
  readonly #hash = new Uint32Array(4);
  #waiting = 0;
  #checking = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async add(batch: UrlBatch): Promise<Uint8Array> {
    const fates = new Uint8Array(batch.size);
    for (let i = 0; i < batch.size; i++) fates[i] = this.#addOne(batch, i);
    return fates;
  }

  #addOne(batch: UrlBatch, index: number): number {
    const { sameDomain, depthLimit, hash, rank, byHash } = this.#settings;
    const key = keyOf(batch.at(index));
    if (this.#urls.has(key)) return Fate.known;
    const from = batch.from?.[index];
    const referrer = from && this.#urls.get(keyOf(from));
    const same = from !== undefined && sameDomain(batch.bytes, batch.startOf(index), batch.ends[index], from);
    const depth = depthBelow(referrer?.depth, same);
    if (depth > depthLimit) return Fate.tooDeep;
    const bytes = Uint8Array.from(batch.at(index));
    hash(bytes, 0, bytes.length, this.#hash);
    const words = [this.#hash[0], this.#hash[1]] as const;
    const priority = batch.priorities?.[index] ?? 0;
    const entry: Entry = {
      bytes,
      number: this.#urls.size,
      depth,
      priority,
      rank: rank(depth, priority),
      hash: words,
      keyHash: byHash ? words : [0, 0],
      visited: false,
      time: 0,
      moves: 0,
    };
    this.#urls.set(key, entry);
    this.#enqueue(entry);
    return Fate.added;
  }

  async take(count: number, now: number): Promise<Taken[]> {
    const taken: Taken[] = [];
    while (taken.length < count) {
      const held = this.#queue.pop();
      if (!held) break;
      if (held.move !== held.entry.moves) continue;
      this.#waiting--;
      this.#schedule(held.entry, "taken", now + this.#settings.confirmTimeout);
      taken.push(takenOf(held.entry));
    }
    return taken;
  }

  async confirm(batch: UrlBatch, now: number): Promise<Uint8Array> {
    const confirmations = new Uint8Array(batch.size);
    for (let i = 0; i < batch.size; i++) {
      const entry = this.#urls.get(keyOf(batch.at(i)));
      if (!entry) continue;
      const late = entry.place === "awaiting re-crawl" && !this.#settings.asPrinted;
      confirmations[i] = entry.visited || late ? Confirmation.already : Confirmation.confirmed;
      if (entry.visited || late) continue;
      entry.visited = true;
      if (entry.place === "queue" && !this.#settings.asPrinted) {
        this.#waiting--;
        this.#schedule(entry, "taken", now);
      }
    }
    return confirmations;
  }

  async tick(now: number): Promise<CheckResult> {
    const due: Held[] = [];
    for (let held = this.#checks.peek(); held && held.time <= now; held = this.#checks.peek()) {
      // steps 1 to 3
      this.#checks.pop(); // step 4
      if (held.move === held.entry.moves) due.push(held);
    }
    const delays = this.#delays(due);
    const result = { returned: 0, rescheduled: 0, finished: 0 };
    for (const [index, { entry }] of due.entries()) {
      this.#checking--;
      if (!entry.visited) {
        this.#enqueue(entry); // step 6
        result.returned++;
      } else if (delays[index] === 0) result.finished++;
      else {
        entry.visited = false; // step 9
        this.#schedule(entry, "awaiting re-crawl", now + delays[index]); // steps 10 and 11
        result.rescheduled++;
      }
    }
    return result;
  }

  /**
   * r(K) of those that step 5 sends to step 8, asked before anything changes: when the user's function throws, nothing
   * was checked.
   */
  #delays(due: readonly Held[]): number[] {
    try {
      return due.map(({ entry }) => (entry.visited ? recrawlDelay(this.#settings, entry) : 0));
    } catch (error) {
      for (const held of due) this.#checks.push(held);
      throw error;
    }
  }

  async get(url: Uint8Array): Promise<UrlRecord | undefined> {
    const entry = this.#urls.get(keyOf(url));
    return entry && { depth: entry.depth, priority: entry.priority, visited: entry.visited };
  }

  async outstanding(): Promise<Taken[]> {
    return [...this.#urls.values()]
      .filter(({ place, visited }) => place === "taken" && !visited)
      .sort((a, b) => a.time - b.time || (isBefore(a.rank, b.rank, a, b, "keyHash") ? -1 : 1))
      .map(takenOf);
  }

  async size(): Promise<Size> {
    return { urls: this.#urls.size, waiting: this.#waiting, checks: this.#checking };
  }

  async close(): Promise<void> {}

  #enqueue(entry: Entry): void {
    entry.place = "queue";
    this.#queue.push({ entry, move: ++entry.moves, time: 0 });
    this.#waiting++;
  }

  #schedule(entry: Entry, place: "taken" | "awaiting re-crawl", time: number): void {
    entry.place = place;
    entry.time = time;
    this.#checks.push({ entry, move: ++entry.moves, time });
    this.#checking++;
  }
}

/** One character per byte, so that any bytes make a key. */
const keyOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

function isBefore(first: number, second: number, a: Entry, b: Entry, hash: "hash" | "keyHash"): boolean {
  if (first !== second) return first < second;
  if (a[hash][0] !== b[hash][0]) return a[hash][0] < b[hash][0];
  if (a[hash][1] !== b[hash][1]) return a[hash][1] < b[hash][1];
  return a.number < b.number;
}

const takenOf = ({ bytes, depth, priority, time }: Entry): Taken => ({
  url: textOf(bytes),
  bytes: Uint8Array.from(bytes),
  depth,
  priority,
  deadline: time,
});

/** Everything in plain objects of this process. */
export const inMemory: UrlDatabaseEngine = {
  name: "in memory",
  source: "Dorosz, section 2, step by step",
  durable: false,
  open: async (_, settings) => new InMemoryStore(settings),
};
