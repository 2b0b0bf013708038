import { decodeHtml } from "../html/charset.js";
import type { Exchange } from "../snapshot/exchange.js";
import { headerOf } from "../snapshot/warc/http-block.js";
import { decodeBody } from "./decode.js";

/** HTML of a stored answer as text, its content and character codings undone just as when it came. @param limit see `decodeBody` */
export async function storedHtml({ head, body }: Exchange, limit: number): Promise<string> {
  const { bytes } = await decodeBody(body, headerOf(head, "content-encoding"), limit);
  return decodeHtml(bytes, headerOf(head, "content-type")).text;
}
