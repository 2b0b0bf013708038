import type { Random } from "../../base/random.js";

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** A number from 1 to size - 1 without a common divisor with `size` >= 2. */
export function coprime(size: number, random: Random): number {
  let stride = 1 + random.below(size - 1);
  while (divisor(size, stride) !== 1) stride = 1 + random.below(size - 1);
  return stride;
}

/** The number whose product with `stride` is 1 modulo `size`: Euclid's algorithm. */
export function inverse(stride: number, size: number): number {
  let [r0, r1, t0, t1] = [size, stride % size, 0, 1];
  while (r1 > 0) {
    const quotient = Math.floor(r0 / r1);
    [r0, r1, t0, t1] = [r1, r0 - quotient * r1, t1, t0 - quotient * t1];
  }
  return size === 1 ? 0 : ((t0 % size) + size) % size;
}
