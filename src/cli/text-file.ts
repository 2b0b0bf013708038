import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { problem } from "../base/error.js";
import { sitemapText } from "../page/html/sitemap.js";

/** Bytes that a file may have once unpacked. */
const MOST = 256 * 2 ** 20;

/** The text of `bytesIn`, in UTF-8 or UTF-16: see `sitemapText`. */
export const textIn = (path: string, takes: string): string => sitemapText(bytesIn(path, takes));

/**
 * The bytes of a small file that a person wrote or exported, packed by gzip or not; "-" is standard input.
 *
 * @param takes what the flag takes, for the error: "--seeds takes a list, one URL a line"
 * @throws "choice" for a file that cannot be read
 */
export function bytesIn(path: string, takes: string): Uint8Array {
  try {
    const bytes = readFileSync(path === "-" ? 0 : path);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isPacked ? gunzipSync(bytes, { maxOutputLength: MOST }) : bytes;
  } catch (error) {
    throw problem.choice`cannot read ${path}: ${error}. ${takes}`;
  }
}
