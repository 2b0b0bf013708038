import { scanWords } from "./word-scanner.js";

/**
 * Tells the words of a text in order, as a person would count them: those of Unicode's text segmentation (UAX 29, as
 * `Intl.Segmenter` finds them, with dictionaries for Chinese, Japanese, Thai and others), in one form for all ways to
 * write them (`foldWord`: case, compatibility characters, apostrophes, characters that are not seen). Departures from
 * UAX 29:
 *
 * - Letters that full stop, colon, semicolon or underscore joins are words apart: "end.The", "title:web", "web_page".
 *   Digits stay joined by full stop, comma and apostrophe: "3.14", "1,000", "1'000".
 * - The possessive is no part of a word, "computer's" is computer; and so "it's" is it. Other apostrophes are: "can't",
 *   "o'neill", and also "l'ordinateur", which words "part" of a query finds.
 * - Emoji are words, a family, a flag or a key being one; skin tones tell apart, variation selectors do not. Signs such
 *   as © or ❤ are emoji only where a variation selector makes them so.
 *
 * A word has at most 255 UTF-16 units; what is longer is cut.
 *
 * O(length).
 */
export function eachToken(text: string, tell: (word: string) => void): void {
  scanWords(text, {
    plain: (_, start, end) => tell(text.slice(start, end).toLowerCase()),
    word: tell,
  });
}

/** The words that `eachToken` tells: "The 2nd Café's end" gives the, 2nd, café, end. For texts that are not large. */
export function tokens(text: string): string[] {
  const words: string[] = [];
  eachToken(text, (word) => words.push(word));
  return words;
}

/** How often each word of a text occurs in it, words in order of their first occurrence. */
export function termCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  eachToken(text, (word) => counts.set(word, (counts.get(word) ?? 0) + 1));
  return counts;
}
