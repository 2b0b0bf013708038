/** Words of an entry: rank, hash and number, the high word of each first, so that entries compare word by word. */
export const WORDS = 6;

/** @param at of the first word. @param rank below 2^53. @param number below 2^53 */
export function putEntry(
  words: Uint32Array,
  at: number,
  rank: number,
  high: number,
  low: number,
  number: number,
): void {
  words[at] = rank / 4294967296;
  words[at + 1] = rank;
  words[at + 2] = high;
  words[at + 3] = low;
  words[at + 4] = number / 4294967296;
  words[at + 5] = number;
}
