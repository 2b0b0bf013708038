import type { NewCapture } from "../archive/capture.js";
import { type Content, contentOf, htmlOf, lackOf } from "../archive/content.js";
import type { Exchange } from "../archive/exchange.js";
import { isHtmlType, responseType } from "../archive/html-type.js";
import { redirectOf } from "../archive/import/new-capture.js";
import { type Decoded, decodeBody } from "../base/content-coding.js";
import type { DecodedHtml } from "../page/html/charset.js";
import type { PageLink, ParsedPage } from "../page/html/page.js";
import { parsePage } from "../page/html/parse-page.js";
import { feedIn, type Sitemap, sitemapIn, sitemapText, textSitemapIn } from "../page/html/sitemap.js";
import { parseUrl } from "../url/parse.js";
import type { CutBy, Fetched } from "./fetched.js";
import type { Waiting } from "./frontier/frontier.js";

export interface VisitOptions {
  /** "anchors" (default): what a person follows; "all": every URL in any tag, as Mercator takes them. */
  readonly links: "anchors" | "all";
  /** Are links with rel=nofollow left alone? */
  readonly obeyNofollow: boolean;
  /** Are nofollow and noindex of meta elements and X-Robots-Tag obeyed? */
  readonly obeyMetaRobots: boolean;
  readonly productToken: string;
  /** The one form of a URL that stands for all that are alike. */
  readonly canonical: (url: string) => string;
  /** Bytes of a body once decoded, at the most. */
  readonly decodedLimit: number;
  /**
   * Are sitemaps read? "named": it was named as one, and is read whatever its type, and as a feed or a list of URLs,
   * too.
   */
  readonly sitemaps?: boolean | "named";
}

/** What came of a fetch: what is to be stored, and the URLs that it led to. */
export interface Visit {
  readonly capture: NewCapture;
  /** Links to be followed, in document order, repeats included. */
  readonly links: readonly PageLink[];
  /** HTML that was parsed, with a status of success. */
  readonly isPage: boolean;
  /** HTML as text, for orderings that read it. */
  readonly html?: string;
  /** Other sitemaps that a sitemap names. */
  readonly sitemaps?: readonly string[];
  /** What was odd, by the names under which it is counted. */
  readonly oddities: readonly string[];
  /** What was named as a sitemap, and why it is not understood. */
  readonly notUnderstood?: string;
}

/** Types that servers give sitemaps, compressed or not. */
const SITEMAP = /^(?:(?:text|application)\/(?:[\w.-]+\+)?xml|application\/(?:x-)?gzip|application\/octet-stream)$/;

/** Reads a response: media type, redirect, and for HTML its links. Never throws: what cannot be read is an oddity. */
export async function visit(fetched: Fetched, item: Waiting, time: number, options: VisitOptions): Promise<Visit> {
  const { url, status } = fetched;
  const type = responseType(fetched.head, fetched.body);
  const cut = cutOf(fetched);
  const oddities: string[] = cut === undefined ? [] : [`truncated-${cut}`];
  const target = redirectOf(fetched);
  const redirect = target === undefined ? undefined : options.canonical(target);
  if (redirect === undefined && status >= 300 && status < 400 && status !== 304 && fetched.header("location"))
    oddities.push("bad-redirect");
  const bare: NewCapture = {
    exchange: exchangeOf(fetched, time),
    type,
    depth: item.depth,
    ...(item.via !== undefined && { via: item.via }),
    ...(redirect !== undefined && { redirect }),
  };
  const isSuccess = status >= 200 && status < 300;
  const isHtml = isHtmlType(type);
  const mayBeSitemap = options.sitemaps === "named" || (options.sitemaps === true && !isHtml && SITEMAP.test(type));
  const { isCut, ...named } = isSuccess && mayBeSitemap ? await namedIn(fetched, type, options) : {};
  if (isCut) oddities.push("sitemap-cut");
  if (named.notUnderstood !== undefined) oddities.push("sitemap-not-understood");
  if (!isSuccess || !isHtml) return { capture: bare, links: [], isPage: false, oddities, ...named };
  const content = await contentOf(answerOf(fetched), options.decodedLimit);
  oddities.push(...oddityOf(content));
  const html = htmlOf(content, fetched.head);
  const page = pageIn(html, url, (name) => fetched.headers(name), options);
  const links = followed(page, options);
  return { capture: { ...bare, page }, links, isPage: true, html: html.text, oddities, ...named };
}

/**
 * What a sitemap names: pages, as links, and other sitemaps; and whether there is more of it than was read. Its bytes
 * say what it is, its type and name only where they do not.
 */
