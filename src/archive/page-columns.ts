import { LINK_SOURCES, type LinkSource, type ParsedPage } from "../page/html/page.js";
import type { UrlTable } from "./capture.js";
import type { ColumnSet } from "./column/column-set.js";

/** Bits of link.flags. */
export const LinkFlag = { nofollow: 1 } as const;

/** Longest title and anchor text, in UTF-16 units. */
const LONGEST_TEXT = 1024;

const SOURCE_ID = new Map<LinkSource, number>(LINK_SOURCES.map((source, id) => [source, id]));
const OTHER = LINK_SOURCES.indexOf("other");

const short = (text: string) => (text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text);

/** The columns of parsed HTML pages and their links, in document order; links of pages follow one another. */
export class PageColumns {
  readonly #capture;
  readonly #count;
  readonly #titles;
  readonly #target;
  readonly #source;
  readonly #flags;
  readonly #anchorLength;
  readonly #anchors;

  constructor(columns: ColumnSet) {
    this.#capture = columns.numbers("page.capture.u32");
    this.#count = columns.numbers("page.links.u32");
    this.#titles = columns.strings("title");
    this.#target = columns.numbers("link.target.u32");
    this.#source = columns.numbers("link.source.u8");
    this.#flags = columns.numbers("link.flags.u8");
    this.#anchorLength = columns.numbers("link.anchor.u16");
    this.#anchors = columns.bytes("anchor.bytes");
  }

  get size(): number {
    return this.#capture.length;
  }

  get links(): number {
    return this.#target.length;
  }

  push({ title, links }: ParsedPage, row: number, urls: UrlTable): void {
    this.#capture.push(row);
    this.#count.push(links.length);
    this.#titles.push(short(title));
    for (const { url, source, anchor, nofollow } of links) {
      this.#target.push(urls.intern(url));
      this.#source.push(SOURCE_ID.get(source) ?? OTHER);
      this.#flags.push(nofollow ? LinkFlag.nofollow : 0);
      this.#anchorLength.push(this.#anchors.pushText(short(anchor)));
    }
  }
}
