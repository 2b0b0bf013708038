import { decodeHtml } from "../page/html/charset.js";
import { type PageText, textOf } from "../page/html/text.js";
import type { Exchange } from "./exchange.js";
import { decodeContent } from "./warc/content-coding.js";
import { headerOf } from "./warc/http-block.js";

/**
 * Title and body of an HTML page as text, its content and character codings undone. What cannot be decoded is an empty
 * page.
 */
export function pageText({ head, body }: Exchange): PageText {
  const decoded = decodeContent(body, head);
  if (decoded.fault) return { title: "", body: "" };
  const { text } = decodeHtml(decoded.body, headerOf(head, "content-type"));
  return textOf(text);
}
