import { describe, expect, it } from "vitest";
import type { Pen } from "../../src/figure/page/dom.js";
import type { Film } from "../../src/player/film.js";
import type { Cells } from "../../src/player/page/cells.js";
import { gridPath } from "../../src/player/page/grid-path.js";
import { marks } from "../../src/player/page/marks.js";
import type { Scene, Scenes } from "../../src/player/page/scenes.js";

const CELLS = 20;
const SIDE = 3;
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
    moveTo: (x: number, y: number) => (from = `${x / SIDE},${y / SIDE}`),
    lineTo: (x: number, y: number) => lines.push(`${from} ${x / SIDE},${y / SIDE}`),
  } as unknown as Pen;
  const scene = { crawled: 10, last: -1, crowd: { group, pages: 10, of: 10 } } as unknown as Scene;
  draw(pen, 0, scene, -1, { side: SIDE, unit: 1, ink: "", ground: "", accent: "" });
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

describe("marks above the cells", () => {
  const HOT = [2, 7];
  const centre = (cell: number, side: number) => [(path.x[cell] + 0.5) * side, (path.y[cell] + 0.5) * side];

  /** What is drawn, with the colours and the width of its lines. */
  function drawn(scene: object, selected: number, style: object, hot = HOT): string[] {
    const film = {
      hot: Uint8Array.from({ length: CELLS }, (_, cell) => (hot.includes(cell) ? 1 : 0)),
      names: Array(CELLS).fill(""),
      groups: FIRSTS.map((first) => ({ first })),
      crawls: [{ position: Uint32Array.from({ length: CELLS }, (_, cell) => cell + 1) }],
    } as unknown as Film;
    const draw = marks(film, { path, cells: { at: cellAt } as Cells, scenes: { groupOf } as unknown as Scenes });
    const told: string[] = [];
    const pen: Record<string, unknown> = {};
    for (const name of ["clearRect", "arc", "strokeRect"])
      pen[name] = (...at: number[]) => told.push(`${name} ${at.map((each) => Number(each.toFixed(6))).join(" ")}`);
    for (const name of ["beginPath", "moveTo", "lineTo"]) pen[name] = () => {};
    pen.fill = () => told.push(`fill ${pen.fillStyle}`);
    pen.stroke = () => told.push(`stroke ${pen.strokeStyle} ${pen.lineWidth}`);
    const { strokeRect } = pen as { strokeRect: (...at: number[]) => void };
    pen.strokeRect = (...at: number[]) => {
      strokeRect(...at);
      told.push(`stroke ${pen.strokeStyle} ${pen.lineWidth}`);
    };
    draw(pen as unknown as Pen, 0, { crawled: 5, last: -1, ...scene } as unknown as Scene, selected, {
      side: 20,
      unit: 2,
      ink: "ink",
      ground: "ground",
      accent: "accent",
      ...style,
    });
    return told;
  }
  const circle = (cell: number, side: number, radius: number) =>
    `arc ${[...centre(cell, side), radius, 0, Number((2 * Math.PI).toFixed(6))].join(" ")}`;
  const cleared = (side: number) => `clearRect 0 0 ${path.width * side} ${path.height * side}`;

  it("are a circle on each hot page, filled once it is crawled: the third is, the eighth is not after five", () => {
    // 0.4 of 20 pixels, at most 5 units; its line 1.5 units at most, and half the radius
    expect(drawn({}, -1, {})).toEqual([
      cleared(20),
      ...[circle(2, 20, 8), "fill ink", "stroke ground 3"],
      ...[circle(7, 20, 8), "fill ground", "stroke ink 3"],
    ]);
    expect(drawn({}, -1, { side: 90 })[1]).toBe(circle(2, 90, 10));
    expect(drawn({}, -1, { side: 2, unit: 1 }).slice(1, 4)).toEqual([
      circle(2, 2, 2.6),
      "fill ink",
      "stroke ground 1.3",
    ]);
    expect(drawn({ crawled: 8 }, -1, {})[5]).toBe("fill ink");
  });

  it("are a frame in ink, two units wide, where most of the last pages are of one group", () => {
    const framedBy = (crowd: object | undefined) => drawn({ crowd }, -1, {}, []).slice(1);
    expect(framedBy({ group: 1, pages: 6, of: 10 })).toEqual(["stroke ink 4"]);
    for (const crowd of [undefined, { group: 1, pages: 5, of: 10 }, { group: 1, pages: 1, of: 1 }])
      expect(framedBy(crowd)).toEqual([]);
  });

  it("are boxes round the page crawled last and the one that is selected, on ground", () => {
    // radius 8: the last 3 units further out, the selected 5
    const boxAt = (cell: number, half: number, color: string) => {
      const [x, y] = centre(cell, 20);
      const rectangle = `strokeRect ${x - half} ${y - half} ${2 * half} ${2 * half}`;
      return [rectangle, "stroke ground 9", rectangle, `stroke ${color} 5`];
    };
    for (const [last, selected] of [
      [4, 9],
      [0, 0], // the first cell is one like others
    ])
      expect(drawn({ last }, selected, {}, [])).toEqual([
        ...[cleared(20), ...boxAt(last, 14, "ink"), ...boxAt(selected, 18, "accent")],
      ]);
  });
});
