import type { Exchange } from "../archive/exchange.js";
import { headerOf, headersOf } from "../archive/warc/http-block.js";
import { type DecodedHtml, decodeHtml } from "../page/html/charset.js";
import { decodeBody } from "./decode.js";

/** A body without its content codings, and how much of it there is. */
export type Content =
  /** All of it. */
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  /** There is more than was asked for: `bytes` are as many as were. */
  | { readonly kind: "long"; readonly bytes: Uint8Array }
  /** The body was cut before: `bytes` is what stands in front of the cut. */
  | { readonly kind: "cut"; readonly bytes: Uint8Array; readonly by: NonNullable<Exchange["truncated"]> }
  /** It is not coded as its head says: `bytes` is what could be read. */
  | { readonly kind: "damaged"; readonly bytes: Uint8Array; readonly why: string };

/**
 * Takes the content codings off a body. @param coding value of Content-Encoding @param cut why the body is not whole
 * @param limit bytes that are asked for; see `decodeBody`
 */
export async function contentOf(
  body: Uint8Array,
  coding: string | undefined,
  cut: Exchange["truncated"],
  limit: number,
): Promise<Content> {
  if (coding === undefined && cut === undefined && body.length <= limit) return { kind: "whole", bytes: body };
  const { bytes, cut: long, failed } = await decodeBody(body, coding, limit);
  if (cut !== undefined && !long) return { kind: "cut", bytes, by: cut };
  if (failed !== undefined) return { kind: "damaged", bytes, why: failed };
  return { kind: long ? "long" : "whole", bytes };
}

/**
 * HTML as text. Content that is not whole may end within a letter: that speaks for no other encoding.
 *
 * @param contentType value of the Content-Type header
 */
export function htmlOf(content: Content, contentType: string | undefined): DecodedHtml {
  switch (content.kind) {
    case "whole":
      return decodeHtml(content.bytes, contentType);
    case "long":
    case "cut":
    case "damaged":
      return decodeHtml(content.bytes, contentType, { cut: true });
  }
}

/** HTML of a stored answer as text, just as when it came. @param limit see `contentOf` */
export async function storedHtml({ head, body, truncated }: Exchange, limit: number): Promise<DecodedHtml> {
  const content = await contentOf(body, headersOf(head, "content-encoding").join(",") || undefined, truncated, limit);
  return htmlOf(content, headerOf(head, "content-type"));
}
