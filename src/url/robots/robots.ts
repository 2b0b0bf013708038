import { gotInstead, problem } from "../../base/error.js";
import { isSpace, readRobotsLines } from "./robots-lines.js";
import { type RobotsRule, RobotsRules } from "./robots-rules.js";

export { type RobotsRule, RobotsRules } from "./robots-rules.js";

/** User-agent lines that follow one another, and the rules below them. */
interface Group {
  readonly rules: RobotsRule[];
}

/**
 * User-agent lines with neither rule nor Crawl-delay between them, and the largest Crawl-delay below them, in
 * milliseconds.
 */
interface DelayGroup {
  delay?: number;
}

interface Agent {
  readonly groups: Group[];
  readonly delays: DelayGroup[];
}

/**
 * A robots.txt file: RFC 9309, with the extensions and the leniency of Google's parser (github.com/google/robotstxt),
 * whose verdicts it gives. Made by `parseRobots`.
 *
 * In particular: groups of one agent are merged; lines other than rules do not end a list of user-agent lines; URLs are
 * neither decoded nor encoded before they are matched; "/robots.txt" is a path like others (RFC 9309, section 2.2.2,
 * allows it always: `mayFetch` sees to it).
 *
 * Crawl-delay is no part of the RFC. It counts for the user-agent lines nearest above it, those that follow one another
 * with neither a rule nor a Crawl-delay between them; of several for one agent the largest counts.
 */
export class RobotsFile {
  readonly #agents: ReadonlyMap<string, Agent>;
  readonly #everyone: Agent;
  readonly #rules = new Map<Agent, RobotsRules>();
  /** Values of Sitemap lines, in order, repeats left out; not checked. */
  readonly sitemaps: readonly string[];

  constructor(agents: ReadonlyMap<string, Agent>, everyone: Agent, sitemaps: readonly string[]) {
    this.#agents = agents;
    this.#everyone = everyone;
    this.sitemaps = sitemaps;
  }

