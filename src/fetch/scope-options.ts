import { type ChosenOf, number, unruled, word } from "../base/method.js";
import type { CounterRow } from "./scope-sketch.js";

/**
 * Suffixes of files that are no HTML: pictures, sound, film, archives, programs, fonts, styles, scripts, print and
 * office formats.
 */
export const NO_PAGES: readonly string[] = (
  ".avif .bmp .gif .ico .jpeg .jpg .png .psd .svg .svgz .tif .tiff .webp " +
  ".aac .flac .m4a .mid .midi .mp3 .oga .ogg .opus .ra .wav .wma " +
  ".avi .flv .m3u8 .m4v .mkv .mov .mp4 .mpeg .mpg .ogv .ts .webm .wmv " +
  ".7z .bz2 .cab .dmg .gz .iso .jar .lz .lzma .rar .tar .tbz2 .tgz .txz .xz .z .zip .zst " +
  ".apk .bin .class .deb .dll .exe .msi .rpm .so .swf .wasm " +
  ".eot .otf .ttf .woff .woff2 .css .js .mjs .json .map .csv .tsv " +
  ".doc .docx .dvi .eps .epub .mobi .odp .ods .odt .pdf .ppt .pptx .ps .rtf .tex .xls .xlsx"
).split(" ");

const limit = (usual: number) => number(usual, "[0, ∞]", "", { is: "a number, 0 or more" });

export const SCOPE_OPTIONS = {
  /** URLs or host names that the crawl starts from. */
  seeds: unruled<readonly string[]>([]),
  /** Host names let in beside. */
  hosts: unruled<readonly string[]>([]),
  /** Domains let in beside, with all hosts below them. */
  domains: unruled<readonly string[]>([]),
  /** URL prefixes let in beside: "https://example.org/docs/". */
  prefixes: unruled<readonly string[]>([]),
  /**
   * URLs left out: regular expressions, or texts in which * stands for anything, each matched against the whole URL.
   */
  exclude: unruled<readonly (string | RegExp)[]>([]),
  /** Default ["http", "https"]. */
  schemes: unruled<readonly string[]>(["http", "https"]),
  /** Default: 80, 443 and those of the seeds and prefixes: who asks at many ports looks like a port scan. */
  ports: unruled<readonly number[] | "any" | undefined>(undefined),
  /** Links from the start at most; default: no limit. */
  depth: limit(Infinity),
  /** Characters of a URL at most; default 2,048. */
  urlLength: limit(2048),
  /** Segments of a path at most; default 30. */
  pathDepth: limit(30),
  /**
   * How often one segment may stand in a path, default 3; a row of two or three may follow itself one time less often.
   */
  repeatedSegments: limit(3),
  /**
   * Let /cgi-bin/ in; default true, unlike WebBase 1998: what was a sign of endless programs then is one of old pages
   * now.
   */
  cgiBin: unruled(true as boolean),
  /** Parameters of a query at most; default 20. 0 leaves out all URLs with a query. */
  queryParameters: limit(20),
  /** URLs with a query let in per path and per host; default: no limit. */
  queriesPerPath: limit(Infinity),
  queriesPerHost: limit(Infinity),
  /** URLs let in per host; default: no limit. */
  pagesPerHost: limit(Infinity),
  /** Suffixes of paths that are surely no HTML (".png"); default: `NO_PAGES`; [] leaves out none. */
  suffixes: unruled(NO_PAGES),
  /**
   * URLs let in that differ only in the numbers of their query, as those of calendars and counters do; default 10,000.
   */
  numericVariants: limit(10_000),
  /** Hosts let in per registered domain; default 100,000. */
  hostsPerDomain: limit(100_000),
  /** Years that calendars may show, first and last, in parameters (year=2031) and paths (/2031/05/); default: any. */
  years: unruled<readonly [number, number] | undefined>(undefined),
  /**
   * What a seed lets in: its registered domain (default), its host, its folder as a prefix, or "any" URL of the web.
   */
  within: word(["domain", "host", "prefix", "any"], ""),
  /** URLs that carry a session id: "refuse", or "allow" (default). */
  sessionIds: word(["allow", "refuse"], ""),
} as const;

export interface ScopeOptions extends ChosenOf<typeof SCOPE_OPTIONS> {}

/** Why a URL is left out. The order is that in which they are looked at, the dear ones last. */
export const OUT_OF_SCOPE = [
  "bad-url",
  "length",
  "scheme",
  "depth",
  "port",
  "host",
  "prefix",
  "path-depth",
  "suffix",
  "cgi-bin",
  "repeated-segments",
  "query-parameters",
  "session-id",
  "calendar",
  "excluded",
  "pages-per-host",
  "queries-per-host",
  "queries-per-path",
  "numeric-variants",
  "hosts-per-domain",
] as const;

export type OutOfScope = (typeof OUT_OF_SCOPE)[number];

export interface Scope {
  /**
   * Why a URL is left out; undefined: it is let in, and counted. To be called once per URL that is new.
   *
   * @param url canonical, absolute, without fragment
   * @param depth links from the start
   */
  check(url: string, depth: number): OutOfScope | undefined;
  /** As `check`, by what shows in the URL alone: nothing is counted, and limits that count are left out. */
  look(url: string, depth: number): OutOfScope | undefined;
  /** Counters per host and path, as plain data that JSON holds. */
  save(): ScopeState;
  /** As `save`, of what changed since this was called last: rows that stand for earlier ones of the same key. */
  changes(): ScopeState;
  /** @throws "option" for a state of another version */
  restore(state: ScopeState): void;
}

export interface ScopeState {
  readonly version: 1;
  /** [host, URLs let in, those with a query among them] */
  readonly hosts: readonly (readonly [string, number, number])[];
  /** Host names let in, where those of a domain are limited. */
  readonly names: readonly string[];
  /** Counters of queries per path and of numeric variants. */
  readonly counters: readonly CounterRow[];
}
