import type { PageId } from "../web/graph/graph.js";

/**
 * What a request was for. "alias" is a redirect to a page, "dead" a dead link, "copy" a page under its second URL,
 * "outside" a URL of the rest of the world, "unknown" one that the site does not link to.
 */
export const KINDS = ["page", "robots", "sitemap", "alias", "dead", "copy", "trap", "outside", "unknown"] as const;
export type Kind = (typeof KINDS)[number];

/** What a request says. */
export interface Asked {
  /** GET or HEAD. */
  readonly method: string;
  /** Lower case, without the site's own port. */
  readonly host: string;
  /** Path with query. */
  readonly path: string;
  /** Value of a request header by lower-case name. */
  header(name: string): string | undefined;
}

/** What comes back, and what the log is told about it. */
export interface Answer {
  /** 0 where nothing comes back. */
  readonly status: number;
  readonly kind: Kind;
  /** -1 where it is no page. */
  readonly page: PageId;
  /** robots.txt of the host asks robots not to fetch this. */
  readonly disallowed?: boolean;
  /** "Name: value"; Content-Length, Connection and Transfer-Encoding are the connection's business. */
  readonly headers: readonly string[];
  /** As sent, content coding included. */
  readonly body: Uint8Array;
  /** Sent in chunks. */
  readonly chunked?: boolean;
  /** Bytes per second of the body. */
  readonly rate?: number;
  /** Milliseconds before the first byte. */
  readonly latency?: number;
  /** Instead of all that: the connection is reset, or nothing ever comes. */
  readonly death?: "reset" | "silent";
  /** Words of the status line, where they are not the usual ones. */
  readonly reason?: string;
}

/** What stands behind a port: answers each request, whatever connection it came on. */
export interface Content {
  /** URL of the page that crawls start from. */
  readonly start: string;
  readonly pages: number;
  readonly hosts: number;
  answer(asked: Asked): Answer;
}
