import type { Count } from "../../base/file/byte-feed.js";
import type { ParsedPage } from "../../page/html/page.js";
import { parsePage } from "../../page/html/parse-page.js";
import { parseUrl } from "../../url/parse.js";
import type { NewCapture } from "../capture.js";
import { htmlOf, lackOf, storedContent } from "../content.js";
import type { Exchange } from "../exchange.js";
import { isHtmlType, responseType } from "../html-type.js";
import { headerOf, headersOf } from "../warc/http-block.js";

/** A URL as snapshots hold them, without fragment; undefined for what is no http(s) URL. */
export function httpUrl(text: string, base?: string): string | undefined {
  const url = parseUrl(text, base);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  url.hash = "";
  return url.href;
}

/**
 * A redirect's target, absolute; undefined where there is none. Bytes of the header beyond ASCII are UTF-8 where that
 * is possible.
 */
export function redirectOf({ status, head, url }: Pick<Exchange, "status" | "head" | "url">): string | undefined {
  if (status < 300 || status > 399 || status === 304) return undefined;
  const location = headerOf(head, "location");
  if (!location) return undefined;
  const utf8 = Buffer.from(location, "latin1").toString("utf8");
  return httpUrl(utf8.includes("\ufffd") ? location : utf8, url);
}

/** What an index takes of an exchange: type, redirect, and the parsed page where it is HTML. */
export function newCapture(
  exchange: Exchange,
  count: Count,
  more: Pick<NewCapture, "place" | "depth" | "revisit">,
): NewCapture {
  const type = responseType(exchange.head, exchange.body);
  const redirect = redirectOf(exchange);
  const page = pageOf(exchange, type, count);
  return { exchange, type, ...more, ...(redirect !== undefined && { redirect }), ...(page && { page }) };
}

/** The page that an exchange is; undefined where it is no HTML. What cannot be read of it is counted. */
function pageOf(exchange: Exchange, type: string, count: Count): ParsedPage | undefined {
  if (!isHtmlType(type)) return undefined;
  const { url, head } = exchange;
  const content = storedContent(exchange);
  const lack = lackOf(content);
  if (lack !== undefined) count(`html-${lack}`);
  const { text, charset } = htmlOf(content, head);
  const headers = { link: headersOf(head, "link"), robots: headersOf(head, "x-robots-tag") };
  return parsePage(text, url, { charset, headers });
}
