import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findingsOf } from "../../dist/experiment/findings.js";
import { readLedger } from "../../dist/experiment/ledger.js";
import { inBothThemes } from "../../dist/figure/both-themes.js";
import { claimsMatrix } from "./claims-matrix.mjs";
import { withFigures } from "./findings-page.mjs";
import { galleryPage } from "./gallery-page.mjs";
import { notebookPage } from "./notebook-page.mjs";
import { FINDINGS, FRONT, GALLERY, pagesOf } from "./pages.mjs";
import { withVectors } from "./vectors.mjs";

/**
 * Copies all pages to a folder, laid out as in the checkout, so that their links among each other hold: notebooks as
 * Markdown, a gallery of their figures, and each page with the heading and the name that it has in the navigation.
 *
 * @param {string} root the checkout
 * @param {string} folder emptied first
 * @returns {Promise<{ front: string, documents: string[] }>} paths of the copies
 */
export async function stage(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  const pages = pagesOf(root);
  const notebooks = pages.filter(({ path }) => path.endsWith(".ipynb")).map(({ name }) => name);
  const write = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    return join(folder, path);
  };
  const withFiles = (path, text) => {
    for (const file of filesLinked(root, path, text)) {
      const bytes = readFileSync(join(root, file));
      const isFigure = bytes.includes('<svg class="marks"'); // of this package
      write(file, isFigure ? inBothThemes(String(bytes)) : bytes);
    }
    return linked(text);
  };
  const ledger = readLedger();
  const findings = async (text) => {
    const notebooks = pages.filter(({ path }) => path.endsWith(".ipynb"));
    const { markdown, images } = await withFigures(text, findingsOf(ledger), ledger, notebooks);
    for (const [file, svg] of images) write(join(dirname(FINDINGS), file), svg);
    return markdown;
  };
  const shown = [];
  for (const page of pages) {
    const text = readFileSync(join(root, page.path), "utf8");
    if (page.path.endsWith(".ipynb")) {
      const { markdown, images, figures } = notebookPage(await withVectors(JSON.parse(text)), page.name);
      for (const [file, bytes] of images) write(`notebooks/${file}`, bytes);
      shown.push({ ...page, figures });
      write(staged(page.path), head(page) + named(linked(markdown), notebooks));
    } else {
      const inNotebooks = page.path.startsWith("notebooks/");
      const told = page.path === FINDINGS ? await findings(text) : withMatrices(text, ledger);
      write(page.path, head(page) + withFiles(page.path, inNotebooks ? named(told, notebooks) : told));
    }
  }
  write(GALLERY.path, head(GALLERY) + galleryPage(shown));
  return {
    front: write(FRONT, withFiles(FRONT, readFileSync(join(root, FRONT), "utf8"))),
    documents: [...pages, GALLERY].map(({ path }) => join(folder, staged(path))),
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

/** Heat maps of the ledger as tables. */
const withMatrices = (text, ledger) =>
  text.replace(/!\[[^\]]+\]\(claims\/(\w+)\.svg\)/g, (_, family) => claimsMatrix(ledger, family));

/** What TypeDoc reads of a page before its text. @param {import("./pages.mjs").Page} page */
const head = ({ title, category, name = title }) =>
  `---\ntitle: ${JSON.stringify(name)}\nshown: ${JSON.stringify(title)}\ncategory: ${JSON.stringify(category)}\n---\n\n`;

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
