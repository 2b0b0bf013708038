import { describe, expect, it } from "vitest";
import { parseUrl, pathOf } from "../../src/url/parse.js";

/** So many letters of Chinese, neighbours unlike. */
const letters = (count: number): string =>
  Array.from({ length: count }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 20_000))).join("");

describe("a URL", () => {
  it("has no host of more letters than DNS has, however it is written", () => {
    const host = letters(50_000); // 40,000 took ten seconds, and the time grows with the square
    const forms = [
      `http://${host}/`,
      ` h\tttps:/\n/${host}`,
      `//${host}`,
      `\\\\${host}?q`,
      `ftp://me@${host}:80`,
      `http:${host}`,
    ];
    for (const form of forms) expect(parseUrl(form, "http://a.example/"), form.slice(0, 20)).toBeUndefined();
    expect(parseUrl(`http://${"%E4%BE%8B".repeat(100)}/`)).toBeUndefined(); // 300 bytes
  });

  it.each([
    ["http://a.example", "/"],
    ["http://a.example/plain", "/plain"],
    ["http://a.example/plain?", "/plain?"], // an empty query is one
    ["http://a.example/plain?#part", "/plain?"],
    ["http://a.example/plain#part?", "/plain"],
    ["http://a.example/plain?a=1#b?", "/plain?a=1"],
  ])("of %s has the path and query %s in a request", (url, path) => {
    expect(pathOf(new URL(url))).toBe(path);
  });

  it("may be long in all other parts, and its host where it is ASCII", () => {
    const long = letters(300);
    const same = [
      "/%",
      `http://${long}@a.example/`,
      `/${long}`,
      `//a.example/${long}`,
      `?${long}`,
      long,
      `foo://${long}`,
    ];
    for (const text of [...same, `http://${"a.".repeat(500)}example/`, `http://${letters(60)}.example:8080/${long}`])
      expect(parseUrl(text, "http://b.example/")?.href).toBe(new URL(text, "http://b.example/").href);
  });
});
