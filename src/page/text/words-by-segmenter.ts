import { foldWord, LONGEST_WRITTEN } from "./fold-word.js";
import { remembered } from "./remembered.js";
import { FULL_STOPS, JOINTS } from "./unit-kinds.js";

/** UTF-16 units that are segmented at a time: of long texts, `Intl.Segmenter` takes more than linear time. */
const PIECE = 400;
/**
 * Boundaries so near to the end of a piece may be others where the text goes on: they are asked for again with what
 * follows.
 */
const MARGIN = 48;
/** Of a word that is longer than a piece: how much of it is repeated before what follows. */
const OVERLAP = 64;

let segmenter: Intl.Segmenter | undefined;

/** Made when the first text needs it: its rules take 10 ms to load. */
const segmentsOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter("en", { granularity: "word" })).segment(text);

/** What belongs to the character before it. */
const attached = "[\\p{M}\\p{Cf}\\uff9e\\uff9f]*";
const attachedBefore = new RegExp(`^${attached}`, "u");
/**
 * What parts words besides Unicode's rules: signs that are no joints, pictures, and full stops that are not between
 * digits.
 */
const parting = new RegExp(
  `(?![${JOINTS}\\p{Alphabetic}])[\\p{P}\\p{S}\\p{Z}\\p{Cc}]|[${FULL_STOPS}](?!${attached}\\p{Nd})|\\p{Extended_Pictographic}`,
  "gu",
);
const letterOrDigit = /(?![\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f])[\p{Alphabetic}\p{Nd}]/u;

const mayHoldEmoji = /\p{Extended_Pictographic}|\p{Emoji_Presentation}|\u20e3/u;
/** A flag, a key, or pictures with skin tones and tags, joined by U+200D. */
const picture =
  /\p{Regional_Indicator}{2}|[#*0-9]\ufe0f?\u20e3|(?:\p{Extended_Pictographic}|\p{Emoji_Presentation})(?:\ufe0e|\ufe0f|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}])*(?:\u200d\p{Extended_Pictographic}(?:\ufe0e|\ufe0f|\p{Emoji_Modifier})*)*/gu;
/** Shown in colour, by itself or because a variation selector says so: © is not. */
const inColour = /\p{Emoji_Presentation}|\u20e3|\p{Emoji}\ufe0f/u;

/**
 * Tells the words of a part of a text as `eachToken` defines them, by `Intl.Segmenter` and the departures from it. The
 * part is segmented in pieces of 400 units, each from a word boundary that the piece before is sure of; so the words of
 * longer parts may differ from those found in one go where a dictionary (of Chinese, Japanese, Thai, ...) would look
 * farther ahead.
 *
 * Words longer than four pieces are told by their beginning.
 *
 * O(length), about a microsecond per unit where the part was not met before.
 */
export function wordsBySegmenter(text: string, from: number, to: number, tell: (word: string) => void): void {
  if (to - from > PIECE) tellInPieces(text, from, to, tell);
  else for (const word of wordsOfPart(text.slice(from, to))) tell(word);
}

const wordsOfPart = remembered((part) => [...segmentsOf(part)].flatMap(({ segment }) => wordsOfSegment(segment)));

function tellInPieces(text: string, from: number, to: number, tell: (word: string) => void): void {
  /** True behind the beginning of a word that is longer than a piece: it is told already. */
  let within = false;
  let size = PIECE;
  const tellSegment = (segment: string) => {
    const told = within ? segment.slice(firstParting(segment)) : segment;
    for (const word of wordsOfSegment(told)) tell(word);
    within = false;
  };
  for (let at = from; at < to; ) {
    const end = at + size < to ? wholeCharacter(text, at + size) : to;
    const segments = [...segmentsOf(text.slice(at, end))];
    const kept = end === to ? segments.length : sureOnes(segments, end - at - MARGIN);
    for (let i = 0; i < kept; i++) tellSegment(segments[i].segment);
    if (kept > 0) {
      at = end === to ? end : at + segments[kept].index;
      size = PIECE;
      continue;
    }
    const [{ segment }] = segments; // fills the piece, and goes on
    const known = lastParting(segment);
    if (known > 0) {
      tellSegment(segment.slice(0, known));
      at += known;
    } else if (within || size >= LONGEST_WRITTEN) {
      if (!within) tellSegment(segment);
      within = true;
      at = wholeCharacter(text, end - OVERLAP);
    } else size *= 2;
  }
}

/** How many segments end where no text behind the piece can change it; 0 when there is but one. */
function sureOnes(segments: readonly { index: number }[], sure: number): number {
  const unsure = segments.findIndex(({ index }) => index >= sure);
  return unsure > 0 ? unsure : segments.length - 1;
}

/** The position, or the one before it where it would part a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at - 1 : at;
}

function firstParting(segment: string): number {
  const at = segment.search(parting);
  return at < 0 ? segment.length : at;
}

/** Where the last word of a segment begins. */
function lastParting(segment: string): number {
  let behind = 0;
  for (const { index, 0: found } of segment.matchAll(parting)) behind = index + found.length;
  return behind;
}

const wordsOfSegment = remembered((segment: string): readonly string[] => {
  if (!mayHoldEmoji.test(segment)) return wordsOfParts(segment);
  const words: string[] = [];
  let from = 0;
  for (const { index, 0: found } of segment.matchAll(picture)) {
    if (!inColour.test(found)) continue;
    words.push(...wordsOfParts(segment.slice(from, index)), found.replace(/\ufe0e|\ufe0f/g, ""));
    from = index + found.length;
  }
  return [...words, ...wordsOfParts(segment.slice(from))];
});

function wordsOfParts(segment: string): string[] {
  return segment
    .split(parting)
    .filter((part) => letterOrDigit.test(part))
    .map((part) => foldWord(part.replace(attachedBefore, "")))
    .filter((word) => word !== "");
}
