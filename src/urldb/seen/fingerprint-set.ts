import { grown } from "../../base/growing.js";
import { prospectorMix } from "../../base/mix.js";
import { growingMemory } from "./growing-memory.js";

/** Words of a page, the room that blocks of one size share: 64 KiB. */
const PAGE_BITS = 14;

/** Buckets of a group, their counts packed four to a word. */
const BUCKETS = 16;
const HEADER = 1 + BUCKETS / 4;
const FULL_BUCKET = 255;

/** Fingerprints per group, on average. */
const LOAD = 95;
const FIRST_LEVEL = 4;

/** Entries that a block grows by; a multiple of 4, so that planes are whole words. */
const STEP = 8;

/** Fingerprints whose memory is touched at once, so that the waits for it overlap. */
const AHEAD = 32;

/**
 * A set of 64-bit fingerprints in 5.5 bytes each (100 million; 6.6 for ten, 7.2 for one million), without false
 * positives: Mercator's table, in which the first bits of a fingerprint are its place, and only the others are stored
 * (Broder et al. 2003, section 4). There: 2^24 places, 5 bytes stored, about 5.2 bytes per URL.
 *
 * Here the number of places follows the number of fingerprints, group by group (linear hashing: Litwin 1980), so that
 * no insertion ever moves more than one group. A group has 16 buckets; bucket and group together are at least 24 bits
 * from 2^20 groups on. Its block holds the group's number, a count per bucket, what is left of the first words of its
 * entries bucket by bucket, in planes of a byte, and their second words: a test reads six bytes beside the counts, and
 * a second word where the byte is the right one. Blocks of one size lie without gaps in pages of their own: a block
 * that is given back is filled by the last one of its size, and an empty page serves any size. Room for 4 GiB, 770
 * million fingerprints.
 */
export class FingerprintSet {
  #size = 0;
  #groups = 1 << FIRST_LEVEL;
  #level = FIRST_LEVEL;
  /** Where each group's block begins, in words. */
  #blocks = new Int32Array(this.#groups);
  readonly #memory = growingMemory("a table of fingerprints");
  #words = new Int32Array(this.#memory.buffer);
  #bytes = new Uint8Array(this.#memory.buffer);
  #pages = 0;
  readonly #freePages: number[] = [];
  readonly #classes: { count: number; readonly pages: number[] }[] = [];
  /** Fingerprints whose bucket had no room, for what a hash function that is not uniform may do. */
  readonly #overflow = new Set<string>();
  /** Bucket, first word's rest and second word of a group that is being divided. */
  readonly #moved = Array.from({ length: 3 }, () => new Int32Array(BUCKETS * FULL_BUCKET));
  /** Place, second word and block of the fingerprints that are added next. */
  readonly #ahead = Array.from({ length: 3 }, () => new Int32Array(AHEAD));
  /** Keeps the reads of `#touch` from being optimised away. */
  protected touched = 0;

  constructor() {
    for (let group = 0; group < this.#groups; group++)
      this.#blocks[group] = this.#allocate(classOf(this.#level, 0), group);
  }

  /** Distinct fingerprints. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of all arrays. */
  get memoryBytes(): number {
    return this.#bytes.length + this.#blocks.byteLength + 3 * this.#moved[0].byteLength + 3 * AHEAD * 4;
  }

  /** Adds a fingerprint, two rounds of mixing apart: any 64 bits become others. @returns was it new? */
  add(high: number, low: number): boolean {
    const word = high ^ prospectorMix(low);
    return this.#add(low ^ prospectorMix(word), word);
  }

  /**
   * Adds many: half as fast again as one by one once the table outgrows the processor's caches.
   *
   * @param fingerprints high word, low word, high word, ...
   * @param fresh receives 1 for each that was new, 0 for the others
   */
  addAll(fingerprints: Uint32Array, count: number, fresh: Uint8Array): void {
    const [places, words] = this.#ahead;
    for (let from = 0; from < count; from += AHEAD) {
      const ahead = Math.min(AHEAD, count - from);
      this.#touch(fingerprints, from, ahead);
      for (let i = 0; i < ahead; i++) fresh[from + i] = this.#add(places[i], words[i]) ? 1 : 0;
    }
  }

  /** Reads what adding will read, step by step for all, so that the processor waits for many at a time. */
  #touch(fingerprints: Uint32Array, from: number, count: number): void {
    const [places, seconds, addresses] = this.#ahead;
    const words = this.#words;
    for (let i = 0; i < count; i++) {
      const low = fingerprints[2 * (from + i) + 1] | 0;
      const word = fingerprints[2 * (from + i)] ^ prospectorMix(low);
      const place = low ^ prospectorMix(word);
      seconds[i] = word;
      places[i] = place;
      addresses[i] = this.#blocks[this.#groupOf(place)];
    }
    let touched = 0;
    for (let i = 0; i < count; i++) touched ^= words[addresses[i]];
    for (let i = 0; i < count; i++) {
      const first = addresses[i] + HEADER;
      const start = startOf(words, addresses[i], places[i] >>> 28);
      const room = roomFor(startOf(words, addresses[i], BUCKETS));
      touched ^= words[first + (start >>> 2)] ^ words[first + (room >>> 2) + start];
    }
    this.touched = touched;
  }

