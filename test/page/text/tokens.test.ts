import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachToken, termCounts, tokens } from "../../../src/page/text/tokens.js";
import { depth } from "../../depth.js";
import { segmentedWords } from "./segmented.js";

/** Of every kind that the rules tell apart, some more than once so that they meet. */
const alphabet = [
  ..."abszAZSéñßſIİıŉﬁ ΣσςΆЖжԱևაⓐⅣ0129.,:;_'\"’‘ʼ·-/#*@~\n\r\t ",
  ..."אבג׳״ابپگ٣٫٬،देवकि्ষগ1੧தமிழ்ไทยกั๑ລາក្ម计算机大学コンピュータｶﾞー・あ々한글컴가、。，．：（）！ａＢ１２＇㎏",
  ..."\u00a0\u00ad\u0085\u200b\u200c\u200d\u200e\u2060\u2028\u3000\u202f\u203f\ufeff\u0301\u0308\u0345\ufe0f\ufe0e\u20e3\u0600\u3164\uffa0\ufdfa\u00b2\u00bd\u2460",
  ..."©❤☺™👍🏽👨👩👧🏳🌈🏴🇩🇪🇫𝐚𝟏𐐀😀\u{e0067}\u{e007f}",
  "\ud800",
  "\udc00",
  "'s",
  "’s ",
  "1.2",
  "a.b",
  "👨‍👩‍👧",
  "1️⃣",
];
const anyText = (maxLength: number) =>
  fc.array(fc.constantFrom(...alphabet), { maxLength }).map((parts) => parts.join(""));
/** Of few different characters, which so meet in all orders. */
const narrowText = fc
  .array(fc.constantFrom(...alphabet), { minLength: 2, maxLength: 5 })
  .chain((few) => fc.array(fc.constantFrom(...few), { maxLength: 12 }))
  .map((parts) => parts.join(""));

