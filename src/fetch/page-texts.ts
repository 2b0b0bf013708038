import { textOf } from "../html/text.js";

/** Text of the pages fetched last, for orderings that read it: made when asked for. */
export class PageTexts {
  readonly #html = new Map<string, string>();
  readonly #most: number;

  /** @param most pages that are kept */
  constructor(most = 1_000) {
    this.#most = most;
  }

  add(url: string, html: string): void {
    this.#html.set(url, html);
    if (this.#html.size <= this.#most) return;
    for (const oldest of this.#html.keys()) {
      this.#html.delete(oldest);
      return;
    }
  }

  /** @throws RangeError for a page whose text is not kept */
  of(url: string): { readonly title: string; readonly body: string } {
    const html = this.#html.get(url);
    if (html !== undefined) return textOf(html);
    throw new RangeError(
      `the text of ${url} is no longer at hand: an ordering reads the text of a page when its links are revealed`,
    );
  }
}
