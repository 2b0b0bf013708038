import type { PageDocument, PageElement } from "../../figure/page/dom.js";

/** A cell: its text, and its class. Texts go in as text and never as markup. */
export type Cell = readonly [text: string, kind?: string];

/**
 * Writes texts, rows of tables and strips into the page, and only what changed: a selection stays, and a reader aloud is
 * not disturbed. A closed function, see `formats`.
 *
 * @param count writes a whole number
 */
export function elements(document: PageDocument, count: (value: number) => string) {
  const get = (id: string): PageElement => {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no element "${id}"`);
    return element;
  };

  const write = (element: PageElement, text: string) => {
    if (element.textContent !== text) element.textContent = text;
  };
  const tell = (id: string, text: string) => write(get(id), text);
  const mark = (element: PageElement, name: string, value: string) => {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  };

  /** A part of a table that stays one for a reader aloud, however it is laid out. */
  const part = (tag: string, role: string) => {
    const element = document.createElement(tag);
    element.setAttribute("role", role);
    return element;
  };

  /** Fills a table row by row; the rows that stand are used again. */
  const fill = (
    id: string,
    rows: readonly (readonly Cell[])[],
    empty: string,
    decorate?: (row: PageElement, index: number) => void,
  ) => {
    const body = get(id);
    while (body.children.length > rows.length) body.lastElementChild?.remove();
    rows.forEach((cells, index) => {
      while (body.children.length <= index) body.append(part("tr", "row"));
      const row = body.children[index];
      cells.forEach(([text, kind], column) => {
        if (row.children.length <= column) row.append(column === 0 ? part("th", "rowheader") : part("td", "cell"));
        const cell = row.children[column];
        mark(cell, "class", kind ?? "");
        write(cell, text);
      });
      decorate?.(row, index);
    });
    const note = get(`${id}-empty`);
    note.hidden = rows.length > 0;
    get(`${id}-table`).hidden = rows.length === 0;
    write(note, empty);
  };

  /** A strip of coloured parts that add up to its width. */
  const strip = (
    id: string,
    name: string,
    parts: readonly (readonly [kind: string, value: number, text: string])[],
  ) => {
    const svg = get(id);
    const all = parts.reduce((sum, [, value]) => sum + value, 0);
    let x = 0;
    parts.forEach(([kind, value], index) => {
      if (svg.children.length <= index) svg.append(document.createElementNS("http://www.w3.org/2000/svg", "rect"));
      const bar = svg.children[index];
      const width = all > 0 ? (100 * value) / all : 0;
      mark(bar, "class", kind);
      mark(bar, "x", x.toFixed(2));
      mark(bar, "width", width.toFixed(2));
      mark(bar, "height", "4");
      x += width;
    });
    mark(svg, "aria-label", `${name}: ${parts.map(([, value, text]) => `${count(value)} ${text}`).join(", ")}`);
  };

  return { get, tell, mark, part, fill, strip };
}

export type Elements = ReturnType<typeof elements>;
