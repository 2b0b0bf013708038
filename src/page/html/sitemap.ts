import { Parser } from "htmlparser2";
import { parseUrl } from "../../url/parse.js";
import { isCharset, textIn } from "./charset.js";

/** URLs that a sitemap may have: sitemaps.org 0.9. */
export const MOST_URLS = 50_000;

/** A form of sitemaps in XML. */
interface Form {
  /** How one begins. */
  readonly root: RegExp;
  /** Where the locations stand below the root. */
  readonly places: readonly string[];
  /** Open tags above which nothing is read. */
  readonly deepest: number;
}

const SITEMAP: Form = {
  root: /^<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/,
  places: ["url loc", "sitemap loc"],
  deepest: 16, // it has three
};

const FEED: Form = {
  root: /^<(?:\w+:)?(?:rss|feed)[\s>]/,
  places: ["channel item link", "entry link"],
  deepest: 256, // it may hold XHTML
};

/** What a sitemap names, as written. */
export interface Sitemap {
  /** "index": other sitemaps; "urls": pages. */
  readonly kind: "index" | "urls";
  readonly locations: readonly string[];
  /** Are there more of them than may be? */
  readonly isCut: boolean;
}

/** Letters within which a sitemap begins, behind declarations and comments. */
const HEAD = 4096;

/** Does a text begin as one of that form does? */
function looksLike(text: string, { root }: Form): boolean {
  let rest = text
    .slice(0, HEAD)
    .replace(/^\uFEFF/, "")
    .trimStart();
  while (/^<[?!]/.test(rest)) {
    const end = rest.startsWith("<!--") ? "-->" : ">";
    const at = rest.indexOf(end);
    if (at < 0) return false;
    rest = rest.slice(at + end.length).trimStart();
  }
  return root.test(rest);
}

/**
 * Text of a sitemap or a list of URLs: UTF-16 where a byte order mark or a letter of ASCII says so, else what XML
 * declares, else UTF-8.
 */
export function sitemapText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) return textIn(bytes, "utf-16le");
  if ((first === 0xfe && second === 0xff) || (first === 0 && second > 0)) return textIn(bytes, "utf-16be");
  const begin = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(begin)?.[1].toLowerCase();
  const isUsed = declared !== undefined && isCharset(declared) && !declared.startsWith("utf-16");
  return textIn(bytes, isUsed ? declared : "utf-8");
}

/**
 * Reads a sitemap that is a list, one URL a line: sitemaps.org 0.9, "Text file". Nothing tells it from other texts but
 * who names it; lines that are no URL name nothing.
 */
export function textSitemapIn(text: string): Sitemap {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  const locations = lines.map((line) => line.trim()).filter((line) => /^https?:\/\//i.test(line));
  return { kind: "urls", locations: locations.slice(0, MOST_URLS), isCut: locations.length > MOST_URLS };
}

/**
 * Reads a sitemap in XML, or an index of sitemaps: sitemaps.org 0.9. Of what is broken, what stands before; 50,000
 * locations at the most.
 *
 * @returns undefined for a text that is neither
 */
export const sitemapIn = (text: string): Sitemap | undefined => namedIn(text, SITEMAP);

/**
 * Reads a feed that serves as a sitemap, RSS 2.0 or Atom, as sitemaps.org 0.9 permits: the page of each entry. Nothing
 * tells it from a feed that does not but who names it.
 *
 * @param url of the feed, against which references are resolved where no `xml:base` says otherwise (RFC 4287, 2)
 * @returns undefined for a text that is neither
 */
export const feedIn = (text: string, url?: string): Sitemap | undefined => namedIn(text, FEED, url);

/** A reference that is no URL by itself, against a base, if there is one. */
const resolved = (reference: string, base: string | undefined): string =>
  (!parseUrl(reference) && base && parseUrl(reference, base)?.href) || reference;

function namedIn(text: string, form: Form, url?: string): Sitemap | undefined {
  if (!looksLike(text, form)) return undefined;
  let kind: Sitemap["kind"] = "urls";
  const locations: string[] = [];
  const path: string[] = [];
  const bases = [url];
  let location = "";
  let isCut = false;
  const nameOf = (tag: string) => tag.slice(tag.indexOf(":") + 1);
  const isLocation = () => form.places.includes(path.slice(1).join(" "));
  const isAtom = () => path[0] === "feed";
  const take = (found: string) => {
    if (found.trim() === "") return;
    if (locations.length < MOST_URLS) locations.push(resolved(found.trim(), bases.at(-1)));
    else isCut = true;
  };
  const parser = new Parser(
    {
      onopentag(tag, { href = "", rel = "alternate", "xml:base": base }) {
        if (path.length === form.deepest) parser.pause(); // what follows is not read
        path.push(nameOf(tag));
        bases.push(base === undefined ? bases.at(-1) : resolved(base, bases.at(-1)));
        if (path.length === 1 && path[0] === "sitemapindex") kind = "index";
        if (!isLocation()) return;
        location = "";
        if (isAtom() && rel === "alternate") take(href);
      },
      ontext(piece) {
        if (isLocation()) location += piece;
      },
      onclosetag(_tag, implied) {
        if (isLocation() && !implied && !isAtom()) take(location);
        path.pop();
        bases.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return { kind, locations, isCut };
}
