import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCsv } from "../../../src/base/rows/csv.js";
import { formatColumn, textTable } from "../../../src/base/rows/text-table.js";

/** Reads CSV by RFC 4180, section 2, one character at a time. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  const line: string[] = [];
  let field = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted && character === '"' && text[i + 1] === '"') field += text[++i];
    else if (character === '"') quoted = !quoted;
    else if (quoted || (character !== "," && character !== "\n")) field += character;
    else {
      line.push(field);
      field = "";
      if (character === "\n") lines.push(line.splice(0));
    }
  }
  return lines;
}

describe("toCsv", () => {
  it("quotes commas, quotes and line ends, as URLs and titles hold them", () => {
    const rows = [{ url: "http://a/?x=1,2", title: 'the "home" page', area: 0.1 }];
    expect(toCsv(rows)).toBe('url,title,area\n"http://a/?x=1,2","the ""home"" page",0.1\n');
  });

  it("hands no formula to a spreadsheet, and leaves numbers alone", () => {
    const formulas = ["=HYPERLINK(1)", "+1+cmd|x", "-2+3", "@SUM(A1)", "\tx", "-", "+", "-1e", "-1-1", "+.", "=1,2"];
    const plain = ["-1", "+2.5", "-.5e-7", "-1e+20", "a=b", "'=1", " =1", "1-2", "http://a/?x=-1"];
    const cells = readCsv(toCsv([...formulas, "\rx", ...plain].map((text) => ({ text }))))
      .slice(1)
      .flat();
    expect(cells).toEqual([...[...formulas, "\rx"].map((text) => `'${text}`), ...plain]);
    expect(toCsv([{ a: -1, b: Number.NEGATIVE_INFINITY, "=c": 1 }])).toBe("a,b,'=c\n-1,-Infinity,1\n");
  });

  it("gives back every text that a reader of RFC 4180 reads", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ url: fc.string(), name: fc.string() }), { minLength: 1 }), (rows) => {
        const [header, ...lines] = readCsv(toCsv(rows));
        expect(header).toEqual(["url", "name"]);
        const told = (text: string, read: string) => (text === read || `'${text}` === read ? read : text);
        expect(lines).toEqual(rows.map((row, nth) => [told(row.url, lines[nth][0]), told(row.name, lines[nth][1])]));
      }),
    );
  });

  it("keeps all digits of numbers, and leaves missing values empty", () => {
    expect(toCsv([{ a: 1 / 3, b: undefined, c: 1700000000001 }, { d: null }])).toBe(
      "a,b,c,d\n0.3333333333333333,,1700000000001,\n,,,\n",
    );
  });
});

describe("textTable", () => {
  it("sets numbers to the right and text to the left", () => {
    const rows = [
      { ordering: "backlink", area: 0.31 },
      { ordering: "PageRank", area: 0.725 },
    ];
    expect(textTable(rows)).toBe("ordering   area\n--------  -----\nbacklink  0.310\nPageRank  0.725");
  });

  it("gives the numbers of a column the decimals that the largest needs for four digits and the smallest for two", () => {
    const column = (...values: (number | undefined)[]) => formatColumn(values).join(" ");
    expect(column(86.894, 70, undefined, 26.6)).toBe("86.89 70.00  26.60");
    expect(column(-0.05272, 2.838, 0, Number.NaN)).toBe("-0.053 2.838 0.000 ");
    expect(column(26.661, 0.01454)).toBe("26.661 0.015");
    expect(column(1, 2000, 30)).toBe("1 2000 30"); // whole numbers stay whole
    expect(column(0.25, 1e6)).toBe("0.25 1000000"); // too far apart for one form
  });

  it("breaks titles of a table over 110 columns, and then cuts cells, but the first column not", () => {
    const row = (letters: number) => ({
      "an ordering": "a".repeat(letters),
      "share of the hot pages": 0.25,
      "found by": "b".repeat(40),
    });
    expect(textTable([row(50)]).split("\n")).toEqual([
      `${" ".repeat(52)}share of the hot`,
      `${"an ordering".padEnd(50)}             pages  found by`,
      `${"-".repeat(50)}  ${"-".repeat(16)}  ${"-".repeat(40)}`,
      `${"a".repeat(50)}              0.25  ${"b".repeat(40)}`,
    ]);
    expect(
      textTable([row(70)])
        .split("\n")
        .at(-1),
    ).toBe(`${"a".repeat(70)}   0.25  ${"b".repeat(30)}…`);
  });

  it("tells how many rows it leaves out", () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({ i }));
    expect(textTable(rows, { limit: 4 }).split("\n").slice(-2)).toEqual(["3", "... 26 more rows; csv() has them all"]);
  });

  it("shows names in the first column to their 90th letter, and other texts to their 40th", () => {
    const label = "similarity figure5, inside page-rank, accuracy 0.001, ties fifo, query computer"; // 79 letters
    const [, , row] = textTable([{ ordering: label }]).split("\n");
    expect(row).toBe(label);
    const [, , noted] = textTable([{ ordering: "one", note: "n".repeat(41) }]).split("\n");
    expect(noted).toBe(`one       ${"n".repeat(39)}…`);
    const [, , long] = textTable([{ ordering: "o".repeat(91) }]).split("\n");
    expect(long).toBe(`${"o".repeat(89)}…`);
  });

  it("shows more of names that are the same so far, and no more of those that are the same to their end", () => {
    const named = (...names: string[]) =>
      textTable(names.map((name) => ({ name })))
        .split("\n")
        .slice(2);
    const [long, other] = ["a", "b"].map((end) => `${"query ".repeat(50)}${end}`); // 301 letters
    expect(named(long, other)).toEqual([long, other]); // 90, 180, 360
    expect(named(long, long)).toEqual([`${long.slice(0, 89)}…`, `${long.slice(0, 89)}…`]);
    expect(named(`${"a".repeat(100)}\n\nb`, `${"a".repeat(100)} b`)).toEqual([
      `${"a".repeat(89)}…`,
      `${"a".repeat(89)}…`,
    ]);
  });

  it("is two empty lines and a line a row where rows hold nothing", () => {
    expect(textTable([{}])).toBe("\n\n");
  });
});