async function namedIn(
  fetched: Fetched,
  type: string,
  { decodedLimit, canonical, sitemaps }: VisitOptions,
): Promise<Partial<Pick<Visit, "links" | "sitemaps" | "notUnderstood">> & { readonly isCut?: boolean }> {
  const content = await contentOf(answerOf(fetched), decodedLimit);
  const isPacked = content.bytes[0] === 0x1f && content.bytes[1] === 0x8b; // the file itself is a gzip file
  const file = isPacked ? await decodeBody(content.bytes, ["gzip"], decodedLimit) : undefined;
  const text = sitemapText((file ?? content).bytes);
  const found =
    sitemapIn(text) ?? (sitemaps === "named" ? (feedIn(text, fetched.url) ?? listIn(text, type)) : undefined);
  if (found === undefined) return sitemaps === "named" ? { notUnderstood: whyNot(text, type, content, file) } : {};
  const isCut = found.isCut || content.kind === "cut" || lackOf(content) !== undefined || isLacking(file);
  const urls = found.locations.map((text) => parseUrl(text)).filter((url) => /^https?:$/.test(url?.protocol ?? ""));
  const named = (urls as URL[]).map((url) => {
    url.hash = "";
    return canonical(url.href);
  });
  if (found.kind === "index") return { isCut, links: [], sitemaps: named };
  return { isCut, links: named.map((url) => ({ url, source: "a[href]", nofollow: false, anchor: "" })) };
}

/** A list of URLs; undefined: it names none, or it is HTML and does not begin with one. */
function listIn(text: string, type: string): Sitemap | undefined {
  const list = textSitemapIn(text);
  return list.locations.length > 0 && (!isHtmlType(type) || text.trimStart().startsWith(list.locations[0]))
    ? list
    : undefined;
}

function whyNot(text: string, type: string, content: Content, file: Decoded | undefined): string {
  const fault = file?.fault ?? (content.kind === "damaged" ? content.fault : undefined);
  const begin = text.trimStart().slice(0, 40);
  const said = begin === "" ? "it is empty" : `it begins with ${JSON.stringify(begin)}`;
  const served = type === "" ? "has no type" : `is served as ${type}`;
  return `neither a sitemap in XML, a feed nor a list of URLs: ${said} and ${served}${fault ? `; ${fault.why}` : ""}`;
}

const isLacking = (file: Decoded | undefined): boolean =>
  file !== undefined && (file.cut || (file.fault !== undefined && file.fault.kind !== "bad-checksum"));

/** Title, links and directives of HTML by the rules of a crawl. @param headers all values of a header of its answer */
export function pageIn(
  html: DecodedHtml,
  url: string,
  headers: (name: string) => readonly string[],
  { links, productToken, canonical }: Pick<VisitOptions, "links" | "productToken" | "canonical">,
): ParsedPage {
  const parsed = parsePage(html.text, url, {
    charset: html.charset,
    sources: links,
    agent: productToken,
    headers: { link: headers("link"), robots: headers("x-robots-tag") },
  });
  return { ...parsed, links: parsed.links.map((link) => renamed(link, canonical)) };
}

/** The links of a page that a crawler may follow. */
export function followed(
  { links, robots }: ParsedPage,
  { obeyMetaRobots, obeyNofollow }: Pick<VisitOptions, "obeyMetaRobots" | "obeyNofollow">,
): readonly PageLink[] {
  if (obeyMetaRobots && robots.nofollow) return [];
  return obeyNofollow ? links.filter(({ nofollow }) => !nofollow) : links;
}

/** Most URLs are canonical as they stand: then the same object. */
function renamed(link: PageLink, canonical: (url: string) => string): PageLink {
  const url = canonical(link.url);
  return url === link.url ? link : { ...link, url };
}

/** What content is read of. */
export const answerOf = (fetched: Fetched): Pick<Exchange, "head" | "body" | "truncated"> => {
  const { head, body } = fetched;
  return { head, body, truncated: cutOf(fetched) };
};

/** Why a response is not whole; undefined: it is. */
const cutOf = (fetched: Fetched): CutBy | undefined => (fetched.ending === "cut" ? fetched.by : undefined);

/** What is odd about content, beside that its answer was cut. What stands before the lack is read. */
function oddityOf(content: Content): readonly string[] {
  switch (content.kind) {
    case "whole":
    case "cut":
      return [];
    case "long":
      return ["decompression-bomb"];
    case "damaged":
      return ["bad-content-encoding"];
  }
}

/** A response as it is stored, and whether it is whole. */
export function exchangeOf(fetched: Fetched, time: number): Exchange {
  const { url, status, request, head, body, ip, milliseconds } = fetched;
  const cut = cutOf(fetched);
  return {
    url,
    time,
    status,
    request,
    head,
    body,
    ...(ip !== undefined && { ip }),
    ...(cut && { truncated: cut }),
    milliseconds: Math.round(milliseconds),
  };
}
