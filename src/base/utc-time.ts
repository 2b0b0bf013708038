/**
 * Milliseconds since 1970 of a time in UTC; undefined for one that there is not, such as 30 February, which `Date.UTC`
 * takes for a later one. The second 60 is a leap second: the first of the next minute.
 *
 * @param month from 0 to 11
 */
export function utcTime(
  year: number,
  month: number,
  day: number,
  [hours, minutes, seconds]: readonly number[],
): number | undefined {
  const midnight = Date.UTC(year, month, day);
  const isDay = month >= 0 && day >= 1 && new Date(midnight).getUTCDate() === day;
  if (!isDay || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  return midnight + 1000 * (3600 * hours + 60 * minutes + seconds);
}
