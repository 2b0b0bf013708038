import { FNV_START, fnvNext } from "../../base/mix.js";
import { foldWord, LONGEST } from "./fold-word.js";
import {
  APOSTROPHE,
  DIGIT,
  HANGUL,
  HEBREW,
  KINDS,
  kindOf,
  LETTER,
  MARK,
  MIDDLE,
  OTHER,
  POINT,
  SEPARATOR,
} from "./unit-kinds.js";
import { wordsBySegmenter } from "./words-by-segmenter.js";

/** Who is told of words. */
export interface WordSink {
  /** A word of ASCII as it stands in a text, capitals and all, and its `plainHash`. */
  plain(text: string, start: number, end: number, hash: number): void;
  /** Any other word, folded. */
  word(word: string): void;
}

/** Bit that makes letters of ASCII small, and that digits and the signs within words have. */
export const SMALL = 0x20;
const SMALL_S = 0x73;
const KEYCAP = 0x20e3;

/** FNV-1a over the units of a word of ASCII in small letters. */
export const hashNext = (hash: number, unit: number): number => fnvNext(hash, unit | SMALL);

export function plainHash(text: string, start: number, end: number): number {
  let hash = FNV_START;
  for (let at = start; at < end; at++) hash = hashNext(hash, text.charCodeAt(at));
  return hash;
}

/**
 * Tells the words of a text in order, see `eachToken`. Words of scripts with plain rules are found here; what else is
 * between separators goes to `wordsBySegmenter`.
 *
 * O(length).
 */
export function scanWords(text: string, sink: WordSink): void {
  const size = text.length;
  for (let at = 0; at < size; ) {
    let unit = text.charCodeAt(at);
    let kind = KINDS[unit] || kindOf(unit);
    if (kind >= MARK) {
      at = kind === OTHER ? segmentFrom(unit === KEYCAP ? keyOf(text, at) : at, at, text, sink) : at + 1;
      continue;
    }
    const start = at;
    let last = kind;
    let isPlain = unit < 0x80;
    let isClear = true;
    let hash = hashNext(FNV_START, unit);
    let apostrophe = -1;
    let hashBefore = 0;
    for (at++; at < size; at++) {
      unit = text.charCodeAt(at);
      kind = KINDS[unit] || kindOf(unit);
      if (kind <= HANGUL) {
        if ((kind === HANGUL) !== (last === HANGUL)) break;
        last = kind;
      } else if (kind === SEPARATOR) break;
      else if (kind === OTHER || (kind === MARK && last === HANGUL)) {
        isClear = false;
        break;
      } else if (kind !== MARK) {
        if (!joins(kind, last)) break;
        const next = at + 1 < size ? kindOf(text.charCodeAt(at + 1)) : SEPARATOR;
        isClear = next !== MARK && next !== OTHER;
        if (!isClear || !joins(kind, next) || (last === DIGIT) !== (next === DIGIT)) break;
        if (kind === APOSTROPHE) {
          apostrophe = at;
          hashBefore = hash;
        }
      }
      if (unit >= 0x80) isPlain = false;
      hash = hashNext(hash, unit);
    }
    if (!isClear) at = segmentFrom(start, at, text, sink);
    else if (!isPlain) tellWord(text.slice(start, at), sink);
    else {
      const isPossessive = apostrophe > start && apostrophe === at - 2 && (text.charCodeAt(at - 1) | SMALL) === SMALL_S;
      const end = isPossessive ? apostrophe : at;
      if (end - start > LONGEST) sink.plain(text, start, start + LONGEST, plainHash(text, start, start + LONGEST));
      else sink.plain(text, start, end, isPossessive ? hashBefore : hash);
    }
  }
}

/** Tells the words from `start` up to the first separator from `at` on. @returns where it stands */
function segmentFrom(start: number, at: number, text: string, sink: WordSink): number {
  let end = at;
  while (end < text.length && kindOf(text.charCodeAt(end)) !== SEPARATOR) end++;
  wordsBySegmenter(text, start, end, (word) => sink.word(word));
  return end;
}

function tellWord(written: string, sink: WordSink): void {
  const word = foldWord(written);
  if (word !== "") sink.word(word);
}

/** True when what is of one kind joins letters or digits of the other kind. */
function joins(kind: number, neighbour: number): boolean {
  if (neighbour === DIGIT) return kind === POINT || kind === APOSTROPHE;
  if (neighbour === HEBREW) return kind !== POINT;
  return neighbour === LETTER && (kind === APOSTROPHE || kind === MIDDLE);
}

/** Where a key begins that ends at `at`: # or *, which are no letters, with or without a variation selector. */
function keyOf(text: string, at: number): number {
  const sign = text.charCodeAt(at - 1) === 0xfe0f ? at - 2 : at - 1;
  return text[sign] === "#" || text[sign] === "*" ? sign : at;
}
