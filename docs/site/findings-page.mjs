import { findingFigure } from "../../dist/experiment/finding-figures.js";
import { inBothThemes } from "../../dist/figure/both-themes.js";
import { narrowSvg } from "../../dist/figure/narrow.js";
import { image, sizeOf } from "./notebook-page.mjs";

/**
 * The findings, each with its figure on the webs of the ledger, and a link to the notebook that looks into it, where
 * there is one.
 *
 * @param {string} markdown docs/findings.md
 * @param {readonly import("../../dist/experiment/findings.js").LedgerFinding[]} findings in the same order
 * @param {readonly import("../../dist/experiment/claim.js").ClaimVerdict[]} ledger
 * @param {readonly { name: string, title: string }[]} notebooks
 * @returns {Promise<{ markdown: string, images: Map<string, string> }>} images by file name, beside the page
 */
export async function withFigures(markdown, findings, ledger, notebooks) {
  /** @type {Map<string, string>} */
  const images = new Map();
  const keep = (file, svg) => {
    images.set(file, inBothThemes(svg));
    return { file, size: sizeOf(svg) };
  };
  const [top, ...sections] = markdown.split(/^(?=## )/m);
  const drawn = sections.map(async (section, index) => {
    const { name, claims } = findings[index];
    const figure = await findingFigure(findings[index], ledger);
    const narrow = keep(`narrow-finding-${name}.svg`, await narrowSvg(figure));
    const shown = image({ ...keep(`finding-${name}.svg`, figure.svg), title: figure.title, narrow });
    const names = claims.map(({ experiment }) => experiment.replace(/^ours\//, "").replace("/", "-"));
    const notebook = names.map((each) => notebooks.find((one) => one.name === each)).find(Boolean);
    const link = notebook && `<a href="../notebooks/${notebook.name}.md">${notebook.title}</a>`;
    const caption = link ? `<figcaption>Step by step, in a notebook: ${link}</figcaption>` : "";
    return section.replace("**How sure.**", `<figure class="finding">${shown}${caption}</figure>\n\n$&`);
  });
  return { markdown: [top, ...(await Promise.all(drawn))].join(""), images };
}
