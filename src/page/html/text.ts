import { collapse } from "./anchor.js";
import { decodeText } from "./entities.js";
import { BLOCKS, type ScanHandler, scan, TAGS } from "./scan.js";
import { WordBuffer } from "./word-buffer.js";

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
const SEMICOLON = 59;

/**
 * References that make up nearly all of those on real pages, and what they stand for; others take twenty times as long.
 */
const FREQUENT: ReadonlyMap<string, string> = new Map([
  ["&nbsp;", "\u00A0"],
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&#039;", "'"],
  ["&#160;", "\u00A0"],
  ["&copy;", "\u00A9"],
  ["&raquo;", "\u00BB"],
  ["&laquo;", "\u00AB"],
  ["&ndash;", "\u2013"],
  ["&mdash;", "\u2014"],
  ["&rsquo;", "\u2019"],
  ["&lsquo;", "\u2018"],
  ["&#8217;", "\u2019"],
  ["&#8211;", "\u2013"],
]);
const LONGEST_FREQUENT = Math.max(...Array.from(FREQUENT.keys(), ({ length }) => length));

/**
 * Title and text of an HTML page, white space collapsed. Blocks, cells, line breaks and images part words; other
 * elements do not. One pass without a tree; any text is read.
 */
export function textOf(html: string): PageText {
  return new TextReader().read(html);
}

class TextReader implements ScanHandler {
  #text = "";
  readonly #body = new WordBuffer();
  #title: string | undefined;
  #foreign = false;

  read(html: string): PageText {
    scan(html, this);
    return { title: this.#title ?? "", body: this.#body.take() };
  }

  begin(text: string): void {
    this.#text = text;
  }

  open(tag: number, foreign: boolean): void {
    this.#foreign = foreign;
    if (BLOCKS[tag]) this.#body.part();
  }

  attribute(): void {}
  opened(): void {}

  close(tag: number): void {
    if (BLOCKS[tag]) this.#body.part();
  }

  text(start: number, end: number): void {
    const text = this.#text;
    let at = this.#body.add(text, start, end);
    while (at < end) {
      const behind = endOfReference(text, at, end);
      const known = behind < 0 ? undefined : FREQUENT.get(text.slice(at, behind));
      if (known === undefined) {
        const decoded = decodeText(text.slice(at, end));
        this.#body.addWritten(decoded, 0, decoded.length);
        return;
      }
      this.#body.addWritten(known, 0, 1);
      at = this.#body.add(text, behind, end);
    }
  }

  rawText(tag: number, start: number, end: number): void {
    if (tag === TITLE && !this.#foreign) this.#title ??= collapse(decodeText(this.#text.slice(start, end)));
    else if (tag === TEXTAREA) this.text(start, end);
    else if (tag === XMP) this.#body.addWritten(this.#text, start, end);
  }
}

/** Where a short reference ends that begins at `start`; -1 where there is no ";" soon. */
function endOfReference(text: string, start: number, end: number): number {
  const last = Math.min(end, start + LONGEST_FREQUENT);
  for (let at = start + 1; at < last; at++) if (text.charCodeAt(at) === SEMICOLON) return at + 1;
  return -1;
}
