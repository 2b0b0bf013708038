import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeHtml, isCharset } from "../../../src/page/html/charset.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const found = (body: Uint8Array, contentType?: string) => {
  const { charset, how } = decodeHtml(body, contentType);
  return `${charset}, ${how}`;
};
const said = (markup: string) => found(bytes(`${markup}<p>é`));

describe("the encoding of a page", () => {
  it("is that of its byte order mark, then of its header, then of its meta element", () => {
    const meta = '<meta charset="koi8-r">';
    expect(found(bytes(`\uFEFF${meta}`), "text/html; charset=latin1")).toBe("utf-8, bom");
    expect(found(new Uint8Array([0xfe, 0xff, 0, 0x41]), "text/html; charset=utf-8")).toBe("utf-16be, bom");
    expect(found(new Uint8Array([0xff, 0xfe, 0x41, 0]))).toBe("utf-16le, bom");
    expect(found(bytes(meta), "text/html; charset=latin1")).toBe("windows-1252, header");
    expect(found(bytes(meta), "text/html; charset=bogus")).toBe("koi8-r, meta"); // what is no label is not said
    expect(found(bytes(meta), "text/html")).toBe("koi8-r, meta");
    expect(found(bytes(meta))).toBe("koi8-r, meta");
  });

  it("is looked for in one pass, however many meta elements are never closed", () => {
    // a search of the rest for each of them would take longer than a test may
    const open = '<meta property="og:x" content="'.repeat(50_000);
    expect(said(`${" ".repeat(1_100)}${open}`)).toBe("utf-8, detected");
    expect(said(`${" ".repeat(1_100)}${open}"><meta charset=koi8-r>`)).toBe("koi8-r, meta");
  });

  it("is that of a meta element however late it stands, but for comments, scripts and drawings", () => {
    const filler = `<!--${"x".repeat(1_100)}-->`;
    const late = (markup: string) => said(`<title>t</title>${filler}${markup}`);
    expect(late('<meta charset="koi8-r">')).toBe("koi8-r, meta");
    expect(late('<p>a<META http-equiv=content-type content="text/html; CharSet = Shift_JIS">')).toBe("shift_jis, meta");
    expect(late('<meta charset="bogus"><meta charset=latin2><meta charset=koi8-r>')).toBe("iso-8859-2, meta");
    expect(late('<meta charset="utf-16le">')).toBe("utf-8, meta");
    expect(late('<meta charset="x-user-defined">')).toBe("windows-1252, meta");
    const hidden = [
      "<!-- <meta charset=koi8-r> -->",
      "<script>'<meta charset=koi8-r>'</script>",
      "<title><meta charset=koi8-r></title>",
      "<svg><text/><x><meta-x charset=koi8-r></svg>",
      '<meta name="x" content="text/html; charset=koi8-r">',
      "<meta charset=koi8-r",
    ];
    for (const markup of hidden) expect(late(markup), markup).toBe("utf-8, detected");
    // a header and an earlier element go before it
    expect(found(bytes(`${filler}<meta charset=koi8-r>é`), "text/html; charset=utf-8")).toBe("utf-8, header");
    expect(said(`<meta charset=utf-8>${filler}<meta charset=koi8-r>`)).toBe("utf-8, meta");
    const russian = Buffer.concat([bytes(`${filler}<meta charset=koi8-r>`), Uint8Array.of(0xf0, 0xd2, 0xc9)]);
    expect(decodeHtml(russian, "text/html").text.slice(-3)).toBe("При");
    const wide = Buffer.from(`${filler}<meta charset=koi8-r>`, "utf16le");
    expect(found(wide.subarray(0))).toBe("utf-16le, detected");
  });

  it("is read from headers as they come", () => {
    for (const parameter of [
      "charset=utf-8",
      'charset="utf-8"',
      "Charset = UTF8 ; x=y",
      "a=b;charset='utf-8'",
      "charset=utf-8, text/html",
    ])
      expect(found(bytes("x"), `text/html;${parameter}`), parameter).toBe("utf-8, header");
    expect(found(bytes("x"), "text/html; charset=")).toBe("windows-1252, default");
  });

  // HTML Standard, section 13.2.3.2: prescan a byte stream to determine its encoding.
  it.each([
    ["<meta http-equiv=Content-Type content='text/html; charset=iso-8859-2'>", "iso-8859-2, meta"],
    ["<META CONTENT='text/html;charset=x-sjis' HTTP-EQUIV=content-type>", "shift_jis, meta"],
    ["<meta content='text/html;charset=koi8-r'>", "utf-8, detected"], // no http-equiv
    ["<!-- <meta charset=koi8-r> --><meta charset=big5>", "big5, meta"],
    ["<meta charset=bogus><meta charset=big5>", "big5, meta"],
    ["<meta charset=utf-16>", "utf-8, meta"], // it could not be read if it were
    ["<meta charset=x-user-defined>", "windows-1252, meta"],
    ["<meta charset=utf-7>", "utf-8, detected"],
    ["<?xml version='1.0' encoding='iso-8859-5'?>", "iso-8859-5, meta"],
    [`${" ".repeat(1024)}<meta charset=koi8-r>`, "koi8-r, meta"],
  ])("of %s is %s", (markup, expected) => {
    expect(said(markup)).toBe(expected);
  });

  it("is UTF-8 where nothing is said and the bytes allow it, and the default where they are ASCII", () => {
    expect(found(bytes("<p>é"))).toBe("utf-8, detected");
    expect(found(bytes("<p>e"))).toBe("windows-1252, default");
    expect(found(new Uint8Array())).toBe("windows-1252, default");
  });

  // Sentences about a crawler, encoded by Python's codecs.
  it.each([
    [
      "shift_jis",
      "日本語のページです。ウェブクローラーはリンクをたどり、新しいページを見つけます。",
      "93fa967b8cea82cc8379815b835782c582b78142834583468375834e838d815b8389815b82cd838a8393834e82f082bd82c782e88141905682b582a28379815b835782f08ca982c282af82dc82b78142",
    ],
    ["euc-kr", "한국어 페이지입니다. 웹 크롤러는", "c7d1b1b9beee20c6e4c0ccc1f6c0d4b4cfb4d92e20c0a520c5a9b7d1b7afb4c2"],
    ["koi8-r", "Это страница на русском языке", "fcd4cf20d3d4d2c1cec9c3c120cec120d2d5d3d3cbcfcd20d1dad9cbc5"],
    ["gb18030", "这是中文网页。网络爬虫沿着链接", "d5e2cac7d6d0cec4cdf8d2b3a1a3cdf8c2e7c5c0b3e6d1d8d7c5c1b4bdd3"],
    ["iso-2022-jp", "日", "1b2442467c1b2842"],
    ["utf-16le", "<é>", "3c00e9003e00"],
    ["utf-16be", "<é>", "003c00e9003e"],
  ])("is guessed from the letters: %s", (charset, text, hex) => {
    expect(decodeHtml(new Uint8Array(Buffer.from(hex, "hex")), undefined)).toEqual({ text, charset, how: "detected" });
  });

  it("is windows-1252 where a guess would be worth nothing", () => {
    expect(decodeHtml(latin1("caf\xe9"), "text/html")).toEqual({
      text: "café",
      charset: "windows-1252",
      how: "default",
    });
    // chardet says Big5, Japanese or Korean, and each with a confidence of 10 in 100
    expect(decodeHtml(latin1("\xa1\xae\x9b"), "text/html")).toEqual({
      text: "¡®›",
      charset: "windows-1252",
      how: "default",
    });
  });
});

