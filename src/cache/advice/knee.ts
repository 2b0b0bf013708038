import { problem, shown } from "../../base/error.js";

/** Miss rates of one policy by size. */
export interface MissRates {
  /** Entries, ascending, each once. */
  readonly sizes: readonly number[];
  /** In [0, 1], one per size. */
  readonly missRates: readonly number[];
}

/** Where a curve falls, and whether it has a critical region at all. Sizes in entries, shares in [0, 1]. */
export type Knee =
  | {
      /**
       * "region": a stretch of the curve falls much steeper than what is around it. "jump": most of the fall lies
       * between two sizes.
       */
      readonly kind: "region" | "jump";
      /** The critical region: from here on the curve falls steeply, .. */
      readonly from: number;
      /** .. and from here on little is gained. */
      readonly to: number;
      /**
       * Where nine tenths of the fall between `from` and `to` are made, between sizes by interpolation; of a jump,
       * `to`.
       */
      readonly knee: number;
      /** Miss rates at `from` and at `to`. */
      readonly plateau: number;
      readonly floor: number;
      /** Miss rate lost per doubling where the curve is steepest. */
      readonly steepest: number;
    }
  | {
      readonly kind: "none";
      /** Why there is none, as a sentence goes on: "the curve falls evenly". */
      readonly reason: string;
    };

/** A step belongs to the region when it falls at least by this share of the steepest. */
const STEEP = 0.5;
/** Times that the region falls faster than what is left and right of it. */
const CONTRAST = 2;
/** Most of the curve's doublings that a region takes. */
const WIDEST = 0.5;
/** Share of the whole fall that a jump makes. */
const JUMP = 0.5;
/** Share of the region's fall that is made at the knee. */
const MADE = 0.9;
/** A curve that falls by less has nothing to show. */
const LEAST_FALL = 0.005;

/**
 * The critical region of a curve, "the most sensible choice of the cache size", Broder et al. 2003, section 5.2, who
 * read it off their pictures; these rules read it off the numbers.
 *
 * The curve is taken at each doubling from the smallest size to the first that holds all URLs, linear in log2 of the
 * size in between. Slope is miss rate lost per doubling. Steps that fall at least half as steeply as the steepest make
 * up runs; the region is the run with the greatest fall. It counts as one if it takes at most half of the doublings,
 * and if it falls at least twice as steeply as the stretches before and after it, each as many doublings long as itself
 * where there are so many; behind it there is at least one doubling before all URLs fit, or its floor was not seen.
 * Where one step makes half of the whole fall, or more, that is a jump, whatever comes behind.
 *
 * @param distinct URLs of the trace: a cache of so many misses first requests only
 */
export function kneeOf(curve: MissRates, distinct: number): Knee {
  const { sizes, missRates } = curve ?? ({} as Partial<MissRates>);
  if (!Array.isArray(sizes) || missRates?.length !== sizes.length || !(distinct >= 0))
    throw problem.option`kneeOf takes one curve, { sizes, missRates }, and the number of its URLs; found ${shown(sizes)}, ${shown(missRates)} and ${shown(distinct)}`;
  const none = (reason: string): Knee => ({ kind: "none", reason });
  const last = Math.min(distinct, sizes[sizes.length - 1]);
  const doublings = Math.floor(Math.log2(last / sizes[0]));
  if (!(doublings >= 3)) return none("there are too few sizes below the number of URLs");
  if (sizes.some((size, i) => i > 0 && sizes[i - 1] < last && size > 4.001 * sizes[i - 1]))
    return none("the sizes are too far apart to tell; ask for each doubling");
  const steps = Array.from({ length: doublings + 1 }, (_, i) => sizes[0] * 2 ** i);
  if (steps[doublings] < last) steps.push(last);
  const fits = sizes.findIndex((size) => size >= distinct);
  const rates = steps.map((size) => (size === distinct ? missRates[fits] : missRateAt({ sizes, missRates }, size)));
  const slopes = steps.slice(1).map((size, i) => (rates[i] - rates[i + 1]) / Math.log2(size / steps[i]));
  const whole = rates[0] - rates[rates.length - 1];
  if (whole < LEAST_FALL)
    return none("the curve is flat: larger caches gain nothing, for URLs hardly ever come back, or at once");
  const [from, to] = steepestRun(slopes, rates);
  const fall = rates[from] - rates[to];
  const slopeOver = (a: number, b: number) => (rates[a] - rates[b]) / Math.log2(steps[b] / steps[a]);
  const region = (kind: "region" | "jump"): Knee => ({
    kind,
    from: steps[from],
    to: steps[to],
    knee:
      kind === "jump"
        ? steps[to]
        : sizeReaching(steps.slice(from, to + 1), rates.slice(from, to + 1), rates[from] - MADE * fall),
    plateau: rates[from],
    floor: rates[to],
    steepest: Math.max(...slopes),
  });
  if (from === 0 && sizes[0] > 1)
    return none("the curve falls from the smallest size on, and what comes before is not seen");
  if (to - from === 1 && fall >= JUMP * whole) return region("jump");
  const width = to - from;
  if (width > WIDEST * (steps.length - 1)) return none("the curve falls evenly: each doubling gains about as much");
  const own = slopeOver(from, to);
  if (from > 0 && own < CONTRAST * slopeOver(Math.max(0, from - width), from))
    return none("the curve falls evenly: its steepest part comes gradually");
  if (steps[to] * 2 > last)
    return none(
      last < distinct
        ? "the curve still falls at the largest size asked for"
        : "the curve falls steeper and steeper until all URLs fit",
    );
  if (own < CONTRAST * slopeOver(to, Math.min(steps.length - 1, to + width)))
    return none("the curve falls evenly: its steepest part does not end");
  return region("region");
}

/** Miss rate at any size, linear in log2 of the size between those asked for; the nearest beyond them. */
export function missRateAt({ sizes, missRates }: MissRates, size: number): number {
  const after = sizes.findIndex((each) => each >= size);
  if (after === 0) return missRates[0];
  if (after < 0) return missRates[sizes.length - 1];
  const share = Math.log2(size / sizes[after - 1]) / Math.log2(sizes[after] / sizes[after - 1]);
  return missRates[after - 1] + share * (missRates[after] - missRates[after - 1]);
}

/** The run of steep steps that falls most: indices of its first and last size. */
function steepestRun(slopes: readonly number[], rates: readonly number[]): [number, number] {
  const steep = STEEP * Math.max(...slopes);
  let best: [number, number] = [0, 0];
  for (let from = 0; from < slopes.length; from++) {
    let to = from;
    while (to < slopes.length && slopes[to] >= steep) to++;
    if (to > from && rates[from] - rates[to] > rates[best[0]] - rates[best[1]]) best = [from, to];
    from = to;
  }
  return best;
}

/** Where a falling stretch first reaches a rate. */
function sizeReaching(sizes: readonly number[], rates: readonly number[], rate: number): number {
  const after = rates.findIndex((each, i) => i > 0 && each <= rate);
  const share = (rates[after - 1] - rate) / (rates[after - 1] - rates[after]);
  return sizes[after - 1] * 2 ** (share * Math.log2(sizes[after] / sizes[after - 1]));
}
