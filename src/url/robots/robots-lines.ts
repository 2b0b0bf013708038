/** What a line of robots.txt says; "other" is a key that means nothing here. */
export type RobotsKey = "user-agent" | "allow" | "disallow" | "sitemap" | "crawl-delay" | "other";

/** Receives the lines that have a key. `value` has one character per byte; `number` counts from 1. */
export type RobotsLineListener = (key: RobotsKey, value: string, number: number, line: string) => void;

/** Bytes of a line that are read, as in Google's parser: 8 times the longest URL of old browsers, less one. */
export const ROBOTS_LINE_BYTES = 2083 * 8 - 1;

const LF = 0x0a;
const CR = 0x0d;

/**
 * Beginnings of keys, longest first where one is another's beginning; misspellings are those that Google's parser
 * accepts.
 */
const KEYS: readonly (readonly [beginning: string, key: RobotsKey])[] = [
  ["user-agent", "user-agent"],
  ["useragent", "user-agent"],
  ["user agent", "user-agent"],
  ["allow", "allow"],
  ["disallow", "disallow"],
  ["dissallow", "disallow"],
  ["dissalow", "disallow"],
  ["disalow", "disallow"],
  ["diasllow", "disallow"],
  ["disallaw", "disallow"],
  ["sitemap", "sitemap"],
  ["site-map", "sitemap"],
  ["crawl-delay", "crawl-delay"],
  ["crawldelay", "crawl-delay"],
  ["crawl delay", "crawl-delay"],
];
const LONGEST_KEY = 11;

/**
 * Takes robots.txt apart into keys and values: RFC 9309, section 2.2, and where that is silent Google's parser
 * (github.com/google/robotstxt).
 *
 * Lines end in CR, LF or both. A byte order mark in UTF-8, whole or in part, is passed over. A line counts up to its
 * first NUL and up to `ROBOTS_LINE_BYTES`; "#" begins a comment. The key ends at the first colon; where there is none,
 * at the white space between exactly two words. Keys are told by how they begin, in letters of either case.
 *
 * @param text one character per byte
 *
 * Linear in the text.
 */
export function readRobotsLines(text: string, listener: RobotsLineListener): void {
  let start = 0;
  while (start < 3 && text.charCodeAt(start) === "\u00ef\u00bb\u00bf".charCodeAt(start)) start++;
  for (let number = 1; ; number++) {
    let end = start;
    let cut = -1;
    for (; end < text.length; end++) {
      const byte = text.charCodeAt(end);
      if (byte === LF || byte === CR) break;
      if ((byte === 0x23 || byte === 0) && cut < 0) cut = end;
    }
    readLine(text, start, Math.min(cut < 0 ? end : cut, start + ROBOTS_LINE_BYTES), number, listener);
    if (end >= text.length) return;
    start = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
  }
}

function readLine(text: string, start: number, end: number, number: number, listener: RobotsLineListener): void {
  const from = skipSpace(text, start, end);
  const to = trimSpace(text, from, end);
  if (from === to) return;
  let separator = from;
  while (separator < to && text.charCodeAt(separator) !== 0x3a) separator++;
  if (separator === to) separator = gapBetweenTwoWords(text, from, to);
  const keyEnd = trimSpace(text, from, separator);
  if (separator < 0 || keyEnd === from) return;
  const value = text.slice(skipSpace(text, separator + 1, to), to);
  listener(keyOf(text.slice(from, Math.min(keyEnd, from + LONGEST_KEY))), value, number, text.slice(from, to));
}

/** Where the blanks and tabs between the only two words of a line begin; -1 when there are not two words. */
function gapBetweenTwoWords(text: string, from: number, to: number): number {
  let gap = -1;
  let words = 1;
  for (let at = from + 1; at < to; at++) {
    if (!isBlank(text.charCodeAt(at))) continue;
    if (gap < 0) gap = at;
    if (!isBlank(text.charCodeAt(at + 1)) && ++words > 2) return -1;
  }
  return gap;
}

function keyOf(text: string): RobotsKey {
  const lower = text.toLowerCase();
  for (const [beginning, key] of KEYS) if (lower.startsWith(beginning)) return key;
  return "other";
}

const isBlank = (byte: number) => byte === 0x20 || byte === 0x09;
/** White space of C: HT, LF, VT, FF, CR and space. */
export const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function trimSpace(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}
