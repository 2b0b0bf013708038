import { got, problem } from "../../base/error.js";
import type { CurvePass, PassSetting } from "../method.js";
import { Victims } from "../victims.js";

/** Sizes that one word of bits has room for; more go in several passes. */
export const MOST_SIZES = 32;

const MOST_URLS = 2 ** 30;

/** No slot. */
const NONE = -1;

/**
 * Misses of CLOCK at many sizes in one pass over the requests: one bit per URL and size says that the URL is there, one
 * that it is marked. A hit in all sizes is two operations; only sizes that miss have work. A pass for every 32 sizes.
 *
 * O(requests + steps of all hands); 8 bytes per URL, 4 per entry of every size.
 *
 * @param marked are newcomers marked? See `clock`
 */
export function clockPass(setting: Omit<PassSetting, "randoms" | "requests">, marked: boolean): CurvePass {
  return inPasses(setting, ({ fits, entries, starts, ends, evictions }, urls) => {
    const hands = starts.slice();
    /** By URL: where it is, and in the next word where it is marked. */
    const masks = new Int32Array(2 * urls);
    const filling = new Filling(fits);
    return (requests) => {
      let { seen, full, nextFull } = filling;
      for (let i = 0; i < requests.length; i++) {
        const url = requests[i] | 0;
        const at = url << 1;
        const there = masks[at];
        let missing = full & ~there;
        if (missing === 0) {
          masks[at | 1] |= there;
          if (url !== seen) continue;
        }
        masks[at] = -1;
        masks[at | 1] |= marked ? -1 : there;
        if (url === seen && ++seen === nextFull) [full, nextFull] = nowFull(full, fits);
        while (missing !== 0) {
          const size = 31 - Math.clz32(missing);
          const bit = 1 << size;
          missing ^= bit;
          const end = ends[size];
          let hand = hands[size];
          let victim = entries[hand] << 1;
          let marks = masks[victim | 1];
          while ((marks & bit) !== 0) {
            masks[victim | 1] = marks ^ bit;
            if (++hand === end) hand = starts[size];
            victim = entries[hand] << 1;
            marks = masks[victim | 1];
          }
          masks[victim] ^= bit;
          entries[hand] = url;
          hands[size] = hand + 1 === end ? starts[size] : hand + 1;
          evictions[size]++;
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
export function sievePass(setting: Omit<PassSetting, "randoms" | "requests">): CurvePass {
  return inPasses(setting, ({ fits, entries, starts, ends, evictions }, urls) => {
    const ahead = new Int32Array(entries.length);
    for (let slot = 0; slot < ahead.length; slot++) ahead[slot] = slot + 1;
    const backs = starts.slice();
    const fronts = ends.map((end) => end - 1);
    for (const front of fronts) ahead[front] = NONE;
    /** By size: the slot where the hand is, and the one behind it; NONE past the front, and behind the back. */
    const hands = new Int32Array(fits.length).fill(NONE);
    const spared = new Int32Array(fits.length).fill(NONE);
    /** By URL: where it is, and in the next word where it is marked. */
    const masks = new Int32Array(2 * urls);
    const filling = new Filling(fits);
    return (requests) => {
      let { seen, full, nextFull } = filling;
      for (let i = 0; i < requests.length; i++) {
        const url = requests[i] | 0;
        const at = url << 1;
        const there = masks[at];
        let missing = full & ~there;
        masks[at | 1] |= there;
        if (missing === 0 && url !== seen) continue;
        masks[at] = -1;
        if (url === seen && ++seen === nextFull) [full, nextFull] = nowFull(full, fits);
        while (missing !== 0) {
          const size = 31 - Math.clz32(missing);
          const bit = 1 << size;
          missing ^= bit;
          let hand = hands[size];
          let behind = spared[size];
          if (hand === NONE) {
            hand = backs[size];
            behind = NONE;
          }
          let victim = entries[hand] << 1;
          let marks = masks[victim | 1];
          while ((marks & bit) !== 0) {
            masks[victim | 1] = marks ^ bit;
            behind = hand;
            hand = ahead[hand];
            if (hand === NONE) {
              hand = backs[size];
              behind = NONE;
            }
            victim = entries[hand] << 1;
            marks = masks[victim | 1];
          }
          masks[victim] ^= bit;
          entries[hand] = url;
          evictions[size]++;
          const next = ahead[hand];
          hands[size] = next;
          spared[size] = behind;
          if (next === NONE) continue; // the victim was at the front, where the newcomer stands in its slot
          if (behind === NONE) backs[size] = next;
          else ahead[behind] = next;
          ahead[fronts[size]] = hand;
          ahead[hand] = NONE;
          fronts[size] = hand;
        }
      }
      filling.keep(seen, full, nextFull);
    };
  });
}

/**
 * Misses of RANDOM at many sizes in one pass: as `clockPass`, without marks. Each size draws from a generator of its
 * own, so that its misses are those of `simulate` with that generator.
 */
export function randomPass(setting: Omit<PassSetting, "requests">): CurvePass {
  return inPasses(setting, ({ fits, entries, starts, evictions }, urls, first) => {
    const victims = fits.map((size, i) => new Victims(setting.randoms[first + i], size));
    const there = new Int32Array(urls);
    const filling = new Filling(fits);
    return (requests) => {
      let { seen, full, nextFull } = filling;
      for (let i = 0; i < requests.length; i++) {
        const url = requests[i] | 0;
        let missing = full & ~there[url];
        if (url === seen) {
          there[url] = -1;
          if (++seen === nextFull) [full, nextFull] = nowFull(full, fits);
        }
        if (missing === 0) continue;
        there[url] = -1;
        do {
          const size = 31 - Math.clz32(missing);
          const bit = 1 << size;
          missing ^= bit;
          const slot = (starts[size] + victims[size].next()) | 0;
          there[entries[slot]] ^= bit;
          entries[slot] = url;
          evictions[size]++;
        } while (missing !== 0);
      }
      filling.keep(seen, full, nextFull);
    };
  });
}

/** What a pass works on. */
interface Rooms {
  /** Sizes of the pass. */
  readonly fits: readonly number[];
  /**
   * The entries of all sizes in one array: those of size i are starts[i] .. ends[i]. As URLs are numbered as they turn
   * up, a cache is filled by 0, 1, .. k - 1: so it stands here.
   */
  readonly entries: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly evictions: Uint32Array;
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

/** @param passOf given the rooms, what bounds URLs, and the number of its first size @returns goes on with requests */
function inPasses(
  { sizes, urls }: Pick<PassSetting, "sizes" | "urls">,
  passOf: (rooms: Rooms, urls: number, first: number) => (requests: Uint32Array) => void,
): CurvePass {
  if (urls > MOST_URLS) throw problem.option`these curves take up to 2^30 URLs; ${got(urls)}: sample them`;
  const evicting = sizes.filter((size) => size < urls);
  const passes: { readonly rooms: Rooms; readonly first: number; readonly add: (requests: Uint32Array) => void }[] = [];
  for (let first = 0; first < evicting.length; ) {
    const rooms = roomsFor(fitting(evicting.slice(first, first + MOST_SIZES)));
    passes.push({ rooms, first, add: passOf(rooms, urls, first) });
    first += rooms.fits.length;
  }
  let seen = 0;
  return {
    add(requests) {
      for (const { add } of passes) add(requests);
      for (let i = 0; i < requests.length; i++) if (requests[i] === seen) seen++;
    },
    misses() {
      // what holds every URL misses each once
      const misses = Float64Array.from(sizes, () => seen);
      for (const { rooms, first } of passes)
        rooms.fits.forEach((size, i) => {
          misses[first + i] = Math.min(size, seen) + rooms.evictions[i];
        });
      return misses;
    },
  };
}

function roomsFor(fits: readonly number[]): Rooms {
  const ends = Int32Array.from(fits);
  for (let i = 1; i < fits.length; i++) ends[i] += ends[i - 1];
  const starts = ends.map((end, i) => end - fits[i]);
  const entries = new Int32Array(ends[fits.length - 1]);
  for (let i = 0; i < fits.length; i++)
    for (let slot = starts[i]; slot < ends[i]; slot++) entries[slot] = slot - starts[i];
  return { fits, entries, starts, ends, evictions: new Uint32Array(fits.length) };
}

/** The first sizes, one or more, whose entries a signed word can number. */
function fitting(sizes: readonly number[]): readonly number[] {
  let entries = 0;
  const most = sizes.findIndex((size) => (entries += size) >= 2 ** 31);
  return most < 0 ? sizes : sizes.slice(0, Math.max(1, most));
}
