import { createHash } from "node:crypto";
import { charsetOf } from "../page/html/charset.js";
import type { Exchange } from "./exchange.js";
import { headerOf, headersOf } from "./warc/http-block.js";

/** What of a head decides how the bytes of its body become text: the content codings, and the charset that it names. */
export const codingsOf = ({ head }: Pick<Exchange, "head">): string =>
  `${charsetOf(headerOf(head, "content-type")) ?? ""}\n${headersOf(head, "content-encoding")}`.toLowerCase();

/** Head that says nothing of codings, or one that was stored before they were kept. */
export const NO_CODINGS = 0;

const codes = new Map<string, number>();
/** Servers may make up as many as they like. */
const MOST_CODES = 1000;

/** Codings as a number: the first 32 bits of their SHA-1, or NO_CODINGS. */
export function codingsCode(codings: string): number {
  const known = codes.get(codings);
  if (known !== undefined) return known;
  const code = codings === "\n" ? NO_CODINGS : createHash("sha1").update(codings).digest().readUInt32LE(0);
  if (codes.size < MOST_CODES) codes.set(codings, code);
  return code;
}
