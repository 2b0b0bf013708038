import { requireText } from "../../base/require-list.js";
import { plainEscapes } from "../escapes.js";

/** A line that allows or disallows. */
export interface RobotsRule {
  readonly allow: boolean;
  /** As it is matched: bytes beyond ASCII percent-encoded, hexadecimal digits in upper case. */
  readonly pattern: string;
  /** Counted from 1; CR LF is one line end. */
  readonly line: number;
  /** The line as written, less comment and white space around it. */
  readonly text: string;
}

/** Rules that fewer than this many are tried one by one. */
const FEW = 16;
/** Characters of a path by which many rules are sorted out. */
const BEGINNING = 8;
/** Patterns remembered by such beginnings, as a multiple of all patterns. */
const REMEMBERED = 4;
const SLASH = 0x2f;

/** The rules that one agent obeys, ready to be asked; made by `RobotsFile.rulesFor`. */
export class RobotsRules {
  readonly #rules: readonly RobotsRule[];
  readonly #patterns: Pattern[];
  /** By the first characters of paths: the patterns that such a path may match. Emptied when full. */
  readonly #byBeginning = new Map<string, readonly Pattern[]>();
  #remembered = 0;

  /** @param crawlDelay milliseconds */
  constructor(
    rules: readonly RobotsRule[],
    readonly crawlDelay?: number,
  ) {
    this.#rules = rules;
    this.#patterns = rules.flatMap((rule) => patternsOf(rule));
    // the first that matches decides: the longest pattern, allow before disallow, the first in the file (RFC 9309,
    // section 2.2.2)
    this.#patterns.sort(
      (a, b) => b.length - a.length || Number(b.rule.allow) - Number(a.rule.allow) || a.rule.line - b.rule.line,
    );
  }

  /**
   * May the agent fetch this URL?
   *
   * @param url absolute, percent-encoded as the WHATWG parser serialises it. Taken as Google's parser takes it: a path
   *   alone will do,
   * and what is no URL counts as "/"
   */
  allows(url: string): boolean {
    return this.deciding(url)?.allow ?? true;
  }

  /** The rule that allows or disallows a URL; undefined when none matches, so that it is allowed. */
  deciding(url: string): RobotsRule | undefined {
    requireText("rules of a robots.txt are asked for a URL, as text", url);
    const path = pathOf(url);
    for (const pattern of this.#candidates(path)) if (pattern.matches(path)) return pattern.rule;
    return undefined;
  }

  /** The same rules with patterns in the form that `comparableUrl` gives to URLs. */
  comparable(): RobotsRules {
    const rules = this.#rules.map((rule) => ({ ...rule, pattern: comparablePattern(rule.pattern) }));
    const same = rules.every(({ pattern }, i) => pattern === this.#rules[i].pattern);
    return same ? this : new RobotsRules(rules, this.crawlDelay);
  }

  #candidates(path: string): readonly Pattern[] {
    if (this.#patterns.length < FEW) return this.#patterns;
    const beginning = path.slice(0, BEGINNING);
    let patterns = this.#byBeginning.get(beginning);
    if (patterns === undefined) {
      patterns = this.#patterns.filter((pattern) => pattern.mayMatch(beginning));
      this.#remembered += patterns.length + 1;
      if (this.#remembered > REMEMBERED * this.#patterns.length) {
        this.#byBeginning.clear();
        this.#remembered = patterns.length + 1;
      }
      this.#byBeginning.set(beginning, patterns);
    }
    return patterns;
  }
}

/**
 * A URL in the form in which RFC 9309, sections 2.2.2 and 2.2.3, compares it: unreserved characters not escaped, "*"
 * and "$" escaped. Google's parser leaves this to its caller, who has the URL; see `mayFetch`.
 */
export const comparableUrl = (url: string): string => plainEscapes(url).replaceAll("*", "%2A").replaceAll("$", "%24");

const comparablePattern = (pattern: string) => plainEscapes(pattern).replace(/\$(?!$)/g, "%24");

/**
 * What rules are matched against: path, parameters and query of a URL, without the fragment; "/" where there is none.
 * Like GetPathParamsQuery of Google's parser, to the letter: the path begins at the first of "/", "?" and ";" behind
 * "://" or a leading "//", and a "/" is put before it when it does not begin with one.
 */
export function pathOf(url: string): string {
  const begin = url.startsWith("//") ? 2 : 0;
  let from = pathStart(url, begin);
  if (from > begin && url.charCodeAt(from - 1) === 0x3a && url.startsWith("//", from)) from = pathStart(url, from + 2);
  const hash = url.indexOf("#", begin);
  if (from === url.length || (hash >= 0 && hash < from)) return "/";
  let path = url.slice(from, hash < 0 ? undefined : hash);
  if (path.charCodeAt(0) !== SLASH) path = `/${path}`;
  const nul = path.indexOf("\0"); // ends a text there
  return nul < 0 ? path : path.slice(0, nul);
}

function pathStart(url: string, from: number): number {
  for (let at = from; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === SLASH || code === 0x3f || code === 0x3b) return at;
  }
  return url.length;
}

/**
 * Most rules are one pattern. An allowed ".../index.html" (or .htm...) allows ".../" too, as in Google's parser; an
 * empty pattern decides nothing.
 */
function patternsOf(rule: RobotsRule): Pattern[] {
  const { allow, pattern } = rule;
  if (pattern === "") return [];
  const patterns = [new Pattern(pattern, rule)];
  const slash = allow ? pattern.lastIndexOf("/") : -1;
  if (slash >= 0 && pattern.startsWith("/index.htm", slash))
    patterns.push(new Pattern(`${pattern.slice(0, slash + 1)}$`, rule));
  return patterns;
}

/**
 * A pattern: "*" stands for any characters, "$" at the end for the end of the path (RFC 9309, section 2.2.3).
 *
 * The texts between the stars are looked for from left to right, each as early as it stands, and never again: at most
 * path x longest text steps, however many stars there are.
 */
class Pattern {
  readonly length: number;
  readonly #text: string;
  #pieces: readonly string[] | undefined;

  constructor(
    text: string,
    readonly rule: RobotsRule,
  ) {
    this.#text = text;
    this.length = text.length;
  }

  /** Can it match a path that begins so? */
  mayMatch(beginning: string): boolean {
    const [first] = this.#piecesOf();
    return beginning.startsWith(first) || first.startsWith(beginning);
  }

  matches(path: string): boolean {
    const pieces = this.#piecesOf();
    const anchored = this.#isAnchored();
    const last = pieces.length - 1;
    if (!path.startsWith(pieces[0])) return false;
    let at = pieces[0].length;
    if (last === 0) return !anchored || at === path.length;
    for (let i = 1; i <= last; i++) {
      const piece = pieces[i];
      if (i === last && anchored) return path.length - piece.length >= at && path.endsWith(piece);
      const found = path.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return true;
  }

  #isAnchored(): boolean {
    return this.#text.charCodeAt(this.length - 1) === 0x24;
  }

  #piecesOf(): readonly string[] {
    this.#pieces ??= (this.#isAnchored() ? this.#text.slice(0, -1) : this.#text).split("*").filter(keepEnds);
    return this.#pieces;
  }
}

/** Between two stars an empty text says nothing; before the first and behind the last it says that there is a star. */
const keepEnds = (piece: string, i: number, all: readonly string[]) => piece !== "" || i === 0 || i === all.length - 1;
