/*
 * What a UTF-16 unit does to a word, by Word_Break of Unicode UAX 29 as ICU tailors it, and by the departures that
 * `eachToken` names. The first four make words; the scanner relies on their order.
 */
export const LETTER = 1;
export const DIGIT = 2;
export const HEBREW = 3;
/** A syllable of Hangul: joins no letter of another script. */
export const HANGUL = 4;
/** Belongs to what stands before it: accents, vowel signs, and what is not seen, such as the soft hyphen. */
export const MARK = 5;
/** Parts words, wherever it stands. */
export const SEPARATOR = 6;
/** Joins letters, or digits. */
export const APOSTROPHE = 7;
/** Joins letters: paral·lel. */
export const MIDDLE = 8;
/** Joins digits. */
export const POINT = 9;
/** Joins letters of Hebrew. */
const DOUBLE_QUOTE = 10;
/** None of the above: what it does is asked of `Intl.Segmenter`. */
export const OTHER = 11;

/** Scripts whose letters join each other, whatever words they make. */
const scripts = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Armenian",
  "Georgian",
  "Cherokee",
  "Ethiopic",
  "Arabic",
  "Syriac",
  "Thaana",
  "Mongolian",
  "Tibetan",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
];
const ofScripts = scripts.map((script) => `\\p{Script=${script}}`).join("");
const inScripts = new RegExp(`[${ofScripts}]`, "u");
const mark = new RegExp(`(?=\\p{M})[${ofScripts}\\p{Script=Inherited}]`, "u");
const picture = /\p{Emoji}|\p{Extended_Pictographic}|\u20e3/u;

/** Full stops, which join digits; for a character class. */
export const FULL_STOPS = ".\u2024\ufe52\uff0e";
const apostrophes = "'\u2018\u2019\uff07";
const points = `${FULL_STOPS},\u0589\u060c\u060d\u066c\u07f8\u2044\ufe50\uff0c`;
const middles = "\u00b7\u0387\u2027\u055f\u05f4";
/** Signs that may stand within words: those that join, and others of Armenian, Hebrew and Arabic. */
export const JOINTS = `${apostrophes}${points}${middles}"\u055a-\u055c\u055e\u05f3\u066b`;
const isJoint = new RegExp(`[${JOINTS}]`);

/** By unit, filled when a unit is met first: 0 before. */
export const KINDS = new Uint8Array(0x10000);

export function kindOf(unit: number): number {
  return (KINDS[unit] ||= classify(String.fromCharCode(unit)));
}

function classify(character: string): number {
  if (apostrophes.includes(character)) return APOSTROPHE;
  if (character === '"') return DOUBLE_QUOTE;
  if (points.includes(character)) return POINT;
  if (middles.includes(character)) return MIDDLE;
  if (/[0-9]/.test(character)) return DIGIT;
  if (/[\u05d0-\u05ea]/.test(character)) return HEBREW;
  if (/[\uac00-\ud7a3]/.test(character)) return HANGUL;
  if (character > "\x7f" && picture.test(character)) return OTHER;
  if (mark.test(character) || (character !== "\u200b" && /(?=\p{Cf})\p{Default_Ignorable_Code_Point}/u.test(character)))
    return MARK;
  if (inScripts.test(character)) {
    if (/\p{L}/u.test(character)) return LETTER;
    if (/\p{Nd}/u.test(character)) return DIGIT;
  }
  return /(?!\p{Alphabetic})[\p{P}\p{S}\p{Z}\p{Cc}\u200b]/u.test(character) && !isJoint.test(character)
    ? SEPARATOR
    : OTHER;
}
