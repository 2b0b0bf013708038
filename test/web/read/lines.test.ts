import { expect, it } from "vitest";
import { headLines } from "../../../src/web/read/lines.js";

const bytes = (text: string) => new TextEncoder().encode(text);

it("the whole lines of a head come without their ends, a byte order mark, and a last line that may be cut", () => {
  expect(headLines(bytes("\ufeffa b\r\nc d\ne"), false)).toEqual(["a b", "c d"]);
  expect(headLines(bytes("\ufeffa b\r\nc d\ne"), true)).toEqual(["a b", "c d", "e"]);
  expect(headLines(bytes("a b\n"), true)).toEqual(["a b"]);
  expect(headLines(bytes(""), true)).toEqual([]);
});
