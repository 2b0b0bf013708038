import { loadPackage } from "../base/load-package.js";

const SLASH = 0x2f;
const COLON = 0x3a;
const AT = 0x40;
const DOT = 0x2e;

/** Where the host name of a URL stands among its bytes. */
export interface Span {
  start: number;
  end: number;
}

/**
 * Finds the host in an absolute URL `bytes[start .. end)`: what stands between "://" and the next "/", "?", "#" or "\",
 * less user information and port. A URL without "://" has the empty host. Bytes are not checked: any sequence has a
 * host, if an empty one.
 *
 * @param span receives the place; handed in so that millions of calls make no garbage
 */
export function hostSpan(bytes: Uint8Array, start: number, end: number, span: Span): void {
  let at = start;
  while (at + 2 < end && !(bytes[at] === COLON && bytes[at + 1] === SLASH && bytes[at + 2] === SLASH)) {
    if (endsAuthority(bytes[at])) at = end; // "/a?u=http://b" has no host
    at++;
  }
  if (at + 2 >= end) {
    span.start = end;
    span.end = end;
    return;
  }
  at += 3;
  let from = at;
  let port = -1;
  let to = at;
  for (; to < end && !endsAuthority(bytes[to]); to++) {
    if (bytes[to] === AT) {
      from = to + 1;
      port = -1;
    } else if (bytes[to] === COLON) port = to;
    else if (bytes[to] === 0x5d) port = -1; // "]" closes an IPv6 address, whose colons are no port
  }
  span.start = from;
  span.end = port >= 0 ? port : to;
}

const endsAuthority = (byte: number) => byte === SLASH || byte === 0x3f || byte === 0x23 || byte === 0x5c;

const lower = (byte: number) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte);

/** Host name of a URL as text, lower case: "www.example.org"; "" when there is none. */
export function hostOf(url: string | Uint8Array): string {
  const bytes = typeof url === "string" ? Buffer.from(url) : url;
  const span = { start: 0, end: 0 };
  hostSpan(bytes, 0, bytes.length, span);
  return Buffer.from(bytes.buffer, bytes.byteOffset + span.start, span.end - span.start)
    .toString()
    .toLowerCase();
}

/**
 * Registered domain of a host: "example.co.uk" for "a.example.co.uk" (public suffix list, private section included,
 * through tldts). A host without one (localhost, IP addresses) stands for itself.
 */
export function registeredDomain(host: string): string {
  return domainOf(host) ?? host;
}

/**
 * Scheme, host and port of a canonical URL: "https://example.org:8080" of "https://example.org:8080/a?b". About 50 ns.
 */
export function originOf(url: string): string {
  const end = url.indexOf("/", url.indexOf("://") + 3);
  return end < 0 ? url : url.slice(0, end);
}

/**
 * Host name of an origin, or of a canonical URL, which holds no user information: "example.org" of
 * "https://example.org:8080", and of "https://example.org.", which is the same host.
 */
export function hostOfOrigin(origin: string): string {
  const from = origin.indexOf("://") + 3;
  let to = from;
  for (let inBrackets = false; to < origin.length; to++) {
    const char = origin.charCodeAt(to);
    if (char === 0x5b) inBrackets = true;
    else if (char === 0x5d) inBrackets = false;
    else if (char === SLASH || (char === COLON && !inBrackets)) break;
  }
  if (to > from + 1 && origin.charCodeAt(to - 1) === DOT) to--;
  return origin.slice(from, to);
}

/** Do two URLs belong together? What `dn(K) = dn(K')` asks (Dorosz, section 2.3). */
export type SameDomain = (a: Uint8Array, aStart: number, aEnd: number, b: Uint8Array) => boolean;

const spanA: Span = { start: 0, end: 0 };
const spanB: Span = { start: 0, end: 0 };

/** Equal host names, letters of either case alike. `b` is a whole URL, the first is `a[aStart .. aEnd)`. */
export const sameHost: SameDomain = (a, aStart, aEnd, b) => {
  hostSpan(a, aStart, aEnd, spanA);
  hostSpan(b, 0, b.length, spanB);
  const length = spanA.end - spanA.start;
  if (length !== spanB.end - spanB.start) return false;
  for (let i = 0; i < length; i++) {
    if (lower(a[spanA.start + i]) !== lower(b[spanB.start + i])) return false;
  }
  return true;
};

/**
 * Equal registered domains: "a.example.co.uk" and "example.co.uk" (public suffix list, private section included,
 * through tldts). Hosts without one (localhost, IP addresses, bytes that are no UTF-8) stand for themselves.
 */
export const sameRegisteredDomain: SameDomain = (a, aStart, aEnd, b) => {
  if (sameHost(a, aStart, aEnd, b)) return true;
  const domain = registered(a.subarray(aStart, aEnd));
  return domain !== undefined && domain === registered(b);
};

function registered(url: Uint8Array): string | undefined {
  const host = hostOf(url);
  return host.includes("\ufffd") ? undefined : (domainOf(host) ?? undefined);
}

/** Of tldts, whose list of suffixes takes 40 ms to load. */
function domainOf(host: string): string | null {
  getDomain ??= loadPackage<typeof import("tldts")>("tldts").getDomain;
  return getDomain(host, { allowPrivateDomains: true });
}

let getDomain: typeof import("tldts").getDomain | undefined;
