import { grown } from "../../base/growing.js";
import { UrlList, type UrlSource } from "../url-list.js";

const NONE = 0;

/**
 * Words of a node, half a line of the processor's cache, and what they hold: START and END are where its key stands in
 * memory.
 */
const NODE = 8;
const LEFT = 0;
const RIGHT = 1;
const PARENT = 2;
const RED = 3;
const START = 4;
const END = 5;

/**
 * A set of byte strings in order: a red-black tree (Guibas and Sedgewick 1978), as in the crawler of Shkapenyuk and
 * Suel 2001, section 3.2, in an array of numbers beside the strings. Node i + 1 holds string i of `keys`; 0 is none.
 *
 * A search remembers how many bytes it shares with the nearest string on either side, and compares only what lies
 * behind those: so that it reads each byte of its own about once, however much URLs begin alike.
 */
export class UrlTree {
  readonly keys = new UrlList();
  #root = NONE;
  #nodes = new Int32Array(NODE << 8);

  get size(): number {
    return this.keys.size;
  }

  get memoryBytes(): number {
    return this.keys.memoryBytes + this.#nodes.byteLength;
  }

  /**
   * Adds `key[0 .. length)` with what belongs to URL `index` of `batch`. @returns its number, or -1 when it was there
   */
  add(key: Uint8Array, length: number, batch: UrlSource, index: number): number {
    const { keys } = this;
    const { bytes } = keys;
    let parent = NONE;
    let isLess = false;
    let sharedBelow = 0;
    let sharedAbove = 0;
    const nodes = this.#nodes;
    for (let node = this.#root; node !== NONE; ) {
      const at = node * NODE;
      const start = nodes[at + START];
      const nodeLength = nodes[at + END] - start;
      const shorter = length < nodeLength ? length : nodeLength;
      let shared = sharedBelow < sharedAbove ? sharedBelow : sharedAbove;
      while (shared < shorter && key[shared] === bytes[start + shared]) shared++;
      if (shared === length && shared === nodeLength) return -1;
      isLess = shared === length || (shared < nodeLength && key[shared] < bytes[start + shared]);
      parent = node;
      if (isLess) sharedAbove = shared;
      else sharedBelow = shared;
      node = nodes[at + (isLess ? LEFT : RIGHT)];
    }
    keys.append(key, 0, length, batch, index);
    this.#attach(parent, isLess);
    return keys.size - 1;
  }

  /** Number of the least key; -1 when there is none. */
  first(): number {
    return this.#least(this.#root) - 1;
  }

  /** Number of the key after that one; -1 behind the last. */
  after(number: number): number {
    const nodes = this.#nodes;
    let node = number + 1;
    if (nodes[node * NODE + RIGHT] !== NONE) return this.#least(nodes[node * NODE + RIGHT]) - 1;
    let parent = nodes[node * NODE + PARENT];
    while (parent !== NONE && nodes[parent * NODE + RIGHT] === node) {
      node = parent;
      parent = nodes[node * NODE + PARENT];
    }
    return parent - 1;
  }

  clear(): void {
    this.keys.clear();
    this.#root = NONE;
  }

  #least(root: number): number {
    let node = root;
    if (node !== NONE) while (this.#nodes[node * NODE + LEFT] !== NONE) node = this.#nodes[node * NODE + LEFT];
    return node;
  }

  /** Makes the last of `keys` a child. */
  #attach(parent: number, isLess: boolean): void {
    const node = this.keys.size;
    this.#nodes = grown(this.#nodes, (node + 1) * NODE);
    this.#nodes.set([NONE, NONE, parent, 1, this.keys.startOf(node - 1), this.keys.ends[node - 1]], node * NODE);
    if (parent === NONE) this.#root = node;
    else this.#nodes[parent * NODE + (isLess ? LEFT : RIGHT)] = node;
    this.#balance(node);
  }

  /**
   * No red node has a red parent, and all paths hold as many black ones: after an insertion, from the new node upwards.
   */
  #balance(added: number): void {
    const nodes = this.#nodes;
    let node = added;
    let parent = nodes[node * NODE + PARENT];
    while (parent !== NONE && nodes[parent * NODE + RED] === 1) {
      const grandparent = nodes[parent * NODE + PARENT];
      const isLeft = nodes[grandparent * NODE + LEFT] === parent;
      const uncle = nodes[grandparent * NODE + (isLeft ? RIGHT : LEFT)];
      if (uncle !== NONE && nodes[uncle * NODE + RED] === 1) {
        nodes[parent * NODE + RED] = 0;
        nodes[uncle * NODE + RED] = 0;
        nodes[grandparent * NODE + RED] = 1;
        node = grandparent;
        parent = nodes[node * NODE + PARENT];
        continue;
      }
      if (nodes[parent * NODE + (isLeft ? RIGHT : LEFT)] === node) {
        this.#rotate(parent, isLeft);
        [node, parent] = [parent, node];
      }
      nodes[parent * NODE + RED] = 0;
      nodes[grandparent * NODE + RED] = 1;
      this.#rotate(grandparent, !isLeft);
    }
    nodes[this.#root * NODE + RED] = 0;
  }

  /** Moves a node down to the left or right, and its other child up into its place. */
  #rotate(node: number, toLeft: boolean): void {
    const nodes = this.#nodes;
    const [near, far] = toLeft ? [LEFT, RIGHT] : [RIGHT, LEFT];
    const child = nodes[node * NODE + far];
    const parent = nodes[node * NODE + PARENT];
    const between = nodes[child * NODE + near];
    nodes[node * NODE + far] = between;
    if (between !== NONE) nodes[between * NODE + PARENT] = node;
    nodes[child * NODE + near] = node;
    nodes[node * NODE + PARENT] = child;
    nodes[child * NODE + PARENT] = parent;
    if (parent === NONE) this.#root = child;
    else nodes[parent * NODE + (nodes[parent * NODE + LEFT] === node ? LEFT : RIGHT)] = child;
  }
}
