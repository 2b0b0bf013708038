import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contentOf, htmlOf, storedContent } from "../../src/archive/content.js";
import type { Exchange } from "../../src/archive/exchange.js";
import { newCapture } from "../../src/archive/import/new-capture.js";
import { codedBodies } from "../fixture/coded-bodies.js";

const PAGE = Buffer.from("<title>\u65e5\u672c\u8a9e</title>"); // three letters of three bytes each in UTF-8
/** Ends within the third letter. */
const PART = PAGE.subarray(0, "<title>".length + 8);

const headWith = (...fields: readonly string[]) =>
  `HTTP/1.1 200 OK\r\n${fields.map((each) => `${each}\r\n`).join("")}\r\n`;

/** By both forms, which must give the same. */
async function content(body: Uint8Array, coding: string, limit: number, truncated?: Exchange["truncated"]) {
  const answer = { head: headWith(`Content-Encoding: ${coding}`), body, ...(truncated && { truncated }) };
  const stored = storedContent(answer, limit);
  expect(await contentOf(answer, limit)).toEqual(stored);
  return stored;
}

describe("the content of an answer", () => {
  it("is whole, longer than asked for, cut, or damaged", async () => {
    const coded = gzipSync(PAGE);
    expect(await content(coded, "gzip", 1_000)).toEqual({ kind: "whole", bytes: PAGE });
    expect(await content(PAGE, "", 10)).toEqual({ kind: "long", bytes: PAGE.subarray(0, 10) });
    expect(await content(PART, "", 1_000, "time")).toEqual({ kind: "cut", bytes: PART, by: "time" });
    expect(await content(PAGE, "gzip", 1_000)).toMatchObject({ kind: "damaged", bytes: PAGE });
  });

  it("is cut where its answer is, though its coding then ends too soon", async () => {
    const cut = gzipSync(PAGE).subarray(0, -12);
    expect(await content(cut, "gzip", 1_000, "disconnect")).toMatchObject({ kind: "cut", by: "disconnect" });
    expect(await content(cut, "gzip", 1_000)).toMatchObject({ kind: "damaged" });
  });

  it("is as long as it was asked for where the rest alone is missing", async () => {
    expect(await content(PAGE, "", 10, "length")).toMatchObject({ kind: "long" });
  });

  it("keeps its encoding where it was cut within a letter", () => {
    const head = headWith();
    const textOf = (truncated?: "disconnect") =>
      htmlOf(storedContent({ head, body: PART, ...(truncated && { truncated }) }), head).text;
    expect(textOf("disconnect")).toBe("<title>\u65e5\u672c");
    expect(textOf()).not.toBe("<title>\u65e5\u672c"); // whole, and so no UTF-8
  });

  it("is behind the codings of all headers, transfer codings last, of which none but gzip and deflate stay", () => {
    const packed = gzipSync(brotliCompressSync(PAGE));
    const bytesOf = (body: Uint8Array, ...fields: readonly string[]) =>
      storedContent({ head: headWith(...fields), body }).bytes;
    const two = ["Content-Encoding: br", "Content-Encoding: gzip"];
    expect(bytesOf(packed, ...two)).toEqual(PAGE);
    expect(bytesOf(packed, two[0], "Transfer-Encoding: GZIP, chunked")).toEqual(PAGE);
    expect(bytesOf(deflateSync(packed), ...two, "X-Orig-Transfer-Encoding: deflate")).toEqual(PAGE);
    expect(storedContent({ head: headWith("Transfer-Encoding: utf-8, chunked"), body: PAGE })).toEqual({
      kind: "whole",
      bytes: PAGE,
    });
  });
});

describe("a page that is imported", () => {
  const text = `<title>t</title>${Array.from({ length: 2_000 }, (_, i) => `<a href="/${(i * 7919) % 2_003}">x</a>`).join("\n")}`;

  /** The page, and what was counted. */
  function imported(coding: string, body: Uint8Array, more: Partial<Exchange> = {}) {
    const counted: string[] = [];
    const head = headWith("Content-Type: text/html", `Content-Encoding: ${coding}`);
    const exchange = { url: "http://a.example/", time: 0, request: "", status: 200, head, body, ...more };
    const { page } = newCapture(exchange, (reason) => counted.push(reason), { depth: 0 });
    return { links: page?.links.length ?? -1, counted };
  }

  it.each(codedBodies(text).map((each) => [each.name, each] as const))(
    "holds what can be read, and what cannot is counted: %s",
    (_, { coding, body, gives, fault }) => {
      const { links, counted } = imported(coding, body);
      // archives hold decoded bodies below the heads that came, and a checksum is no loss
      const isLoss = fault === "bad-coding" || fault === "unknown-coding";
      expect(counted).toEqual(isLoss ? [`html-${fault}`] : []);
      const isUnread = gives === "nothing" || (gives === "body" && fault === "bad-coding");
      const [least, most] = isUnread ? [0, 0] : gives === "start" ? [500, 1_999] : [2_000, 2_000];
      expect(links).toBeGreaterThanOrEqual(least);
      expect(links).toBeLessThanOrEqual(most);
    },
  );

  it("that was cut when it was fetched is not said to be badly coded as well", () => {
    const { links, counted } = imported("gzip", gzipSync(text).subarray(0, -500), { truncated: "disconnect" });
    expect([links > 1_000, counted]).toEqual([true, []]);
  });

  it("ends at 16 MB, and that is counted", () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from(text), Buffer.alloc(17 << 20)]));
    expect(imported("gzip", bomb)).toEqual({ links: 2_000, counted: ["html-over-limit"] });
  });
});
