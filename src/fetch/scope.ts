import { got, option, problem } from "../base/error.js";
import { type ValuesOf, valuesOf } from "../base/method.js";
import { DomainHosts } from "./scope-domains.js";
import { ScopeHosts } from "./scope-hosts.js";
import { type OutOfScope, SCOPE_OPTIONS, type Scope, type ScopeOptions, type ScopeState } from "./scope-options.js";
import { CountSketch } from "./scope-sketch.js";
import { newParts, readUrl, repeatsItself, type UrlParts } from "./scope-url.js";

export * from "./scope-options.js";

/** Names of parameters that hold session ids, with a value of at least eight characters. */
const session = /[?&;](?:phpsessid|jsessionid|aspsessionid[a-z]*|session_?id|sid|cfid|cftoken|oscsid|zenid)=[^&;]{8}/i;

/** A year in a parameter of such a name, and in a path that goes on with a month. */
const yearInQuery = /[?&;](?:[a-z_]*year|yr|y|[a-z_]*date|day|month|from|to|start|end)=(\d{4})(?!\d)/gi;
const yearInPath = /\/(\d{4})[/-](?:0?[1-9]|1[0-2])(?=[/?-]|$)/g;

/** What one counter in the sketch is of. */
const Use = { path: 1, numbers: 2 } as const;

interface HostCount {
  pages: number;
  queries: number;
}

/**
 * The rules of a crawl's scope as one function. Default: the registered domains of the seeds and what is named beside
 * them, and limits against traps that ordinary sites do not reach (352,944 of 784,592 known URLs were of one server in
 * Cho, Garcia-Molina and Page 1998, section 5).
 *
 * @throws "option" for an option that is not known, a value that it does not take, or a scope that lets nothing in
 *
 * About 1 microsecond per URL. Memory: 2 MB once a query was counted, and about 120 bytes per host where hosts are
 * counted.
 */
export function scopeOf(options: ScopeOptions): Scope {
  const settings = valuesOf("the scope", SCOPE_OPTIONS, options);
  const { repeatedSegments } = settings;
  if (repeatedSegments < 1) throw problem.option`${option("repeatedSegments")} is 1 or more; ${got(repeatedSegments)}`;
  const hosts = new ScopeHosts(settings);
  const schemes = new Set(settings.schemes);
  const parts = newParts();
  const byForm = formRules(settings, parts);
  const { byCount, ...kept } = countRules(settings, parts);

  const look = (url: string, depth: number): OutOfScope | undefined => {
    if (url.length > settings.urlLength) return "length";
    if (!readUrl(url, parts)) return "bad-url";
    if (!schemes.has(parts.scheme)) return "scheme";
    if (depth > settings.depth) return "depth";
    if (parts.port >= 0 && hosts.ports !== "any" && !hosts.ports.has(parts.port)) return "port";
    return hosts.refuses(url, parts.host) ?? byForm(url);
  };

  return {
    look,
    check: (url, depth) => look(url, depth) ?? byCount(url),
    ...kept,
  };
}

type Settings = ValuesOf<typeof SCOPE_OPTIONS>;

/** What a URL looks like, whatever was seen before. */
function formRules(settings: Settings, parts: UrlParts) {
  const suffixes = new Set(settings.suffixes.map((suffix) => suffix.toLowerCase()));
  const longestSuffix = Math.max(0, ...[...suffixes].map((suffix) => suffix.length));
  const exclude = settings.exclude.map(patternOf);
  return (url: string): OutOfScope | undefined => {
    if (parts.segments > settings.pathDepth) return "path-depth";
    if (longestSuffix > 0 && suffixes.has(suffixOf(url, parts, longestSuffix))) return "suffix";
    if (settings.cgiBin === false && hasCgiBin(url, parts)) return "cgi-bin";
    if (parts.segments > settings.repeatedSegments && repeatsItself(parts, settings.repeatedSegments))
      return "repeated-segments";
    if (parts.parameters > settings.queryParameters) return "query-parameters";
    if (settings.sessionIds === "refuse" && session.test(url)) return "session-id";
    if (settings.years && showsOtherYear(url, parts, settings.years)) return "calendar";
    return exclude.some((pattern) => pattern.test(url)) ? "excluded" : undefined;
  };
}

