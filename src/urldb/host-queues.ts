/** Where a host is: among those that may be asked now, those that may be asked later, with or without items, or being asked. */
const Place = { ready: 0, waiting: 1, resting: 2, inUse: 3 } as const;

const NONE = -1;

/**
 * Requests that wait for their hosts: a queue per host, first in, first out; the ready queue of hosts, keyed by the request number of
 * each one's first item; and the waiting queue of hosts, keyed by the time at which each may be asked again. Shkapenyuk and Suel
 * 2001, section 3.4.
 *
 * Order (their result in section 3.5): two items of one host are handed out as they were put. An item is handed out before one of
 * another host that was put earlier only while that host is backed up: it is in use, or its `nextAllowed` has not come.
 *
 * An item is anything, the URL that a database handed out (`Taken`) for instance; it is only kept and given back. The clock is an
 * argument, milliseconds; a host that became ready stays so when the clock steps backwards. A host whose last item is gone is
 * remembered until its `nextAllowed` has come (the paper deletes it at once), so that an item put meanwhile does not hurry it.
 *
 * O(log hosts) per operation. About 23 bytes per item and 65 per host, besides the items and the names.
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
  /** By slot: the items of a host are a list linked through `#after`, and so are the slots that are free. */
  readonly #items: (T | undefined)[] = [];
  #numbers = new Float64Array(16);
  #after = new Int32Array(16);
  #freeSlot = NONE;
  #requests = 0;
  #size = 0;

  readonly #ready = new HostHeap((host) => this.#numbers[this.#first[host]]);
  readonly #waiting = new HostHeap((host) => this.#nextAllowed[host]);
  readonly #resting = new HostHeap((host) => this.#nextAllowed[host]);

  /** Items that wait to be handed out. */
  get size(): number {
    return this.#size;
  }

  /** Hosts that have items, are in use, or may not be asked yet. */
  get hosts(): number {
    return this.#ids.size;
  }

  /** Hosts that `next(now)` would hand out one after the other. The paper puts more items whenever these become fewer than x. */
  readyHosts(now: number): number {
    this.#release(now);
    return this.#ready.size;
  }

  /** Appends an item to the queue of its host. */
  put(host: string, item: T): void {
    const id = this.#ids.get(host) ?? this.#newHost(host);
    const slot = this.#newSlot(item);
    if (this.#first[id] === NONE) this.#first[id] = slot;
    else this.#after[this.#last[id]] = slot;
    this.#last[id] = slot;
    if (this.#places[id] !== Place.resting) return;
    if (this.#resting.remove(id)) this.#move(id, Place.waiting, this.#waiting);
    else this.#move(id, Place.ready, this.#ready);
  }

  /**
   * Hands out the item put first of all whose host is neither in use nor to be left alone until later; its host is in use from
   * then on, until `done`. None: see `readyAt`.
   */
  next(now: number): { readonly host: string; readonly item: T } | undefined {
    this.#release(now);
    const id = this.#ready.pop();
    if (id === undefined) return undefined;
    this.#places[id] = Place.inUse;
    const slot = this.#first[id];
    const item = this.#items[slot] as T;
    this.#first[id] = this.#after[slot];
    this.#items[slot] = undefined;
    this.#after[slot] = this.#freeSlot;
    this.#freeSlot = slot;
    this.#size--;
    return { host: this.#names[id], item };
  }

  /**
   * Says that a host was asked, and when it may be asked again.
   *
   * @throws RangeError when the host is not in use, or the time is no number
   */
  done(host: string, nextAllowed: number): void {
    const id = this.#ids.get(host);
    if (id === undefined || this.#places[id] !== Place.inUse)
      throw new RangeError(`done: "${host}" is not in use; give a host that next() handed out, once each time`);
    if (!Number.isFinite(nextAllowed))
      throw new RangeError(`done: nextAllowed is a time in milliseconds; found ${nextAllowed} for "${host}"`);
    this.#nextAllowed[id] = nextAllowed;
    if (this.#first[id] === NONE) this.#move(id, Place.resting, this.#resting);
    else this.#move(id, Place.waiting, this.#waiting);
  }

  /** When the first of the hosts that have items and wait may be asked; undefined when none waits. */
  readyAt(): number | undefined {
    const id = this.#waiting.peek();
    return id === undefined ? undefined : this.#nextAllowed[id];
  }

  /** Hosts whose time has come become ready, or are forgotten when they have no items. */
  #release(now: number): void {
    for (let id = this.#waiting.peek(); id !== undefined && this.#nextAllowed[id] <= now; id = this.#waiting.peek()) {
      this.#waiting.pop();
      this.#move(id, Place.ready, this.#ready);
    }
    for (let id = this.#resting.peek(); id !== undefined && this.#nextAllowed[id] <= now; id = this.#resting.peek()) {
      this.#resting.pop();
      this.#ids.delete(this.#names[id]);
      this.#names[id] = "";
      this.#freeIds.push(id);
    }
  }

  #move(id: number, place: number, heap: HostHeap): void {
    this.#places[id] = place;
    heap.push(id);
  }

  /** A host without items that may be asked at once: `put` makes it ready. */
  #newHost(host: string): number {
    const id = this.#freeIds.pop() ?? this.#names.length;
    if (id === this.#places.length) {
      this.#places = larger(this.#places, new Uint8Array(2 * id));
      this.#first = larger(this.#first, new Int32Array(2 * id));
      this.#last = larger(this.#last, new Int32Array(2 * id));
      this.#nextAllowed = larger(this.#nextAllowed, new Float64Array(2 * id));
    }
    this.#ids.set(host, id);
    this.#names[id] = host;
    this.#places[id] = Place.resting;
    this.#first[id] = NONE;
    return id;
  }

  #newSlot(item: T): number {
    const free = this.#freeSlot;
    const slot = free === NONE ? this.#items.length : free;
    if (free !== NONE) this.#freeSlot = this.#after[free];
    else if (slot === this.#numbers.length) {
      this.#numbers = larger(this.#numbers, new Float64Array(2 * slot));
      this.#after = larger(this.#after, new Int32Array(2 * slot));
    }
    this.#items[slot] = item;
    this.#numbers[slot] = this.#requests++;
    this.#after[slot] = NONE;
    this.#size++;
    return slot;
  }
}

function larger<A extends Uint8Array | Int32Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

/** A binary heap of host ids, the least key first, from which any id may be removed. A key may change only while its id is outside. */
class HostHeap {
  readonly #key: (id: number) => number;
  readonly #ids: number[] = [];
  /** By id: its index in the heap plus 1; 0 when it is not there. */
  #places = new Int32Array(16);

  constructor(key: (id: number) => number) {
    this.#key = key;
  }

  get size(): number {
    return this.#ids.length;
  }

  peek(): number | undefined {
    return this.#ids[0];
  }

  push(id: number): void {
    if (id >= this.#places.length) this.#places = larger(this.#places, new Int32Array(2 * id));
    this.#ids.push(id);
    this.#up(this.#ids.length - 1, id);
  }

  pop(): number | undefined {
    const id = this.#ids[0];
    if (id !== undefined) this.remove(id);
    return id;
  }

  /** @returns whether it was there */
  remove(id: number): boolean {
    const place = this.#places[id] ?? 0;
    if (place === 0) return false;
    this.#places[id] = 0;
    const last = this.#ids.pop() as number;
    if (last !== id) this.#down(this.#up(place - 1, last), last);
    return true;
  }

  /** Moves an id from an index to where its parent is not greater. @returns the index */
  #up(index: number, id: number): number {
    const key = this.#key(id);
    let at = index;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#key(this.#ids[parent]) <= key) break;
      this.#set(at, this.#ids[parent]);
      at = parent;
    }
    this.#set(at, id);
    return at;
  }

  #down(index: number, id: number): void {
    const key = this.#key(id);
    const ids = this.#ids;
    let at = index;
    for (let child = 2 * at + 1; child < ids.length; child = 2 * at + 1) {
      if (child + 1 < ids.length && this.#key(ids[child + 1]) < this.#key(ids[child])) child++;
      if (this.#key(ids[child]) >= key) break;
      this.#set(at, ids[child]);
      at = child;
    }
    this.#set(at, id);
  }

  #set(index: number, id: number): void {
    this.#ids[index] = id;
    this.#places[id] = index + 1;
  }
}
