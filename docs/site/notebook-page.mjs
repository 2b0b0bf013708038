import { DARK } from "../../dist/figure/series-style.js";

/**
 * @typedef {object} Figure
 * @property {string} file
 * @property {string} size attributes of an image, which keep its place while it loads
 * @property {{ file: string, size: string }} [narrow] the same for narrow screens
 * @property {string} title
 * @property {string} code
 */

/** Where the text of a page is too narrow for a figure: on telephones, and beside the navigation. */
const NARROW = "(max-width: 600px), (min-width: 770px) and (max-width: 930px)";

/**
 * A notebook with its stored outputs as Markdown: text, code, what was printed, and figures, each with its numbers
 * beside it.
 *
 * @param {{ cells: readonly object[] }} notebook nbformat 4
 * @param {string} name of its figures' files, before their numbers
 * @returns {{ markdown: string, images: Map<string, Buffer>, figures: Figure[] }} images by file name, beside the page;
 *   figures with the line of code that draws each
 */
export function notebookPage(notebook, name) {
  /** @type {Map<string, Buffer>} */
  const images = new Map();
  const figures = [];
  const keep = (picture, ending, bytes, narrow) => {
    const file = `${name}-${figures.length + 1}.${ending}`;
    images.set(file, bytes);
    if (narrow) images.set(`narrow-${file}`, Buffer.from(narrow));
    figures.push({ ...picture, file, ...(narrow && { narrow: { file: `narrow-${file}`, size: sizeOf(narrow) } }) });
    return figures.at(-1);
  };
  const parts = notebook.cells.flatMap(({ cell_type, source, outputs = [] }) => {
    const text = joined(source);
    if (cell_type === "markdown") return [text];
    const [title = ""] = outputs.map(({ data = {} }) => joined(data["text/plain"]).split("\n")[0]).filter(Boolean);
    const drawn = (size) => ({ title, code: lastStatement(text), size });
    const shown = outputs
      .map((output) => outputPart(output, (size, ...file) => keep(drawn(size), ...file)))
      .filter((part) => part !== "");
    return [fenced(text, "ts"), ...(shown.length ? [`<div class="output">\n\n${shown.join("\n\n")}\n\n</div>`] : [])];
  });
  return { markdown: `${parts.join("\n\n")}\n`, images, figures };
}

/** What a cell ends with, on one line: where that is a name, what the name stands for. */
function lastStatement(code) {
  const lines = code.trimEnd().split("\n");
  const begins = lines.findLastIndex((line) => /^[^\s})\]/]/.test(line));
  const last = lines.slice(begins).join(" ").replace(/\s+/g, " ");
  const meant = new RegExp(`^const ${last} = ([\\s\\S]*?)\\n(?=\\S)`, "m");
  return /^\w+$/.test(last) ? (meant.exec(code)?.[1].replace(/\s+/g, " ") ?? last) : last;
}

/** Text of nbformat: one string, or its lines. */
const joined = (text = "") => (Array.isArray(text) ? text.join("") : text);

/** A block of code whose fence is longer than any within. */
function fenced(text, language) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

/** The richest form of an output that a page can hold. */
function outputPart({ output_type, text, data = {}, metadata = {}, narrow, ename, evalue }, keep) {
  if (output_type === "stream") return fenced(joined(text), "text");
  if (output_type === "error") return fenced(`${ename}: ${evalue}`, "text");
  const plain = joined(data["text/plain"]);
  if (data["image/svg+xml"]) {
    const svg = joined(data["image/svg+xml"]);
    return figure(keep(sizeOf(svg), "svg", Buffer.from(svg), narrow), plain);
  }
  if (data["image/png"]) {
    const { width, height } = metadata["image/png"] ?? {};
    const size = width && height ? ` width="${width}" height="${height}"` : "";
    return figure(keep(size, "png", Buffer.from(joined(data["image/png"]), "base64")), plain);
  }
  // an empty line would end the block
  if (data["text/html"]) return inBothThemes(joined(data["text/html"])).replace(/\n\s*\n/g, "\n");
  return plain === "" ? "" : fenced(plain, "text");
}

/** A table whose marks of orderings have the colours of the page's theme. */
const inBothThemes = (html) =>
  html.replace(/background:(#[0-9a-f]{6})\b/g, (mark, light) =>
    DARK.has(light) ? `background:light-dark(${light},${DARK.get(light)})` : mark,
  );

/** A picture called by the first line of its text; the text itself, its numbers, below it to be opened. */
function figure(kept, plain) {
  const [, ...numbers] = plain.trimEnd().split("\n");
  const picture = `<div class="scroll" tabindex="0" role="group" aria-label="Figure">${image(kept)}</div>`;
  if (numbers.length === 0) return picture;
  return `${picture}\n\n<details><summary>The figure in numbers</summary>\n\n${fenced(plain, "text")}\n\n</details>`;
}

/** A picture, and in its place the narrow one where the text is narrow. @param {Figure} figure */
export function image({ file, size, title, narrow }, folder = "") {
  const alt = `alt="Figure: ${escaped(title)}"`;
  if (!narrow) return `<img class="wide" src="${folder}${file}"${size} ${alt}>`;
  const source = `<source media="${NARROW}" srcset="${folder}${narrow.file}"${narrow.size}>`;
  return `<picture>${source}<img src="${folder}${file}"${size} ${alt}></picture>`;
}

/** Width and height as attributes of an image; none of a picture that tells none. @param {string} svg */
export function sizeOf(svg) {
  const [, width, height] = /<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return width ? ` width="${Math.round(width)}" height="${Math.round(height)}"` : "";
}

/** Text within HTML. */
export const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
