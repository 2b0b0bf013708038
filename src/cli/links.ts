import { type Command, Option } from "commander";
import { got, problem } from "../base/error.js";
import { decodeHtml, isCharset } from "../page/html/charset.js";
import { parsePage } from "../page/html/parse-page.js";
import { parseUrl } from "../url/parse.js";
import { readWhole } from "./batch-lines.js";
import { options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print, printJson } from "./output.js";

interface LinksFlags {
  base?: string;
  sources: "all" | "anchors";
  charset?: string;
  json?: boolean;
}

/** `crawlbench links`: what a crawler finds on one page. */
export function linksCommand(): Command {
  return commandOf("links", "list the links of an HTML page, as the crawler finds them: URL, tab, position", [
    "crawlbench links page.html --base http://example.com/dir/page.html",
    "curl -s http://localhost:8000/ | crawlbench links - --base http://localhost:8000/ --json",
  ])
    .argument("<file>", "HTML file; - reads standard input")
    .option("--base <url>", "URL of the page: what relative links are resolved against (default: absolute links only)")
    .addOption(
      new Option(
        "--sources <choice>",
        "all, or those that lead from page to page (a, area, frame, iframe, meta refresh)",
      )
        .choices(["all", "anchors"])
        .default("all"),
    )
    .option("--charset <label>", "encoding of the file, as the Content-Type header would name it (default: found out)")
    .addOption(options.json())
    .action(async (file: string, { base = "", sources, charset, json }: LinksFlags) => {
      if (base !== "" && !/^https?:$/.test(parseUrl(base)?.protocol ?? ""))
        throw problem.choice`--base is an absolute http(s) URL, as in http://example.com/dir/page.html; ${got(base)}`;
      if (charset !== undefined && !isCharset(charset))
        throw problem.choice`--charset is a name such as utf-8, iso-8859-1 or shift_jis; ${got(charset)}`;
      const found = decodeHtml(
        await readWhole(file),
        charset === undefined ? undefined : `text/html; charset="${charset}"`,
      );
      const page = parsePage(found.text, base, { sources, charset: found.charset });
      if (!json) {
        if (page.links.length > 0) print(page.links.map(({ url, source }) => `${url}\t${source}`).join("\n"));
        return;
      }
      const { title, canonical, robots, links, skipped } = page;
      printJson({
        base: page.base,
        title,
        canonical: canonical ?? null,
        charset: found.charset,
        robots,
        links,
        skipped,
      });
    });
}