  /**
   * The rules an agent obeys: those of the groups that name it, letters of either case alike; if none does, those of
   * "*".
   *
   * @param agent product token as in "User-agent: FooBot": letters, "-" and "_". Not cut: like in Google's parser no
   *   group names
   * "FooBot/2.1" or "Foo Bar"; see `productToken`
   */
  rulesFor(agent: string): RobotsRules {
    const isToken = tokenEnd(agent) === agent.length;
    const obeyed = (isToken ? this.#agents.get(agent.toLowerCase()) : undefined) ?? this.#everyone;
    let rules = this.#rules.get(obeyed);
    if (rules === undefined) {
      const delay = obeyed.delays.reduce<number | undefined>((most, each) => larger(most, each.delay), undefined);
      rules = new RobotsRules(
        obeyed.groups.flatMap((group) => group.rules),
        delay,
      );
      this.#rules.set(obeyed, rules);
    }
    return rules;
  }

  /** May this agent fetch this URL? See `rulesFor` and `RobotsRules.allows`. */
  allows(agent: string, url: string): boolean {
    return this.rulesFor(agent).allows(url);
  }

  /** Milliseconds this agent is asked to leave between two requests; undefined when nothing is said. */
  crawlDelay(agent: string): number | undefined {
    return this.rulesFor(agent).crawlDelay;
  }
}

/**
 * Reads a robots.txt file. Any bytes are one: what is no line of robots.txt says nothing, so that HTML, binary data and
 * an empty file allow everything.
 *
 * All bytes are read: whoever fetches decides how many (RFC 9309, section 2.5, asks for 500 KiB; see `ROBOTS_BYTES`).
 * Files in UTF-16 with a byte order mark are decoded first, which Google's parser does not do.
 *
 * O(bytes).
 */
export function parseRobots(file: Uint8Array | string): RobotsFile {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  if (!(bytes instanceof Uint8Array))
    throw problem.option`parseRobots takes the bytes of a robots.txt, or its text; ${gotInstead(file)}`;
  const agents = new Map<string, Agent>();
  const everyone: Agent = { groups: [], delays: [] };
  const sitemaps = new Set<string>();
  // what stands before the first user-agent line is for nobody
  let group: Group = { rules: [] };
  let delayGroup: DelayGroup = {};
  let inAgents = false;
  let inDelayAgents = false;
  readRobotsLines(byteText(bytes), (key, value, number, line) => {
    if (key === "user-agent") {
      if (!inAgents) group = { rules: [] };
      if (!inDelayAgents) delayGroup = {};
      inAgents = true;
      inDelayAgents = true;
      const agent = agentOf(value, agents, everyone);
      if (agent.groups.at(-1) !== group) agent.groups.push(group);
      if (agent.delays.at(-1) !== delayGroup) agent.delays.push(delayGroup);
    } else if (key === "allow" || key === "disallow") {
      inAgents = false;
      inDelayAgents = false;
      group.rules.push({ allow: key === "allow", pattern: escapePattern(value), line: number, text: utf8(line) });
    } else if (key === "crawl-delay") {
      inDelayAgents = false;
      delayGroup.delay = larger(delayGroup.delay, milliseconds(value));
    } else if (key === "sitemap" && value !== "") sitemaps.add(utf8(value));
  });
  return new RobotsFile(agents, everyone, [...sitemaps]);
}

/**
 * The product token of a User-Agent header (RFC 9309, section 2.2.1): its letters, "-" and "_" up to the first other
 * character; "FooBot/2.1 (+https://foo.example/bot)" is "FooBot".
 */
export const productToken = (userAgent: string): string => userAgent.slice(0, tokenEnd(userAgent));

/**
 * "*" alone or before white space is everyone; else what is before the first character that no token has, even nothing.
 */
function agentOf(value: string, agents: Map<string, Agent>, everyone: Agent): Agent {
  if (value.startsWith("*") && (value.length === 1 || isSpace(value.charCodeAt(1)))) return everyone;
  const token = value.slice(0, tokenEnd(value)).toLowerCase();
  let agent = agents.get(token);
  if (!agent) agents.set(token, (agent = { groups: [], delays: [] }));
  return agent;
}

function tokenEnd(text: string): number {
  let at = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const letter = code | 0x20;
    if (!((letter >= 0x61 && letter <= 0x7a && code < 0x80) || code === 0x2d || code === 0x5f)) break;
  }
  return at;
}

/**
 * Percent-encodes bytes beyond ASCII, and writes the digits of escapes in upper case, as MaybeEscapePattern of Google's
 * parser does.
 */
function escapePattern(value: string): string {
  let out = "";
  let done = 0;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code === 0x25 && isHex(value.charCodeAt(at + 1)) && isHex(value.charCodeAt(at + 2))) {
      out += value.slice(done, at) + value.slice(at, at + 3).toUpperCase();
      at += 2;
    } else if (code >= 0x80) out += `${value.slice(done, at)}%${code.toString(16).toUpperCase()}`;
    else continue;
    done = at + 1;
  }
  return done === 0 ? value : out + value.slice(done);
}

const isHex = (code: number) => (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);

/** "2", "0.5" seconds; anything else says nothing. */
function milliseconds(value: string): number | undefined {
  const plain = /^(\d{1,9}(\.\d*)?|\.\d+)$/.test(value);
  return plain ? Math.round(1000 * Number(value)) : undefined;
}

const larger = (a: number | undefined, b: number | undefined) => (a === undefined || (b ?? -1) > a ? b : a);

function utf8(byteText: string): string {
  for (let at = 0; at < byteText.length; at++)
    if (byteText.charCodeAt(at) >= 0x80) return Buffer.from(byteText, "latin1").toString("utf8");
  return byteText;
}

/** One character per byte. */
function byteText(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  const utf16 =
    a === 0xff && b === 0xfe && d === 0 ? "utf-16le" : a === 0xfe && b === 0xff && c === 0 ? "utf-16be" : "";
  if (utf16) return Buffer.from(new TextDecoder(utf16).decode(bytes)).toString("latin1");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
