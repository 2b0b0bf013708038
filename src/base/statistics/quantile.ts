/**
 * The value below which the share `q` of `values` lies, by linear interpolation between order statistics (type 7 of
 * Hyndman and Fan 1996).
 *
 * @param q in [0, 1]
 */
export function quantile(values: Iterable<number>, q: number): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return Number.NaN;
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}
