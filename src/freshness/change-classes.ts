import type { Random } from "../base/random.js";

/**
 * Changes per day, and share of the pages: daily, weekly, monthly, every four months, yearly. Cho and Garcia-Molina
 * 2003.
 */
export const CHANGE_CLASSES = [
  { perDay: 1, share: 0.23 },
  { perDay: 1 / 7, share: 0.15 },
  { perDay: 1 / 30, share: 0.16 },
  { perDay: 1 / 120, share: 0.16 },
  { perDay: 1 / 365, share: 0.3 },
] as const;

/** Changes per day of a class, drawn by the shares. */
export function drawClass(random: Random): number {
  let left = random.next();
  for (const { perDay, share } of CHANGE_CLASSES) {
    left -= share;
    if (left < 0) return perDay;
  }
  return CHANGE_CLASSES[CHANGE_CLASSES.length - 1].perDay;
}
