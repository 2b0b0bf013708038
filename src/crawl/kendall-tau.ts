import { got, problem } from "../base/error.js";
import { requireList } from "../base/require-list.js";

/**
 * Kendall's tau-b of two lists of measurements: how far they put the same things in the same order, from -1 (reversed)
 * over 0 (unrelated) to 1 (the same). Kendall 1945: concordant less discordant pairs, over the root of (pairs that do
 * not tie in `first`) times (pairs that do not tie in `second`). By the algorithm of Knight 1966 (Journal of the
 * American Statistical Association 61): sorted by the first, the discordant pairs are the exchanges of a merge sort by
 * the second.
 *
 * @param first as long as `second`: entry i of both belongs together; no NaN
 * @returns undefined where all entries of a list are equal, or there are fewer than two
 * @throws "option" for lists of different length, or a NaN in them
 *
 * O(n log n), 20 bytes per entry.
 */
export function kendallTau(first: ArrayLike<number>, second: ArrayLike<number>): number | undefined {
  for (const each of [first, second]) requireList("kendallTau takes two lists of numbers", each);
  const size = first.length;
  if (second.length !== size)
    throw problem.option`kendallTau takes lists of one length; ${got(size)} and ${second.length} entries`;
  for (let i = 0; i < size; i++)
    if (Number.isNaN(first[i]) || Number.isNaN(second[i]))
      throw problem.option`kendallTau takes numbers; entry ${i} of a list is NaN`;
  const order = Uint32Array.from({ length: size }, (_, i) => i).sort(
    (a, b) => first[a] - first[b] || second[a] - second[b],
  );
  const values = Float64Array.from(order, (i) => second[i]);
  const tiedFirst = pairsTied(size, (i, j) => first[order[i]] === first[order[j]]);
  const tiedBoth = pairsTied(size, (i, j) => first[order[i]] === first[order[j]] && values[i] === values[j]);
  const exchanges = sortCounting(values);
  const tiedSecond = pairsTied(size, (i, j) => values[i] === values[j]);
  const pairs = pairsOf(size);
  const [untiedFirst, untiedSecond] = [pairs - tiedFirst, pairs - tiedSecond];
  if (untiedFirst === 0 || untiedSecond === 0) return undefined;
  const concordantLessDiscordant = pairs - tiedFirst - tiedSecond + tiedBoth - 2 * exchanges;
  return concordantLessDiscordant / Math.sqrt(untiedFirst * untiedSecond);
}

const pairsOf = (count: number): number => (count * (count - 1)) / 2;

/** Pairs within runs of neighbours that are equal. */
function pairsTied(size: number, areEqual: (i: number, j: number) => boolean): number {
  let tied = 0;
  let begin = 0;
  for (let i = 1; i <= size; i++) {
    if (i < size && areEqual(begin, i)) continue;
    tied += pairsOf(i - begin);
    begin = i;
  }
  return tied;
}

/** Sorts in place by merging runs of 1, 2, 4, ...; counts the pairs that stood the wrong way round. */
function sortCounting(values: Float64Array): number {
  const size = values.length;
  let [from, to]: Float64Array[] = [values, new Float64Array(size)];
  let exchanges = 0;
  for (let run = 1; run < size; run *= 2) {
    for (let begin = 0; begin < size; begin += 2 * run) {
      const middle = Math.min(begin + run, size);
      const end = Math.min(begin + 2 * run, size);
      let [left, right] = [begin, middle];
      for (let k = begin; k < end; k++) {
        if (left < middle && (right === end || from[left] <= from[right])) to[k] = from[left++];
        else {
          exchanges += middle - left;
          to[k] = from[right++];
        }
      }
    }
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from);
  return exchanges;
}
