import { describe, expect, it } from "vitest";
import { headerOf, headersOf, mediaType, parseHttpBlock } from "../../../src/archive/warc/http-block.js";
import { text } from "./bytes.js";

const parse = (block: string) => {
  const http = parseHttpBlock(Buffer.from(block, "latin1"));
  return http && { ...http, body: text(http.body) };
};
const chunked = (body: string) => parse(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);

describe("parseHttpBlock", () => {
  it("splits at the first empty line, and writes heads with CR LF, as Exchange.head asks for", () => {
    const head = "HTTP/1.1 404 Not Found\r\nA: b\r\n\r\n";
    for (const given of [head, head.replaceAll("\r", ""), "HTTP/1.1 404 Not Found\r\nA: b\n\r\n"]) {
      expect(parse(`${given}x\n\ny`)).toEqual({ status: 404, head, body: "x\n\ny", brokenChunks: false });
    }
  });

  it("reads status lines without reason, without version, and of ICY", () => {
    for (const line of ["HTTP/1.0 302 ", "HTTP/1.0 302", "HTTP 302 Found", "ICY 302 OK", "http/1.1  302 x"]) {
      expect(parse(`${line}\r\nLocation: /\r\n\r\n`)?.status).toBe(302);
    }
  });

  it("passes by interim responses that stand before the final one", () => {
    const final = "HTTP/1.1 200 OK\r\nA: b\r\n\r\n";
    const interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";
    expect(parse(`${interim}${final}x`)).toMatchObject({ status: 200, head: final, body: "x" });
    expect(parse(interim)?.status).toBe(103);
    expect(parse(`HTTP/1.1 101 Switching Protocols\r\n\r\n${final}`)).toMatchObject({ status: 101, body: final });
  });

  it("says of other first lines that they are none", () => {
    for (const block of ["", "<html>", "HTTP/1.1 OK", "HTTP/1.1 20", "HTTP/1.1 2000 x", "GET / HTTP/1.1\r\n\r\n"]) {
      expect(parse(block)).toBeUndefined();
    }
  });

  it("takes all for head where no empty line stands", () => {
    expect(parse("HTTP/1.1 200 OK\r\nA: b")).toMatchObject({ head: "HTTP/1.1 200 OK\r\nA: b\r\n\r\n", body: "" });
  });

  it("joins chunks, whatever stands behind their sizes, and drops trailers", () => {
    expect(chunked("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: u\r\n\r\n")).toMatchObject({
      body: "abcde",
      brokenChunks: false,
    });
    expect(chunked("A \r\n0123456789\r\n0\r\n\r\n")?.body).toBe("0123456789");
    expect(chunked("0\r\n\r\n")?.body).toBe("");
  });

  it("leaves a body as it is that was never chunked, though its head says so", () => {
    for (const body of ["<!doctype html>", "", "abc", "face\n", "12345678901234\r\nx"]) {
      expect(chunked(body)).toMatchObject({ body, brokenChunks: false });
    }
  });

  it("keeps what is there of chunks that go wrong, and says so", () => {
    expect(chunked("3\r\nabc\r\nzz\r\nrest")).toMatchObject({ body: "abczz\r\nrest", brokenChunks: true });
    expect(chunked("3\r\nabc\r\n5\r\nde")).toMatchObject({ body: "abcde", brokenChunks: true });
    expect(chunked("5\r\nab")).toMatchObject({ body: "ab", brokenChunks: true });
    expect(chunked("3\r\nabc\r\n")).toMatchObject({ body: "abc", brokenChunks: true });
  });

  it("takes time proportional to the length of a head of line ends", () => {
    const block = Buffer.from(`HTTP/1.1 200 OK\r\n${"\r".repeat(1 << 20)}x`);
    expect(parseHttpBlock(block)?.status).toBe(200);
  });
});

describe("headers", () => {
  const head = "HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nset-cookie:b \r\nFolded: x\r\n\t y\r\nX-Set-Cookie: c\r\n\r\n";

  it("are found by name whatever the case, all values in order, folded lines joined", () => {
    expect(headersOf(head, "set-cookie")).toEqual(["a", "b"]);
    expect(headerOf(head, "folded")).toBe("x y");
    expect(headerOf(head, "cookie")).toBeUndefined();
  });

  it("tell the media type without parameters", () => {
    expect(["Text/HTML; charset=x", " text/html , text/plain", "", undefined].map(mediaType)).toEqual([
      "text/html",
      "text/html",
      "",
      "",
    ]);
  });
});
