import { got, problem } from "../../base/error.js";
import type { CurvePass, PassSetting } from "../method.js";
import { Victims } from "../victims.js";

/** Sizes that one word of bits has room for; more go in several passes. */
const MOST_SIZES = 32;

const MOST_URLS = 2 ** 29;

/** Requests that a pass is given in one call: a loop that goes on for ever is never compiled as a whole function. */
const STRETCH = 1 << 14;

/** No slot. */
const NONE = -1;

/** Words of a size, and the first of them; the others are those of its policy. */
const SIZE = 8;
const START = 0;
const END = 1;
const EVICTIONS = 2;
const HAND = 3;
const BEHIND = 4;
const BACK = 5;
const FRONT = 6;

/**
 * Misses of CLOCK at many sizes in one pass over the requests: one bit per URL and size says that the URL is there, one
 * that it is marked. A hit in all sizes is two operations; only sizes that miss have work. A pass for every 32 sizes.
 *
 * O(requests + steps of all hands); 8 bytes per URL, 4 per entry of every size.
 *
 * @param marked are newcomers marked? See `clock`
 */
export function clockPass(setting: Omit<PassSetting, "random" | "requests">, marked: boolean): CurvePass {
  return inPasses(setting, { perUrl: 2, perEntry: 1 }, ({ words, urlsFrom, fits }) => {
    for (let size = 0; size < fits.length; size++) words[SIZE * size + HAND] = words[SIZE * size + START];
    const filling = new Filling(fits);
    return (requests) => {
      let { seen, full, nextFull } = filling;
      for (let i = 0; i < requests.length; i++) {
        const url = requests[i] | 0;
        // here stands where the URL is, and in the next word where it is marked
        const at = (urlsFrom + (url << 1)) | 0;
        const there = words[at];
        let missing = full & ~there;
        if (missing === 0) {
          words[at + 1] |= there;
          if (url !== seen) continue;
        }
        words[at] = -1;
        words[at + 1] |= marked ? -1 : there;
        if (url === seen && ++seen === nextFull) [full, nextFull] = nowFull(full, fits);
        while (missing !== 0) {
          const size = 31 - Math.clz32(missing);
          const bit = 1 << size;
          missing ^= bit;
          const own = size * SIZE;
          const end = words[own + END];
          let hand = words[own + HAND];
          let victim = words[hand];
          let marks = words[victim + 1];
          while ((marks & bit) !== 0) {
            words[victim + 1] = marks ^ bit;
            if (++hand === end) hand = words[own + START];
            victim = words[hand];
            marks = words[victim + 1];
          }
          words[victim] ^= bit;
          words[hand] = at;
          words[own + HAND] = hand + 1 === end ? words[own + START] : hand + 1;
          words[own + EVICTIONS]++;
        }
      }
      filling.keep(seen, full, nextFull);
    };
  });
}

/**
 * Misses of SIEVE at many sizes in one pass: as `clockPass`, with a list in the place of the circle. Each slot knows the
 * next one towards the front; what lies behind the hand is the slot that it spared last.
 *
 * 8 bytes per URL, 8 per entry of every size.
 */
export function sievePass(setting: Omit<PassSetting, "random" | "requests">): CurvePass {
  return inPasses(setting, { perUrl: 2, perEntry: 2 }, ({ words, urlsFrom, fits }) => {
    for (let size = 0; size < fits.length; size++) {
      const own = size * SIZE;
      const front = words[own + END] - 2;
      // a slot is the URL, and in the next word the slot ahead of it
      for (let slot = words[own + START]; slot < front; slot += 2) words[slot + 1] = slot + 2;
      words[front + 1] = NONE;
      words[own + BACK] = words[own + START];
      words[own + FRONT] = front;
      // the slot where the hand is, and the one behind it; NONE past the front, and behind the back
      words[own + HAND] = NONE;
      words[own + BEHIND] = NONE;
    }
    const filling = new Filling(fits);
    return (requests) => {
      let { seen, full, nextFull } = filling;
      for (let i = 0; i < requests.length; i++) {
        const url = requests[i] | 0;
        const at = (urlsFrom + (url << 1)) | 0;
        const there = words[at];
        let missing = full & ~there;
        words[at + 1] |= there;
        if (missing === 0 && url !== seen) continue;
        words[at] = -1;
        if (url === seen && ++seen === nextFull) [full, nextFull] = nowFull(full, fits);
        while (missing !== 0) {
          const size = 31 - Math.clz32(missing);
          const bit = 1 << size;
          missing ^= bit;
          const own = size * SIZE;
          let hand = words[own + HAND];
          let behind = words[own + BEHIND];
          if (hand === NONE) {
            hand = words[own + BACK];
            behind = NONE;
          }
          let victim = words[hand];
          let marks = words[victim + 1];
          while ((marks & bit) !== 0) {
            words[victim + 1] = marks ^ bit;
            behind = hand;
            hand = words[hand + 1];
            if (hand === NONE) {
              hand = words[own + BACK];
              behind = NONE;
            }
            victim = words[hand];
            marks = words[victim + 1];
          }
          words[victim] ^= bit;
          words[hand] = at;
          words[own + EVICTIONS]++;
          const next = words[hand + 1];
          words[own + HAND] = next;
          words[own + BEHIND] = behind;
          if (next === NONE) continue; // the victim was at the front, where the newcomer stands in its slot
          if (behind === NONE) words[own + BACK] = next;
          else words[behind + 1] = next;
          words[words[own + FRONT] + 1] = hand;
          words[hand + 1] = NONE;
          words[own + FRONT] = hand;
        }
      }
      filling.keep(seen, full, nextFull);
    };
  });
}

