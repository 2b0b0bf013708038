import { hostSpan, type Span } from "../url/host.js";

const DOT = 0x2e;
/**
 * Stand between the labels of a reversed host name, and behind it: below every byte of a name, so that a domain lies in
 * one piece.
 */
const BETWEEN = 1;
const BEHIND = 0;

const span: Span = { start: 0, end: 0 };

/**
 * Writes the key of a URL by which URLs of one host, and hosts of one domain, lie side by side when keys are sorted
 * bytewise: the host name with its labels in reverse order ("com.example.www", Shkapenyuk and Suel 2001, section 3.3),
 * and then the URL without it. The host is the one `hostSpan` finds; names that hold bytes 0 or 1 count as none.
 *
 * One to one, see `urlOf`; one byte longer than the URL.
 *
 * @param target receives the key from 0
 * @returns its length
 */
export function keyOf(bytes: Uint8Array, start: number, end: number, target: Uint8Array): number {
  hostSpan(bytes, start, end, span);
  let at = 0;
  if (span.end > span.start && isName(bytes, span.start, span.end)) {
    for (let last = span.end; last >= span.start; ) {
      let first = last;
      while (first > span.start && bytes[first - 1] !== DOT) first--;
      for (let i = first; i < last; i++) target[at++] = bytes[i];
      if (first > span.start) target[at++] = BETWEEN;
      last = first - 1;
    }
  } else span.start = span.end = start;
  target[at++] = BEHIND;
  for (let i = start; i < span.start; i++) target[at++] = bytes[i];
  for (let i = span.end; i < end; i++) target[at++] = bytes[i];
  return at;
}

function isName(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] <= BETWEEN) return false;
  return true;
}

/**
 * Writes the URL of a key that `keyOf` made.
 *
 * @param target receives the URL from `at`
 * @returns its length, one less than the key's
 */
export function urlOf(key: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  let behind = start;
  while (key[behind] !== BEHIND) behind++;
  let place = behind + 1;
  if (behind > start) {
    hostSpan(key, behind + 1, end, span); // where the name was taken out is where an empty one stands
    place = span.start;
  }
  let to = at;
  for (let i = behind + 1; i < place; i++) target[to++] = key[i];
  for (let last = behind > start ? behind : -1; last >= start; ) {
    let first = last;
    while (first > start && key[first - 1] !== BETWEEN) first--;
    for (let i = first; i < last; i++) target[to++] = key[i];
    if (first > start) target[to++] = DOT;
    last = first - 1;
  }
  for (let i = place; i < end; i++) target[to++] = key[i];
  return to - at;
}
