import { got, option, problem } from "../base/error.js";

/**
 * Freshness of a page that changes by a Poisson process and is fetched at equal intervals: the share of time, in the
 * long run, in which the copy is what the page is. Cho and Garcia-Molina 2000, section 3: (1 - e^-x) / x with x = rate
 * / frequency.
 *
 * @param rate changes per unit of time
 * @param frequency fetches per unit of time; 0: never again
 */
export function freshnessAt(rate: number, frequency: number): number {
  checkPace(rate, frequency);
  if (rate === 0) return 1;
  if (frequency === 0) return 0;
  const x = rate / frequency;
  return -Math.expm1(-x) / x;
}

/**
 * Age, on the mean, of the copy of such a page: 0 while it is fresh, else the time since the first change that it
 * misses. Cho and Garcia-Molina 2000, section 3: I (1/2 - 1/x + (1 - e^-x) / x^2), with the interval I between two
 * fetches, x = rate I. Below x = 0.01 by the first terms of its series, x/6 - x^2/24, where the formula's own terms
 * cancel.
 */
export function ageAt(rate: number, frequency: number): number {
  checkPace(rate, frequency);
  if (rate === 0) return 0;
  if (frequency === 0) return Number.POSITIVE_INFINITY;
  const x = rate / frequency;
  const share = x < 0.01 ? x / 6 - x ** 2 / 24 + x ** 3 / 120 : 0.5 - 1 / x - Math.expm1(-x) / x ** 2;
  return share / frequency;
}

/**
 * Freshness when fetches come at random, by a Poisson process of their own ("purely random" of Cho and Garcia-Molina
 * 2000; the policies of Azar et al. 2018): frequency / (frequency + rate).
 */
export function freshnessAtRandom(rate: number, frequency: number): number {
  checkPace(rate, frequency);
  return rate === 0 ? 1 : frequency / (frequency + rate);
}

/**
 * Age when fetches come at random: the time since the last one has mean 1 / frequency, and so has what is left of it
 * after a change.
 */
export function ageAtRandom(rate: number, frequency: number): number {
  checkPace(rate, frequency);
  return rate === 0 ? 0 : rate / (frequency + rate) / frequency;
}

/** @throws "option" for what is no number from 0 on: a page cannot change less than never */
function checkPace(rate: number, frequency: number): void {
  for (const [name, value] of Object.entries({ rate, frequency }))
    if (!(Number.isFinite(value) && value >= 0))
      throw problem.option`${option(name)} is a number per unit of time, 0 or more; ${got(value)}`;
}
