import { collapse } from "./anchor.js";
import { decodeText } from "./entities.js";
import { BLOCKS, type ScanHandler, scan, TAGS } from "./scan.js";

/** The words of a page. */
export interface PageText {
  /** Of the first title element; "" where there is none. */
  readonly title: string;
  /** All other text that a reader sees, in order; scripts, styles and comments are left out. */
  readonly body: string;
}

const TITLE = TAGS.code("title");
const TEXTAREA = TAGS.code("textarea");
const XMP = TAGS.code("xmp");

/**
 * Title and text of an HTML page, white space collapsed. Blocks, cells, line breaks and images part words; other elements do not.
 * One pass without a tree; any text is read.
 */
export function textOf(html: string): PageText {
  return new TextReader().read(html);
}

class TextReader implements ScanHandler {
  #text = "";
  #body = "";
  #title: string | undefined;
  #foreign = false;

  read(html: string): PageText {
    scan(html, this);
    return { title: this.#title ?? "", body: collapse(this.#body) };
  }

  begin(text: string): void {
    this.#text = text;
  }

  open(tag: number, foreign: boolean): void {
    this.#foreign = foreign;
    if (BLOCKS[tag]) this.#body += " ";
  }

  attribute(): void {}
  opened(): void {}

  close(tag: number): void {
    if (BLOCKS[tag]) this.#body += " ";
  }

  text(start: number, end: number): void {
    this.#body += decodeText(this.#text.slice(start, end));
  }

  rawText(tag: number, start: number, end: number): void {
    const written = this.#text.slice(start, end);
    if (tag === TITLE && !this.#foreign) this.#title ??= collapse(decodeText(written));
    else if (tag === TEXTAREA) this.#body += decodeText(written);
    else if (tag === XMP) this.#body += written;
  }
}
