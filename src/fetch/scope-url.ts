import { fnvNext } from "../base/mix.js";

/** Most segments of a path that are kept apart. */
const SEGMENTS = 64;

const SLASH = 0x2f;
const COLON = 0x3a;
const QUESTION = 0x3f;

/**
 * Where the parts of a URL stand, as far as rules of scope ask. One object serves all URLs, so that millions make no
 * garbage.
 */
export interface UrlParts {
  scheme: string;
  host: string;
  /** -1: that of the scheme. */
  port: number;
  pathStart: number;
  /** Of the last segment. */
  lastSegment: number;
  /** Where "?" stands, or the length of the URL. */
  queryStart: number;
  /** Segments of the path; an empty one at the end is none. */
  segments: number;
  /** A hash per segment, the first 64. */
  readonly hashes: Int32Array;
  /** Of the query; 0: there is no query. */
  parameters: number;
  /** Does the query hold a digit? */
  hasNumber: boolean;
}

export const newParts = (): UrlParts => ({
  scheme: "",
  host: "",
  port: -1,
  pathStart: 0,
  lastSegment: 0,
  queryStart: 0,
  segments: 0,
  hashes: new Int32Array(SEGMENTS),
  parameters: 0,
  hasNumber: false,
});

/** Finds the parts of a canonical URL. @returns false: it has no scheme or no host */
export function readUrl(url: string, parts: UrlParts): boolean {
  const schemeEnd = url.indexOf("://");
  if (schemeEnd <= 0) return false;
  parts.scheme = url.slice(0, schemeEnd);
  const hostStart = readAuthority(url, schemeEnd + 3, parts);
  if (parts.host === "") return false;
  readPath(url, hostStart, parts);
  readQuery(url, parts);
  return true;
}

/** @returns where the path starts */
function readAuthority(url: string, start: number, parts: UrlParts): number {
  let from = start;
  let colon = -1;
  let to = start;
  for (; to < url.length; to++) {
    const char = url.charCodeAt(to);
    if (char === SLASH || char === QUESTION) break;
    if (char === COLON) colon = to;
    else if (char === 0x5d) colon = -1;
    else if (char === 0x40) {
      from = to + 1;
      colon = -1;
    }
  }
  parts.host = url.slice(from, colon >= 0 ? colon : to);
  parts.port = colon >= 0 && colon + 1 < to ? Number(url.slice(colon + 1, to)) : -1;
  return to;
}

function readPath(url: string, start: number, parts: UrlParts): void {
  const { hashes } = parts;
  let count = 0;
  let hash = 0;
  let last = start;
  let at = start;
  for (; at < url.length; at++) {
    const char = url.charCodeAt(at);
    if (char === QUESTION) break;
    if (char === SLASH) {
      if (at > start && count <= SEGMENTS) hashes[count - 1] = hash;
      count++;
      hash = 0;
      last = at + 1;
    } else hash = fnvNext(hash, char) + 0x2545f491;
  }
  if (last === at && count > 0) count--;
  else if (count > 0 && count <= SEGMENTS) hashes[count - 1] = hash;
  parts.pathStart = start;
  parts.lastSegment = last;
  parts.segments = count;
  parts.queryStart = at;
}

function readQuery(url: string, parts: UrlParts): void {
  parts.parameters = parts.queryStart < url.length ? 1 : 0;
  parts.hasNumber = false;
  for (let at = parts.queryStart + 1; at < url.length; at++) {
    const char = url.charCodeAt(at);
    if (char === 0x26) parts.parameters++;
    else if (char >= 0x30 && char <= 0x39) parts.hasNumber = true;
  }
}

/**
 * Does a segment stand more than `limit` times in the path, or a row of two or three segments `limit` times one after
 * the other? Links that are resolved against the wrong base make such paths without end: /a/b/a/b/a/b/...
 */
export function repeatsItself({ segments, hashes }: UrlParts, limit: number): boolean {
  const count = Math.min(segments, SEGMENTS);
  for (let i = 0; i + limit < count; i++) {
    let same = 1;
    for (let j = i + 1; j < count; j++) if (hashes[j] === hashes[i]) same++;
    if (same > limit) return true;
  }
  for (let row = 2; row <= 3 && row * limit <= count && limit > 1; row++) {
    for (let i = row, run = 0; i < count; i++) {
      run = hashes[i] === hashes[i - row] ? run + 1 : 0;
      if (run === row * (limit - 1)) return true;
    }
  }
  return false;
}