/**
 * Misses of RANDOM at many sizes in one pass: as `clockPass`, without marks. One draw a request chooses the victims of
 * all sizes, as it does in `simulate`.
 */
export function randomPass(setting: Omit<PassSetting, "requests">): CurvePass {
  const victims = new Victims(setting.random);
  return inPasses(setting, { perUrl: 1, perEntry: 1 }, ({ words, urlsFrom, fits }) => {
    const filling = new Filling(fits);
    let asked = 0;
    return (requests) => {
      let { seen, full, nextFull } = filling;
      for (let i = 0; i < requests.length; i++) {
        const url = requests[i] | 0;
        const at = (urlsFrom + url) | 0;
        let missing = full & ~words[at];
        if (url === seen) {
          words[at] = -1;
          if (++seen === nextFull) [full, nextFull] = nowFull(full, fits);
        }
        if (missing === 0) continue;
        words[at] = -1;
        const share = victims.share(asked + i);
        do {
          const size = 31 - Math.clz32(missing);
          const bit = 1 << size;
          missing ^= bit;
          const own = size * SIZE;
          const start = words[own + START];
          const slot = (start + ((share * (words[own + END] - start)) | 0)) | 0;
          words[words[slot]] ^= bit;
          words[slot] = at;
          words[own + EVICTIONS]++;
        } while (missing !== 0);
      }
      asked += requests.length;
      filling.keep(seen, full, nextFull);
    };
  });
}

/** What a pass works on. */
interface Rooms {
  /** Sizes of the pass. */
  readonly fits: readonly number[];
  /**
   * All words of the pass, since V8 checks each array anew in each turn of a loop: those of the sizes, of the URLs, and
   * the entries of all sizes, those of a size from its START to its END. An entry is where the words of its URL begin.
   * As URLs are numbered as they turn up, a cache is filled by 0, 1, .. k - 1: so it stands here.
   */
  readonly words: Int32Array;
  readonly urlsFrom: number;
}

/** Words of a policy, of each URL and of each entry. */
interface Needs {
  readonly perUrl: number;
  readonly perEntry: number;
}

/** How far the caches of a pass are filled, from one stretch of requests to the next. */
class Filling {
  /** URLs so far. */
  seen = 0;
  /** Sizes that are full, as bits, and the size that will be next. */
  full = 0;
  nextFull: number;

  constructor([first]: readonly number[]) {
    this.nextFull = first;
  }

  keep(seen: number, full: number, nextFull: number): void {
    this.seen = seen;
    this.full = full;
    this.nextFull = nextFull;
  }
}

/** The next size is full: all sizes that are, as bits, and the size that will be next. */
function nowFull(full: number, fits: readonly number[]): [number, number] {
  const size = 32 - Math.clz32(full);
  return [full | (1 << size), fits[size + 1]];
}

/** @param passOf given the rooms @returns goes on with requests */
function inPasses(
  { sizes, urls }: Pick<PassSetting, "sizes" | "urls">,
  needs: Needs,
  passOf: (rooms: Rooms) => (requests: Uint32Array) => void,
): CurvePass {
  if (urls > MOST_URLS) throw problem.option`these curves take up to 2^29 URLs; ${got(urls)}: sample them`;
  const evicting = sizes.filter((size) => size < urls);
  const passes: { readonly rooms: Rooms; readonly first: number; readonly add: (requests: Uint32Array) => void }[] = [];
  for (let first = 0; first < evicting.length; ) {
    const rooms = roomsFor(evicting.slice(first, first + MOST_SIZES), urls, needs);
    passes.push({ rooms, first, add: passOf(rooms) });
    first += rooms.fits.length;
  }
  let seen = 0;
  return {
    add(requests) {
      for (let from = 0; from < requests.length; from += STRETCH) {
        const part = requests.subarray(from, from + STRETCH);
        for (const { add } of passes) add(part);
        for (let i = 0; i < part.length; i++) if (part[i] === seen) seen++;
      }
    },
    misses() {
      // what holds every URL misses each once
      const misses = Float64Array.from(sizes, () => seen);
      for (const { rooms, first } of passes)
        for (let i = 0; i < rooms.fits.length; i++)
          misses[first + i] = Math.min(rooms.fits[i], seen) + (rooms.words[SIZE * i + EVICTIONS] >>> 0);
      return misses;
    },
  };
}

function roomsFor(sizes: readonly number[], urls: number, { perUrl, perEntry }: Needs): Rooms {
  const urlsFrom = SIZE * MOST_SIZES;
  const first = urlsFrom + perUrl * urls;
  const ends: number[] = [];
  for (const size of sizes) {
    const end = (ends.at(-1) ?? first) + perEntry * size;
    if (ends.length > 0 && end >= 2 ** 31) break; // no more than a signed word can number
    ends.push(end);
  }
  const words = new Int32Array(ends[ends.length - 1]);
  let slot = first;
  for (const [i, end] of ends.entries()) {
    words[SIZE * i + START] = slot;
    words[SIZE * i + END] = end;
    for (let at = urlsFrom; slot < end; slot += perEntry, at += perUrl) words[slot] = at;
  }
  return { fits: sizes.slice(0, ends.length), words, urlsFrom };
}
