import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Exchange } from "../archive/exchange.js";

/** Headers that tell how a message travelled, not what it is; the server writes its own. */
const TRAVEL =
  /^(?:connection|keep-alive|transfer-encoding|content-length|proxy-[a-z-]+|upgrade|trailer|te|alt-svc|strict-transport-security)$/i;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Bytes that a packed body may grow to when it is rewritten. */
const MOST = 1 << 26;

/** A stored response as it can be sent again. */
export interface StoredResponse {
  /** Words of the status line. */
  readonly reason: string;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/**
 * The headers and body of a stored exchange, to be sent again; lines that no server could send are left out.
 *
 * @param plain write https links as http: in Location and Link, and in the text of HTML, which is unpacked for it where
 *   that is possible; nothing else is changed
 */
export function storedResponse({ head, body }: Exchange, plain: boolean): StoredResponse {
  const [statusLine, ...rest] = head.split("\r\n");
  const [, words = ""] = /^\S+ \d+ (.*)$/.exec(statusLine) ?? [];
  const reason = VALUE.test(words) ? words : "";
  const lines = rest
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()] as const)
    .filter(([name, value]) => NAME.test(name) && VALUE.test(value) && !TRAVEL.test(name));
  const value = (wanted: string) => lines.find(([name]) => name.toLowerCase() === wanted)?.[1].toLowerCase() ?? "";
  const unpacked = plain && /html/.test(value("content-type")) ? unpack(body, value("content-encoding")) : undefined;
  const headers = lines
    .filter(([name]) => !(unpacked && /^content-encoding$/i.test(name)))
    .map(([name, text]) => `${name}: ${plain && /^(?:location|link|refresh)$/i.test(name) ? asHttp(text) : text}`);
  return {
    reason,
    headers,
    body: unpacked ? Buffer.from(asHttp(Buffer.from(unpacked).toString("latin1")), "latin1") : body,
  };
}

const asHttp = (text: string): string => text.replace(/\bhttps:\/\//gi, "http://");

/** Undefined for a coding that is not known, and for a body that is damaged. */
function unpack(body: Uint8Array, coding: string): Uint8Array | undefined {
  const limit = { maxOutputLength: MOST };
  try {
    if (coding === "" || coding === "identity") return body;
    if (/^(?:x-)?gzip$/.test(coding)) return gunzipSync(body, limit);
    if (coding === "deflate") return inflateSync(body, limit);
    if (coding === "br") return brotliDecompressSync(body, limit);
  } catch {}
  return undefined;
}