/** The limits that count, and what they have counted. */
function countRules(settings: Settings, parts: UrlParts) {
  const countsHosts = settings.pagesPerHost < Infinity || settings.queriesPerHost < Infinity;
  const counts = new Map<string, HostCount>();
  const changed = new Set<string>();
  const sketch = new CountSketch();
  const domains = new DomainHosts(settings.hostsPerDomain);

  /** What is let in is counted at the end, by all of the limits or by none. */
  const byCount = (url: string): OutOfScope | undefined => {
    const { host, parameters, queryStart, hasNumber } = parts;
    const count = countsHosts ? counts.get(host) : undefined;
    if ((count?.pages ?? 0) >= settings.pagesPerHost) return "pages-per-host";
    const hasQuery = parameters > 0;
    if (hasQuery && (count?.queries ?? 0) >= settings.queriesPerHost) return "queries-per-host";
    let path = -1;
    let numbers = -1;
    if (hasQuery && settings.queriesPerPath < Infinity) {
      if (sketch.count(url, queryStart, queryStart, Use.path) >= settings.queriesPerPath) return "queries-per-path";
      path = sketch.place;
    }
    if (hasNumber && settings.numericVariants < Infinity) {
      if (sketch.count(url, queryStart, url.length, Use.numbers) >= settings.numericVariants) return "numeric-variants";
      numbers = sketch.place;
    }
    if (domains.refuses(host)) return "hosts-per-domain";
    if (path >= 0) sketch.add(path);
    if (numbers >= 0) sketch.add(numbers);
    if (countsHosts) changed.add(host);
    if (count !== undefined) {
      count.pages++;
      if (hasQuery) count.queries++;
    } else if (countsHosts) counts.set(host, { pages: 1, queries: hasQuery ? 1 : 0 });
    return undefined;
  };

  const rowsOf = (hosts: Iterable<string>) =>
    Array.from(hosts, (host) => {
      const { pages, queries } = counts.get(host) as HostCount;
      return [host, pages, queries] as const;
    });
  return {
    byCount,
    save: (): ScopeState => ({
      version: 1,
      hosts: rowsOf(counts.keys()),
      names: domains.save(),
      counters: sketch.save(),
    }),
    changes(): ScopeState {
      const hosts = rowsOf(changed);
      changed.clear();
      return { version: 1, hosts, names: domains.changes(), counters: sketch.changes() };
    },
    restore(state: ScopeState): void {
      if (state.version !== 1)
        throw problem.version`expected the state of a scope, version 1; found version ${state.version}`;
      counts.clear();
      for (const [host, pages, queries] of state.hosts) counts.set(host, { pages, queries });
      domains.restore(state.names);
      sketch.restore(state.counters);
    },
  };
}

/** A regular expression as it is, less its memory of the last match; a text in which * stands for anything. */
function patternOf(pattern: string | RegExp): RegExp {
  if (pattern instanceof RegExp) return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
  const escaped = pattern.split("*").map((text) => text.replace(/[.+?^${}()|[\]\\/]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`, "su");
}

/** ".png", lower case; "" where the last segment has none, or a colon before it: /wiki/File:Map.png is a page. */
function suffixOf(url: string, { lastSegment, queryStart }: UrlParts, longest: number): string {
  for (let at = queryStart - 1; at > lastSegment && at >= queryStart - longest; at--) {
    if (url.charCodeAt(at) !== 0x2e) continue;
    const colon = url.indexOf(":", lastSegment);
    return colon >= 0 && colon < at ? "" : url.slice(at, queryStart).toLowerCase();
  }
  return "";
}

function hasCgiBin(url: string, { pathStart, queryStart }: UrlParts): boolean {
  const at = url.indexOf("/cgi-bin/", pathStart);
  return at >= 0 && at < queryStart;
}

function showsOtherYear(url: string, { pathStart, queryStart }: UrlParts, [first, last]: readonly [number, number]) {
  const isOther = ([, year]: RegExpMatchArray) => Number(year) < first || Number(year) > last;
  return (
    [...url.slice(queryStart).matchAll(yearInQuery)].some(isOther) ||
    [...url.slice(pathStart, queryStart).matchAll(yearInPath)].some(isOther)
  );
}
