import { NONE } from "../snapshot/capture-columns.js";
import { openSnapshot } from "../snapshot/open-snapshot.js";
import type { Waiting } from "./frontier/frontier.js";

/** What a URL led to when it was fetched. */
export interface LedTo {
  readonly links: readonly { readonly url: string }[];
  readonly redirect: string | undefined;
}

/** What the snapshot of a crawl tells about the runs before this one. */
export interface FormerRun {
  /** URLs that were fetched and stored, robots.txt files not counted. */
  readonly fetched: number;
  isCaptured(id: number): boolean;
  /** Undefined for a URL that was not fetched. */
  ledTo(page: Waiting): LedTo | undefined;
}

/** Reads what was committed. About 4 bytes per URL and per link that is looked at. */
export async function formerRun(folder: string): Promise<FormerRun> {
  const snapshot = await openSnapshot(folder);
  const { columns, urls } = snapshot;
  const captured = columns.u32("capture.url");
  const redirects = columns.u32("capture.redirect");
  const rows = new Int32Array(urls.size).fill(-1);
  let fetched = 0;
  for (let row = captured.length - 1; row >= 0; row--) {
    if (urls.at(captured[row]).endsWith("/robots.txt")) continue;
    if (rows[captured[row]] === -1) fetched++;
    rows[captured[row]] = row;
  }
  return {
    fetched,
    isCaptured: (id) => id < rows.length && rows[id] >= 0,
    ledTo({ id }) {
      const row = id < rows.length ? rows[id] : -1;
      if (row < 0) return undefined;
      const page = snapshot.pageOf(row);
      const links = page < 0 ? [] : Array.from(snapshot.pageLinks(page), (target) => ({ url: urls.at(target) }));
      return { links, redirect: redirects[row] === NONE ? undefined : urls.at(redirects[row]) };
    },
  };
}
