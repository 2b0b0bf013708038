import { got, option, problem } from "../base/error.js";
import { requireList } from "../base/require-list.js";

/**
 * x with 1 - (1 + x) e^-x = y, 0 <= y < 1: at a fetch every x changes, one more gains the share y of what the first one
 * gained. With L = -ln(1 - y) it is the root of x - ln(1 + x) = L: by its series in s = sqrt(2 L) near 0 (that of
 * Lambert's W at its branch point), by Newton's steps from there, or from where it goes to for great L, elsewhere. To
 * twelve digits.
 */
function changesAtGain(y: number): number {
  const loss = -Math.log1p(-y);
  const s = Math.sqrt(2 * loss);
  const near = s * (1 + s * (1 / 3 + s * (1 / 36 + s * (-1 / 270 + s / 4320))));
  if (s < 0.01) return near;
  const isNear = loss < 2;
  let x = isNear ? near : loss + Math.log1p(loss + Math.log1p(loss));
  for (let step = isNear ? 1 : 0; step < 3; step++) x -= ((x - Math.log1p(x) - loss) * (1 + x)) / x;
  return x;
}

/** What a function is worth somewhere, and how steep it is there. */
interface Measured {
  readonly value: number;
  readonly slope: number;
}

/**
 * How often each page is fetched when a fetch more must gain `gain`: those that gain less at any frequency get none.
 * @returns their sum, and its derivative by the logarithm of the gain
 */
function fill(
  rates: Float64Array,
  weights: Float64Array | undefined,
  gain: number,
  frequencies: Float64Array,
): Measured {
  let sum = 0;
  let slope = 0;
  for (let page = 0; page < rates.length; page++) {
    const rate = rates[page];
    const y = (gain * rate) / (weights?.[page] ?? 1);
    if (!(y < 1 && y > 0)) {
      frequencies[page] = 0;
      continue;
    }
    const x = changesAtGain(y);
    const frequency = rate / x;
    frequencies[page] = frequency;
    sum += frequency;
    slope -= (frequency * y * (1 + x)) / ((1 - y) * x * x); // dy/dx = x e^-x, and e^-x = (1 - y) / (1 + x)
  }
  return { value: sum, slope };
}

/**
 * Two points, next to each other or the same, between which a falling function has its root. It is negative without end
 * at `top`; the search steps down to where it is positive, and goes on by Newton's steps, by halves where these leave the
 * bracket or do not halve: the function may fall as steeply as a step.
 */
function rootOf(excess: (at: number) => Measured, top: number): readonly [low: number, high: number] {
  let low = top - 1;
  let high = top;
  let found = excess(low);
  while (found.value < 0) {
    high = low;
    low -= top - low;
    found = excess(low);
  }
  let at = low;
  let before = high - low;
  for (let step = 0; step < 200 && high - low > 4e-16 * Math.abs(high); step++) {
    if (Math.abs(found.value) < 1e-10) return [at, at];
    const next = at - found.value / found.slope;
    const isNewton = next > low && next < high && 2 * Math.abs(next - at) <= before;
    before = isNewton ? Math.abs(next - at) : (high - low) / 2;
    at = isNewton ? next : low + before;
    found = excess(at);
    if (found.value > 0) low = at;
    else high = at;
  }
  return [low, high];
}

/**
 * The frequencies of fetching that make freshness greatest, for pages that change by Poisson processes of known rates
 * and are fetched at equal intervals. Cho and Garcia-Molina 2003, section 4: with a Lagrange multiplier, each page that
 * is fetched at all gains the same by a fetch more, and pages that change too often for their worth are given up.
 *
 * Maximises sum of weight (1 - e^-x) / x, x = rate / frequency, subject to sum of frequency = budget.
 *
 * @param budget fetches per unit of time, 0 or more
 * @param weights what the freshness of each page is worth; default: all the same
 * @returns 0 for pages that never change, and for those that are given up; all 0 where nothing changes
 * @throws "option" for a rate or weight below 0, weights of another length, or a budget below 0
 *
 * O(n) per step, about eight steps: 0.12 s for 100,000 pages.
 */
export function optimalFrequencies(rates: Float64Array, budget: number, weights?: Float64Array): Float64Array {
  check(rates, budget, weights);
  const frequencies = new Float64Array(rates.length);
  if (budget === 0) return frequencies;
  let most = 0;
  for (let page = 0; page < rates.length; page++)
    if (rates[page] > 0) most = Math.max(most, (weights?.[page] ?? 1) / rates[page]);
  if (most === 0) return frequencies;
  const sumAt = (gain: number) => fill(rates, weights, Math.exp(gain), frequencies);
  const excess = (gain: number): Measured => {
    const { value, slope } = sumAt(gain);
    return { value: Math.log(value / budget), slope: slope / value };
  };
  const top = Math.log(most);
  const [low, high] = rootOf(excess, top);
  const enough = sumAt(low).value;
  if (low === high) return frequencies.map((frequency) => (frequency * budget) / enough);
  const richer = frequencies.slice();
  // pages at the margin gain the same at any frequency in between: they get what is left
  const scant = (high === top ? fill(rates, weights, Number.POSITIVE_INFINITY, frequencies) : sumAt(high)).value;
  const share = (budget - scant) / (enough - scant);
  return frequencies.map((frequency, page) => frequency + share * (richer[page] - frequency));
}

/**
 * The same for fetches that come at random: Azar et al. 2018. Maximises sum of weight frequency / (frequency + rate); a
 * page that is fetched gets sqrt(weight rate / gain) - rate.
 *
 * O(n log n), exact.
 */
export function optimalRandomFrequencies(rates: Float64Array, budget: number, weights?: Float64Array): Float64Array {
  check(rates, budget, weights);
  const weightOf = (page: number) => weights?.[page] ?? 1;
  const gains = rates.map((rate, page) => (rate > 0 ? weightOf(page) / rate : 0));
  const order = Uint32Array.from(rates.keys()).sort((a, b) => gains[b] - gains[a] || a - b);
  let roots = 0;
  let sum = budget;
  let scale = 0; // 1 / sqrt(gain)
  for (const page of order) {
    if (gains[page] === 0 || (roots > 0 && scale * Math.sqrt(gains[page]) <= 1)) break;
    roots += Math.sqrt(weightOf(page) * rates[page]);
    sum += rates[page];
    scale = sum / roots;
  }
  return rates.map((rate, page) => (rate > 0 ? Math.max(0, scale * Math.sqrt(weightOf(page) * rate) - rate) : 0));
}

function check(rates: Float64Array, budget: number, weights: Float64Array | undefined): void {
  for (const each of [rates, weights ?? rates]) requireList("rates, and weights if any, are a list of numbers", each);
  if (!(budget >= 0 && Number.isFinite(budget)))
    throw problem.option`${option("budget")} is a number of fetches per unit of time, 0 or more; ${got(budget)}`;
  if (weights && weights.length !== rates.length)
    throw problem.option`each page has one rate and one weight; ${got(rates.length)} and ${weights.length}`;
  for (const [name, values] of Object.entries({ rate: rates, weight: weights ?? [] })) {
    const page = values.findIndex((value) => !(value >= 0 && value < Number.POSITIVE_INFINITY));
    if (page >= 0) throw problem.option`the ${name} of a page is 0 or more; that of page ${page} is ${values[page]}`;
  }
}
