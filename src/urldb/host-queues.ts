import { got, option, problem } from "../base/error.js";
import { grown } from "../base/growing.js";
import { IndexedHeap } from "../base/indexed-heap.js";

/**
 * Where a host is: among those that may be asked now, those that may be asked later, with or without items, or being
 * asked.
 */
const Place = { ready: 0, waiting: 1, resting: 2, inUse: 3 } as const;

const NONE = -1;

/**
 * Requests that wait for their hosts: a queue per host, first in, first out; the ready queue of hosts, keyed by the
 * request number of each one's first item; and the waiting queue of hosts, keyed by the time at which each may be asked
 * again. Shkapenyuk and Suel 2001, section 3.4.
 *
 * Order (their result in section 3.5): two items of one host are handed out as they were put. An item is handed out
 * before one of another host that was put earlier only while that host is backed up: it is in use, or its `nextAllowed`
 * has not come.
 *
 * An item is anything, the URL that a database handed out (`Taken`) for instance; it is only kept and given back. The
 * clock is an argument, milliseconds; a host that became ready stays so when the clock steps backwards. A host whose
 * last item is gone is remembered until its `nextAllowed` has come (the paper deletes it at once), so that an item put
 * meanwhile does not hurry it.
 *
 * O(log hosts) per operation. About 23 bytes per item and 81 per host, besides the items and the names.
 */
export class HostQueues<T> {
  readonly #ids = new Map<string, number>();
  /** By host id; ids of hosts that are gone are used again. */
  readonly #names: string[] = [];
  readonly #freeIds: number[] = [];
  #places = new Uint8Array(16);
  #first = new Int32Array(16);
  #last = new Int32Array(16);
  #nextAllowed = new Float64Array(16);
  /** Number of the item that was taken last: where `putFirst` puts an item back. */
  #taken = new Float64Array(16);
  #counts = new Int32Array(16);
  /** By slot: the items of a host are a list linked through `#after`, and so are the slots that are free. */
  readonly #items: (T | undefined)[] = [];
  #numbers = new Float64Array(16);
  #after = new Int32Array(16);
  #freeSlot = NONE;
  #requests = 0;
  #size = 0;

  /** Hosts that may be asked, the least number first, and others, by when they may be: scores are negative. */
  readonly #ready = new IndexedHeap();
  readonly #waiting = new IndexedHeap();
  readonly #resting = new IndexedHeap();

  /** Items that wait to be handed out. */
  get size(): number {
    return this.#size;
  }

  /** Hosts that have items, are in use, or may not be asked yet. */
  get hosts(): number {
    return this.#ids.size;
  }

  /**
   * Hosts that `next(now)` would hand out one after the other. The paper puts more items whenever these become fewer
   * than x.
   */
  readyHosts(now: number): number {
    this.#release(now);
    return this.#ready.size;
  }

  /** Items of one host that wait. */
  sizeOf(host: string): number {
    const id = this.#ids.get(host);
    return id === undefined ? 0 : this.#counts[id];
  }

