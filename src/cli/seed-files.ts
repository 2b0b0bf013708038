import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { problem } from "../base/error.js";
import { feedIn, sitemapIn, sitemapText } from "../page/html/sitemap.js";

/** Bytes that a file of start pages may have once unpacked. */
const MOST = 256 * 2 ** 20;

/**
 * URLs of a file: a list, one a line (what follows a # behind a blank is a remark), a sitemap, or a feed; each may be packed
 * by gzip. It is in UTF-8, or in UTF-16, as PowerShell writes lists: see `sitemapText`.
 *
 * @throws "choice" for a file that cannot be read, names none, or names other sitemaps
 */
export function seedsIn(path: string): readonly string[] {
  const text = textOf(path);
  const sitemap = sitemapIn(text) ?? feedIn(text);
  if (sitemap?.kind === "index")
    throw problem.choice`${path} names other sitemaps, and no pages. Fetch those and name them by --seeds, or give a start page and --sitemaps follow`;
  const urls = sitemap?.locations ?? text.split(/\r\n?|\n/).map((line) => line.replace(/(?:^|\s)#.*/, "").trim());
  const found = urls.filter((url) => url !== "");
  if (found.length === 0)
    throw problem.choice`${path} names no URL: --seeds takes a list, one URL a line, a sitemap or a feed`;
  return found;
}

function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return sitemapText(isPacked ? gunzipSync(bytes, { maxOutputLength: MOST }) : bytes);
  } catch (error) {
    throw problem.choice`cannot read ${path}: ${error}. --seeds takes a list, one URL a line, a sitemap or a feed`;
  }
}
