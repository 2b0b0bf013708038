import { got, problem } from "../base/error.js";
import { parseUrl } from "./parse.js";

/** Parts of a URL in which the WHATWG parser keeps a character as it is. */
const IN_PATH = 1;
const IN_QUERY = 2;
const IN_HOST = 4;

/** The parts, by character code below 128. Fewer characters than the standard has: what is left out costs time only. */
const KEEPS = new Uint8Array(128);
for (const [characters, where] of [
  ["abcdefghijklmnopqrstuvwxyz0123456789-_", IN_PATH | IN_QUERY | IN_HOST],
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZ~!$&()*+,;=:@", IN_PATH | IN_QUERY],
  ["/?.%[]|", IN_QUERY],
  ["'", IN_PATH],
] as const)
  for (const character of characters) KEEPS[character.charCodeAt(0)] |= where;

const SLASH = 0x2f;
const DOT = 0x2e;
const QUESTION = 0x3f;
const HASH = 0x23;
const COLON = 0x3a;
const DASH = 0x2d;

/** Authorities whose serialisation is known; emptied when full. */
const KNOWN_AUTHORITIES = 4096;

/**
 * Resolves the references of one page: `resolve(reference)` is what `new URL(reference, base).href` is without its
 * fragment, to the letter, for http and https URLs; undefined for other schemes and for what is no URL.
 *
 * Plain references (absolute with a known or plain host, paths without dot segments inside, "?..", "#..", leading "../"
 * and "./") are put together from what was parsed once; the rest goes through `URL`. Strings that are returned may
 * share memory with the reference: whoever keeps them, and not the page, copies them.
 */
export class Resolver {
  readonly #base: string;
  readonly #query: ((query: string) => string) | undefined;
  /** "https:"; "" when the base is no http(s) URL, so that nothing is fast, and nothing of what follows is set. */
  readonly #scheme: string = "";
  /** "https://user@a.example:8443". */
  readonly #origin!: string;
  /** The base up to its last "/". */
  readonly #folder!: string;
  /** The base without query, and without fragment. */
  readonly #path!: string;
  readonly #whole!: string;
  readonly #authorities = new Set<string>();

