import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { storedResponse } from "../../src/site/stored-response.js";

const html = '<a href="https://a.example/">a</a> HTTPS://b xhttps://c';
const plainHtml = '<a href="http://a.example/">a</a> http://b xhttps://c';
const answered = (lines: readonly string[], body: Uint8Array | string = "", plain = true) => {
  const head = [...lines, "", ""].join("\r\n");
  const found = storedResponse({ head, body: Buffer.from(body) } as never, plain);
  return { ...found, body: Buffer.from(found.body).toString("latin1") };
};

describe("a stored answer that is sent again", () => {
  it("has the words of its status, and the lines that a server can send", () => {
    const lines = ["HTTP/1.1 200 All right", "A: b", "no line", "Bad name: x", "C:  d ", "E: f\0g"];
    expect(answered(lines)).toEqual({ reason: "All right", headers: ["A: b", "C: d"], body: "" });
    expect(answered(["HTTP/1.1 200"]).reason).toBe("");
    expect(answered(["HTTP/1.1 200 a\0b"]).reason).toBe("");
  });

  it.each([
    ["", (text: string) => Buffer.from(text)],
    ["identity", (text: string) => Buffer.from(text)],
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("leads to plain sites in its HTML, which is unpacked for it: %s", (coding, pack) => {
    const lines = ["HTTP/1.1 200 OK", "Content-Type: text/html", ...(coding ? [`Content-Encoding: ${coding}`] : [])];
    expect(answered(lines, pack(html))).toEqual({
      reason: "OK",
      headers: ["Content-Type: text/html"],
      body: plainHtml,
    });
    const kept = answered(lines, pack(html), false);
    expect([kept.headers, kept.body]).toEqual([lines.slice(1), Buffer.from(pack(html)).toString("latin1")]);
  });

  it("keeps a body that is no HTML, of a coding that is not known, or damaged", () => {
    for (const [type, coding] of [
      ["image/png", "identity"],
      ["text/html", "zstd"],
      ["text/html", "gzip"],
    ])
      expect(answered(["HTTP/1.1 200 OK", `Content-Type: ${type}`, `Content-Encoding: ${coding}`], html)).toEqual({
        reason: "OK",
        headers: [`Content-Type: ${type}`, `Content-Encoding: ${coding}`],
        body: html,
      });
  });

  it("leads to plain sites in the headers that lead anywhere", () => {
    const lines = [
      "Location: https://a/",
      "Link: <https://a/>; rel=next",
      "Refresh: 0; url=https://a/",
      "X: https://a/",
    ];
    expect(answered(["HTTP/1.1 301 Moved", ...lines]).headers).toEqual([
      ...lines.slice(0, 3).map((line) => line.replace("https", "http")),
      lines[3],
    ]);
    expect(answered(["HTTP/1.1 301 Moved", ...lines], "", false).headers).toEqual(lines);
  });
});
