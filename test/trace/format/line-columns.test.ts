import { describe, expect, it } from "vitest";
import { columnAt, isUrl, onlyField } from "../../../src/trace/format/line-columns.js";

/** A text between others, of which nothing is read. */
const within = <T>(text: string, ask: (bytes: Uint8Array, start: number, end: number) => T): T => {
  const bytes = Buffer.from(`http://x/\t${text}\t y z`, "latin1");
  return ask(bytes, 10, 10 + text.length);
};
const textOf = (text: string, ask: Parameters<typeof within<{ start: number; end: number } | undefined>>[1]) =>
  within(text, (bytes, start, end) => {
    const span = ask(bytes, start, end);
    return span && Buffer.from(bytes.subarray(span.start, span.end)).toString("latin1");
  });

describe("an absolute URL", () => {
  it("is a scheme, :// and a host behind them", () => {
    for (const text of ["http://a", "a+b-c.d1://x", "HTTP://A/", "h://[::1]"])
      expect([text, within(text, isUrl)]).toEqual([text, true]);
    for (const text of [
      "",
      "http",
      "http:",
      "http:/a",
      "http://",
      "://a",
      "1http://a",
      "+a://b",
      "a b://c",
      "ht_tp://a",
    ])
      expect([text, within(text, isUrl)]).toEqual([text, false]);
    for (const text of ["http:///a", "http://?a", "http://#a", "http:a//b", "http:/a/b"])
      expect([text, within(text, isUrl)]).toEqual([text, false]);
  });
});

describe("a column of a line", () => {
  const columns = (text: string) =>
    [1, 2, 3, 4].map((column) => textOf(text, (bytes, start, end) => columnAt(bytes, start, end, column)));

  it("ends at runs of blanks, and at no other character", () => {
    expect(columns("  !a   b~\x7f  c ")).toEqual(["!a", "b~\x7f", "c", undefined]);
    expect(columns("a\x1fb\x00c d")).toEqual(["a", "b", "c", "d"]);
    expect(columns("")).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("ends at each tab where the line holds one, and may be empty", () => {
    expect(columns("a b\t\tc ")).toEqual(["a b", undefined, "c ", undefined]);
    expect(columns("\ta\tb")).toEqual([undefined, "a", "b", undefined]);
  });
});

describe("the only field of a line", () => {
  it("is what stands behind blanks, where there are none in it and no control characters", () => {
    expect(["a", "  a", "!a", "\x1f\ta!"].map((text) => textOf(text, onlyField))).toEqual(["a", "a", "!a", "a!"]);
    expect(["a b", "a ", "a\x7f", "a\tb", "\x7f"].map((text) => textOf(text, onlyField))).toEqual(
      Array(5).fill(undefined),
    );
  });
});
