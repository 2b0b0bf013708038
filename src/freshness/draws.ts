import type { Random } from "../base/random.js";

/** Exponential with mean 1. */
export const exponential = (random: Random): number => -Math.log1p(-random.next());

/** Standard normal (Box and Muller 1958). */
export const normal = (random: Random): number =>
  Math.sqrt(2 * exponential(random)) * Math.cos(2 * Math.PI * random.next());

/** Gamma with mean and variance `shape`, above 0 (Marsaglia and Tsang 2000). */
export function gammaDraw(shape: number, random: Random): number {
  if (shape < 1) return gammaDraw(shape + 1, random) * (1 - random.next()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log1p(-random.next()) < x * x * 0.5 + d * (1 - v + Math.log(v))) return d * v;
  }
}
