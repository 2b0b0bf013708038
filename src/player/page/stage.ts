import type { PageElement, PageWindow } from "../../figure/page/dom.js";
import type { Film } from "../film.js";
import type { cells } from "./cells.js";
import type { curves } from "./curves.js";
import type { gridPath } from "./grid-path.js";
import type { maps } from "./maps.js";
import type { marks } from "./marks.js";
import type { playback } from "./playback.js";
import type { scenes } from "./scenes.js";
import type { tables } from "./tables.js";

/** The parts of the page. */
export interface StageParts {
  readonly gridPath: typeof gridPath;
  readonly scenes: typeof scenes;
  readonly cells: typeof cells;
  readonly marks: typeof marks;
  readonly maps: typeof maps;
  readonly curves: typeof curves;
  readonly tables: typeof tables;
  readonly playback: typeof playback;
}

/**
 * Puts the parts of the page together, and shows the first frame: that after the pages that the address asks for,
 * "#250", else after a tenth. A closed function, see `unpack`.
 */
export function stage(window: PageWindow, film: Film, parts: StageParts) {
  const { document } = window;
  const get = (id: string) => document.getElementById(id) as PageElement;
  const scenes = parts.scenes(film);
  const path = parts.gridPath(film.names.length);
  const cells = parts.cells(film, { path, scenes });
  const marks = parts.marks(film, { path, scenes, cells });
  let selected = scenes.mostContested();
  let shown = 0;

  const select = (cell: number) => {
    selected = cell;
    tables.page(cell);
    maps.draw(shown, selected);
  };
  const selectAndShow = (cell: number) => {
    select(cell);
    get("page-heading").scrollIntoView({ block: "nearest" });
  };
  const tables = parts.tables(document, film, scenes, selectAndShow);
  const maps = parts.maps(window, film, { path, scenes, cells, marks }, select, tables.pointer);
  const drawCurves = parts.curves(document, film, scenes, (frame) => player.seek(frame));

  const show = (frame: number, moving: boolean) => {
    shown = frame;
    const visited = scenes.visitedAt(frame);
    const share = ((100 * visited) / film.length).toFixed(1);
    const text = `${tables.count(visited)} of ${tables.count(film.length)} pages (${share} %)`;
    tables.write("position-text", text);
    get("position").setAttribute("aria-valuetext", text);
    maps.draw(frame, selected);
    drawCurves(frame);
    tables.state(frame);
    if (moving) return;
    tables.write("summary", tables.summary(frame));
    film.crawls.forEach(({ label }, crawl) => {
      const { crawled, waiting } = scenes.at(crawl, frame);
      const about = `Map of ${film.names.length} pages, ${label}: ${tables.count(crawled)} crawled, ${tables.count(waiting)} wait`;
      get(`stage-${crawl}`).setAttribute("aria-label", about);
    });
  };
  const player = parts.playback(window, scenes.frames, show);

  const search = () => {
    const cell = scenes.find(get("find").value);
    tables.write("found-page", cell < 0 ? "No page is called that." : "");
    if (cell >= 0) selectAndShow(cell);
  };
  get("find-go").addEventListener("click", search);
  get("find").addEventListener("keydown", (event) => {
    if (event.key === "Enter") search();
  });

  const refit = () => {
    maps.fit();
    player.again();
  };
  window.addEventListener("resize", refit);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", refit);
  maps.fit();
  tables.hotPages();
  tables.page(selected);
  tables.pointer(-1);
  const begin = (otherwise: number) => {
    const [, asked] = /^#(\d+)$/.exec(window.location.hash) ?? [];
    player.seek((asked === undefined ? otherwise : Number(asked)) / film.stride);
  };
  window.addEventListener("hashchange", () => begin(0));
  begin(film.length / 10);
  get("loading").hidden = true;
}
