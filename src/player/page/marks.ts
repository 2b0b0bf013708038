import type { Pen } from "../../figure/page/dom.js";
import type { Film } from "../film.js";
import type { Cells } from "./cells.js";
import type { GridPath } from "./grid-path.js";
import type { Scene, Scenes } from "./scenes.js";

/** What marks are drawn with. */
export interface MarkStyle {
  /** Pixels of a cell, and of a pixel of the screen. */
  readonly side: number;
  readonly unit: number;
  /** CSS colours. */
  readonly ink: string;
  readonly ground: string;
  readonly accent: string;
}

/**
 * Draws what stands above the cells: a circle on each hot page, filled once it is crawled; a frame round the group that
 * holds most of the pages crawled last; boxes round the page crawled last and the selected one. A closed function, see
 * `unpack`.
 */
export function marks(film: Film, parts: { readonly path: GridPath; readonly scenes: Scenes; readonly cells: Cells }) {
  const { path, scenes, cells } = parts;
  const hot = Array.from(film.hot.keys()).filter((cell) => film.hot[cell] === 1);

  const circles = (
    pen: Pen,
    crawl: number,
    visited: number,
    radius: number,
    { side, unit, ink, ground }: MarkStyle,
  ) => {
    pen.lineWidth = Math.max(1, Math.min(1.5 * unit, radius / 2));
    for (const cell of hot) {
      const isCrawled = film.crawls[crawl].position[cell] <= visited;
      pen.fillStyle = isCrawled ? ink : ground;
      pen.strokeStyle = isCrawled ? ground : ink;
      pen.beginPath();
      pen.arc((path.x[cell] + 0.5) * side, (path.y[cell] + 0.5) * side, radius, 0, 2 * Math.PI);
      pen.fill();
      pen.stroke();
    }
  };

  const frame = (pen: Pen, group: number, { side, unit, ink }: MarkStyle) => {
    const isIn = (x: number, y: number) => {
      const cell = cells.at(x, y);
      return cell >= 0 && scenes.groupOf[cell] === group;
    };
    const edge = (x0: number, y0: number, x1: number, y1: number) => {
      pen.moveTo(x0 * side, y0 * side);
      pen.lineTo(x1 * side, y1 * side);
    };
    const end = film.groups[group + 1]?.first ?? film.names.length;
    pen.beginPath();
    for (let cell = film.groups[group].first; cell < end; cell++) {
      const [x, y] = [path.x[cell], path.y[cell]];
      if (!isIn(x - 1, y)) edge(x, y, x, y + 1);
      if (!isIn(x + 1, y)) edge(x + 1, y, x + 1, y + 1);
      if (!isIn(x, y - 1)) edge(x, y, x + 1, y);
      if (!isIn(x, y + 1)) edge(x, y + 1, x + 1, y + 1);
    }
    pen.strokeStyle = ink;
    pen.lineWidth = 2 * unit;
    pen.stroke();
  };

  const box = (pen: Pen, cell: number, half: number, color: string, { side, unit, ground }: MarkStyle) => {
    if (cell < 0) return;
    const [x, y] = [(path.x[cell] + 0.5) * side - half, (path.y[cell] + 0.5) * side - half];
    for (const [stroke, width] of [
      [ground, 4.5],
      [color, 2.5],
    ] as const) {
      pen.strokeStyle = stroke;
      pen.lineWidth = width * unit;
      pen.strokeRect(x, y, 2 * half, 2 * half);
    }
  };

  /** @param selected a cell, or -1 */
  return (pen: Pen, crawl: number, scene: Scene, selected: number, style: MarkStyle) => {
    const { side, unit, ink, accent } = style;
    const { crawled, crowd, last } = scene;
    const radius = Math.max(Math.min(side * 0.4, 5 * unit), (hot.length > 600 ? 1.2 : 2.6) * unit);
    pen.clearRect(0, 0, path.width * side, path.height * side);
    circles(pen, crawl, crawled, radius, style);
    if (crowd && crowd.of > 1 && 2 * crowd.pages > crowd.of) frame(pen, crowd.group, style);
    box(pen, last, radius + 3 * unit, ink, style);
    box(pen, selected, radius + 5 * unit, accent, style);
  };
}

export type Marks = ReturnType<typeof marks>;