  #add(place: number, word: number): boolean {
    const group = this.#groupOf(place);
    const level = this.#levelOf(group);
    const at = this.#blocks[group];
    const words = this.#words;
    const bytes = this.#bytes;
    const bucket = place >>> 28;
    const rest = (place & 0x0fffffff) >>> level;
    const start = startOf(words, at, bucket);
    const count = (words[at + 1 + (bucket >>> 2)] >>> ((bucket & 3) << 3)) & 0xff;
    const room = roomFor(startOf(words, at, BUCKETS));
    const planes = planesOf(level);
    const seconds = at + HEADER + ((planes * room) >>> 2);
    const plane = (at + HEADER) << 2;
    const lowest = rest & 0xff;
    for (let i = start, end = start + count; i < end; i++) {
      if (bytes[plane + i] !== lowest || words[seconds + i] !== word) continue;
      if (planes === 1 || restAt(bytes, plane + i, room, planes) === rest) return false;
    }
    if (this.#overflow.size > 0 && this.#overflow.has(`${place} ${word}`)) return false;
    if (count === FULL_BUCKET) this.#overflow.add(`${place} ${word}`);
    else this.#insert(group, level, bucket, rest, word);
    this.#size++;
    if (this.#size > LOAD * this.#groups) this.#divide();
    return true;
  }

  /** Linear hashing: groups below the one that is divided next, and those above 2^level, have one more bit. */
  #groupOf(place: number): number {
    const group = place & ((2 << this.#level) - 1);
    return group < this.#groups ? group : group & ((1 << this.#level) - 1);
  }

  #levelOf(group: number): number {
    const whole = 1 << this.#level;
    return group >= whole || group < this.#groups - whole ? this.#level + 1 : this.#level;
  }

  #insert(group: number, level: number, bucket: number, rest: number, word: number): void {
    let at = this.#blocks[group];
    const total = startOf(this.#words, at, BUCKETS);
    if (total > 0 && total % STEP === 0) at = this.#grow(group, level, total);
    const words = this.#words;
    const bytes = this.#bytes;
    const room = roomFor(total + 1);
    const plane = (at + HEADER) << 2;
    const planesEnd = plane + planesOf(level) * room;
    const seconds = planesEnd >>> 2;
    // Each later bucket gives its first place to the one before it, and moves that entry behind its last.
    let end = total;
    for (let later = BUCKETS - 1; later > bucket; later--) {
      const begin = end - ((words[at + 1 + (later >>> 2)] >>> ((later & 3) << 3)) & 0xff);
      if (begin === end) continue;
      words[seconds + end] = words[seconds + begin];
      for (let b = plane; b < planesEnd; b += room) bytes[b + end] = bytes[b + begin];
      end = begin;
    }
    words[seconds + end] = word;
    for (let b = plane, left = rest; b < planesEnd; b += room, left >>>= 8) bytes[b + end] = left;
    words[at + 1 + (bucket >>> 2)] += 1 << ((bucket & 3) << 3);
  }

  /** Moves a group that is full to a block with room for more. @returns where it is now */
  #grow(group: number, level: number, total: number): number {
    const from = this.#blocks[group];
    const to = this.#allocate(classOf(level, total + 1), group);
    const words = this.#words;
    const planes = planesOf(level);
    const planeWords = total >>> 2;
    const roomWords = planeWords + (STEP >>> 2);
    for (let i = 1; i < HEADER; i++) words[to + i] = words[from + i];
    for (let p = 0; p < planes; p++) {
      const source = from + HEADER + p * planeWords;
      const target = to + HEADER + p * roomWords;
      for (let i = 0; i < planeWords; i++) words[target + i] = words[source + i];
    }
    const seconds = from + HEADER + planes * planeWords;
    words.copyWithin(to + HEADER + planes * roomWords, seconds, seconds + total);
    this.#blocks[group] = to;
    this.#free(classOf(level, total), from);
    return to;
  }

