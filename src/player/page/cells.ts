import type { Pen } from "../../figure/page/dom.js";
import type { Film } from "../film.js";
import type { GridPath } from "./grid-path.js";
import type { Scenes } from "./scenes.js";

/** Pixels of a picture, as the number that it holds for a colour. */
export interface CellColors {
  /** Of cells that were not seen, that wait, that were crawled, and that were among the last crawled. */
  readonly tones: readonly number[];
  readonly ground: number;
  /** Between groups. */
  readonly border: number;
}

/**
 * Paints the cells of a map. What a cell is shows in its shape where there is room, a dot, a frame or a full square,
 * and in its colour. Only cells that changed are painted anew. A closed function, see `unpack`.
 */
export function cells(film: Film, parts: { readonly path: GridPath; readonly scenes: Scenes }) {
  const [UNSEEN, WAITING, CRAWLED, RECENT] = [0, 1, 2, 3];
  /** Pixels from which on a cell has a shape. */
  const ROOM = 5;
  const { path, scenes } = parts;
  const count = film.names.length;
  const recent = Math.max(1, Math.min(100, Math.round(film.length / 100)));
  const cellAt = new Int32Array(path.width * path.height).fill(-1);
  for (let cell = 0; cell < count; cell++) cellAt[path.y[cell] * path.width + path.x[cell]] = cell;

  /** The cell in a column and row; -1 where there is none. */
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= path.width || y >= path.height ? -1 : cellAt[y * path.width + x];

  /** 1: a border on the left, 2: one above; where the next cell is of another group. */
  const borders = Uint8Array.from({ length: count }, (_, cell) => {
    const differs = (other: number) => other >= 0 && scenes.groupOf[other] !== scenes.groupOf[cell];
    const [x, y] = [path.x[cell], path.y[cell]];
    return (differs(at(x - 1, y)) ? 1 : 0) + (differs(at(x, y - 1)) ? 2 : 0);
  });

  /** @param side pixels of a cell */
  const painter = (crawl: number, pen: Pen, side: number, { tones, ground, border }: CellColors) => {
    const { position, discovered } = film.crawls[crawl];
    const states = new Uint8Array(count);
    const picture = pen.createImageData(path.width * side, path.height * side);
    const pixels = new Uint32Array(picture.data.buffer);

    const pixelOf = (cell: number, column: number, row: number): number => {
      const state = states[cell];
      if ((column === 0 && borders[cell] & 1) || (row === 0 && borders[cell] & 2)) return border;
      if (side < ROOM) return tones[state];
      const inset = Math.min(column - 1, row - 1, side - 2 - column, side - 2 - row);
      if (inset < 0) return ground;
      if (state === UNSEEN) return inset >= Math.floor(side / 3) - 1 ? tones[UNSEEN] : ground;
      return state === WAITING && inset >= Math.max(1, side / 6) ? ground : tones[state];
    };

    const paint = (cell: number) => {
      const first = path.y[cell] * side * path.width * side + path.x[cell] * side;
      for (let row = 0; row < side; row++) {
        const start = first + row * path.width * side;
        for (let column = 0; column < side; column++) pixels[start + column] = pixelOf(cell, column, row);
      }
    };

    const stateAt = (cell: number, visited: number): number => {
      if (position[cell] <= visited) return position[cell] > visited - recent ? RECENT : CRAWLED;
      return discovered[cell] <= visited ? WAITING : UNSEEN;
    };

    for (let cell = 0; cell < count; cell++) paint(cell);
    return (visited: number) => {
      for (let cell = 0; cell < count; cell++) {
        const state = stateAt(cell, visited);
        if (states[cell] === state) continue;
        states[cell] = state;
        paint(cell);
      }
      pen.putImageData(picture, 0, 0);
    };
  };

  return { at, painter };
}

export type Cells = ReturnType<typeof cells>;
