import { FingerprintIds } from "../../base/fingerprint-ids.js";
import { grown } from "../../base/growing.js";
import { goldenTimes, murmurMixOf } from "../../base/mix.js";
import { type BlockMask, masksOf, planFor } from "./near-hashes.js";
import { hammingDistance, type SimHash } from "./sim-hash.js";

/**
 * SimHashes by group, to each of which a new one is compared when it comes: Manku, Jain and Das Sarma 2007, section 3,
 * the online problem. The 64 bits are cut into distance + 1 blocks; two hashes at that distance are equal in one block
 * at least, so only hashes of the group that share a block are compared. None is missed.
 *
 * About 30 bytes of memory per hash and block. A search costs distance + 1 steps, and one for each hash of the group
 * that shares a block: n / 2^(64 / blocks) per block for n hashes by chance, at worst n.
 */
export class NearIndex {
  readonly #distance: number;
  readonly #masks: readonly BlockMask[];
  /** Blocks as they were met, by group and place; and the hash that was added last of those with such a block. */
  readonly #blocks = new FingerprintIds();
  #last = new Int32Array(1 << 8);
  /** By hash and block: the one added before it with such a block; -1: none. */
  #before = new Int32Array(1 << 8);
  #high = new Uint32Array(1 << 8);
  #low = new Uint32Array(1 << 8);
  #groups = new Uint32Array(1 << 8);
  #size = 0;

  /** @param distance bits in which near hashes differ at the most, 0 to 7. @throws "option" for another */
  constructor(distance: number) {
    planFor(0, distance);
    this.#distance = distance;
    this.#masks = [...masksOf({ blocks: distance + 1, equal: 1, tables: distance + 1 })];
  }

  /** Hashes so far; their ids are 0 .. size - 1. */
  get size(): number {
    return this.#size;
  }

  /** Of the hashes of a group that are near, the nearest, of those the first; -1: none is. */
  find(group: number, hash: SimHash): number {
    let found = -1;
    let least = this.#distance + 1;
    for (let place = 0; place < this.#masks.length; place++) {
      const block = this.#blocks.idOf(...this.#keyOf(group, hash, place));
      for (let id = block < 0 ? -1 : this.#last[block]; id >= 0; id = this.#before[id * this.#masks.length + place]) {
        if (this.#groups[id] !== group) continue; // blocks whose keys collide
        const apart = hammingDistance(hash, { high: this.#high[id], low: this.#low[id] });
        if (apart > least || (apart === least && (found < 0 || id > found))) continue;
        least = apart;
        found = id;
      }
    }
    return found;
  }

  /** @param group a whole number from 0 below 2^32. @returns the id of the hash */
  add(group: number, hash: SimHash): number {
    const id = this.#size++;
    const tables = this.#masks.length;
    this.#high = grown(this.#high, id + 1);
    this.#low = grown(this.#low, id + 1);
    this.#groups = grown(this.#groups, id + 1);
    this.#before = grown(this.#before, (id + 1) * tables);
    this.#high[id] = hash.high;
    this.#low[id] = hash.low;
    this.#groups[id] = group;
    for (let place = 0; place < tables; place++) {
      const known = this.#blocks.size;
      const block = this.#blocks.add(...this.#keyOf(group, hash, place));
      this.#last = grown(this.#last, block + 1);
      this.#before[id * tables + place] = block < known ? this.#last[block] : -1;
      this.#last[block] = id;
    }
    return id;
  }

  #keyOf(group: number, { high, low }: SimHash, place: number): [high: number, low: number] {
    const mask = this.#masks[place];
    const upper = murmurMixOf(group, high & mask.high);
    return [upper, murmurMixOf(upper ^ goldenTimes(place + 1), low & mask.low)];
  }
}
