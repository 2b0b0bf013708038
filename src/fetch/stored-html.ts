import type { Exchange } from "../archive/exchange.js";
import { headerOf } from "../archive/warc/http-block.js";
import { decodeHtml } from "../page/html/charset.js";
import { decodeBody } from "./decode.js";

/**
 * HTML of a stored answer as text, its content and character codings undone just as when it came. @param limit see
 * `decodeBody`
 */
export async function storedHtml({ head, body }: Exchange, limit: number): Promise<string> {
  const { bytes } = await decodeBody(body, headerOf(head, "content-encoding"), limit);
  return decodeHtml(bytes, headerOf(head, "content-type")).text;
}
