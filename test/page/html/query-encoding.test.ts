import { describe, expect, it } from "vitest";
import { decodeHtml } from "../../../src/page/html/charset.js";
import { parsePage } from "../../../src/page/html/parse-page.js";
import { queryEncoder } from "../../../src/page/html/query-encoding.js";
import { depth } from "../../depth.js";

const encoded = (charset: string, text: string) => queryEncoder(charset)?.(text);

describe("the query of a link", () => {
  // bytes of each by Python: "é€".encode("cp1252"), "日本".encode("cp932"), ...
  it.each([
    ["windows-1252", "?a=é€&b", "?a=%E9%80&b"],
    ["iso-8859-2", "?ł", "?%B3"],
    ["koi8-r", "?Привет", "?%F0%D2%C9%D7%C5%D4"],
    ["shift_jis", "?日本 ｱ", "?%93%FA%96{ %B1"],
    ["euc-jp", "?日本", "?%C6%FC%CB%DC"],
    ["gbk", "?中文", "?%D6%D0%CE%C4"],
    ["big5", "?中文", "?%A4%A4%A4%E5"],
    ["big5", "?十卅", "?%A4Q%A4%CA"], // the last place of each
    ["euc-kr", "?한국", "?%C7%D1%B1%B9"],
    ["windows-1252", "?ł😀", "?%26%23322%3B%26%23128512%3B"],
    ["shift_jis", "?纊", "?%FA\\"], // IBM's place, not NEC's: Encoding Standard, section 12.3.2
  ])("is written in %s: %s", (charset, query, wanted) => {
    expect(encoded(charset, query)).toBe(wanted);
  });

  it("is left to the parser where pages are UTF-8, or would be asked in it", () => {
    for (const charset of ["utf-8", "utf-16le", "replacement"]) expect(queryEncoder(charset)).toBeUndefined();
  });

  it("gives back each letter when it is read in the same encoding, and bytes when that is", () => {
    for (const charset of ["windows-1251", "iso-8859-16", "shift_jis", "euc-kr", "gbk", "big5"]) {
      let letters = 0;
      for (let code = 0x80; code < 0xd800; code += code < 0x600 ? 1 : depth({ everyday: 7, prove: 1 })) {
        const letter = String.fromCharCode(code);
        const query = encoded(charset, letter) ?? "";
        if (query.startsWith("%26%23")) continue;
        letters++;
        const bytes = Buffer.from(
          query.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          "latin1",
        );
        expect(decodeHtml(bytes, `text/html; charset=${charset}`).text, letter).toBe(letter);
      }
      expect(letters, charset).toBeGreaterThan(90);
    }
  });

  it("alone is in the page's encoding: path, fragment and host are not", () => {
    const page = (charset: string) => {
      const html = `<a href="/é?é=1#é"></a><a href="é"></a><a href="?é"></a><a href="http://b.example/?x=é"></a><a href="#?é"></a>`;
      return parsePage(html, "http://a.example/p", { charset }).links.map(({ url }) => url);
    };
    expect(page("windows-1252")).toEqual([
      "http://a.example/%C3%A9?%E9=1",
      "http://a.example/%C3%A9",
      "http://a.example/p?%E9",
      "http://b.example/?x=%E9",
      "http://a.example/p",
    ]);
    expect(page("utf-8")[0]).toBe("http://a.example/%C3%A9?%C3%A9=1");
    const base = '<base href="/b?é"><a href=""></a>';
    expect(parsePage(base, "http://a.example/", { charset: "koi8-r" }).base).toBe("http://a.example/b?%26%23233%3B");
  });
});
