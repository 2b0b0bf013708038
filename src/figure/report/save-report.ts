import { extname } from "node:path";
import { got, gotInstead, problem } from "../../base/error.js";
import { writeResult } from "../../base/file/write-result.js";
import { checkOptions, text } from "../../base/method.js";
import { ownReport, type ReportItem } from "./own-report.js";

/**
 * Writes a report of your own: one HTML file that opens anywhere, without a network; whole or not at all.
 *
 * await report("thesis.html", ["# Hot pages", await hotPageCurve(runs), runs, "PageRank order finds them first."], {
 * title: "My web" })
 *
 * @param items headings ("# ..."), paragraphs, figures and results, from top to bottom
 * @throws "option" for a path that does not end in .html, or an item that is none of these; "failed" naming the path
 *   when it cannot be written
 */
export async function report(
  path: string,
  items: readonly ReportItem[],
  options: { readonly title?: string } = {},
): Promise<void> {
  checkOptions("report", options, { title: text("", "of the page", []) });
  const { title = "A comparison of crawls" } = options;
  if (typeof path !== "string" || extname(path).toLowerCase() !== ".html")
    throw problem.option`a report is an HTML file: report("thesis.html", [...]); ${got(path)}`;
  if (!Array.isArray(items))
    throw problem.option`a report takes a list of items: report("thesis.html", ["# Hot pages", runs]); ${gotInstead(items)}`;
  writeResult(path, await ownReport(title, items));
}
