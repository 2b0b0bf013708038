import { copyOf, remembered } from "./remembered.js";

/** UTF-16 units of a word, at the most. */
export const LONGEST = 255;
/** Of a word as written, enough for `LONGEST` where what is not seen stands between the letters. */
export const LONGEST_WRITTEN = 4 * LONGEST;

/**
 * A word in the form in which it is compared: Unicode's NFKC_Casefold (straße is strasse, final sigma is sigma,
 * full-width letters are letters), except that the dot above an i is dropped (İstanbul is istanbul). Apostrophes become
 * ', and those at the ends go, as does the possessive 's. At most 255 UTF-16 units, the rest is cut off, as is all
 * behind the first 1,020 units as written. "" where nothing is left.
 */
export const foldWord: (written: string) => string = remembered((written) =>
  copyOf(fold(cut(written, LONGEST_WRITTEN))),
);

/** Without the possessive, apostrophes at the ends, and what is behind 255 units. */
function trimWord(word: string): string {
  return cut(word.replace(/^'+/, "").replace(/(?<!')'*(?:'s)?'*$/, ""), LONGEST);
}

const fold = (written: string): string => trimWord(foldCharacters(written));

/** The characters of a text as `foldWord` folds those of a word; nothing is cut off. Spaces go. */
export function foldCharacters(written: string): string {
  const seen = written.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}\p{Z}]/gu, "");
  const folded = seen
    .replace(/[^ı]+/g, foldCase)
    .replace(/[\u2018\u2019\u02bc\u05f3]/g, "'")
    .replaceAll("\u05f4", '"');
  return folded.normalize("NFKC");
}

/** Not for ı, whose capital is that of i. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i");
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const cutsPair = (text.charCodeAt(length - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(length) & 0xfc00) === 0xdc00;
  return text.slice(0, cutsPair ? length - 1 : length);
}