describe("decoding", () => {
  it("gives the characters of windows-1252 that Node 20 takes for control codes", () => {
    const text = decodeHtml(latin1("\x80 \x93x\x94 \x99 \x81 \xe9"), "; charset=iso-8859-1").text;
    expect(text).toBe("\u20ac \u201cx\u201d \u2122 \x81 \xe9");
  });

  it("knows the encodings of the standard that Node does not", () => {
    // Python's iso8859_16
    expect(decodeHtml(latin1("\xaa\xba\xa4"), "; charset=iso-8859-16").text).toBe("\u0218\u0219\u20ac");
    expect(decodeHtml(latin1("A\x80\xff"), "; charset=x-user-defined").text).toBe("A\uf780\uf7ff");
    expect(decodeHtml(latin1("<a href=x>"), "; charset=iso-2022-kr").text).toBe("\ufffd");
  });

  it("drops the byte order mark, and puts U+FFFD for what is no character", () => {
    expect(decodeHtml(bytes("\uFEFFx"), undefined).text).toBe("x");
    expect(decodeHtml(latin1("x\xff"), "; charset=utf-8").text).toBe("x\ufffd");
  });

  it("gives back what was encoded in UTF-8", () => {
    const text = fc.string({ unit: "grapheme" }).filter((each) => !each.startsWith("\uFEFF"));
    fc.assert(
      fc.property(text, (each) => {
        expect(decodeHtml(bytes(each), "; charset=utf-8").text).toBe(each);
      }),
    );
  });

  it("reads any bytes as UTF-8 as a TextDecoder does, which is the standard's own", () => {
    const decoder = new TextDecoder("utf-8");
    // lead bytes, continuations, surrogates and byte order marks more often than chance would have them
    const part = fc.constantFrom(
      0x41,
      0x80,
      0xbf,
      0xc0,
      0xc3,
      0xa9,
      0xe2,
      0x82,
      0xed,
      0xa0,
      0xef,
      0xbb,
      0xf0,
      0x9f,
      0x98,
      0xf4,
      0x90,
      0xf5,
      0xff,
    );
    const all = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.array(part, { maxLength: 12 }).map((each) => Uint8Array.from(each)),
    );
    // a byte order mark of UTF-16 says more than a header
    const any = all.filter(([first, second]) => Math.min(first, second) !== 0xfe || Math.max(first, second) !== 0xff);
    fc.assert(
      fc.property(any, (body) => {
        expect(decodeHtml(body, "; charset=utf-8").text).toBe(decoder.decode(body));
      }),
      { numRuns: 3_000, examples: [[Uint8Array.of(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61)]] },
    );
  });

  it("tells labels from other words", () => {
    expect(["UTF8", " latin1 ", "x-sjis", "replacement", "utf-7", "constructor", ""].map(isCharset)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
