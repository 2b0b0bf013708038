/**
 * Doubly linked lists of slots, each slot in at most one of them: what queues, stacks and their ghosts are made of. A
 * list is known by its number; its front is where slots are added.
 *
 * 8 bytes per slot.
 */
export class Lists {
  /**
   * Neighbours of slot i: towards the back in [2i], towards the front in [2i + 1]. Behind the slots, one anchor per
   * list.
   */
  readonly #links: Int32Array;
  readonly #slots: number;
  readonly #sizes: Int32Array;

  constructor(slots: number, lists: number) {
    this.#slots = slots;
    this.#links = new Int32Array(2 * (slots + lists));
    this.#sizes = new Int32Array(lists);
    for (let anchor = slots; anchor < slots + lists; anchor++)
      this.#links[2 * anchor] = this.#links[2 * anchor + 1] = anchor;
  }

  size(list: number): number {
    return this.#sizes[list];
  }

  /** Adds a slot, which is in no list, at the front. */
  push(list: number, slot: number): void {
    const links = this.#links;
    const anchor = this.#slots + list;
    const second = links[anchor << 1];
    links[slot << 1] = second;
    links[(slot << 1) | 1] = anchor;
    links[(second << 1) | 1] = slot;
    links[anchor << 1] = slot;
    this.#sizes[list]++;
  }

  /** Takes a slot out of the list that it is in. */
  remove(list: number, slot: number): void {
    const links = this.#links;
    const back = links[slot << 1];
    const front = links[(slot << 1) | 1];
    links[(back << 1) | 1] = front;
    links[front << 1] = back;
    this.#sizes[list]--;
  }

  /** Takes a slot out of the list that it is in, and adds it to one. */
  move(from: number, to: number, slot: number): void {
    this.remove(from, slot);
    this.push(to, slot);
  }

  /** The slot at the back; the list holds one. */
  last(list: number): number {
    return this.#links[((this.#slots + list) << 1) | 1];
  }

  /** The next slot towards the front; -1 behind the one at the front. */
  ahead(slot: number): number {
    const front = this.#links[(slot << 1) | 1];
    return front < this.#slots ? front : -1;
  }

  /** Takes out the slot at the back, and returns it. */
  pop(list: number): number {
    const slot = this.last(list);
    this.remove(list, slot);
    return slot;
  }
}
