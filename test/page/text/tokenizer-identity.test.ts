import { expect, it } from "vitest";
import { tokenizerIdentity } from "../../../src/page/text/tokenizer-identity.js";

it("the identity of the tokenizer is its version, and the terms and counts of a sample of many scripts", () => {
  const [version, terms, bytes] = JSON.parse(tokenizerIdentity()) as [number, string[], number[]];
  expect(Number.isInteger(version)).toBe(true);
  // by hand: "3.14 co-op_x, STRASSE straße", in lower case, with ss for ß
  expect(terms).toEqual(expect.arrayContaining(["3.14", "co", "op", "x", "strasse"]));
  expect(new Set(terms).size).toBe(terms.length);
  // a title of terms and a body, each term with its count: no more bytes than letters
  expect(bytes.length).toBeGreaterThan(terms.length);
  expect(bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)).toBe(true);
  expect(tokenizerIdentity()).toBe(tokenizerIdentity());
});