  /** Appends an item to the queue of its host. */
  put(host: string, item: T): void {
    const id = this.#ids.get(host) ?? this.#newHost(host);
    const slot = this.#newSlot(item, this.#requests++);
    if (this.#first[id] === NONE) this.#first[id] = slot;
    else this.#after[this.#last[id]] = slot;
    this.#last[id] = slot;
    this.#counts[id]++;
    if (this.#places[id] === Place.resting) this.#awake(id);
  }

  /**
   * Puts an item before all others of its host, under the number of the item taken last: gives back what was handed
   * out.
   */
  putFirst(host: string, item: T): void {
    const id = this.#ids.get(host) ?? this.#newHost(host);
    const number = this.#taken[id] === NONE ? (this.#numbers[this.#first[id]] ?? this.#requests++) : this.#taken[id];
    const isReady = this.#places[id] === Place.ready;
    if (isReady) this.#ready.remove(id);
    const slot = this.#newSlot(item, number);
    this.#after[slot] = this.#first[id];
    if (this.#first[id] === NONE) this.#last[id] = slot;
    this.#first[id] = slot;
    this.#counts[id]++;
    if (isReady) this.#makeReady(id);
    else if (this.#places[id] === Place.resting) this.#awake(id);
  }

  /** Puts an item behind so many others of its host, or all that there are; before all: see `putFirst`. */
  putBehind(host: string, item: T, others: number): void {
    const id = this.#ids.get(host);
    const before = id === undefined ? NONE : this.#slotBefore(id, others);
    if (id === undefined || before === NONE) {
      this.putFirst(host, item);
      return;
    }
    const slot = this.#newSlot(item, this.#numbers[before]);
    this.#after[slot] = this.#after[before];
    this.#after[before] = slot;
    if (this.#last[id] === before) this.#last[id] = slot;
    this.#counts[id]++;
  }

  /**
   * Hands out the item put first of all whose host is neither in use nor to be left alone until later; its host is in
   * use from then on, until `done`. None: see `readyAt`.
   */
  next(now: number): { readonly host: string; readonly item: T } | undefined {
    const host = this.claim(now);
    return host === undefined ? undefined : { host, item: this.take(host) };
  }

  /** The host of the item that `next` would hand out; it is in use from then on, and keeps the item until `take`. */
  claim(now: number): string | undefined {
    this.#release(now);
    const id = this.#ready.pop();
    if (id === -1) return undefined;
    this.#places[id] = Place.inUse;
    return this.#names[id];
  }

  /** The first item of a host, which stays where it is; undefined: there is none. */
  first(host: string): T | undefined {
    const id = this.#ids.get(host);
    return id === undefined || this.#first[id] === NONE ? undefined : this.#items[this.#first[id]];
  }

  /** Request number of the first item of a host; Infinity: it has none. */
  numberOf(host: string): number {
    const id = this.#ids.get(host);
    return id === undefined || this.#first[id] === NONE ? Number.POSITIVE_INFINITY : this.#numbers[this.#first[id]];
  }

  /**
   * Hands out the first item of a host that was claimed. @throws "option" when the host is not in use, or has no item
   */
  take(host: string): T {
    const id = this.#ids.get(host);
    if (id === undefined || this.#places[id] !== Place.inUse || this.#first[id] === NONE)
      throw problem.option`take: "${host}" is not in use or has no items; give a host that claim() named`;
    this.#taken[id] = this.#numbers[this.#first[id]];
    return this.#shift(id);
  }

  /** As `take`, of the item behind so many others. @throws "option" when there is none */
  takeBehind(host: string, others: number): T {
    const id = this.#ids.get(host);
    if (id === undefined || others === 0) return this.take(host);
    const before = this.#slotBefore(id, others);
    const slot = this.#after[before] ?? NONE;
    if (slot === NONE || this.#places[id] !== Place.inUse)
      throw problem.option`takeBehind: "${host}" is not in use or has no more than ${others} items`;
    this.#after[before] = this.#after[slot];
    if (this.#last[id] === slot) this.#last[id] = before;
    return this.#free(id, slot);
  }

  /** Removes all items of a host. @returns them in order */
  drop(host: string): T[] {
    const id = this.#ids.get(host);
    if (id === undefined || this.#first[id] === NONE) return [];
    const isKept = this.#ready.remove(id) || this.#waiting.remove(id);
    const items: T[] = [];
    while (this.#first[id] !== NONE) items.push(this.#shift(id));
    if (isKept) this.#leave(id);
    return items;
  }

  /** Items of a host that wait, in order. Nothing may be put or handed out meanwhile. */
  *of(host: string): IterableIterator<T> {
    const first = this.#first[this.#ids.get(host) ?? NONE] ?? NONE;
    for (let slot = first; slot !== NONE; slot = this.#after[slot]) yield this.#items[slot] as T;
  }

  /** All items that wait: host by host, those of a host in order. Nothing may be put or handed out meanwhile. */
  *all(): IterableIterator<{ readonly host: string; readonly item: T }> {
    for (const host of this.#ids.keys()) for (const item of this.of(host)) yield { host, item };
  }

  /**
   * Leaves a host alone until a time, at least; one that is not known is remembered until then. @returns false: it is
   * in use, say it at `done`
   */
  hold(host: string, until: number): boolean {
    const id = this.#ids.get(host) ?? this.#newHost(host);
    if (this.#places[id] === Place.inUse) return false;
    this.#ready.remove(id);
    this.#waiting.remove(id);
    this.#resting.remove(id);
    this.#nextAllowed[id] = Math.max(this.#nextAllowed[id], until);
    this.#leave(id);
    return true;
  }

  /**
   * Says that a host was asked, and when it may be asked again.
   *
   * @throws "option" when the host is not in use, or the time is no number
   */
  done(host: string, nextAllowed: number): void {
    const id = this.#ids.get(host);
    if (id === undefined || this.#places[id] !== Place.inUse)
      throw problem.option`done: "${host}" is not in use; give a host that next() handed out, once each time`;
    if (!Number.isFinite(nextAllowed))
      throw problem.option`${option("nextAllowed", "done")} is a time in milliseconds; ${got(nextAllowed)} for "${host}"`;
    this.#nextAllowed[id] = nextAllowed;
    this.#leave(id);
  }

  /** When the first of the hosts that have items and wait may be asked; undefined when none waits. */
  readyAt(): number | undefined {
    return this.#waiting.size === 0 ? undefined : -this.#waiting.highest;
  }

  /** Hosts whose time has come become ready, or are forgotten when they have no items. */
  #release(now: number): void {
    while (this.#waiting.size > 0 && -this.#waiting.highest <= now) this.#makeReady(this.#waiting.pop());
    while (this.#resting.size > 0 && -this.#resting.highest <= now) {
      const id = this.#resting.pop();
      this.#ids.delete(this.#names[id]);
      this.#names[id] = "";
      this.#freeIds.push(id);
    }
  }

  /** A resting host got an item: it waits for its time if it has one to wait for, and is ready otherwise. */
  #awake(id: number): void {
    if (this.#resting.remove(id)) this.#leave(id);
    else this.#makeReady(id);
  }

  /** The last of so many items of a host, or of all that there are. */
  #slotBefore(id: number, others: number): number {
    let before = NONE;
    let slot = this.#first[id];
    for (let left = others; left > 0 && slot !== NONE; left--) {
      before = slot;
      slot = this.#after[slot];
    }
    return before;
  }

  #shift(id: number): T {
    const slot = this.#first[id];
    this.#first[id] = this.#after[slot];
    return this.#free(id, slot);
  }

  #free(id: number, slot: number): T {
    const item = this.#items[slot] as T;
    this.#counts[id]--;
    this.#items[slot] = undefined;
    this.#after[slot] = this.#freeSlot;
    this.#freeSlot = slot;
    this.#size--;
    return item;
  }

  #makeReady(id: number): void {
    this.#places[id] = Place.ready;
    this.#ready.add(id, -this.#numbers[this.#first[id]]);
  }

  /** Until its time has come a host waits, or rests when it has no items. */
  #leave(id: number): void {
    const isEmpty = this.#first[id] === NONE;
    this.#places[id] = isEmpty ? Place.resting : Place.waiting;
    (isEmpty ? this.#resting : this.#waiting).add(id, -this.#nextAllowed[id]);
  }

  /** A host without items that may be asked at once: `put` makes it ready. */
  #newHost(host: string): number {
    const id = this.#freeIds.pop() ?? this.#names.length;
    this.#places = grown(this.#places, id + 1);
    this.#first = grown(this.#first, id + 1);
    this.#last = grown(this.#last, id + 1);
    this.#nextAllowed = grown(this.#nextAllowed, id + 1);
    this.#taken = grown(this.#taken, id + 1);
    this.#counts = grown(this.#counts, id + 1);
    this.#ids.set(host, id);
    this.#names[id] = host;
    this.#places[id] = Place.resting;
    this.#first[id] = NONE;
    this.#nextAllowed[id] = Number.NEGATIVE_INFINITY;
    this.#taken[id] = NONE;
    return id;
  }

  #newSlot(item: T, number: number): number {
    const free = this.#freeSlot;
    const slot = free === NONE ? this.#items.length : free;
    if (free !== NONE) this.#freeSlot = this.#after[free];
    else if (slot === this.#numbers.length) {
      this.#numbers = grown(this.#numbers, slot + 1);
      this.#after = grown(this.#after, slot + 1);
    }
    this.#items[slot] = item;
    this.#numbers[slot] = number;
    this.#after[slot] = NONE;
    this.#size++;
    return slot;
  }
}
