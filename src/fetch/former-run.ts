import type { UrlId } from "../archive/capture.js";
import { CaptureFlag, NONE } from "../archive/capture-columns.js";
import { contentOf, htmlOf } from "../archive/content.js";
import { openSnapshot, type Snapshot } from "../archive/open-snapshot.js";
import { LinkFlag } from "../archive/page-columns.js";
import { originOf } from "../url/host.js";

/** What a URL led to when it was fetched. */
export interface LedTo {
  /** Links from a start page to it. */
  readonly depth: number;
  /** Links that a crawler follows, in document order. */
  readonly links: readonly { readonly url: string }[];
  /** What the author wrote on the link at an index of `links`; read from the disk when first asked for. */
  anchor(index: number): string;
  /** Links on the page, those that are not followed included; undefined for what is no page. */
  readonly references: number | undefined;
  readonly redirect: string | undefined;
  /** HTML as text, as it was when it came; "" for what is no page. */
  html(): Promise<string>;
}

/** What the snapshot of a crawl tells about the runs before this one. */
export interface FormerRun {
  /** URLs that were fetched and stored, robots.txt files not counted. */
  readonly fetched: number;
  /** Are the bodies of all pages there? */
  readonly hasTexts: boolean;
  isCaptured(id: UrlId): boolean;
  /** Undefined for a URL that was not fetched. */
  ledTo(id: UrlId): LedTo | undefined;
}

export interface FormerRunOptions {
  readonly obeyNofollow: boolean;
  /** Bytes of a body once decoded, at the most. */
  readonly bodyLimit: number;
}

const NOT_MODIFIED = 304;

/** Reads what was committed. About 4 bytes per URL and per link that is looked at. */
export async function formerRun(folder: string, { obeyNofollow, bodyLimit }: FormerRunOptions): Promise<FormerRun> {
  const snapshot = await openSnapshot(folder);
  const { columns, urls } = snapshot;
  const captured = columns.u32("capture.url");
  const statuses = columns.u16("capture.status");
  const redirects = columns.u32("capture.redirect");
  const lengths = columns.u32("capture.length");
  const depths = columns.u16("capture.depth");
  const flags = columns.u8("capture.flags");
  const rows = new Int32Array(urls.size).fill(-1);
  let fetched = 0;
  for (let row = captured.length - 1; row >= 0; row--) {
    const url = captured[row];
    if (isRobotsTxt(urls.at(url))) continue;
    if (rows[url] === -1) fetched++;
    else if (statuses[row] === NOT_MODIFIED) continue; // the page stands in the row behind it
    rows[url] = row;
  }
  return {
    fetched,
    hasTexts: columns.u32("page.capture").every((row) => lengths[row] > 0),
    isCaptured: (id) => id < rows.length && rows[id] >= 0,
    ledTo(id) {
      const row = id < rows.length ? rows[id] : -1;
      if (row < 0) return undefined;
      const page = snapshot.pageOf(row);
      const redirect = redirects[row] === NONE ? undefined : urls.at(redirects[row]);
      const depth = depths[row];
      if (page < 0)
        return { depth, links: [], anchor: () => "", references: undefined, redirect, html: async () => "" };
      const places = flags[row] & CaptureFlag.unfollowed ? [] : followed(snapshot, page, obeyNofollow);
      const targets = snapshot.pageLinks(page);
      let anchors: readonly string[] | undefined;
      return {
        depth,
        links: places.map((place) => ({ url: urls.at(targets[place]) })),
        anchor: (index) => (anchors ??= snapshot.anchorsOf(page))[places[index]],
        references: targets.length,
        redirect,
        async html() {
          const exchange = snapshot.exchange(row);
          return htmlOf(await contentOf(exchange, bodyLimit), exchange.head).text;
        },
      };
    },
  };
}

/** Links of a stored page that a crawler follows: where they stand among all of its links. */
function followed(snapshot: Snapshot, page: number, obeyNofollow: boolean): readonly number[] {
  const first = snapshot.firstLinks[page];
  const places = Array.from(snapshot.pageLinks(page), (_, place) => place);
  if (!obeyNofollow) return places;
  const flags = snapshot.columns.u8("link.flags");
  return places.filter((place) => (flags[first + place] & LinkFlag.nofollow) === 0);
}

/** Is it the file of its host, rather than a page of such a name? */
export const isRobotsTxt = (url: string): boolean => url === `${originOf(url)}/robots.txt`;
