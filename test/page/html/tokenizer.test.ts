import { load } from "cheerio";
import fc from "fast-check";
import { Tokenizer as Peer } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { parsePage } from "../../../src/page/html/parse-page.js";
import { textOf } from "../../../src/page/html/text.js";
import { Tokenizer } from "../../../src/page/html/tokenizer.js";
import { markup } from "./markup.js";

const KINDS = [
  "ontext",
  "onopentagname",
  "onattribname",
  "onattribdata",
  "onattribend",
  "onopentagend",
  "onselfclosingtag",
  "onclosetag",
] as const;
/** Of the arguments of each kind of event, those that both tokenizers give. */
const PLACES: Readonly<Record<string, number>> = {
  onattribend: 0,
  onopentagend: 1,
  onselfclosingtag: 1,
};

function recorder(): { events: string[]; handler: Record<(typeof KINDS)[number], (...places: number[]) => void> } {
  const events: string[] = [];
  const take = (kind: string) =>
    [kind, (...places: number[]) => events.push([kind, ...places.slice(0, PLACES[kind] ?? 2)].join(" "))] as const;
  return { events, handler: Object.fromEntries(KINDS.map(take)) as never };
}

function ours(text: string): string[] {
  const { events, handler } = recorder();
  new Tokenizer(text, handler).run();
  return events;
}

function theirs(text: string): string[] {
  const { events, handler } = recorder();
  const others = [
    "onattribentity",
    "oncdata",
    "oncomment",
    "ondeclaration",
    "onend",
    "onprocessinginstruction",
    "ontextentity",
  ];
  const deaf = Object.fromEntries(others.map((kind) => [kind, () => {}]));
  const peer = new Peer({ decodeEntities: false }, { ...deaf, ...handler } as never);
  peer.write(text);
  peer.end();
  return events;
}

/**
 * What both read alike: no element of raw text, which the scanner deals with, nor what is like one; no tag that the end
 * cuts off; neither "<!>" nor "<!->", behind which htmlparser2 looks for the next ">".
 */
const comparable = (text: string) => `${text.replace(/<([stx])/gi, "<q$1")}>`.replace(/<!(-?)>/g, "<!$1 >");

