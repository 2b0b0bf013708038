import { describe, expect, it } from "vitest";
import { responseType } from "../../src/archive/html-type.js";

const typeOf = (headers: string, body: string) =>
  responseType(`HTTP/1.1 200 OK\r\n${headers}\r\n`, Buffer.from(body, "latin1"));

describe("the media type of a response", () => {
  it("is the first that its head gives, without parameters", () => {
    expect(typeOf("Content-Type: Text/HTML;charset=utf-8\r\n", "")).toBe("text/html");
    expect(typeOf("Content-Type: text/html, text/html\r\n", "")).toBe("text/html");
    expect(typeOf("Content-Type: image/png\r\n", "<html>")).toBe("image/png");
  });

  it("is that of HTML where none is given and the body begins as HTML does", () => {
    for (const body of ["<html>", " \n<!DOCTYPE  html>", "<a href=x>", "<!-- x -->", "<Title>t"])
      expect([body, typeOf("", body)]).toEqual([body, "text/html"]);
    for (const body of ["", "plain", "<?xml ?>", "<abbr>"]) expect([body, typeOf("", body)]).toEqual([body, ""]);
    expect(typeOf("Content-Encoding: gzip\r\n", "<html>")).toBe(""); // it begins as something else once unpacked
  });
});
