import { describe, expect, it } from "vitest";
import type { Pen, Picture } from "../../src/figure/page/dom.js";
import type { Film } from "../../src/player/film.js";
import { cells } from "../../src/player/page/cells.js";
import { gridPath } from "../../src/player/page/grid-path.js";
import { scenes } from "../../src/player/page/scenes.js";
import { filmByHand, NEVER } from "./film-by-hand.js";

/** What a pixel shows. */
const [UNSEEN, WAITING, CRAWLED, RECENT, GROUND, BORDER] = [1, 2, 3, 4, 5, 6];
const colors = { tones: [UNSEEN, WAITING, CRAWLED, RECENT], ground: GROUND, border: BORDER };

/** The first crawl of a film, painted: `paint` gives the pixels of a cell, row by row, after so many pages. */
function painted(film: Film, side: number) {
  const path = gridPath(film.names.length);
  const made = cells(film, { path, scenes: scenes(film) });
  let put: Picture | undefined;
  const pen = {
    createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(4 * width * height) }),
    putImageData: (picture: Picture) => (put = picture),
  } as unknown as Pen;
  const painter = made.painter(0, pen, side, colors);
  const paint = (visited: number, cell: number): number[][] => {
    painter(visited);
    const pixels = new Uint32Array(put!.data.buffer);
    const [left, top] = [path.x[cell] * side, path.y[cell] * side];
    return Array.from({ length: side }, (_, row) => {
      const from = (top + row) * path.width * side + left;
      return Array.from(pixels.subarray(from, from + side));
    });
  };
  return { at: made.at, path, paint };
}

/** Of one group, so that no cell has a border: 0 and 1 are taken first and second, 2 is never seen, 3 waits. */
const ungrouped: Film = {
  ...filmByHand,
  groups: [{ name: "h", first: 0 }],
  crawls: filmByHand.crawls.map((crawl) => ({
    ...crawl,
    position: Uint32Array.of(1, 2, NEVER, NEVER),
    discovered: Uint32Array.of(0, 1, NEVER, 1),
  })),
};

const plain = (side: number, color: number) => new Array(side).fill(new Array(side).fill(color));
const turned = (rows: readonly number[][]) => rows.map((row, i) => row.map((_, j) => rows[row.length - 1 - j][i]));

describe("the cells of a map", () => {
  it("are where the walk over the grid comes to them, and nowhere else", () => {
    for (const size of [1, 2, 4, 7, 30]) {
      const names = Array.from({ length: size }, (_, page) => `${page}`);
      const { at, path } = painted({ ...ungrouped, names }, 1);
      for (let cell = 0; cell < size; cell++) expect(at(path.x[cell], path.y[cell])).toBe(cell);
      const outside = [at(-1, 0), at(0, -1), at(path.width, 0), at(0, path.height), at(path.width, path.height - 1)];
      expect(outside).toEqual([-1, -1, -1, -1, -1]);
    }
  });

  it("that are small show in their colour whether they were seen, wait, were taken, or were taken last", () => {
    for (const side of [1, 4]) {
      const { paint } = painted(ungrouped, side);
      expect(paint(0, 0)).toEqual(plain(side, WAITING)); // the start page
      expect(paint(0, 1)).toEqual(plain(side, UNSEEN));
      expect(paint(1, 0)).toEqual(plain(side, RECENT));
      expect(paint(1, 1)).toEqual(plain(side, WAITING));
      expect(paint(2, 0)).toEqual(plain(side, CRAWLED)); // of four pages, the last hundredth is one
      expect(paint(2, 1)).toEqual(plain(side, RECENT));
      expect(paint(2, 2)).toEqual(plain(side, UNSEEN));
    }
  });

  it("are painted back when the film goes back", () => {
    const there = painted(ungrouped, 7);
    for (const visited of [0, 2, 1, 0, 2])
      for (const cell of [0, 1, 2, 3])
        expect(there.paint(visited, cell)).toEqual(painted(ungrouped, 7).paint(visited, cell));
  });

  it("that have room are a dot, a frame or a square, alike on all sides, with ground around", () => {
    for (let side = 5; side <= 40; side++) {
      const { paint } = painted(ungrouped, side);
      const [square, unseen, frame] = [paint(2, 0), paint(2, 2), paint(2, 3)];
      for (const shape of [square, unseen, frame]) {
        expect(turned(shape)).toEqual(shape);
        expect(shape[0]).toEqual(new Array(side).fill(GROUND));
      }
      const middle = side >> 1;
      const count = (row: readonly number[], color: number) => row.filter((each) => each === color).length;
      expect(count(square[middle], CRAWLED)).toBe(side - 2);
      expect(Math.abs(count(unseen[middle], UNSEEN) - side / 3)).toBeLessThan(1.5);
      expect(unseen[middle][middle]).toBe(UNSEEN);
      expect(count(frame[1], WAITING)).toBe(side - 2);
      const thick = count(frame[middle], WAITING) / 2;
      expect(Math.abs(thick - side / 6)).toBeLessThan(1);
      expect(frame[middle][middle]).toBe(GROUND);
    }
  });

  it("have a border to the left and above where another group is", () => {
    const { at, path, paint } = painted(filmByHand, 6); // group 0 is cell 0, group 1 the others
    const groupAt = (x: number, y: number) => Math.min(1, at(x, y));
    for (let cell = 0; cell < 4; cell++) {
      const [x, y] = [path.x[cell], path.y[cell]];
      const shape = paint(2, cell);
      const isParted = (other: number) => other >= 0 && other !== groupAt(x, y);
      expect(shape.every((row) => row[0] === BORDER)).toBe(isParted(groupAt(x - 1, y)));
      expect(shape[0].every((pixel) => pixel === BORDER)).toBe(isParted(groupAt(x, y - 1)));
      const inner = shape.slice(1).flatMap((row) => row.slice(1));
      expect(inner).not.toContain(BORDER);
    }
  });
});