describe("tokens", () => {
  it.each<[string, string[]]>([
    ["The 2nd Café, ÜBER all: x-ray.", ["the", "2nd", "café", "über", "all", "x", "ray"]],
    ["the computer.The computer", ["the", "computer", "the", "computer"]],
    ["title:computer computer_science a;b", ["title", "computer", "computer", "science", "a", "b"]],
    ["3.14 1,000 1'000 1.2.3. 1;2 10:30 1_000", ["3.14", "1,000", "1'000", "1.2.3", "1", "2", "10", "30", "1", "000"]],
    ["v1.2 mp3.", ["v1.2", "mp3"]],
    ["the computer's, COMPUTER’S and computersʼ", ["the", "computer", "computer", "and", "computers"]],
    ["can't can’t canʼt O'Neill 'quoted' ‘so’", ["can't", "can't", "can't", "o'neill", "quoted", "so"]],
    ["l'ordinateur rock'n'roll boss's", ["l'ordinateur", "rock'n'roll", "boss"]],
    ["'s S s", ["s", "s", "s"]],
    ["straße STRASSE Straẞe ﬁsh ΣΊΣΥΦΟΣ σίσυφος", ["strasse", "strasse", "strasse", "fish", "σίσυφοσ", "σίσυφοσ"]],
    ["ｃｏｍｐｕｔｅｒ Ｃｏｍｐｕｔｅｒ＇ｓ 𝐜𝐨𝐦𝐩𝐮𝐭𝐞𝐫 １２．５", ["computer", "computer", "computer", "12.5"]],
    ["İSTANBUL istanbul IŞIK ışık", ["istanbul", "istanbul", "işik", "ışık"]],
    [
      "com\u00adputer com\u2060puter \u202bcomputer\u202c\u200f \ufeffcomputer cafe\u0301",
      ["computer", "computer", "computer", "computer", "café"],
    ],
    ["می\u200cخواهم میخواهم", ["میخواهم", "میخواهم"]],
    ["paral·lel para\u0140lel", ["paral·lel", "paral·lel"]],
    ["комп'ютер комп’ютер КОМПʼЮТЕР", ["комп'ютер", "комп'ютер", "комп'ютер"]],
    ['צה"ל צה״ל "מחשב" ג\'ירפה', ['צה"ל', 'צה"ל', "מחשב", "ג'ירפה"]],
    ["हिन्दी கணினி", ["हिन्दी", "கணினி"]],
    ["컴퓨터, 컴퓨터.계산", ["컴퓨터", "컴퓨터", "계산"]],
    ["大学の研究、コンピュータ。ｺﾝﾋﾟｭｰﾀ", ["大学", "の", "研究", "コンピュータ", "コンピュータ"]],
    ["คอมพิวเตอร์คอมพิวเตอร์", ["คอมพิวเตอร์", "คอมพิวเตอร์"]],
    [
      "nice👍👍🏽 👨‍👩‍👧👨‍👩‍👧 🇩🇪🇫🇷 1️⃣#️⃣ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}🏳️‍🌈",
      [
        "nice",
        "👍",
        "👍🏽",
        "👨‍👩‍👧",
        "👨‍👩‍👧",
        "🇩🇪",
        "🇫🇷",
        "1\u20e3",
        "#\u20e3",
        "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
        "🏳‍🌈",
      ],
    ],
    ["© 2019 ❤ ❤️ © ™️ ½ ² - ... \ud835 ", ["2019", "❤", "™"]],
  ])("of %j are what a person counts", (text, words) => {
    expect(tokens(text)).toEqual(words);
  });

  it("are the segments of Unicode's text segmentation with the departures named, in texts of all scripts", () => {
    fc.assert(
      fc.property(fc.oneof(anyText(8), anyText(60), narrowText), (text) => {
        expect(tokens(text)).toEqual(segmentedWords(text));
      }),
      { numRuns: 4000 },
    );
  });

  it("are those segments for each character of 16 bits, wherever it stands", () => {
    // of Chinese, Yi, Hangul and what no script owns a part; the other blocks throughout, or each fifth
    const isSampled = (unit: number) => (unit >= 0x3400 && unit < 0xa500) || (unit >= 0xac00 && unit < 0xf900);
    const step = depth({ everyday: 17, prove: 1 });
    for (let unit = 0; unit < 0x10000; unit += isSampled(unit) ? depth({ everyday: 397, prove: 97 }) : step) {
      const c = String.fromCharCode(unit);
      const places = [
        c,
        `a${c}b`,
        `1${c}2`,
        `א${c}ב`,
        `ア${c}カ`,
        `a'${c}b`,
        `1.${c}`,
        `한${c}글`,
        `a${c}'s`,
        `-${c}${c}-`,
      ];
      const text = places.join(" \n ");
      expect(tokens(text), c).toEqual(segmentedWords(text));
    }
  });

  it("are the same whatever stands between white space before and after", () => {
    fc.assert(
      fc.property(anyText(20), anyText(20), (a, b) => {
        expect(tokens(`${a} \n ${b}`)).toEqual([...tokens(a), ...tokens(b)]);
      }),
      { numRuns: 300 },
    );
  });

  it("are their own tokens, so that a query for a word finds it", () => {
    const words = fc.constantFrom(
      "computer's",
      "can’t",
      "1,000.5",
      "STRASSE",
      "ΣΊΣΥΦΟΣ",
      "👨‍👩‍👧",
      "🇩🇪",
      "コンピュータ",
      "İ",
      "צה״ל",
      "한글",
    );
    fc.assert(
      fc.property(words, (word) => {
        const found = tokens(word);
        expect(found).toHaveLength(1);
        expect(tokens(found[0])).toEqual(found);
      }),
    );
  });

  it("are cut behind 255 units, and never within a character", () => {
    expect(tokens(`${"x".repeat(300)}'s ${"é".repeat(300)}`)).toEqual(["x".repeat(255), "é".repeat(255)]);
    // the character would be units 255 and 256
    expect(tokens("x".repeat(254) + "\u{10428}")).toEqual(["x".repeat(254)]);
    expect(tokens("x\u00ad".repeat(300))).toEqual(["x".repeat(255)]);
    expect(tokens("𝐱".repeat(300))).toEqual(["x".repeat(255)]); // 600 units as written
  });

  // each text is at least 200,000 units: in one piece, `Intl.Segmenter` would take minutes; counts: how often it was
  // repeated
  it.each<[string, string, number, Record<string, number>]>([
    ["words", "computer ", 25_000, { computer: 25_000 }],
    ["words joined by full stops", "computer.", 25_000, { computer: 25_000 }],
    ["one word without end", "computer", 25_000, { [`${"computer".repeat(31)}compute`]: 1 }],
    ["Chinese without punctuation", "大学", 100_000, { 大学: 100_000 }],
    [
      "Japanese without punctuation",
      "コンピュータ大学の研究",
      20_000,
      { コンピュータ: 20_000, 大学: 20_000, の: 20_000, 研究: 20_000 },
    ],
    ["Thai", "คอมพิวเตอร์", 20_000, { คอมพิวเตอร์: 20_000 }],
    ["flags", "🇩🇪", 50_000, { "🇩🇪": 50_000 }],
    ["families", "👨‍👩‍👧", 25_000, { "👨‍👩‍👧": 25_000 }],
    ["letters beyond 16 bits", "𝐱𝐲.", 100_000, { xy: 100_000 }],
    ["one word of letters beyond 16 bits", "𝐱", 100_000, { ["x".repeat(255)]: 1 }],
    ["accents", "\u0301", 200_000, {}],
    ["invisible characters", "計\u3164", 100_000, { 計: 100_000 }],
  ])("of 200,000 units of %s are counted right", (_, text, times, counts) => {
    expect(Object.fromEntries(termCounts(text.repeat(times)))).toEqual(counts);
  });

  it("are told once each where a segment longer than a piece holds many of them", () => {
    // by Unicode's rules a full stop between letters parts nothing: one segment of 1,799 units behind the character
    expect(tokens(`学${"computer.".repeat(200)}`)).toEqual(["学", ...Array(200).fill("computer")]);
  });

  const megabytes = depth({ everyday: 1, prove: 5 });
  it(`of ${megabytes} MB of one word are counted right`, () => {
    const times = 120_000 * megabytes;
    expect([...termCounts("computer ".repeat(times))]).toEqual([["computer", times]]);
  });

  it("are counted in order of their first occurrence, and told one by one", () => {
    expect([...termCounts("b A b a, b")]).toEqual([
      ["b", 3],
      ["a", 2],
    ]);
    const told: string[] = [];
    eachToken("b A b", (word) => told.push(word));
    expect(told).toEqual(["b", "a", "b"]);
  });
});
