import { describe, expect, it } from "vitest";
import {
  APOSTROPHE,
  DIGIT,
  HANGUL,
  HEBREW,
  JOINTS,
  kindOf,
  LETTER,
  MARK,
  MIDDLE,
  OTHER,
  POINT,
  SEPARATOR,
} from "../../../src/page/text/unit-kinds.js";

/** By kind: characters of it, by their names in Unicode's charts. */
const KINDS: Readonly<Record<string, readonly [kind: number, characters: string]>> = {
  "letters of scripts that part words": [
    LETTER,
    // Latin, Greek, Cyrillic, Armenian, Georgian, Cherokee, Ethiopic, Arabic, Syriac, Thaana, Mongolian, Tibetan
    "azAZéαяբაᎠሀبܐހᠠཀ" +
      // Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam, Sinhala
      "अঅਅઅଅஅఅಅഅඅ",
  ],
  "digits, of these scripts too": [DIGIT, "09०০੦૦୦௦౦೦൦෦༠᠐"],
  "letters of Hebrew": [HEBREW, "\u05d0\u05ea"],
  "syllables of Hangul": [HANGUL, "\uac00\ud7a3"],
  "what belongs to the letter before": [MARK, "\u0301\u0308\u00ad\u200d\u2060\u093e\u0bbe"],
  "what parts words": [SEPARATOR, " \n\t_!?-/()[]&@#$%+=<>|~^`\u00a0\u3000\u200b\u2014\u2026\u00ab\u00bb\u20ac"],
  "what joins letters, or digits": [APOSTROPHE, "'\u2018\u2019\uff07"],
  "what joins letters": [MIDDLE, "\u00b7\u0387\u2027\u055f\u05f4"],
  "what joins digits": [POINT, ".\u2024\ufe52\uff0e,\u0589\u060c\u060d\u066c\u07f8\u2044\ufe50\uff0c"],
  "what joins letters of Hebrew": [10, '"'],
  "what is asked of the segmenter": [
    OTHER,
    "ก中あア\u0e01\u1000\u1780\ud83d\udc00\u00a9\u203c\u055a\u055b\u055e\u05f3\u066b\u05b0\u05eb",
  ],
};

describe("what a unit does to a word", () => {
  it.each(Object.entries(KINDS))("is right for %s", (_, [kind, characters]) => {
    const found = Array.from({ length: characters.length }, (_, at) => [
      characters.charCodeAt(at).toString(16),
      kindOf(characters.charCodeAt(at)),
    ]);
    expect(found).toEqual(found.map(([code]) => [code, kind]));
  });

  it("is the same when it is asked again, and says of no sign within words that it parts them", () => {
    for (let at = 0; at < JOINTS.length; at++) {
      const unit = JOINTS.charCodeAt(at);
      if (JOINTS[at] === "-") continue; // of a range
      expect(kindOf(unit)).not.toBe(SEPARATOR);
      expect(kindOf(unit)).toBe(kindOf(unit));
    }
  });
});
