// Numbers as people read them; for tables of many see rows/.

/** 1234567 -> "1,234,567". To load the rules of languages takes 20 ms, which whole numbers need not wait for. */
export const counted = (value: number): string =>
  Number.isSafeInteger(value) ? String(value).replace(/\B(?=(\d{3})+$)/g, ",") : value.toLocaleString("en");

/** 1234.5 -> "1,235". */
export const inWhole = (value: number): string => counted(Math.round(value));

/** 1 -> "1 page", 2000 -> "2,000 pages". */
export const plural = (count: number, noun: string, many = `${noun}s`): string =>
  `${counted(count)} ${count === 1 ? noun : many}`;

/** 0.1234 -> "12.3 %". */
export const inPercent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;

/** 150000 -> "150 kB", 1 -> "1 byte". */
export function inBytes(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9 ? ["GB", 1e9] : bytes >= 1e6 ? ["MB", 1e6] : bytes >= 1e3 ? ["kB", 1e3] : ["byte", 1];
  const shown = Number((bytes / size).toPrecision(3));
  return size === 1 ? plural(shown, unit) : `${shown} ${unit}`;
}
