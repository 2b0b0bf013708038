import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contentOf, htmlOf, storedHtml } from "../../src/fetch/content.js";

const PAGE = Buffer.from("<title>\u65e5\u672c\u8a9e</title>"); // three letters of three bytes each in UTF-8
/** Ends within the third letter. */
const PART = PAGE.subarray(0, "<title>".length + 8);

describe("the content of an answer", () => {
  it("is whole, longer than asked for, cut, or damaged", async () => {
    const coded = gzipSync(PAGE);
    expect(await contentOf(coded, "gzip", undefined, 1_000)).toEqual({ kind: "whole", bytes: PAGE });
    expect(await contentOf(PAGE, undefined, undefined, 10)).toEqual({ kind: "long", bytes: PAGE.subarray(0, 10) });
    expect(await contentOf(PART, undefined, "time", 1_000)).toEqual({ kind: "cut", bytes: PART, by: "time" });
    expect(await contentOf(PAGE, "gzip", undefined, 1_000)).toMatchObject({ kind: "damaged", bytes: PAGE });
  });

  it("is cut where its answer is, though its coding then ends too soon", async () => {
    const cut = gzipSync(PAGE).subarray(0, -12);
    expect(await contentOf(cut, "gzip", "disconnect", 1_000)).toMatchObject({ kind: "cut", by: "disconnect" });
    expect(await contentOf(cut, "gzip", undefined, 1_000)).toMatchObject({ kind: "damaged" });
  });

  it("is as long as it was asked for where the rest alone is missing", async () => {
    expect(await contentOf(PAGE, undefined, "length", 10)).toMatchObject({ kind: "long" });
  });

  it("keeps its encoding where it was cut within a letter, when it comes and when it was stored", async () => {
    const { text } = htmlOf({ kind: "cut", bytes: PART, by: "disconnect" }, "text/html");
    expect(text).toBe("<title>\u65e5\u672c");
    const stored = { url: "", time: 0, request: "", status: 200, head: "HTTP/1.1 200 OK\r\n\r\n", body: PART };
    expect((await storedHtml({ ...stored, truncated: "disconnect" }, 1_000)).text).toBe(text);
    expect((await storedHtml(stored, 1_000)).text).not.toBe(text); // whole, and so no UTF-8
  });
});
