/** Halvings after which a quantile is known to the last bit that matters. */
const HALVINGS = 80;

/**
 * The value that a variable of Student's t distribution stays below with probability `p`.
 *
 * @param p in (0, 1)
 * @param degrees of freedom, a whole number from 1
 *
 * By halving the interval in which it lies: O(degrees) per halving.
 */
export function tQuantile(p: number, degrees: number): number {
  if (p < 0.5) return -tQuantile(1 - p, degrees);
  let [low, high] = [0, 1];
  while (tBelow(high, degrees) < p) high *= 2;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (tBelow(middle, degrees) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Probability that Student's t lies below `t`, by the finite sums of Abramowitz and Stegun 1964, 26.7.3 and 26.7.4. */
export function tBelow(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = isOdd && degrees === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= ((k - 1) / k) * cosine * cosine;
    sum += term;
  }
  const within = isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
  return 0.5 + within / 2;
}
