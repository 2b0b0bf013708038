import type { UrlId } from "../../archive/capture.js";

/** A URL that waits to be fetched. */
export interface Waiting {
  readonly id: UrlId;
  readonly url: string;
  /** Links from a start page. */
  readonly depth: number;
  /** Redirects that led here one after the other. */
  readonly hops: number;
  /** Page on which it was found; undefined for start pages, and for what an earlier run found. */
  readonly via?: string;
}

/** A visited page and its links, as orderings are told. */
export interface Revealed {
  readonly page: UrlId;
  /** Ids of all links to URLs in scope, in document order, repeats included. */
  readonly links: readonly UrlId[];
  /** Links on the page, those out of scope included. */
  readonly references: number;
  /**
   * Anchor text of the link at an index of `links`, made when asked for; "" for where a redirect leads. Left out where
   * anchors are not known.
   */
  readonly anchor?: (index: number) => string;
}

/**
 * What waits to be fetched, in the order in which it should be. What it is told in `commit` survives `kill -9`; on
 * opening it hands out again what was not committed as fetched.
 */
export interface Frontier {
  /** How the order is called in reports. */
  readonly label: string;
  /** URLs that wait, those on disk included, those handed out not. */
  readonly size: number;
  /** Adds URLs that were seen for the first time, in document order. */
  discover(found: readonly Waiting[]): void;
  /** Tells the links of a page that was fetched, after `discover`. */
  reveal(visited: Revealed): void;
  /** Hands out the next URL; undefined: none at hand, see `load`. */
  next(): Waiting | undefined;
  /** Is there more where `next` found nothing? Then `load` brings it to hand. */
  readonly more: boolean;
  load(): Promise<void>;
  /** Everything discovered so far is on disk when this resolves. */
  flush(): Promise<void>;
  /** These need not be fetched again: they are on disk, or were given up. */
  commit(done: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
