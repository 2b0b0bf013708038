import { problem } from "../../base/error.js";
import { checkOptions, list } from "../../base/method.js";
import { Random } from "../../base/random.js";
import { requireList } from "../../base/require-list.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import { requireTrace } from "../../trace/url-trace.js";
import { clock } from "../policy/clock.js";
import { simulate } from "../simulate.js";
import { CircularChaining } from "./circular-chaining.js";
import { clockCache } from "./clock-cache.js";
import { ScatterTable } from "./scatter-table.js";

/** CLOCK at one size, plain and on a scatter table. */
export interface RelocationRow {
  readonly trace: string;
  readonly requests: number;
  /** k, entries. */
  readonly size: number;
  /** Of the fingerprints; 0: the trace's own. */
  readonly seed: number;
  /** Misses of the policy CLOCK, and of CLOCK on direct circular chaining: the same, which is asserted. */
  readonly plain: number;
  /** Misses of CLOCK on a scatter table. */
  readonly scatter: number;
  /** (scatter - plain) / plain. */
  readonly difference: number;
  /** Share of newcomers that came to stand in the victim's place, as all do under plain CLOCK. */
  readonly inPlace: number;
  /** Lists per entry of the scatter table at the end; 1 - 1/e = 0.632 for homes at random and a full table. */
  readonly lists: number;
}

export interface RelocationOptions {
  /** Fingerprints are drawn from these, once for each, in place of the trace's own. */
  readonly seeds?: readonly number[];
}

/**
 * How far CLOCK on a scatter table is from CLOCK: what moves may move past the hand. Broder et al. 2003, section 6,
 * which does not say so.
 *
 * A newcomer takes the victim's place, just behind the hand, only when its list is not empty and the victim was not the
 * first of several; else it stands at its home, or where another entry left, anywhere on the clock, and is looked at
 * after half a turn in the mean. Whoever stood there may go behind the hand in its stead, and is spared a turn. Under
 * independent fingerprints that never hit (FIFO), the list is not empty in 0.62 of the cases, nearly 1 - 1/e, and the
 * victim is the first of several in 0.40, more often than entries are (1 - 2/e = 0.26): 0.37 of the newcomers stay in
 * place (own measurement).
 *
 * @param sizes powers of two
 * @throws "option" for another size, and for a trace without fingerprints where no seeds are given
 */
export function compareWithPlainClock(
  trace: UrlTrace,
  sizes: readonly number[],
  options: RelocationOptions = {},
): RelocationRow[] {
  requireTrace("compareWithPlainClock", trace);
  requireList("compareWithPlainClock takes a list of sizes", sizes);
  checkOptions("compareWithPlainClock", options, { seeds: list });
  const { seeds = [0] } = options;
  const { name, requests } = trace;
  return Array.from(sizes).flatMap((size) => {
    const plain = simulate(trace, clock, size);
    return seeds.map((seed): RelocationRow => {
      const words = fingerprintsOf(trace, seed);
      const chaining = clockCache(new CircularChaining(size, { marks: true }));
      let missed = 0;
      for (const url of requests) if (!chaining.request(words[2 * url + 1], words[2 * url])) missed++;
      if (missed !== plain)
        throw problem.law`CLOCK on direct circular chaining missed ${missed} times, not ${plain}: report this, with ${name}, size ${size}`;
      const { scatter, inPlace, lists } = onScatterTable(requests, words, size);
      return {
        trace: name,
        requests: requests.length,
        size,
        seed,
        plain,
        scatter,
        difference: (scatter - plain) / plain,
        inPlace,
        lists,
      };
    });
  });
}

/** Low word of URL u in [2u], high in [2u + 1]. */
function fingerprintsOf({ name, urls, fingerprints }: UrlTrace, seed: number): Uint32Array {
  if (seed !== 0) {
    const random = new Random(seed);
    return Uint32Array.from({ length: 2 * urls }, () => random.bits());
  }
  if (fingerprints === undefined)
    throw problem.option`the trace ${name} has no fingerprints: draw them, with { seeds: [1] }`;
  return fingerprints;
}

/** CLOCK, call by call, so that it can be seen where newcomers go. */
function onScatterTable(requests: Uint32Array, words: Uint32Array, size: number) {
  const table = new ScatterTable(size, { marks: true });
  let hand = 0;
  let scatter = 0;
  let evictions = 0;
  let stayed = 0;
  for (const url of requests) {
    const entry = table.find(words[2 * url + 1], words[2 * url]);
    if (entry >= 0) {
      table.mark(entry);
      continue;
    }
    scatter++;
    if (table.size < size) {
      table.add(words[2 * url + 1], words[2 * url]);
      continue;
    }
    const victim = table.unmarkFrom(hand);
    hand = (victim + 1) % size;
    evictions++;
    if (table.replace(victim, words[2 * url + 1], words[2 * url]) === victim) stayed++;
  }
  let lists = 0;
  for (let entry = 0; entry < size; entry++) if (table.isFirst(entry)) lists++;
  return { scatter, inPlace: evictions === 0 ? Number.NaN : stayed / evictions, lists: lists / size };
}
