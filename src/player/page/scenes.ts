import type { Film } from "../film.js";

/** One crawl at one frame. */
export interface Scene {
  readonly crawled: number;
  readonly found: number;
  readonly waiting: number;
  readonly performance: number;
  /** Cell of the page crawled last; -1 where that is not on the map. */
  readonly last: number;
  /**
   * The group that most of the pages crawled last are in; undefined before the first page, and where there is one
   * group.
   */
  readonly crowd: Crowd | undefined;
}

export interface Crowd {
  readonly group: number;
  /** Pages of that group, among the last `of` on the map. */
  readonly pages: number;
  readonly of: number;
}

/** Why a crawl took a page when it did. */
export interface Reason {
  readonly crawl: number;
  /** Undefined: the crawl did not take it. */
  readonly crawled: number | undefined;
  /** Pages crawled when it was first seen; undefined: it never was. */
  readonly discovered: number | undefined;
  /** Cell of the page that it was first seen on; -1 for a start page, or where that is not on the map. */
  readonly parent: number;
  readonly terms: readonly { readonly name: string; readonly value: number }[];
}

/** Answers what a film shows at a frame. A closed function, see `unpack`. */
export function scenes(film: Film) {
  const NEVER = 0xffffffff;
  const RECENT = Math.min(100, Math.max(10, Math.ceil(film.length / 10)));
  const frames = Math.ceil(film.length / film.stride);
  /** By crawl: the cells in the order crawled. */
  const orders = film.crawls.map(({ position }) =>
    Uint32Array.from({ length: position.length }, (_, cell) => cell)
      .filter((cell) => position[cell] !== NEVER)
      .sort((a, b) => position[a] - position[b]),
  );
  const groupOf = new Uint32Array(film.names.length);
  film.groups.forEach(({ first }, group) => {
    groupOf.fill(group, first);
  });

  const visitedAt = (frame: number): number => Math.min(frame * film.stride, film.length);

  /** How many cells of an order were crawled by then. */
  const crawledCells = (crawl: number, visited: number): number => {
    const { position } = film.crawls[crawl];
    let low = 0;
    let high = orders[crawl].length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (position[orders[crawl][middle]] <= visited) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const crowdOf = (cells: Uint32Array): Crowd | undefined => {
    if (film.groups.length === 1) return undefined;
    const counts = new Map<number, number>();
    let best: Crowd | undefined;
    for (const cell of cells) {
      const group = groupOf[cell];
      const pages = (counts.get(group) ?? 0) + 1;
      counts.set(group, pages);
      if (!best || pages > best.pages) best = { group, pages, of: cells.length };
    }
    return best;
  };

  const at = (crawl: number, frame: number): Scene => {
    const { crawled, found, waiting, performance, position } = film.crawls[crawl];
    const visited = Math.min(visitedAt(frame), crawled);
    const done = crawledCells(crawl, visited);
    const last = done > 0 ? orders[crawl][done - 1] : -1;
    return {
      crawled: visited,
      found: found[frame],
      waiting: waiting[frame],
      performance: performance[frame],
      last: last >= 0 && position[last] === visited ? last : -1,
      crowd: crowdOf(orders[crawl].subarray(Math.max(0, done - RECENT), done)),
    };
  };

  const reasons = (cell: number): Reason[] =>
    film.crawls.map(({ position, discovered, terms }, crawl) => {
      const seen = discovered[cell];
      const before = seen > 0 && seen !== NEVER ? crawledCells(crawl, seen) : 0;
      const parent = before > 0 ? orders[crawl][before - 1] : -1;
      return {
        crawl,
        crawled: position[cell] === NEVER ? undefined : position[cell],
        discovered: seen === NEVER ? undefined : seen,
        parent: parent >= 0 && position[parent] === seen ? parent : -1,
        terms: terms
          .map(({ name, values }) => ({ name, value: values[cell] }))
          .filter(({ value }) => !Number.isNaN(value)),
      };
    });

  /** The cell on whose turn the crawls agree least, a hot one where there are any. */
  const mostContested = (): number => {
    let best = 0;
    let most = -1;
    for (let cell = 0; cell < film.names.length; cell++) {
      const turns = film.crawls.map(({ position }) => Math.min(position[cell], film.length + 1));
      const spread = Math.max(...turns) - Math.min(...turns) + (film.hot[cell] === 1 ? film.length + 1 : 0);
      if (spread > most) [best, most] = [cell, spread];
    }
    return best;
  };

  /** First cell whose name or title holds the text, in any case; exact names first; -1 when none does. */
  const find = (text: string): number => {
    const wanted = text.trim().toLowerCase();
    if (wanted === "") return -1;
    const is = (test: (name: string) => boolean) =>
      film.names.findIndex((name, cell) => test(name.toLowerCase()) || test((film.titles?.[cell] ?? "").toLowerCase()));
    const exact = is((name) => name === wanted);
    return exact >= 0 ? exact : is((name) => name.includes(wanted));
  };

  return { frames, orders, groupOf, visitedAt, crawledCells, at, reasons, mostContested, find };
}

export type Scenes = ReturnType<typeof scenes>;
