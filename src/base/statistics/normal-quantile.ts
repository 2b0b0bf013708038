/** Newton steps; each doubles the digits that are right. */
const STEPS = 60;

/**
 * The value that a standard normal variable stays below with probability `p`: 1.96 for 0.975.
 *
 * @param p in (0, 1); good to 1e-9 for p within 1e-9 of the ends
 */
export function normalQuantile(p: number): number {
  if (p < 0.5) return -normalQuantile(1 - p);
  let x = 0;
  for (let i = 0; i < STEPS; i++) {
    const step = (p - normalBelow(x)) / density(x);
    x += step;
    if (Math.abs(step) < 1e-14) break;
  }
  return x;
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
