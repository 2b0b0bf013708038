import { headerOf, mediaType } from "./warc/http-block.js";

const HTML: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"]);

export const isHtmlType = (type: string): boolean => HTML.has(type);

/** How HTML begins. */
const BEGIN = /^\s*<(?:!doctype\s+html|html|head|title|body|a\s|!--)/i;

/**
 * Media type of a response, while it is crawled and when its archive is opened; "" where there is none. A body without a
 * type that looks like HTML is HTML.
 *
 * @param head status line and headers; see Exchange.head
 */
export function responseType(head: string, body: Uint8Array): string {
  const said = mediaType(headerOf(head, "content-type"));
  if (said !== "" || body.length === 0 || headerOf(head, "content-encoding") !== undefined) return said;
  const begin = Buffer.from(body.buffer, body.byteOffset, Math.min(512, body.length)).toString("latin1");
  return BEGIN.test(begin) ? "text/html" : "";
}
