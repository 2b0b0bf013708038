import { problem } from "../base/error.js";
import { textOf } from "../page/html/text.js";

export interface PageTextsOptions {
  /** Pages that are kept at the most; default 1,000. */
  readonly pages?: number;
  /**
   * UTF-16 units of HTML that are kept at the most; default 2^25, which take 32 to 64 MB. The page added last is kept,
   * however long.
   */
  readonly units?: number;
}

/** Text of the pages fetched last, for orderings that read it: made when asked for. */
export class PageTexts {
  readonly #html = new Map<string, string>();
  readonly #pages: number;
  readonly #most: number;
  #units = 0;

  constructor({ pages = 1_000, units = 2 ** 25 }: PageTextsOptions = {}) {
    this.#pages = pages;
    this.#most = units;
  }

  /** @param html decoded; "" for what is no page */
  add(url: string, html: string): void {
    this.#forget(url);
    this.#html.set(url, html);
    this.#units += html.length;
    for (const oldest of this.#html.keys()) {
      if (oldest === url || (this.#html.size <= this.#pages && this.#units <= this.#most)) return;
      this.#forget(oldest);
    }
  }

  /** @throws "option" for a page whose text is not kept */
  of(url: string): { readonly title: string; readonly body: string } {
    const html = this.#html.get(url);
    if (html !== undefined) return textOf(html);
    throw problem.option`the text of ${url} is not at hand, or no longer: an ordering reads the text of a page when its links are revealed`;
  }

  #forget(url: string): void {
    this.#units -= this.#html.get(url)?.length ?? 0;
    this.#html.delete(url);
  }
}
