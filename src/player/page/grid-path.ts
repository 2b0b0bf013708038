/** A walk over all cells of a grid. */
export interface GridPath {
  readonly width: number;
  readonly height: number;
  /** Column and row of each step, from 0. */
  readonly x: Uint16Array;
  readonly y: Uint16Array;
}

/**
 * A walk over a nearly square grid of at least `cells` cells which keeps neighbours in the walk beside each other:
 * Hilbert's curve, for rectangles of any sides (after Červený, "gilbert": halves the longer side, or splits the
 * rectangle in three). A step is diagonal now and then where sides are odd. A closed function, see `unpack`.
 *
 * @param cells 1 or more
 *
 * O(cells)
 */
export function gridPath(cells: number): GridPath {
  const width = Math.ceil(Math.sqrt(cells));
  const height = Math.ceil(cells / width);
  const x = new Uint16Array(width * height);
  const y = new Uint16Array(width * height);
  let step = 0;
  const half = (value: number) => Math.floor(value / 2);

  /** From (left, top) along the long vector (ax, ay), which spans a rectangle with (bx, by). */
  const walk = (left: number, top: number, ax: number, ay: number, bx: number, by: number) => {
    const long = Math.abs(ax + ay);
    const short = Math.abs(bx + by);
    const [dax, day, dbx, dby] = [ax, ay, bx, by].map(Math.sign);
    if (short === 1 || long === 1) {
      const [dx, dy, steps] = short === 1 ? [dax, day, long] : [dbx, dby, short];
      for (let i = 0; i < steps; i++, step++) {
        x[step] = left + i * dx;
        y[step] = top + i * dy;
      }
      return;
    }
    let [ax2, ay2, bx2, by2] = [ax, ay, bx, by].map(half);
    if (2 * long > 3 * short) {
      if (Math.abs(ax2 + ay2) % 2 === 1 && long > 2) [ax2, ay2] = [ax2 + dax, ay2 + day];
      walk(left, top, ax2, ay2, bx, by);
      walk(left + ax2, top + ay2, ax - ax2, ay - ay2, bx, by);
      return;
    }
    if (Math.abs(bx2 + by2) % 2 === 1 && short > 2) [bx2, by2] = [bx2 + dbx, by2 + dby];
    walk(left, top, bx2, by2, ax2, ay2);
    walk(left + bx2, top + by2, ax, ay, bx - bx2, by - by2);
    walk(left + ax - dax + bx2 - dbx, top + ay - day + by2 - dby, -bx2, -by2, ax2 - ax, ay2 - ay);
  };
  if (width >= height) walk(0, 0, width, 0, 0, height);
  else walk(0, 0, 0, height, width, 0);
  return { width, height, x, y };
}