  /** Divides the next group in two. */
  #divide(): void {
    const group = this.#groups - (1 << this.#level);
    const level = this.#level;
    const [buckets, rests, seconds] = this.#moved;
    const at = this.#blocks[group];
    const words = this.#words;
    const planes = planesOf(level);
    const total = startOf(words, at, BUCKETS);
    const room = roomFor(total);
    const plane = (at + HEADER) << 2;
    let odd = 0;
    for (let bucket = 0, i = 0; bucket < BUCKETS; bucket++) {
      for (const end = startOf(words, at, bucket + 1); i < end; i++) {
        buckets[i] = bucket;
        seconds[i] = words[at + HEADER + ((planes * room) >>> 2) + i];
        rests[i] = restAt(this.#bytes, plane + i, room, planes);
        odd += rests[i] & 1;
      }
    }
    this.#free(classOf(level, total), at);
    const twin = this.#groups;
    this.#blocks = grown(this.#blocks, twin + 1, 1.125);
    this.#fill(group, level + 1, total, total - odd, 0);
    this.#fill(twin, level + 1, total, odd, 1);
    this.#groups++;
    if (this.#groups === 2 << level) this.#level++;
  }

  /** Makes the block of a group of those of the `from` in `#moved` whose last bit is `bit`. */
  #fill(group: number, level: number, from: number, count: number, bit: number): void {
    const [buckets, rests, seconds] = this.#moved;
    const at = (this.#blocks[group] = this.#allocate(classOf(level, count), group));
    const words = this.#words;
    const bytes = this.#bytes;
    const room = roomFor(count);
    const plane = (at + HEADER) << 2;
    const planesEnd = plane + planesOf(level) * room;
    for (let i = 0, to = 0; i < from; i++) {
      if ((rests[i] & 1) !== bit) continue;
      words[(planesEnd >>> 2) + to] = seconds[i];
      for (let b = plane, left = rests[i] >>> 1; b < planesEnd; b += room, left >>>= 8) bytes[b + to] = left;
      words[at + 1 + (buckets[i] >>> 2)] += 1 << ((buckets[i] & 3) << 3);
      to++;
    }
  }

  /** A block of a class for a group, its counts 0. @returns where it begins */
  #allocate(kind: number, group: number): number {
    const owned = (this.#classes[kind] ??= { count: 0, pages: [] });
    const size = wordsOf(kind);
    const inPage = owned.count % Math.floor((1 << PAGE_BITS) / size);
    if (inPage === 0) owned.pages.push(this.#page());
    owned.count++;
    const at = (owned.pages[owned.pages.length - 1] << PAGE_BITS) + inPage * size;
    this.#words[at] = group;
    for (let i = 1; i < HEADER; i++) this.#words[at + i] = 0;
    return at;
  }

  /** Gives a block back: the last one of its class takes its place. */
  #free(kind: number, at: number): void {
    const owned = this.#classes[kind];
    const size = wordsOf(kind);
    const inPage = --owned.count % Math.floor((1 << PAGE_BITS) / size);
    const last = (owned.pages[owned.pages.length - 1] << PAGE_BITS) + inPage * size;
    if (last !== at) {
      this.#words.copyWithin(at, last, last + size);
      this.#blocks[this.#words[at]] = at;
    }
    if (inPage === 0) this.#freePages.push(owned.pages.pop() as number);
  }

  #page(): number {
    const free = this.#freePages.pop();
    if (free !== undefined) return free;
    if ((this.#pages + 1) << PAGE_BITS > this.#words.length) {
      this.#memory.grow(1 + (this.#pages >>> 8)); // a page is as long as a step of this memory
      this.#words = new Int32Array(this.#memory.buffer);
      this.#bytes = new Uint8Array(this.#memory.buffer);
    }
    return this.#pages++;
  }
}

/**
 * Bytes that are stored of the first word of a fingerprint whose group is known to `level` bits, and its bucket: 3 to
 * 1.
 */
const planesOf = (level: number): number => (35 - level) >>> 3;

const roomFor = (entries: number): number => (entries <= STEP ? STEP : (entries + STEP - 1) & -STEP);

/** Size class of a block: planes, and entries that it has room for. */
const classOf = (level: number, entries: number): number => (planesOf(level) << 10) + roomFor(entries) / 4;

const wordsOf = (kind: number): number => HEADER + (kind & 1023) * (4 + (kind >>> 10));

/** What is stored of a first word, its lowest byte in the first plane. */
function restAt(bytes: Uint8Array, at: number, room: number, planes: number): number {
  let rest = 0;
  for (let p = planes - 1; p >= 0; p--) rest = (rest << 8) | bytes[at + p * room];
  return rest;
}

/** Entries in buckets before this one: sums of bytes, four to a word. */
function startOf(words: Int32Array, at: number, bucket: number): number {
  let sums = 0;
  let i = at + 1;
  for (const end = i + (bucket >>> 2); i < end; i++) sums += (words[i] & 0xff00ff) + ((words[i] >>> 8) & 0xff00ff);
  const rest = (bucket & 3) << 3;
  if (rest > 0) {
    const masked = words[i] & ((1 << rest) - 1);
    sums += (masked & 0xff00ff) + ((masked >>> 8) & 0xff00ff);
  }
  return (sums & 0xffff) + (sums >>> 16);
}
