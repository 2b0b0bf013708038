import { decodeText } from "./entities.js";
import { BLOCKS, TAGS } from "./scan.js";

const LONGEST = 1024;
/** Text as written that is looked at: white space and references shrink. */
const LONGEST_RAW = 16 * LONGEST;

const TABLE = TAGS.code("table");
const cells = TAGS.mask(["td", "th", "tr", "tbody", "thead", "tfoot", "caption"]);
const ends = TAGS.mask(["body", "html"]);

/** White space of any kind but U+FEFF, which is not seen and parts nothing. */
const SPACE = String.raw`[^\S\ufeff]`;
const untidy = new RegExp(`^${SPACE}|${SPACE}$|${SPACE}{2}|[^\\S \\ufeff]`);
const spaces = new RegExp(`${SPACE}+`, "g");

/** White space of any kind becomes single spaces, and none at the ends. */
export const collapse = (text: string): string =>
  untidy.test(text) ? text.replace(spaces, " ").replace(/^ | $/g, "") : text;

/** Collapsed, and cut to 1,024 UTF-16 units without cutting a character. */
export function anchorOf(text: string): string {
  const whole = collapse(text);
  if (whole.length <= LONGEST) return whole;
  const cut = whole.slice(0, LONGEST);
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd();
}

/**
 * Gathers the text of the link that is open: up to its end tag, the next link, or the end of the table cell that it
 * stands in.
 */
export class AnchorText {
  #open: { anchor: string } | undefined;
  #text = "";
  #tables = 0;

  begin(link: { anchor: string } | undefined): void {
    this.end();
    this.#open = link;
  }

  end(): void {
    if (this.#open === undefined) return;
    this.#open.anchor = anchorOf(this.#text);
    this.#open = undefined;
    this.#text = "";
    this.#tables = 0;
  }

  get listening(): boolean {
    return this.#open !== undefined && this.#text.length < LONGEST_RAW;
  }

  /** @param written with references as they stand in the markup */
  add(written: string): void {
    this.#text += decodeText(written.slice(0, LONGEST_RAW));
  }

  /** A start tag or end tag of another element. */
  meet(tag: number, isEnd: boolean): void {
    if (this.#open === undefined || tag === 0) return;
    if (tag === TABLE) this.#tables += isEnd ? -1 : 1;
    if (this.#tables < 0 || (this.#tables === 0 && cells[tag]) || (isEnd && ends[tag])) this.end();
    else if (BLOCKS[tag]) this.#text += " ";
  }
}
