import type { Span } from "../../url/host.js";

const TAB = 9;
const SPACE = 32;
const DELETE = 127;
const COLON = 58;
const SLASH = 47;

/** Does `bytes[start .. end)` begin as an absolute URL with a host does: scheme, "://", something? */
export function isUrl(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  for (; at < end && bytes[at] !== COLON; at++) if (!isSchemeByte(bytes[at], at === start)) return false;
  if (at === start || at + 3 >= end || bytes[at + 1] !== SLASH || bytes[at + 2] !== SLASH) return false;
  const first = bytes[at + 3];
  return first !== SLASH && first !== 0x3f && first !== 0x23;
}

/** RFC 3986, section 3.1. */
function isSchemeByte(byte: number, isFirst: boolean): boolean {
  const lower = byte | 0x20;
  if (lower >= 0x61 && lower <= 0x7a) return true;
  return !isFirst && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e);
}

/**
 * A column of a line, from 1: parted by single tabs where the line holds a tab, else by runs of spaces; undefined where
 * the line has fewer.
 */
export function columnAt(bytes: Uint8Array, start: number, end: number, column: number): Span | undefined {
  const tab = bytes.indexOf(TAB, start);
  const byTabs = tab >= 0 && tab < end;
  let at = start;
  for (let left = column; ; left--) {
    if (!byTabs) while (at < end && bytes[at] <= SPACE) at++;
    const from = at;
    while (at < end && (byTabs ? bytes[at] !== TAB : bytes[at] > SPACE)) at++;
    if (left === 1) return at > from ? { start: from, end: at } : undefined;
    if (at >= end) return undefined;
    at++;
  }
}

/** What stands between the blanks around a line; undefined where there are blanks in it too, or control characters. */
export function onlyField(bytes: Uint8Array, start: number, end: number): Span | undefined {
  let from = start;
  while (from < end && bytes[from] <= SPACE) from++;
  for (let at = from; at < end; at++) if (bytes[at] <= SPACE || bytes[at] === DELETE) return undefined;
  return { start: from, end };
}

/** The first column that is a URL, from 1; 0: none. */
export function urlColumn(line: Uint8Array): number {
  for (let column = 1; column <= line.length; column++) {
    const span = columnAt(line, 0, line.length, column);
    if (span && isUrl(line, span.start, span.end)) return column;
  }
  return 0;
}
