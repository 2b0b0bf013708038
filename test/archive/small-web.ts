import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { NewCapture } from "../../src/archive/capture.js";
import { parsePage } from "../../src/page/html/parse-page.js";
import { filesOf } from "../crawl/pool/temporary.js";

/** 2021-01-01T00:00:00Z. */
export const NEW_YEAR = 1_609_459_200_000;

/** A page as a crawler would hand it on: fetched with status 200, parsed, at minute `minute` of 2021. */
export function page(url: string, html: string, minute = 0, more: Partial<NewCapture> = {}): NewCapture {
  const body = Buffer.from(html);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n`;
  const request = `GET ${new URL(url).pathname} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`;
  const exchange = { url, time: NEW_YEAR + 60_000 * minute, ip: "127.0.0.1", request, status: 200, head, body };
  return { exchange, type: "text/html", depth: 1, page: parsePage(html, url), ...more };
}

/** An answer without a page. */
export function answer(url: string, status: number, minute = 0, more: Partial<NewCapture> = {}): NewCapture {
  const location = more.redirect === undefined ? "" : `Location: ${more.redirect}\r\n`;
  const head = `HTTP/1.1 ${status} Whatever\r\n${location}\r\n`;
  const exchange = { url, time: NEW_YEAR + 60_000 * minute, request: "", status, head, body: new Uint8Array(0) };
  return { exchange, type: "", depth: 1, ...more };
}

/** What all files of a folder hold, by path, as bytes and SHA-256; locks left out. */
export const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    filesOf(folder)
      .filter((path) => !path.startsWith("lock"))
      .map((path) => {
        const bytes = readFileSync(join(folder, path));
        return [path, `${bytes.length} ${createHash("sha256").update(bytes).digest("hex")}`];
      }),
  );
