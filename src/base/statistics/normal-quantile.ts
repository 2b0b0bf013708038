/**
 * The value that a standard normal variable stays below with probability `p`: 1.96 for 0.975.
 *
 * By Newton's steps from the middle, which only ever grow towards it, since the density falls: rounding ends them.
 *
 * @param p in (0, 1); good to 1e-9 where `p` is 1e-7 or more from the ends
 */
export function normalQuantile(p: number): number {
  if (p < 0.5) return -normalQuantile(1 - p);
  let x = 0;
  for (;;) {
    const step = (p - normalBelow(x)) / density(x);
    if (!(step > 0)) return x;
    x += step;
  }
}

/**
 * Probability that a standard normal variable lies below `x`, by the series of its density: 1/2 + f(x) (x + x^3/3 +
 * x^5/15 + ...).
 */
export function normalBelow(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + density(x) * sum;
}

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
