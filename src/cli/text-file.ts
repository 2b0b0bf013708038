import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { problem } from "../base/error.js";
import { compressionOf } from "../base/file/unpack.js";
import { unpackFrames } from "../base/file/zstd/frame.js";
import { sitemapText } from "../page/html/sitemap.js";

/** Bytes that a file may have once unpacked. */
const MOST = 256 * 2 ** 20;

/** What messages call a file: "-" is standard input. */
export const called = (path: string): string => (path === "-" ? "standard input" : path);

/** The text of `bytesIn`, in UTF-8 or UTF-16: see `sitemapText`. */
export const textIn = (path: string, takes: string): string => sitemapText(bytesIn(path, takes));

/**
 * The bytes of a small file that a person wrote or exported, packed by gzip or zstd or not; "-" is standard input.
 *
 * @param takes what the flag takes, for the error: "--seeds takes a list, one URL a line"
 * @throws "choice" for a file that cannot be read
 */
export function bytesIn(path: string, takes: string): Uint8Array {
  try {
    const bytes = readFileSync(path === "-" ? 0 : path);
    const compression = compressionOf(bytes);
    if (compression === "gzip") return gunzipSync(bytes, { maxOutputLength: MOST });
    return compression === "zstd" ? unpackFrames(bytes, MOST, (why) => problem.damaged`${why}`) : bytes;
  } catch (error) {
    throw problem.choice`cannot read ${called(path)}: ${error}. ${takes}`;
  }
}
