import { TermWriter } from "./term-bytes.js";
import { TermCounter } from "./term-counter.js";

/** Counted up whenever the same page gives other terms, and the sample does not show it: tokens, textOf, decodeHtml, contents. */
const VERSION = 2;

/**
 * A text whose terms tell when words are told apart otherwise: by other code here, or by another version of Unicode in
 * Node.js.
 */
const SAMPLE = {
  title: "L'Été \u{1F469}\u200D\u{1F4BB} e\u0301",
  body: "It's 3.14 co-op_x, STRASSE straße \u65E5\u672C\u8A9E\u306E \u0E20\u0E32\u0E29\u0E32 \u05E9\u05DC\u05D5\u05DD\u05F3 \u{1D54F}",
};

let identity: string | undefined;

/**
 * What the terms of a page depend on besides the page, as a text of some hundred characters: counts, and crawls that
 * read words, made under another identity may be others. Made once, in a few milliseconds.
 */
export function tokenizerIdentity(): string {
  if (identity !== undefined) return identity;
  const counter = new TermCounter();
  const written = new TermWriter();
  written.add(counter.count(SAMPLE));
  const terms = Array.from({ length: counter.terms }, (_, id) => counter.term(id));
  return (identity = JSON.stringify([VERSION, terms, [...written.bytes.subarray(0, written.length)]]));
}
