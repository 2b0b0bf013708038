/**
 * Where on a page a URL stood, as element and attribute; "header" is an HTTP Link header. Stored by position: append
 * only.
 */
export const LINK_SOURCES = [
  "a[href]",
  "area[href]",
  "frame[src]",
  "iframe[src]",
  "link[href]",
  "meta[refresh]",
  "img[src]",
  "img[srcset]",
  "source[src]",
  "source[srcset]",
  "script[src]",
  "form[action]",
  "object[data]",
  "embed[src]",
  "audio[src]",
  "video[src]",
  "video[poster]",
  "track[src]",
  "input[src]",
  "applet[code]",
  "body[background]",
  "cite",
  "longdesc",
  "other",
  "header",
] as const;

export type LinkSource = (typeof LINK_SOURCES)[number];

/**
 * Sources that a person follows from page to page: what "anchors" means as a choice of links, and what makes a web's
 * graph.
 */
export const PAGE_SOURCES: readonly LinkSource[] = [
  "a[href]",
  "area[href]",
  "frame[src]",
  "iframe[src]",
  "meta[refresh]",
];

/** One URL on a page. */
export interface PageLink {
  /** Absolute http(s) URL as the WHATWG parser serialises it, without its fragment. */
  readonly url: string;
  readonly source: LinkSource;
  /**
   * Text within the element (alternative texts of images included), white space collapsed, at most 1,024 UTF-16 units;
   * "" where there is none.
   */
  readonly anchor: string;
  /** rel of the element holds nofollow, ugc or sponsored. */
  readonly nofollow: boolean;
}

/** What pages say to robots: meta elements and X-Robots-Tag headers, for all robots or for this one by name. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

/** What one pass over the text of an HTML page finds. */
export interface ParsedPage {
  /** White space collapsed; "" where there is none. */
  readonly title: string;
  /** What relative URLs were resolved against: the page's URL, or what its first base element says. */
  readonly base: string;
  /** In document order, repeats included; URLs of other schemes left out. */
  readonly links: readonly PageLink[];
  /** link rel=canonical, absolute. */
  readonly canonical?: string;
  readonly robots: RobotsDirectives;
  /** References left out: javascript:, data:, mailto: and other schemes, and texts that are no URL. */
  readonly skipped: number;
}
