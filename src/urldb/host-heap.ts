/** Copies what was there into a larger array. */
export function larger<A extends Uint8Array | Int32Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

/** A binary heap of host ids, the least key first, from which any id may be removed. A key may change only while its id is outside. */
export class HostHeap {
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