describe("the tokenizer", () => {
  it("tells what that of htmlparser2 tells, of markup of any kind", () => {
    const any = fc.oneof(
      markup,
      fc.string({ maxLength: 60 }),
      fc.array(fc.constantFrom(..."<>/!?-=\"'[] \nab"), { maxLength: 40 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(any, (text) => {
        const whole = comparable(text);
        // a value that the end cuts off is told there, and never ended
        const expected = theirs(whole).filter(
          (event, i, all) => !event.startsWith("onattribdata") || i + 1 < all.length,
        );
        expect(ours(whole), JSON.stringify(whole)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([..." \t\n\f\r"])("parts names and values at %j, as that of htmlparser2 does", (blank) => {
    const text = `<a${blank}href=x${blank}class${blank}=${blank}y${blank}>t</a${blank}>`;
    expect(ours(text)).toEqual(theirs(text));
    expect(ours(text).filter((event) => event.startsWith("onattribname"))).toHaveLength(2);
  });

  it("leaves out a tag that the end of the text cuts off, where that of htmlparser2 makes text of it, or of all before it", () => {
    // the HTML Standard, section 13.2.5: end of file in a tag is an error, and the tag is gone
    const html = "<p>words</p><a href=/1>one</a>";
    for (const cut of ["</html\n", "<br /", "<br/", "<p class", "<p class=", '<p class="a', "</div", "<scr", "<ti"]) {
      expect(textOf(html + cut).body, cut).toBe("words one");
      expect(parsePage(html + cut, "http://a/").links.map(({ anchor }) => anchor)).toEqual(["one"]);
    }
    expect(theirs(`${html}</html\n`).at(-1)).toBe(`ontext -1 ${html.length + 7}`);
  });

  it("leaves out a comment, a declaration and an instruction that the end cuts off, as the HTML Standard does", () => {
    for (const cut of ["<!-- a", "<!", "<!doctype a", "<! a", "<?", "<?php a", "</1 a", "</? a"])
      expect([cut, textOf(`words ${cut}`).body]).toEqual([cut, load(`words ${cut}`).root().text().trim()]);
  });

  it("takes an end tag without a name for text, and comes to an end where the text does, as that of htmlparser2", () => {
    // the HTML Standard, section 13.2.5.7: at the end of file, a less-than sign and a solidus are text
    expect(textOf("words </").body).toBe(load("words </").root().text());
    for (const text of ["</", "</ ", "words </\n", "<p>words</ ", "a</>b</ >c</"])
      expect(ours(text)).toEqual(theirs(text));
  });

  it("takes no element for title or xmp that merely looks like it, as that of htmlparser2 does", () => {
    const html = "<tmp><b>one</b></tmp><xitle><i>two</i></xitle>";
    expect(textOf(html).body).toBe("onetwo");
    expect(ours(html).filter((event) => event.startsWith("onopentagname"))).toHaveLength(4);
    expect(theirs(html).filter((event) => event.startsWith("onopentagname"))).toHaveLength(1);
  });

  it("goes on where a handler says, forward or back", () => {
    const { events, handler } = recorder();
    const text = "<a><b><c>";
    const tokenizer: Tokenizer = new Tokenizer(text, {
      ...handler,
      onopentagend(end) {
        if (end === 2) tokenizer.goOn(6);
      },
    });
    tokenizer.run();
    expect(events).toEqual(["onopentagname 1 2", "onopentagname 7 8"]);
  });
});

/** White space but U+FEFF, which parts no words: UAX 29, WB4. */
const collapsed = (text: string) => text.replace(/[^\S\ufeff]+/g, " ").replace(/^ | $/g, "");

describe("the text of a page, gathered unit by unit", () => {
  it("is what putting strings together and replacing white space in the whole gives", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        " ",
        "\n\t",
        "\u00A0",
        "\u2003",
        "\uFEFF",
        "<p>",
        "<b>",
        "&amp;",
        "&nbsp;",
        "&#x1F600;",
        "é",
        "日本",
        "<br>",
        "a&lt",
        "<textarea> x &amp;y </textarea>",
        "<xmp>&amp; </xmp>",
      ),
      fc.string({ unit: "binary", maxLength: 4 }).map((text) => text.replace(/[<&\0\u{D800}-\u{DFFF}-]/gu, "z")),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        // white space at the seams: what was collapsed may be collapsed again
        const { body } = textOf(pieces.join(""));
        expect(body).toBe(collapsed(body));
        const plain = pieces.filter((each) => !/[<&]/.test(each)).join("");
        expect(textOf(plain).body).toBe(collapsed(plain));
      }),
      { numRuns: 1_000 },
    );
  });

  it("has the references of the HTML Standard, the frequent ones too, wherever they stand", () => {
    const written = [
      "&nbsp;",
      "&amp;",
      "&lt;",
      "&gt;",
      "&quot;",
      "&#39;",
      "&#039;",
      "&#160;",
      "&copy;",
      "&raquo;",
      "&laquo;",
      "&ndash;",
      "&mdash;",
      "&rsquo;",
      "&lsquo;",
      "&#8217;",
      "&#8211;",
      "&eacute;",
      "&nbsp",
      "&;",
      "&",
      ";",
      "a",
      " ",
      "&#x27;",
      "&notit;",
      "&ampamp;",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...written), { maxLength: 8 }), (parts) => {
        const html = parts.join("");
        expect(textOf(html).body).toBe(load(html).root().text().replace(/\s+/g, " ").trim());
      }),
      { numRuns: 500 },
    );
  });

  it("holds no text of the page before, however long that was", () => {
    const long = "word ".repeat(1_000_000);
    expect(textOf(long).body.length).toBe(5 * 1_000_000 - 1);
    expect(textOf("<p>a<p>\u65E5")).toEqual({ title: "", body: "a \u65E5" });
    expect(textOf("<p>a<p>b")).toEqual({ title: "", body: "a b" });
  });
});
