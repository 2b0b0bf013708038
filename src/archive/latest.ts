import type { Snapshot } from "./open-snapshot.js";

/**
 * Of the captures that count, the latest of each URL, by the id of that; of equal times the one that stands last. Archives of
 * others may hold an older one behind it: in a file whose name comes later, or as a revisit that waited for its
 * original.
 */
export function latestRows({ columns, captures }: Snapshot, counts: (row: number) => boolean): Map<number, number> {
  const urlOf = columns.u32("capture.url");
  const times = columns.f64("capture.time");
  const latest = new Map<number, number>();
  for (let row = 0; row < captures; row++) {
    if (!counts(row)) continue;
    const known = latest.get(urlOf[row]);
    if (known === undefined || times[row] >= times[known]) latest.set(urlOf[row], row);
  }
  return latest;
}

/** Does no capture stand behind a later one of its URL? */
export function isInOrderOfTime({ columns, urls }: Snapshot): boolean {
  const last = new Float64Array(urls.size);
  const times = columns.f64("capture.time");
  return columns.u32("capture.url").every((url, row) => {
    const isLater = times[row] >= last[url];
    last[url] = times[row];
    return isLater;
  });
}