  /**
   * @param inQuery how the letters of a query that are no ASCII are written; default: in UTF-8
   * @throws "option" for a base that is no absolute URL
   */
  constructor(base: string, inQuery?: (query: string) => string) {
    this.#query = inQuery;
    const parsed = parseUrl(base);
    if (!parsed) throw problem.option`a base is an absolute URL, "https://a.example/b"; ${got(base)}`;
    const { href, protocol } = parsed;
    this.#base = href;
    if (protocol !== "http:" && protocol !== "https:") return;
    this.#scheme = protocol;
    this.#whole = withoutFragment(href);
    // the parser of Node 20 drops an empty query here
    if (this.#whole.endsWith("?")) this.#whole = new URL("", this.#whole).href;
    const query = this.#whole.indexOf("?");
    this.#path = query < 0 ? this.#whole : this.#whole.slice(0, query);
    this.#origin = this.#path.slice(0, this.#path.indexOf("/", protocol.length + 2));
    this.#folder = this.#path.slice(0, this.#path.lastIndexOf("/") + 1);
  }

  /** @param reference the value of an attribute as it stands, white space included */
  resolve(reference: string): string | undefined {
    if (this.#scheme === "") return this.#slow(reference);
    if (reference === "") return this.#whole;
    switch (reference.charCodeAt(0)) {
      case HASH:
        return this.#whole;
      case QUESTION:
        return this.#joined(this.#path, reference, 0);
      case SLASH:
        return reference.charCodeAt(1) === SLASH
          ? (this.#authority(`${this.#scheme}${reference}`, this.#scheme.length + 2) ?? this.#slow(reference))
          : this.#joined(this.#origin, reference, 0);
      case DOT:
        return this.#fromFolder(reference);
    }
    const colon = schemeEnd(reference);
    if (colon < 0) return this.#joined(this.#folder, reference, 0);
    if (colon > 0 && !isHttp(reference, colon)) return undefined;
    const absolute =
      reference.startsWith("//", colon + 1) && (reference.startsWith("http:") || reference.startsWith("https:"));
    return (absolute ? this.#authority(reference, colon + 3) : undefined) ?? this.#slow(reference);
  }

  #slow(reference: string): string | undefined {
    const url = parseUrl(this.#query ? withQuery(reference, this.#query) : reference, this.#base);
    return url && (url.protocol === "http:" || url.protocol === "https:") ? withoutFragment(url.href) : undefined;
  }

  /** "./a", "../../a". */
  #fromFolder(reference: string): string | undefined {
    let from = 0;
    let folder = this.#folder;
    for (;;) {
      if (reference.startsWith("./", from)) from += 2;
      else if (reference.startsWith("../", from)) {
        from += 3;
        if (folder.length > this.#origin.length + 1)
          folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
      } else break;
    }
    return reference.charCodeAt(from) === DOT || from === 0
      ? this.#slow(reference)
      : this.#joined(folder, reference, from);
  }

  /** An absolute URL whose authority begins at `from`, if it is plain; undefined when it is not. */
  #authority(url: string, from: number): string | undefined {
    let to = from;
    for (; to < url.length; to++) {
      const code = url.charCodeAt(to);
      if (code === SLASH || code === QUESTION || code === HASH) break;
    }
    const authority = url.slice(0, to);
    if (authority !== this.#origin && !this.#authorities.has(authority)) {
      if (!isPlainHost(url, from, to) && !isItsOwnOrigin(authority)) return undefined;
      if (this.#authorities.size >= KNOWN_AUTHORITIES) this.#authorities.clear();
      this.#authorities.add(authority);
    }
    if (url.charCodeAt(to) !== SLASH) {
      const end = rest(url, to);
      return end < 0 ? undefined : `${authority}/${url.slice(to, end)}`;
    }
    const end = rest(url, to);
    return end < 0 ? undefined : end === url.length ? url : url.slice(0, end);
  }

  /** `before` and the reference from an index on, less its fragment. */
  #joined(before: string, reference: string, from: number): string | undefined {
    const end = rest(reference, from);
    return end < 0 ? this.#slow(reference) : before + reference.slice(from, end);
  }
}

/** A reference whose query is written otherwise: what stands between the first "?" and the fragment. */
function withQuery(reference: string, write: (query: string) => string): string {
  const hash = reference.indexOf("#");
  const end = hash < 0 ? reference.length : hash;
  const begin = reference.indexOf("?");
  if (begin < 0 || begin > end) return reference;
  return reference.slice(0, begin) + write(reference.slice(begin, end)) + reference.slice(end);
}

/** Where path and query from an index on end, when the parser keeps every character of them; -1 when it might not. */
function rest(text: string, from: number): number {
  let at = from;
  let before = SLASH;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SLASH) {
      before = SLASH;
      continue;
    }
    if (code === QUESTION || code === HASH) break;
    if (code === DOT) {
      if (before === SLASH) return -1;
    } else if (code === 0x25) {
      if (text.charCodeAt(at + 1) === 0x32 && (text.charCodeAt(at + 2) | 0x20) === 0x65) return -1;
    } else if (code >= 128 || (KEEPS[code] & IN_PATH) === 0) return -1;
    before = code;
  }
  if (text.charCodeAt(at) === QUESTION) {
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === HASH) break;
      if (code >= 128 || (KEEPS[code] & IN_QUERY) === 0) return -1;
    }
  }
  return at;
}

/**
 * Index of the colon behind a scheme; -1: there is no colon before the first "/", "?" or "#"; 0: there is one behind
 * what is no scheme.
 */
function schemeEnd(text: string): number {
  let isScheme = isLetter(text.charCodeAt(0));
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COLON) return isScheme ? at : 0;
    if (code === SLASH || code === QUESTION || code === HASH) return -1;
    isScheme &&= isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x2b || code === DASH || code === DOT;
  }
  return -1;
}

const isLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a && code < 128;

function isHttp(text: string, colon: number): boolean {
  if (colon !== 4 && colon !== 5) return false;
  const scheme = text.slice(0, colon).toLowerCase();
  return scheme === "http" || scheme === "https";
}

/**
 * Lower-case ASCII labels, the last of which begins with a letter, so that it is no IPv4 address; no "xn--", whose rest
 * would have to be checked; no port, no user.
 */
function isPlainHost(url: string, from: number, to: number): boolean {
  if (to === from || to - from > 253) return false;
  let label = from;
  for (let at = from; at < to; at++) {
    const code = url.charCodeAt(at);
    if (code === DOT) {
      if (at === label) return false;
      label = at + 1;
    } else if (code >= 128 || (KEEPS[code] & IN_HOST) === 0) return false;
    else if (code === DASH && (at === label || url.charCodeAt(at + 1) === DASH)) return false;
  }
  return label < to && isLetter(url.charCodeAt(label));
}

/** "http://127.0.0.1:8080" is; "http://127.1", "https://a.example:443" and "http://A.example" are not. */
function isItsOwnOrigin(text: string): boolean {
  return parseUrl(text)?.origin === text;
}

function withoutFragment(href: string): string {
  const hash = href.indexOf("#");
  return hash < 0 ? href : href.slice(0, hash);
}
