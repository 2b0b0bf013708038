import { type CodingFault, type Decoded, decodeBody, decodeBodySync } from "../base/content-coding.js";
import { type DecodedHtml, decodeHtml } from "../page/html/charset.js";
import type { Exchange } from "./exchange.js";
import { headerOf, headersOf } from "./warc/http-block.js";

/** A body without its content codings, and how much of it there is. */
export type Content =
  /** All of it. */
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  /** There is more than was asked for: `bytes` are as many as were. */
  | { readonly kind: "long"; readonly bytes: Uint8Array }
  /** The body was cut before: `bytes` is what stands in front of the cut. */
  | { readonly kind: "cut"; readonly bytes: Uint8Array; readonly by: NonNullable<Exchange["truncated"]> }
  /** It is not coded as its head says: `bytes` is what could be read. */
  | { readonly kind: "damaged"; readonly bytes: Uint8Array; readonly fault: CodingFault };

type Answer = Pick<Exchange, "head" | "body" | "truncated">;

/**
 * Bytes of content that are read of an answer, by crawls that say nothing else and by imports: 291,608 bytes of gzip can
 * be 300 MB. What stands before is read. Mercator's limit: Heydon and Najork 1999.
 */
export const CONTENT_LIMIT = 16 << 20;

/** Takes the codings off the body of a stored answer. @param limit bytes that are asked for */
export function storedContent(answer: Answer, limit = CONTENT_LIMIT): Content {
  const codings = codingsOf(answer.head);
  return asItIs(answer, codings, limit) ?? contentIn(answer, decodeBodySync(answer.body, codings, limit));
}

/** As `storedContent`, of an answer that just came: a crawl goes on meanwhile. */
export async function contentOf(answer: Answer, limit: number): Promise<Content> {
  const codings = codingsOf(answer.head);
  return asItIs(answer, codings, limit) ?? contentIn(answer, await decodeBody(answer.body, codings, limit));
}

/**
 * What is missing of content through its coding. Bodies that are not coded as their heads say may have been decoded by
 * who stored them.
 */
export function lackOf(content: Content): "over-limit" | "unknown-coding" | "bad-coding" | undefined {
  if (content.kind === "long") return "over-limit";
  if (content.kind !== "damaged") return undefined;
  const { kind } = content.fault;
  return kind === "not-coded" || kind === "bad-checksum" ? undefined : kind;
}

/**
 * HTML as text. Content that is not whole may end within a letter: that speaks for no other encoding.
 *
 * @param head see Exchange.head
 */
export const htmlOf = ({ kind, bytes }: Content, head: string): DecodedHtml =>
  decodeHtml(bytes, headerOf(head, "content-type"), { cut: kind !== "whole" });

/** Values of Content-Encoding, and of Transfer-Encoding what is a coding of the whole, behind them. */
function codingsOf(head: string): readonly string[] {
  const transfer = headersOf(head, "(?:x-orig-)?transfer-encoding").flatMap((value) => value.toLowerCase().split(","));
  return [...headersOf(head, "content-encoding"), ...transfer.filter((coding) => PACKED.test(coding.trim()))];
}

/** Transfer codings that stay on a body when its chunks are gone (RFC 9112, section 7.2). */
const PACKED = /^(?:(?:x-)?gzip|deflate)$/;

const asItIs = ({ body, truncated }: Answer, codings: readonly string[], limit: number): Content | undefined =>
  codings.length === 0 && truncated === undefined && body.length <= limit ? { kind: "whole", bytes: body } : undefined;

function contentIn({ truncated }: Answer, { bytes, cut, fault }: Decoded): Content {
  if (truncated !== undefined && !cut) return { kind: "cut", bytes, by: truncated };
  if (fault !== undefined) return { kind: "damaged", bytes, fault };
  return { kind: cut ? "long" : "whole", bytes };
}
