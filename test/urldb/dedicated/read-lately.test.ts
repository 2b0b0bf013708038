import { describe, expect, it } from "vitest";
import { ReadLately } from "../../../src/urldb/dedicated/read-lately.js";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the URLs read lately", () => {
  it("know a URL by its number, within longer bytes, and no other by that number", () => {
    const lately = new ReadLately();
    lately.keep(7, bytes("http://a.example/"));
    expect(lately.is(7, bytes("xhttp://a.example/y"), 1, 18)).toBe(true);
    expect(lately.is(7, bytes("http://b.example/"), 0, 17)).toBe(false);
    expect(lately.is(7, bytes("http://a.example/b"), 0, 18)).toBe(false);
    expect(lately.is(8, bytes("http://a.example/"), 0, 17)).toBe(false);
  });

  it("forget one for the next of its place, and keep none that is too long for it", () => {
    const lately = new ReadLately();
    const [one, other, long] = ["http://a.example/", "http://b.example/", `http://a.example/${"c".repeat(80)}`];
    lately.keep(7, bytes(one));
    lately.keep(7 + 2 ** 14, bytes(long));
    expect(lately.is(7 + 2 ** 14, bytes(long), 0, long.length)).toBe(false);
    expect(lately.is(7, bytes(one), 0, one.length)).toBe(true);
    lately.keep(7 + 2 ** 40, bytes(other));
    expect(lately.is(7 + 2 ** 40, bytes(other), 0, other.length)).toBe(true);
    expect(lately.is(7, bytes(one), 0, one.length)).toBe(false);
  });
});
