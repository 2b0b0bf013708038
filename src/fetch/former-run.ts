import { NONE } from "../snapshot/capture-columns.js";
import { openSnapshot, type Snapshot } from "../snapshot/open-snapshot.js";
import { LinkFlag } from "../snapshot/page-columns.js";
import { originOf } from "../url/host.js";
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
export async function formerRun(folder: string, obeyNofollow: boolean): Promise<FormerRun> {
  const snapshot = await openSnapshot(folder);
  const { columns, urls } = snapshot;
  const captured = columns.u32("capture.url");
  const redirects = columns.u32("capture.redirect");
  const rows = new Int32Array(urls.size).fill(-1);
  let fetched = 0;
  for (let row = captured.length - 1; row >= 0; row--) {
    if (isRobotsTxt(urls.at(captured[row]))) continue;
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
      const links = page < 0 ? [] : followed(snapshot, page, obeyNofollow);
      return { links, redirect: redirects[row] === NONE ? undefined : urls.at(redirects[row]) };
    },
  };
}

/** Links of a stored page that a crawler follows. */
function followed(snapshot: Snapshot, page: number, obeyNofollow: boolean): { readonly url: string }[] {
  const first = snapshot.firstLinks[page];
  const flags = snapshot.columns.u8("link.flags");
  const targets = Array.from(snapshot.pageLinks(page));
  const kept = obeyNofollow ? targets.filter((_, at) => (flags[first + at] & LinkFlag.nofollow) === 0) : targets;
  return kept.map((target) => ({ url: snapshot.urls.at(target) }));
}

/** Is it the file of its host, rather than a page of such a name? */
export const isRobotsTxt = (url: string): boolean => url === `${originOf(url)}/robots.txt`;
