import { isUtf8 } from "node:buffer";
import { problem } from "../base/error.js";
import { counted } from "../base/numbers.js";
import { feedIn, MOST_URLS, sitemapIn, sitemapText } from "../page/html/sitemap.js";
import { NOT_UTF8 } from "../web/read/lines.js";
import { bytesIn, called } from "./text-file.js";

/** A column, or a second URL: a tab within a URL means nothing, so two would become one. */
const SEVERAL = /\t|\s(?=[a-z][a-z\d+.-]*:\/\/)/i;

const TAKES = "--seeds takes a list, one URL a line, a sitemap or a feed";

/**
 * URLs of a file: a list, one a line (what follows a # behind a blank is a remark), a sitemap, or a feed; read as by
 * `textIn`.
 *
 * @throws "choice" for a file that cannot be read, in part or at all, names none, too many for a sitemap, or other sitemaps
 */
export function seedsIn(path: string): readonly string[] {
  const bytes = bytesIn(path, TAKES);
  const text = sitemapText(bytes);
  const sitemap = sitemapIn(text) ?? feedIn(text);
  if (sitemap?.kind === "index")
    throw problem.choice`${called(path)} names other sitemaps, and no pages. Fetch those and name them by --seeds, or give a start page and --sitemaps follow`;
  if (sitemap?.isCut)
    throw problem.choice`${called(path)} names more than the ${counted(MOST_URLS)} URLs that a sitemap or a feed may: give them as a list, one URL a line`;
  const urls = sitemap?.locations ?? text.split(/\r\n?|\n/).map((line) => line.replace(/(?:^|\s)#.*/, "").trim());
  const found = urls.filter((url) => url !== "");
  if (found.length === 0) throw problem.choice`${called(path)} names no URL: ${TAKES}`;
  const broken = found.find((url) => url.includes("\ufffd"));
  const several = sitemap ? undefined : found.find((url) => SEVERAL.test(url));
  if (several !== undefined)
    throw problem.choice`${called(path)}: expected one URL a line; found "${several.slice(0, 100)}". Give each URL a line of its own, and begin remarks with " #"`;
  if (broken !== undefined && !isUtf8(bytes))
    throw problem.choice`${called(path)}: expected text in UTF-8, and a letter of ${broken} is none. ${NOT_UTF8}`;
  return found;
}
