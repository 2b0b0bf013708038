/** The mean of a value of (rate, frequency) over all pages. @param weights default: every page counts the same */
export function meanOver(
  value: (rate: number, frequency: number) => number,
  rates: Float64Array,
  frequencies: Float64Array,
  weights?: Float64Array,
): number {
  let sum = 0;
  let total = 0;
  for (let page = 0; page < rates.length; page++) {
    const weight = weights?.[page] ?? 1;
    if (weight > 0) sum += weight * value(rates[page], frequencies[page]);
    total += weight;
  }
  return sum / total;
}
