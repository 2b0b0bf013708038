import { expect, it } from "vitest";
import type { Pen } from "../../src/figure/page/dom.js";
import type { Film } from "../../src/player/film.js";
import type { Cells } from "../../src/player/page/cells.js";
import { gridPath } from "../../src/player/page/grid-path.js";
import { marks } from "../../src/player/page/marks.js";
import type { Scene, Scenes } from "../../src/player/page/scenes.js";

const CELLS = 20;
const FIRSTS = [0, 3, 11, 12];
const path = gridPath(CELLS);
const cellAt = (x: number, y: number) => {
  for (let cell = 0; cell < CELLS; cell++) if (path.x[cell] === x && path.y[cell] === y) return cell;
  return -1;
};
const groupOf = Uint32Array.from({ length: CELLS }, (_, cell) => FIRSTS.findLastIndex((first) => first <= cell));

/** Lines that are drawn round a group, as "from to". */
function framed(group: number): string[] {
  const film = {
    hot: new Uint8Array(CELLS),
    names: Array(CELLS).fill(""),
    groups: FIRSTS.map((first) => ({ first })),
  } as unknown as Film;
  const draw = marks(film, { path, cells: { at: cellAt } as Cells, scenes: { groupOf } as unknown as Scenes });
  const lines: string[] = [];
  let from = "";
  const pen = {
    clearRect() {},
    beginPath() {},
    stroke() {},
    moveTo: (x: number, y: number) => (from = `${x},${y}`),
    lineTo: (x: number, y: number) => lines.push(`${from} ${x},${y}`),
  } as unknown as Pen;
  const scene = { crawled: 10, last: -1, crowd: { group, pages: 10, of: 10 } } as unknown as Scene;
  draw(pen, 0, scene, -1, { side: 1, unit: 1, ink: "", ground: "", accent: "" });
  return lines.sort();
}

it.each([0, 1, 2, 3])(
  "the frame round group %i runs where it has a cell on one side and none on the other",
  (group) => {
    const isIn = (x: number, y: number) => groupOf[cellAt(x, y)] === group;
    const expected: string[] = [];
    for (let x = 0; x <= path.width; x++)
      for (let y = 0; y <= path.height; y++) {
        if (isIn(x - 1, y) !== isIn(x, y)) expected.push(`${x},${y} ${x},${y + 1}`);
        if (isIn(x, y - 1) !== isIn(x, y)) expected.push(`${x},${y} ${x + 1},${y}`);
      }
    expect(framed(group)).toEqual(expected.sort());
  },
);
