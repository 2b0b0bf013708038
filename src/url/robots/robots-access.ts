import { parseUrl } from "../parse.js";
import { parseRobots, type RobotsFile, RobotsRules } from "./robots.js";
import { comparableUrl, pathOf } from "./robots-rules.js";

/** What is known of a host's robots.txt, and for how long. Times in milliseconds since 1970. */
export type RobotsVerdict = (
  | { readonly kind: "rules"; readonly rules: RobotsFile; readonly body: Uint8Array }
  | { readonly kind: "allow-all" }
  | { readonly kind: "disallow-all" }
) & {
  readonly fetchedAt: number;
  /** From then on the file is to be fetched again before a page is. */
  readonly expiresAt: number;
};

/** A verdict as it is stored: without what can be read from the bytes again. */
export interface SavedVerdict {
  readonly kind: RobotsVerdict["kind"];
  /** The file; only where `kind` is "rules". */
  readonly body?: Uint8Array;
  readonly fetchedAt: number;
  readonly expiresAt: number;
}

/**
 * How a request for robots.txt ended: with a response of any status, or without one. A file that is not whole is none.
 */
export type RobotsResponse =
  | {
      readonly status: number;
      /** Value of the Location header. */
      readonly location?: string;
      /** Content codings undone. */
      readonly body: Uint8Array;
    }
  | { readonly fault: string };

export interface RobotsAccessOptions {
  /**
   * What 401 and 403 mean. RFC 9309, section 2.3.1.3, and Google today: no rules, so everything may be crawled
   * ("allow", the default). The draft of 1996, Python's urllib and Nutch before them: nothing may.
   */
  readonly unauthorized?: "allow" | "disallow";
  /** Milliseconds a verdict holds; default: 24 hours, the longest of RFC 9309, section 2.4. */
  readonly freshFor?: number;
  /** Milliseconds until a host is asked again whose robots.txt could not be had; default: 1 hour. */
  readonly retryAfter?: number;
  /** Redirects in a row that are followed; default: 5, the fewest of RFC 9309, section 2.3.1.2. */
  readonly redirects?: number;
  /** Are redirects back to a URL already asked followed, too? With the cookies that came meanwhile it may answer. */
  readonly back?: boolean;
}

/**
 * Bytes of a robots.txt that are read: 500 KiB, the fewest of RFC 9309, section 2.5, and what Google reads. Fetch one
 * more, to know that there is more.
 */
export const ROBOTS_BYTES = 500 * 1024;

const HOUR = 3_600_000;

/** What to do after a response: ask another URL, or be done. */
export type RobotsStep = { readonly follow: string } | { readonly verdict: RobotsVerdict };

/**
 * What a response to a request for robots.txt means: RFC 9309, section 2.3.1.
 *
 * - 2xx: the rules in its body, of which `ROBOTS_BYTES` are read; a line cut by that limit is dropped
 * - redirects with a Location: followed, to other hosts too; the verdict is one on the host that was asked first. After
 *   five in a row, back to a URL already asked (but see `back`), or to what is no http(s) URL: "unavailable", so that
 *   everything is allowed, as section 2.3.1.2 permits
 * - 4xx and other 3xx: unavailable, everything is allowed; but see `unauthorized`
 * - 429, 5xx, other statuses, no response at all, and a file that is cut off or cannot be decoded: unreachable. Nothing
 *   is allowed until the file is asked for again, after `retryAfter`. 429 is so taken by Google; the RFC counts it
 *   among 4xx. The RFC lets a crawler allow everything after 30 days of that: not done
 *
 * @param asked URLs asked in a row, the first that of the host's robots.txt, the last the one that brought `response`
 * @param now milliseconds since 1970
 */
export function robotsStep(
  asked: readonly string[],
  response: RobotsResponse,
  now: number,
  options: RobotsAccessOptions = {},
): RobotsStep {
  const { unauthorized = "allow", freshFor = 24 * HOUR, retryAfter = HOUR, redirects = 5, back = false } = options;
  const settled = (kind: "allow-all" | "disallow-all", holds: number): RobotsStep => ({
    verdict: { kind, fetchedAt: now, expiresAt: now + holds },
  });
  if ("fault" in response) return settled("disallow-all", retryAfter);
  const { status, location, body } = response;
  if (status >= 200 && status < 300) {
    const read = wholeLines(body, ROBOTS_BYTES);
    return { verdict: restoreVerdict({ kind: "rules", body: read, fetchedAt: now, expiresAt: now + freshFor }) };
  }
  if (status === 429 || status < 300 || status >= 500) return settled("disallow-all", retryAfter);
  if (status >= 300 && status < 400) {
    const next = REDIRECTS.includes(status) ? target(location, asked.at(-1)) : undefined;
    const follow = next !== undefined && asked.length <= redirects && (back || !asked.includes(next));
    return follow ? { follow: next } : settled("allow-all", freshFor);
  }
  if ((status === 401 || status === 403) && unauthorized === "disallow") return settled("disallow-all", freshFor);
  return settled("allow-all", freshFor);
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

function target(location: string | undefined, from: string | undefined): string | undefined {
  const url = location === undefined ? undefined : parseUrl(location, from);
  if (!url) return undefined;
  url.hash = "";
  url.username = ""; // neither is sent, nor part of its host
  url.password = "";
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
}

/** The first `limit` bytes, less the line that the limit cuts. */
function wholeLines(body: Uint8Array, limit: number): Uint8Array {
  if (body.length <= limit) return body;
  const end = Math.max(body.lastIndexOf(0x0a, limit), body.lastIndexOf(0x0d, limit));
  return body.slice(0, end < 0 ? limit : end + 1);
}

/** A verdict from what was stored of it. */
export function restoreVerdict({ kind, body = new Uint8Array(), fetchedAt, expiresAt }: SavedVerdict): RobotsVerdict {
  return kind === "rules"
    ? { kind, rules: parseRobots(body), body, fetchedAt, expiresAt }
    : { kind, fetchedAt, expiresAt };
}

const nothing = new RobotsRules([]);
const everything = new RobotsRules([{ allow: false, pattern: "/", line: 0, text: "" }]);

/** The rules that a verdict lays on one agent (see `RobotsFile.rulesFor`), for `mayFetch`. */
export function rulesUnder(verdict: RobotsVerdict, agent: string): RobotsRules {
  if (verdict.kind === "rules") return verdict.rules.rulesFor(agent).comparable();
  return verdict.kind === "allow-all" ? nothing : everything;
}

/**
 * May a crawler fetch this URL? As RFC 9309 has it in two points that Google's parser leaves to its caller: robots.txt
 * itself may always be fetched (section 2.2.2), and escapes are compared by what they stand for (2.2.2, 2.2.3):
 * "Disallow: /%7Eme" is about "/~me" too.
 *
 * @param rules what `rulesUnder` gave
 * @param url absolute, as the WHATWG parser serialises it
 */
export const mayFetch = (rules: RobotsRules, url: string): boolean =>
  rules.allows(comparableUrl(url)) || pathOf(url) === "/robots.txt";
