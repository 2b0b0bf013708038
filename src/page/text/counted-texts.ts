import { setImmediate } from "node:timers/promises";
import { problem } from "../../base/error.js";
import type { PageTerms, TermCounts } from "./page-terms.js";
import { TermReader, TermWriter } from "./term-bytes.js";
import { TermCounter, type Words } from "./term-counter.js";

const UNCOUNTED = -1;
/** Pages counted between two progress events. */
const PROGRESS_PAGES = 512;

/**
 * Term counts of a web whose texts are at hand, kept in memory: each page is counted when it is first asked for.
 *
 * Memory: the different terms, 8 bytes per page, and about 3 bytes per pair of page and term.
 */
export class CountedTexts implements TermCounts {
  readonly #counter = new TermCounter();
  readonly #written = new TermWriter();
  readonly #reader = new TermReader((id) => this.#counter.term(id));
  readonly #starts: Float64Array;
  readonly #text: (page: number) => Words;
  readonly #name: string;

  /** @param name of the web, for progress */
  constructor(
    readonly size: number,
    text: (page: number) => Words,
    name = "",
  ) {
    this.#starts = new Float64Array(size).fill(UNCOUNTED);
    this.#text = text;
    this.#name = name;
  }

  /** @throws "option" for a page that there is not */
  of(page: number): PageTerms {
    if (this.#starts[page] === undefined)
      throw problem.option`${this.#name || "this web"} has no page ${page}: it has ${this.size}, 0 .. ${this.size - 1}`;
    if (this.#starts[page] === UNCOUNTED) this.#count(page);
    return this.#reader.read(this.#written.bytes, this.#starts[page]);
  }

  async ready(onProgress?: Parameters<NonNullable<TermCounts["ready"]>>[0]): Promise<void> {
    for (let page = 0; page < this.size; page++) {
      if (this.#starts[page] === UNCOUNTED) this.#count(page);
      if (page % PROGRESS_PAGES !== 0) continue;
      onProgress?.({ task: `count terms of ${this.#name}`, done: page, total: this.size });
      await setImmediate(); // lets others have their turn
    }
  }

  #count(page: number): void {
    const start = this.#written.length;
    this.#written.add(this.#counter.count(this.#text(page)));
    this.#starts[page] = start; // not before: a text that cannot be read leaves its page uncounted
  }
}
