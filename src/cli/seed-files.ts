import { problem } from "../base/error.js";
import { feedIn, sitemapIn } from "../page/html/sitemap.js";
import { textIn } from "./text-file.js";

const TAKES = "--seeds takes a list, one URL a line, a sitemap or a feed";

/**
 * URLs of a file: a list, one a line (what follows a # behind a blank is a remark), a sitemap, or a feed; read by
 * `textIn`.
 *
 * @throws "choice" for a file that cannot be read, names none, or names other sitemaps
 */
export function seedsIn(path: string): readonly string[] {
  const text = textIn(path, TAKES);
  const sitemap = sitemapIn(text) ?? feedIn(text);
  if (sitemap?.kind === "index")
    throw problem.choice`${path} names other sitemaps, and no pages. Fetch those and name them by --seeds, or give a start page and --sitemaps follow`;
  const urls = sitemap?.locations ?? text.split(/\r\n?|\n/).map((line) => line.replace(/(?:^|\s)#.*/, "").trim());
  const found = urls.filter((url) => url !== "");
  if (found.length === 0) throw problem.choice`${path} names no URL: ${TAKES}`;
  return found;
}
