import { image } from "./notebook-page.mjs";

/**
 * The findings, each with the figure of the notebook that looks into it, where there is one that shows it.
 *
 * @param {string} markdown docs/findings.md
 * @param {readonly import("../../dist/experiment/findings.js").LedgerFinding[]} findings in the same order
 * @param {readonly { name: string, title: string, figures: readonly import("./notebook-page.mjs").Figure[] }[]} notebooks
 */
export function withFigures(markdown, findings, notebooks) {
  const [top, ...sections] = markdown.split(/^(?=## )/m);
  const drawn = sections.map((section, index) => {
    const { claims, shownOn } = findings[index];
    const names = claims.map(({ experiment }) => experiment.replace(/^ours\//, "").replace("/", "-"));
    const found = names.map((each) => notebooks.find(({ name }) => name === each)).find((each) => each?.figures.length);
    return found && shownOn.length > 0 ? section.replace("**How sure.**", `${figureOf(found)}\n\n$&`) : section;
  });
  return [top, ...drawn].join("");
}

/** Pictures lie beside the notebooks. */
const figureOf = ({ name, title, figures: [first] }) =>
  `<figure class="finding">${image(first, "../notebooks/")}<figcaption>On campus, the generated web that comes with the package, from the notebook <a href="../notebooks/${name}.md">${title}</a></figcaption></figure>`;
