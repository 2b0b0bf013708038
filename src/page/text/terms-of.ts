import { problem } from "../../base/error.js";
import { CountedTexts } from "./counted-texts.js";
import type { PageTerms, TermCounts } from "./page-terms.js";
import type { Words } from "./term-counter.js";

/** What the terms of a web are had from. */
export interface WebWithText {
  readonly name: string;
  readonly graph: { readonly size: number };
  readonly terms?: TermCounts;
  readonly text?: (page: number) => Words;
}

/** Counts of webs that bring texts only: made at first need, and shared by all who ask. */
const counted = new WeakMap<(page: number) => Words, CountedTexts>();

/**
 * Term counts of a web: those that it brings, else its texts are counted when they are asked for, in memory.
 *
 * @throws "lacks" for a web without text: ask for the capability first
 */
export function termsOf({ name, graph, terms, text }: WebWithText): TermCounts {
  if (terms) return terms;
  if (text === undefined) throw problem.lacks`${name} carries no text: its terms cannot be counted`;
  let found = counted.get(text);
  if (found?.size !== graph.size) {
    found = new CountedTexts(graph.size, text, name);
    counted.set(text, found);
  }
  return found;
}

/** Term counts of a part of a web. @param pages page of the whole for each page of the part */
export function termsOfPart(whole: TermCounts, pages: Uint32Array): TermCounts {
  const { ready } = whole;
  return {
    size: pages.length,
    of: (page: number): PageTerms => whole.of(pages[page]),
    ...(ready && { ready: (onProgress) => ready.call(whole, onProgress) }),
  };
}
