/** A number with three decimals; one that would round to 0 with its first digit, so that its sign shows: "0.0004". */
export function threeDecimals(value: number): string {
  const text = value.toFixed(3);
  return value !== 0 && Number(text) === 0 ? String(Number(value.toPrecision(1))) : text;
}

/** The ends of an interval: "-0.012 to 0.0004". */
export const intervalText = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `${threeDecimals(low)} to ${threeDecimals(high)}`;
