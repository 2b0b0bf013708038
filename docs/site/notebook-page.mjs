/**
 * A notebook with its stored outputs as Markdown: text, code, what was printed, and figures, each with its numbers
 * beside it.
 *
 * @param {{ cells: readonly object[] }} notebook nbformat 4
 * @param {string} name of its figures' files, before their numbers
 * @returns {{ markdown: string, images: Map<string, Buffer>, figures: { file: string, title: string, code: string }[] }}
 *   images by file name, beside the page; figures with the line of code that draws each
 */
export function notebookPage(notebook, name) {
  /** @type {Map<string, Buffer>} */
  const images = new Map();
  const keep = (ending, bytes) => {
    const file = `${name}-${images.size + 1}.${ending}`;
    images.set(file, bytes);
    return file;
  };
  const figures = [];
  const parts = notebook.cells.flatMap(({ cell_type, source, outputs = [] }) => {
    const text = joined(source);
    if (cell_type === "markdown") return [text];
    const before = images.size;
    const shown = outputs.map((output) => outputPart(output, keep)).filter((part) => part !== "");
    const [title = ""] = outputs.map(({ data = {} }) => joined(data["text/plain"]).split("\n")[0]).filter(Boolean);
    for (const file of [...images.keys()].slice(before)) figures.push({ file, title, code: lastStatement(text) });
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
function outputPart({ output_type, text, data = {}, metadata = {}, ename, evalue }, keep) {
  if (output_type === "stream") return fenced(joined(text), "text");
  if (output_type === "error") return fenced(`${ename}: ${evalue}`, "text");
  const plain = joined(data["text/plain"]);
  if (data["image/svg+xml"]) return figure(keep("svg", Buffer.from(joined(data["image/svg+xml"]))), plain, {});
  if (data["image/png"]) {
    const bytes = Buffer.from(joined(data["image/png"]), "base64");
    return figure(keep("png", bytes), plain, metadata["image/png"] ?? {});
  }
  // an empty line would end the block
  if (data["text/html"]) return joined(data["text/html"]).replace(/\n\s*\n/g, "\n");
  return plain === "" ? "" : fenced(plain, "text");
}

/** A picture called by the first line of its text; the text itself, its numbers, below it to be opened. */
function figure(file, plain, { width, height }) {
  const [title = "", ...numbers] = plain.trimEnd().split("\n");
  const size = width && height ? ` width="${width}" height="${height}"` : "";
  const image = `<img src="${file}"${size} alt="Figure: ${escaped(title)}">`;
  const picture = `<div class="scroll" tabindex="0" role="group" aria-label="Figure">${image}</div>`;
  if (numbers.length === 0) return picture;
  return `${picture}\n\n<details><summary>The figure in numbers</summary>\n\n${fenced(plain, "text")}\n\n</details>`;
}

/** Text within HTML. */
export const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
