/** One number that is searched for. */
export interface Dimension {
  readonly start: number;
  /** How far the first simplex reaches from the start. */
  readonly step: number;
  readonly low: number;
  readonly high: number;
}

/** The lowest point that was found. */
export interface Lowest {
  readonly point: readonly number[];
  readonly cost: number;
}

/**
 * Searches a low point of a function without derivatives: the simplex of Nelder and Mead 1965, with their coefficients
 * 1, 2, 1/2, 1/2. Points outside the bounds are moved onto them. When the simplex has shrunk to nothing, another starts
 * at the lowest point with half of the steps before it.
 *
 * @param cost may be Infinity where a point makes no sense, but not at the start
 * @param evaluations calls of `cost`, at least one per dimension and one more
 */
export function simplexSearch(
  dimensions: readonly Dimension[],
  cost: (point: readonly number[]) => number,
  evaluations: number,
): Lowest {
  let left = evaluations;
  const at = (wanted: readonly number[]): Lowest => {
    left--;
    const point = wanted.map((value, i) => Math.min(dimensions[i].high, Math.max(dimensions[i].low, value)));
    return { point, cost: cost(point) };
  };
  let best = at(dimensions.map(({ start }) => start));
  for (let scale = 1; left > 0; scale /= 2) {
    const corners = dimensions.map(({ step, high }, axis) => {
      const up = best.point[axis] + scale * step <= high;
      return at(best.point.with(axis, best.point[axis] + (up ? scale : -scale) * step));
    });
    best = shrunk([best, ...corners], at, () => left > 0);
  }
  return best;
}

/**
 * Moves a simplex downhill until all of its corners cost the same, to one part in a thousand. @returns its lowest
 * corner
 */
function shrunk(corners: Lowest[], at: (point: readonly number[]) => Lowest, more: () => boolean): Lowest {
  const sort = () => corners.sort((a, b) => a.cost - b.cost);
  sort();
  const last = corners.length - 1;
  while (more() && corners[last].cost > 1.001 * corners[0].cost) {
    const worst = corners[last];
    const centre = worst.point.map((_, axis) => {
      let sum = 0;
      for (let i = 0; i < last; i++) sum += corners[i].point[axis];
      return sum / last;
    });
    /** On the line from the worst corner through the centre of the others; 0 is the centre. */
    const beyond = (by: number) => at(centre.map((value, axis) => value + by * (value - worst.point[axis])));
    const mirrored = beyond(1);
    if (mirrored.cost < corners[0].cost) {
      const farther = beyond(2);
      corners[last] = farther.cost < mirrored.cost ? farther : mirrored;
    } else if (mirrored.cost < corners[last - 1].cost) corners[last] = mirrored;
    else {
      const nearer = beyond(mirrored.cost < worst.cost ? 0.5 : -0.5);
      if (nearer.cost < Math.min(worst.cost, mirrored.cost)) corners[last] = nearer;
      else {
        const lowest = corners[0].point;
        for (let i = 1; i <= last && more(); i++)
          corners[i] = at(corners[i].point.map((value, axis) => (value + lowest[axis]) / 2));
      }
    }
    sort();
  }
  return corners[0];
}
