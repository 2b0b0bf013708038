import { escaped } from "./notebook-page.mjs";

/**
 * All figures of the notebooks, each with the line of code that draws it and a link to its notebook.
 *
 * @param {readonly { name: string, title: string, figures: readonly import("./notebook-page.mjs").Figure[] }[]} notebooks
 * @returns {string} Markdown
 */
export function galleryPage(notebooks) {
  const cards = notebooks.flatMap((notebook) => notebook.figures.map((figure) => card(notebook, figure)));
  return `# Gallery

Every figure of the notebooks, with the code that draws it. A picture leads to its notebook, which has the whole code. Figures are saved as SVG, PDF, PNG,
CSV, Parquet or Vega-Lite JSON: \`figure.save("figure.pdf")\`.

<div class="gallery">
${cards.join("\n")}
</div>
`;
}

const card = ({ name, title: notebook }, { title, code, narrow, ...wide }) => {
  const { file, size } = narrow ?? wide;
  return `<figure><a href="${name}.md"><img src="${file}"${size} loading="lazy" alt="${escaped(title)}"></a><figcaption><code>${escaped(code)}</code> in <a href="${name}.md">${escaped(notebook)}</a></figcaption></figure>`;
};
