import type { Face } from "../base/face/face.js";
import { Result } from "../base/face/result.js";
import { writeResult } from "../base/file/write-result.js";
import { inBytes, plural } from "../base/numbers.js";
import { Comparison } from "../crawl/compare/comparison.js";
import { stylesheet } from "./page/stylesheet.js";
import { type PlayOptions, playPage } from "./play-page.js";

/** Pages on the map of a film in a cell: it lies in the notebook. */
const IN_A_CELL = 2000;

/**
 * Pixels that a film takes: the width of a cell in a window of 1280, and the height of up to three crawls there. More
 * crawls scroll in their frame: the classic Notebook shuts an output of over 1,800 pixels into a low box.
 */
const [WIDTH, HEIGHT] = [980, 1765];

/** In a cell a film is light, as the figures and the classic Notebook are, whatever the reader's setting. */
const inLight = stylesheet.replaceAll("light dark", "light").replaceAll("(prefers-color-scheme: dark)", "not all");

declare module "../crawl/compare/comparison.js" {
  interface Comparison {
    /**
     * Crawls side by side, as they went: see `playPage`. In a cell the film stands below it; save("crawl.html") writes
     * the page.
     *
     * @throws "option" for options that make no sense; "crawl" when a crawl does not repeat itself
     */
    play(options?: PlayOptions): Film;
  }
}

Comparison.prototype.play = function (options = {}) {
  return new Film(this, options);
};

/** Crawls that can be looked at. Shows itself below a cell. */
export class Film extends Result {
  readonly #page: string;

  constructor(
    readonly runs: Comparison,
    options: PlayOptions = {},
  ) {
    super();
    this.#page = playPage(runs, { pages: Math.min(IN_A_CELL, runs.web.graph.size), ...options });
  }

  /** Writes the page: one HTML file that needs no network. */
  async save(path: string): Promise<void> {
    writeResult(path, this.#page);
  }

  toString(): string {
    const { runs } = this;
    return `${runs.orderings.join("; ")} on ${runs.web.name}, ${plural(runs.crawls.length, "crawl")}, ${inBytes(this.#page.length)}: run the cell to play them, or save("crawl.html")`;
  }

  face(): Face {
    const html = this.#page.replace(stylesheet, () => inLight);
    return { page: { html, width: WIDTH, height: HEIGHT } };
  }
}
