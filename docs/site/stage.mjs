import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { notebookPage } from "./notebook-page.mjs";
import { FRONT, pagesOf } from "./pages.mjs";

/**
 * Copies all pages to a folder, laid out as in the checkout, so that their links among each other hold: notebooks as
 * Markdown, and each page with the heading and the name that it has in the navigation.
 *
 * @param {string} root the checkout
 * @param {string} folder emptied first
 * @returns {{ front: string, documents: string[] }} paths of the copies
 */
export function stage(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  const pages = pagesOf(root);
  const notebooks = pages.filter(({ path }) => path.endsWith(".ipynb")).map(({ title }) => title);
  const write = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    return join(folder, path);
  };
  for (const page of pages) {
    const text = readFileSync(join(root, page.path), "utf8");
    const name = page.title;
    const { markdown, images } = page.path.endsWith(".ipynb")
      ? notebookPage(JSON.parse(text), name)
      : { markdown: text, images: new Map() };
    const inNotebooks = page.path.startsWith("notebooks/");
    write(staged(page.path), head(page) + linked(inNotebooks ? named(markdown, notebooks) : markdown));
    for (const path of filesLinked(root, page.path, text)) write(path, readFileSync(join(root, path)));
    for (const [file, bytes] of images) write(`notebooks/${file}`, bytes);
  }
  const below = new Set(pages.flatMap(({ children = [] }) => children));
  return {
    front: write(FRONT, linked(readFileSync(join(root, FRONT), "utf8"))),
    documents: pages.filter(({ path }) => !below.has(path)).map(({ path }) => join(folder, staged(path))),
  };
}

const staged = (path) => path.replace(/\.ipynb$/, ".md");

/**
 * Files of the checkout that a page links to and that are no pages themselves: a licence, a picture. @returns
 * {string[]}
 */
const filesLinked = (root, page, text) =>
  [...text.matchAll(/\]\(([^)\s#:]+)\)/g)]
    .map(([, link]) => join(dirname(page), link))
    .filter((path) => !/\.(md|ipynb)$/.test(path) && statSync(join(root, path), { throwIfNoEntry: false })?.isFile());

/** What TypeDoc reads of a page before its text. @param {import("./pages.mjs").Page} page */
function head({ title, category, children = [] }) {
  const files = children.map((path) => staged(path).replace(/^.*\//, "./"));
  const lines = { title, category, ...(files.length && { children: files }) };
  return `---\n${Object.entries(lines)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join("\n")}\n---\n\n`;
}

/** Links to notebooks lead to their pages. */
const linked = (markdown) => markdown.replace(/(\]\([^)\s]+)\.ipynb(#[^)]*)?\)/g, "$1.md$2)");

/** Names of notebooks in backticks, with or without their ending, become links, outside of code. */
const named = (markdown, notebooks) =>
  markdown
    .split(/^(`{3,}\w*\n[\s\S]*?\n`{3,})$/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/(?<!\[)`([\w-]+)(\.ipynb)?`/g, link(notebooks))))
    .join("");

const link =
  (notebooks) =>
  (code, name, ending = "") =>
    notebooks.includes(name) ? `[\`${name}${ending}\`](${name}.md)` : code;
