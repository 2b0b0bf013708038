import { murmurMix, murmurStir } from "../base/mix.js";
/**
 * What a draw is for. A draw is a pure function of (seed, lot, numbers), so that what a URL answers does not depend on
 * who asked for what before, and a site restarted is the same site. Append only: a lot that moves changes every site.
 */
export const LOT = {
  hostSize: 1,
  pageBytes: 2,
  pageText: 3,
  linkForm: 4,
  linkFragment: 5,
  wovenHere: 6,
  wovenPlace: 7,
  oddStatus: 8,
  aliasLink: 9,
  location: 10,
  deadHost: 11,
  deadKind: 12,
  slowHost: 13,
  latency: 14,
  robots: 15,
  robotsSection: 16,
  trapHost: 17,
  trapKind: 18,
  trapLink: 19,
  copy: 20,
  transient: 21,
  chunked: 22,
  change: 23,
  session: 24,
  outside: 25,
} as const;

export type Lot = (typeof LOT)[keyof typeof LOT];

/** 32 bits that depend on all of the arguments, 0 <= bits < 2^32. */
export function drawBits(seed: number, lot: Lot, a: number, b = 0): number {
  const state = murmurStir(murmurStir(murmurStir(murmurStir(0x9747b28c, seed), lot), a), b);
  return murmurMix(state) >>> 0;
}

/** Uniform in [0, 1), a multiple of 2^-32. */
export const drawShare = (seed: number, lot: Lot, a: number, b = 0): number => drawBits(seed, lot, a, b) / 4294967296;

/** Uniform integer, 0 <= value < limit; the bias is below limit / 2^32. */
export const drawBelow = (limit: number, seed: number, lot: Lot, a: number, b = 0): number =>
  Math.floor(drawShare(seed, lot, a, b) * limit);

/** Standard normal (Box and Muller 1958). */
export function drawNormal(seed: number, lot: Lot, a: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - drawShare(seed, lot, a, 1)));
  return radius * Math.cos(2 * Math.PI * drawShare(seed, lot, a, 2));
}
