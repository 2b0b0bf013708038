import type { PageDocument, PageElement } from "../../figure/page/dom.js";
import type { Film } from "../film.js";
import type { Scenes } from "./scenes.js";

/**
 * Writes what the maps show as text: the state of each crawl, the page that was selected, and the hot pages. A closed
 * function, see `unpack`. Texts from the web go in as text and never as markup.
 */
export function tables(document: PageDocument, film: Film, scenes: Scenes, onSelect: (cell: number) => void) {
  const MOST_LISTED = 300;
  const get = (id: string): PageElement => {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no element "${id}"`);
    return element;
  };
  const write = (id: string, text: string) => {
    const element = get(id);
    if (element.textContent !== text) element.textContent = text;
  };
  const count = (value: number) => value.toLocaleString("en");
  const number = (value: number) => (Number.isInteger(value) ? count(value) : String(Number(value.toPrecision(4))));
  /** A value of P; a dash where there is none, since no page is hot. */
  const inP = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(3));
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

  /**
   * A text from the web: characters that cannot be seen, or that turn the direction of their neighbours, are written as
   * escapes.
   */
  const foreign = (text: string, most = 160): string =>
    (text.length > most ? `${text.slice(0, most)}…` : text).replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
  const nameOf = (cell: number) => foreign(film.names[cell]);

  const make = (tag: string, content: string | PageElement, attributes: Readonly<Record<string, string>> = {}) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(content);
    return element;
  };
  /** @param words which of the cells are no numbers */
  const row = (head: string | PageElement, cells: readonly (string | PageElement)[], words: readonly number[] = []) => {
    const element = document.createElement("tr");
    element.append(make("th", head, { scope: "row", class: "web" }));
    cells.forEach((cell, index) => {
      element.append(make("td", cell, { class: words.includes(index) ? "web" : "number" }));
    });
    return element;
  };
  const pageButton = (cell: number) => {
    const button = make("button", nameOf(cell), { type: "button", class: "page" });
    button.addEventListener("click", () => onSelect(cell));
    return button;
  };

  const hotText = (found: number) => (film.hotPages === undefined ? "" : `${count(found)} of ${count(film.hotPages)}`);

  const crowdText = (crawl: number, frame: number): string => {
    const { crowd } = scenes.at(crawl, frame);
    return crowd
      ? `${count(crowd.pages)} of the last ${count(crowd.of)}: ${foreign(film.groups[crowd.group].name, 60)}`
      : "";
  };

  /** The state of all crawls at a frame. */
  const state = (frame: number) => {
    const visited = scenes.visitedAt(frame);
    write("state-heading", `After ${count(visited)} of ${count(film.length)} pages`);
    const rows = film.crawls.map(({ label }, crawl) => {
      const { found, performance, waiting, last } = scenes.at(crawl, frame);
      write(`found-${crawl}`, film.hotPages === undefined ? inP(performance) : count(found));
      write(
        `found-of-${crawl}`,
        film.hotPages === undefined ? film.model : `of ${count(film.hotPages)} hot, P ${inP(performance)}`,
      );
      write(`where-${crawl}`, crowdText(crawl, frame));
      const lastText = last >= 0 ? nameOf(last) : "–";
      return row(label, [hotText(found), inP(performance), count(waiting), crowdText(crawl, frame), lastText], [3, 4]);
    });
    get("state").replaceChildren(...rows);
  };

  /** The state in one sentence, for readers who do not see the maps. */
  const summary = (frame: number): string => {
    const parts = film.crawls.map(({ label }, crawl) => {
      const { found, performance } = scenes.at(crawl, frame);
      return `${label} ${film.hotPages === undefined ? `P ${inP(performance)}` : `${hotText(found)} hot`}`;
    });
    return `After ${count(scenes.visitedAt(frame))} ${scenes.visitedAt(frame) === 1 ? "page" : "pages"}: ${parts.join("; ")}.`;
  };

  /** The page that was selected: when each crawl took it, and why then. */
  const page = (cell: number) => {
    const worth = `${film.importance} ${number(film.worth[cell])}`;
    const isHot =
      film.hotAt === undefined
        ? ""
        : film.hot[cell] === 1
          ? `hot: ${worth} ≥ ${film.hotAt}`
          : `not hot: ${worth} < ${film.hotAt}`;
    write("page-name", nameOf(cell));
    write("page-about", [foreign(film.titles?.[cell] ?? ""), isHot || worth].filter(Boolean).join(" · "));
    const rows = scenes.reasons(cell).map(({ crawl, crawled, discovered, parent, terms }) => {
      const waited = crawled === undefined || discovered === undefined ? "–" : count(crawled - 1 - discovered);
      const when = crawled === undefined ? "never" : `${count(crawled)} (${percent(crawled / film.length)})`;
      const seen = discovered === undefined ? "never" : discovered === 0 ? "start page" : `after ${count(discovered)}`;
      const why = terms.map(({ name, value }) => `${name.replace(/,? ?\(?smaller first\)?$/, "")}: ${number(value)}`);
      const from = parent >= 0 ? pageButton(parent) : "–";
      return row(film.crawls[crawl].label, [why.join("; ") || "–", when, seen, waited, from], [0, 4]);
    });
    get("reasons").replaceChildren(...rows);
  };

  /** The hot pages, the most important first, and when each crawl took them. */
  const hotPages = () => {
    const hot = Array.from(film.hot.keys()).filter((cell) => film.hot[cell] === 1);
    hot.sort((a, b) => film.worth[b] - film.worth[a]);
    const rows = hot
      .slice(0, MOST_LISTED)
      .map((cell) =>
        row(pageButton(cell), [
          number(film.worth[cell]),
          ...scenes.reasons(cell).map(({ crawled }) => (crawled === undefined ? "never" : count(crawled))),
        ]),
      );
    get("hot").replaceChildren(...rows);
    write("hot-note", hot.length > MOST_LISTED ? `The ${MOST_LISTED} most important of ${count(hot.length)}.` : "");
  };

  const pointer = (cell: number) =>
    write("pointer", cell < 0 ? "Point at a cell for its page; press to ask why." : nameOf(cell));

  return { write, state, summary, page, hotPages, pointer, count };
}
