import type { Film, FilmCrawl } from "../../src/player/film.js";

export const NEVER = 0xffffffff;

/** One crawl that took three pages of four: 0, 1 and 3, of which 1 is hot; it found 1 on page 0, and 3 on page 1. */
const crawl: FilmCrawl = {
  label: "first",
  color: "red",
  dash: [2, 1],
  crawled: 3,
  position: Uint32Array.of(1, 2, NEVER, 3),
  discovered: Uint32Array.of(0, 1, NEVER, 2),
  terms: [
    { name: "links, smaller first", values: Float32Array.of(Number.NaN, 7, Number.NaN, 1.5) },
    { name: "turn", values: Float32Array.of(Number.NaN, 1, Number.NaN, 2) },
  ],
  found: Uint32Array.of(0, 0, 1, 1, 1),
  waiting: Uint32Array.of(1, 1, 1, 0, 0),
  performance: Float32Array.of(0, 0, 0.5, 0.5, 0.5),
};

/** A second crawl took all four, last of all the hot page 2, which it found on page 3. */
const longer: FilmCrawl = {
  ...crawl,
  label: "second",
  color: "blue",
  dash: [],
  crawled: 4,
  position: Uint32Array.of(1, 2, 4, 3),
  discovered: Uint32Array.of(0, 1, 3, 1),
  terms: [],
  found: Uint32Array.of(0, 0, 1, 1, 2),
  waiting: Uint32Array.of(1, 2, 1, 1, 0),
  performance: Float32Array.of(0, 0, 0.5, 0.5, 1),
};

const hundredths = Array.from({ length: 101 }, (_, step) => step / 100);

export const filmByHand: Film = {
  title: "two crawls",
  web: "hand",
  pages: 4,
  start: "http://h/0",
  importance: "backlinks",
  hotAt: 3,
  hotPages: 2,
  model: "P_ST, threshold",
  length: 4,
  stride: 1,
  names: [0, 1, 2, 3].map((page) => `http://h/${page}`),
  titles: undefined,
  worth: Float32Array.of(1, 3, 4, 0),
  hot: Uint8Array.of(0, 1, 1, 0),
  groups: [
    { name: "h/a", first: 0 },
    { name: "h/b", first: 1 },
  ],
  crawls: [crawl, longer],
  ideal: Float32Array.from(hundredths, (share) => Math.min(1, 2 * share)),
  random: Float32Array.from(hundredths),
};
