import { existsSync } from "node:fs";
import { basename, isAbsolute, relative, resolve } from "node:path";
import { problem } from "../base/error.js";
import { writeResult } from "../base/file/write-result.js";
import { type Cell, formatNotebook } from "./notebook.js";
import { projectRoot } from "./project.js";

/** The path as a cell names it: cells run in the project's root. */
function pathInCell(webPath: string): string {
  const whole = resolve(webPath);
  const inside = relative(projectRoot, whole);
  return inside.startsWith("..") || isAbsolute(inside) ? whole : inside;
}

const markdown = (id: string, source: string): Cell => ({ cell_type: "markdown", id, metadata: {}, source });

const code = (id: string, source: string): Cell => ({
  cell_type: "code",
  id,
  metadata: {},
  source,
  execution_count: null,
  outputs: [],
});

function starterCells(webPath: string): Cell[] {
  const name = basename(webPath);
  return [
    markdown(
      "question",
      `# In what order should a crawler see ${name}?\n\n**What I expect**, written before the run: …\n\n` +
        "(The first cell takes some seconds: TypeScript wakes up. Run each cell with Shift-Enter.)",
    ),
    code(
      "imports",
      'import { open, compare, hotPageCurve } from "crawlbench"\n' +
        'import { breadthFirst, backlink, pageRank, backlinks } from "crawlbench"',
    ),
    markdown("data-text", "The web: what it carries decides which orderings it can be crawled in."),
    code("data", `const web = await open(${JSON.stringify(pathInCell(webPath))})\nweb`),
    markdown(
      "run-text",
      "Crawl it in three orders, and call a page hot when at least 5 pages link to it (change the 5).",
    ),
    code(
      "run",
      "const runs = await compare(web, {\n" +
        "  orderings: [breadthFirst, backlink, pageRank],\n" +
        "  importance: backlinks({ hotAt: 5 }),\n" +
        "})\n" +
        "runs",
    ),
    code("figure", "await hotPageCurve(runs)"),
    markdown("judge-text", "What if hot means 20 links? The crawls stay as they are; they are only judged anew."),
    code("judge", "await hotPageCurve(runs.judge(backlinks({ hotAt: 20 })))"),
    markdown("verdict", "## Verdict\n\nWhat came out, and whether it is what I expected, in three sentences: …"),
    code("provenance", "runs.provenance"),
  ];
}

/** The notebook's name for a web: "data/my.txt.gz" gives "my.ipynb". */
export const notebookName = (webPath: string): string =>
  `${basename(webPath).replace(/^(.+?)\.(?:\w+\.)?\w+$/, "$1")}.ipynb`;

/**
 * Writes a starter notebook for the user's own web: open it, crawl it in three orders, draw the hot-page curve, judge
 * again.
 *
 * @param webPath anything that `open` takes; relative to the working directory
 * @param file where to write; its folders are made
 * @returns the path written
 * @throws "notebook" when `file` exists, for it may hold the user's own work; "disk-full", "failed" when it cannot be written
 */
export async function newNotebook(webPath: string, file: string): Promise<string> {
  const metadata = {
    kernelspec: { display_name: "TypeScript (crawlbench)", language: "typescript", name: "tslab" },
    language_info: { file_extension: ".ts", mimetype: "text/typescript", name: "typescript" },
  };
  const text = formatNotebook({ cells: starterCells(webPath), metadata, nbformat: 4, nbformat_minor: 5 });
  if (existsSync(file))
    throw problem.notebook`${file} exists and may hold your work: nothing was written; open it, or give another name`;
  writeResult(file, text);
  return file;
}
