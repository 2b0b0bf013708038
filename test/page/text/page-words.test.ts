import { describe, expect, it } from "vitest";
import { pageText } from "../../../src/archive/page-text.js";
import { QueryCounter } from "../../../src/page/text/query.js";
import { TermCounter } from "../../../src/page/text/term-counter.js";
import { Topic } from "../../../src/page/text/topic.js";
import { depth } from "../../depth.js";

const ascii = (text: string) => [...text].map((each) => each.charCodeAt(0));
const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const utf16 = (text: string, isLittleEnd: boolean) =>
  [...text].flatMap((each) => {
    const pair = [each.charCodeAt(0) & 0xff, each.charCodeAt(0) >> 8];
    return isLittleEnd ? pair : pair.reverse();
  });

/** What a browser would get, and what is counted in it. */
function count(query: string, contentType: string, ...bytes: readonly (readonly number[])[]) {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${contentType}\r\n\r\n`;
  const body = Uint8Array.from(bytes.flat());
  const text = pageText({ url: "http://a.example/", time: 0, request: "", status: 200, head, body });
  const page = new TermCounter().count(text);
  const topic = new Topic(query, { atLeast: 3 });
  const counter = new QueryCounter(topic.query);
  return { title: [...counter.in(page.title)], body: [...counter.in(page.body)], isOnTopic: topic.holds(page) };
}

/**
 * A page with the word once in its title and three times in its body: within a sentence, in bold, and in capitals or
 * before a full stop.
 */
const pageWith = (meta: string, word: readonly number[], other = word) => [
  ascii(`<html><head>${meta}<title>x `),
  word,
  ascii("</title></head><body><p>"),
  word,
  ascii(", and <b>"),
  word,
  ascii("</b>: the "),
  other,
  ascii(".</p><script>"),
  word,
  ascii("</script><!-- "),
  word,
  ascii(" --></body></html>"),
];

// bytes of the words as glibc's iconv writes them
const KOI8_SMALL = [0xcb, 0xcf, 0xcd, 0xd0, 0xd8, 0xc0, 0xd4, 0xc5, 0xd2]; // компьютер
const KOI8_CAPITAL = KOI8_SMALL.map((byte) => byte + 0x20); // capitals are 32 above
const SHIFT_JIS = [0x83, 0x52, 0x83, 0x93, 0x83, 0x73, 0x83, 0x85, 0x81, 0x5b, 0x83, 0x5e]; // コンピュータ
const GB18030 = [0xb4, 0xf3, 0xd1, 0xa7]; // 大学
const CAFE = [...ascii("caf"), 0xe9];

describe("the words of a page", () => {
  it.each<[string, string, string, readonly number[], readonly number[]]>([
    ["café", "windows-1252", "windows-1252", CAFE, [...ascii("CAF"), 0xc9]],
    ["café", "iso-8859-1", "iso-8859-1", CAFE, [...ascii("caf&eacute;")]],
    ["компьютер", "koi8-r", "KOI8-R", KOI8_SMALL, KOI8_CAPITAL],
    ["コンピュータ", "shift_jis", "Shift_JIS", SHIFT_JIS, SHIFT_JIS],
    ["大学", "gb18030", "GB18030", GB18030, GB18030],
    ["大学", "gb2312", "gb2312", GB18030, GB18030],
    ["مكتبة", "utf-8", "UTF-8", utf8("مكتبة"), utf8("\u202bمكتبة\u202c")],
    ["👩‍💻", "utf-8", "utf-8", utf8("👩‍💻"), utf8("👩‍💻")],
  ])("are counted right for %s in %s, named in a header or in a meta element", (word, charset, label, small, other) => {
    const expected = { title: [1], body: [3], isOnTopic: true };
    expect(count(word, `text/html; charset=${charset}`, ...pageWith("", small, other))).toEqual(expected);
    expect(count(word, "text/html", ...pageWith(`<meta charset="${label}">`, small, other))).toEqual(expected);
    const old = `<meta http-equiv=Content-Type content="text/html; charset=${label}">`;
    expect(count(word, "text/html", ...pageWith(old, small, other))).toEqual(expected);
  });

  it("are counted right in UTF-16 of both byte orders, with a byte order mark, a header, or neither", () => {
    const html = "<html><title>Ελληνικά</title><body>ΕΛΛΗΝΙΚΆ, ελληνικά; 'ελληνικά'</body></html>";
    const expected = { title: [1], body: [3], isOnTopic: true };
    expect(count("ελληνικά", "text/html", [0xff, 0xfe], utf16(html, true))).toEqual(expected);
    expect(count("ελληνικά", "text/html", [0xfe, 0xff], utf16(html, false))).toEqual(expected);
    expect(count("ελληνικά", "text/html; charset=utf-16le", utf16(html, true))).toEqual(expected);
    expect(count("ελληνικά", "text/html; charset=utf-16be", utf16(html, false))).toEqual(expected);
    expect(count("ελληνικά", "text/html", utf16(html, true))).toEqual(expected);
  });

  it("of a page without a title are those of its body", () => {
    const html = "<p>Computer<p>computer's<p>com&shy;puter com<b>puter</b> computer_science";
    // Computer, computer's, com-puter with a hyphen that is not seen, computer with bold end, and the first half of the
    // last
    expect(count("computer", "text/html", ascii(html))).toEqual({ title: [0], body: [5], isOnTopic: true });
    expect(count("computer", "text/html", ascii("<p>computer computer"))).toMatchObject({ isOnTopic: false });
  });

  it("of a page from right to left are counted with and without the signs of direction and of joining", () => {
    const html = `<html dir=rtl><title>ספרייה</title><body>ה&rlm;ספרייה ספרייה\u200f, "ספרייה" &rlm;ספרייה&lrm; בספרייה صفحه‌ها صفحه&zwnj;ها صفحهها`;
    // ה (the) and ב (in) are written together with the word: as "whole" words, these are others
    expect(count("ספרייה", "text/html; charset=utf-8", utf8(html))).toEqual({ title: [1], body: [3], isOnTopic: true });
    expect(count("صفحه‌ها", "text/html; charset=utf-8", utf8(html))).toMatchObject({ title: [0], body: [3] });
  });

  it("of a Chinese and of a Japanese page are found between others without spaces", () => {
    const chinese = "<title>北京大学</title><body>大学和大学。我们的大学，在北京。</body>";
    expect(count("大学", "text/html; charset=utf-8", utf8(chinese))).toMatchObject({ body: [3], isOnTopic: true });
    const japanese = "<body>大学のコンピュータは、新しいコンピュータです。ｺﾝﾋﾟｭｰﾀ</body>";
    expect(count("コンピュータ", "text/html; charset=utf-8", utf8(japanese))).toMatchObject({ title: [0], body: [3] });
  });

  it("of a page with emoji are counted one by one, as text or as references, glued to words or not", () => {
    const html = "<title>👍</title><body>good👍 &#x1F44D;&#128077;, 👍🏽 👍👎 👨‍👩‍👧</body>";
    // a skin tone makes another
    expect(count("👍", "text/html; charset=utf-8", utf8(html))).toEqual({ title: [1], body: [4], isOnTopic: true });
    expect(count("👨‍👩‍👧", "text/html; charset=utf-8", utf8(html))).toMatchObject({ body: [1] });
    expect(count("👩", "text/html; charset=utf-8", utf8(html))).toMatchObject({ body: [0] });
    expect(count("good", "text/html; charset=utf-8", utf8(html))).toMatchObject({ body: [1] });
  });

  const megabytes = depth({ everyday: 1, prove: 5 });
  it(`of a page that is ${megabytes} MB of one word are all counted`, () => {
    const times = 120_000 * megabytes;
    const words = Buffer.from("computer ".repeat(times));
    const page = new TermCounter().count(
      pageText({
        url: "http://a.example/",
        time: 0,
        request: "",
        status: 200,
        head: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
        body: words,
      }),
    );
    expect([page.body.size, page.body.term(0), page.body.counts[0]]).toEqual([1, "computer", times]);
  });
});
