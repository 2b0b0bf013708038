import { readdirSync, readFileSync } from "node:fs";

/**
 * @typedef {object} Page
 * @property {string} path Markdown file or notebook of the checkout, as it is linked to from its neighbours
 * @property {string} title its name in the navigation
 * @property {string} [name] name of its file on the site, where that is not its title
 * @property {string} category heading in the navigation
 */

/** Headings of the navigation that come before those of the API. */
export const CATEGORIES = [
  "Findings",
  "Figures",
  "How to",
  "Guides",
  "Notebooks",
  "Notebooks: Cho et al. 1998",
  "Notebooks: Broder et al. 2003",
  "Project",
];

/** What the site opens with. */
export const FRONT = "README.md";

/** The findings, to which figures are added. */
export const FINDINGS = "docs/findings.md";

/** Name of the page of the ledger, to which fields are added that choose claims. */
export const LEDGER = "The claims ledger";

/** The gallery, which is made from the notebooks. */
export const GALLERY = { path: "notebooks/gallery.md", category: "Figures", title: "Gallery" };

/** Pages that have a place and a name of their own; every other page of docs/ is a guide named by its heading. */
const NAMED = {
  [FINDINGS]: ["Findings", "Ten findings"],
  "docs/evidence.md": ["Findings", "The evidence, web by web"],
  "docs/claims.md": ["Findings", LEDGER],
  "docs/reproduce.md": ["Findings", "Reproducing the papers"],
  "docs/papers/cho1998.md": ["Findings", "Parts of Cho et al. 1998"],
  "docs/papers/broder2003.md": ["Findings", "Parts of Broder et al. 2003"],
  "docs/papers/shkapenyuk2001.md": ["Findings", "Parts of Shkapenyuk and Suel 2001"],
  "docs/papers/dorosz.md": ["Findings", "Parts of Dorosz"],
  "docs/forks.md": ["Findings", "Forks: what the papers leave open"],
  "docs/claims-before.md": ["Findings", "Earlier verdicts"],
  "docs/how-to/researcher.md": ["How to", "Research: a WARC of your own"],
  "docs/how-to/teacher.md": ["How to", "Teach: Graph 2 in class"],
  "docs/how-to/engineer.md": ["How to", "Engineer: caches and orders"],
  "CONTRIBUTING.md": ["Project", "Contributing"],
  "docs/releasing.md": ["Project", "Releasing"],
  "docs/speed.md": ["Project", "Speed"],
  "bench/README.md": ["Project", "Benchmarks"],
  "CHANGELOG.md": ["Project", "Changes"],
};

const nameOf = (path) => /([^/]+)\.\w+$/.exec(path)[1];

const headingOf = (markdown) => /^# (.+)$/m.exec(markdown)?.[1];

/** Categories of notebooks that repeat a paper's figures, by what their names begin with. */
const PAPERS = { cho1998: "Notebooks: Cho et al. 1998", broder2003: "Notebooks: Broder et al. 2003" };

/** A notebook is named by its question, and by the paper's figure that it repeats. @returns {Page} */
function notebook(path, json) {
  const [first] = JSON.parse(json).cells;
  const name = nameOf(path);
  const [, figure, number, last] = /^[a-z]+\d*-(graph|figures?)-(\d+)(?:-(\d+))?$/.exec(name) ?? [];
  const paper = PAPERS[name.split("-")[0]];
  const part =
    figure &&
    `${paper ? "" : "Dorosz, "}${figure[0].toUpperCase()}${figure.slice(1)} ${number}${last ? ` to ${last}` : ""}: `;
  const title = `${part ?? ""}${headingOf([first.source].flat().join(""))}`;
  return { path, name, title, category: paper ?? "Notebooks" };
}

/** @param {string} root the checkout @param {string} folder @param {string} ending @returns {string[]} */
const filesIn = (root, folder, ending) =>
  readdirSync(`${root}/${folder}`)
    .filter((name) => name.endsWith(ending))
    .sort(new Intl.Collator("en", { numeric: true }).compare)
    .map((name) => `${folder}/${name}`);

/** All pages but the front page and the gallery. @param {string} root the checkout @returns {Page[]} */
export function pagesOf(root) {
  const named = Object.entries(NAMED).map(([path, [category, title]]) => ({ path, category, title }));
  const guides = ["docs", "docs/how-to", "docs/papers"]
    .flatMap((folder) => filesIn(root, folder, ".md"))
    .filter((path) => !(path in NAMED))
    .map((path) => ({
      path,
      category: "Guides",
      title: headingOf(readFileSync(`${root}/${path}`, "utf8")) ?? nameOf(path),
    }));
  const notebooks = filesIn(root, "notebooks", ".ipynb").map((path) => notebook(path, readFileSync(`${root}/${path}`)));
  const shelf = { path: "notebooks/README.md", category: "Notebooks", title: "All notebooks" };
  return [...named, ...guides, shelf, ...notebooks];
}
