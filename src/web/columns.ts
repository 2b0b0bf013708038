import { isOurs, ours } from "../base/ours.js";
import type { Strings } from "../base/strings.js";
import type { PageText } from "../page/html/text.js";
import { termsOf, termsOfPart, type WebWithText } from "../page/text/terms-of.js";
import type { AllLinks } from "./graph/all-links.js";
import { ComputedStrings } from "./graph/computed-strings.js";
import type { PageId } from "./graph/graph.js";

/** Which pages and links of a web make a part of it. */
export interface Cut {
  /** pages[page of the part] = page of the whole, ascending. */
  readonly pages: Uint32Array;
  /** Position in the whole's `graph.targets` of a link of the part; -1 where the part has no such link. */
  positionOf(link: number): number;
}

/** A kind of column: what its values are about, and how they follow pages and links elsewhere. */
export interface ColumnKind<V> {
  /** Its values tell of links, not of pages: a web that gets other links loses it. */
  readonly isOfLinks?: true;
  /** The values of a part, by its own numbers. Without it, parts do not have the column. */
  cut?(values: V, cut: Cut): V;
  /** What a part has where the whole has no such column. */
  cutFrom?(web: WebWithText, cut: Cut): V | undefined;
  /** Crawls by links read it: threads and other machines are given it. Such a column is one of numbers. */
  readonly isSent?: V extends Uint32Array ? boolean : false;
}

/** A number for each page. */
export const numberOfPage: ColumnKind<Uint32Array> = {
  cut: (values, { pages }) => pages.map((page) => values[page]),
};

/** A string for each page. */
const stringOfPage: ColumnKind<Strings> = {
  cut: (values, { pages }) => new ComputedStrings(pages.length, (page) => values.at(pages[page])),
};

/** A part of what a web of the library reads is such, too. */
const asMuchOurs = <F extends object>(whole: object, part: F): F => (isOurs(whole) ? ours(part) : part);

const textOfPage: ColumnKind<(page: PageId) => PageText> = {
  cut: (read, { pages }) => asMuchOurs(read, (page) => read(pages[page])),
};

const stringOfLink: ColumnKind<(link: number) => string> = {
  isOfLinks: true,
  cut: (read, { positionOf }) => asMuchOurs(read, (link) => read(positionOf(link))),
};

/**
 * All columns that a web may carry, and what each needs to follow its pages into a part, a thread, or another machine.
 * A new column is one more entry here, and what fills it.
 */
export const COLUMNS = {
  /** The source's own page numbers, where they differ from 0 .. size - 1. */
  ids: { ...numberOfPage, cutFrom: (_, { pages }) => pages } as ColumnKind<Uint32Array>,
  urls: stringOfPage,
  titles: stringOfPage,
  /** Links on each page as its author wrote them, those to pages outside this web included; length n. */
  references: { ...numberOfPage, isSent: true } as ColumnKind<Uint32Array>,
  /** Number of the host of each page, where the web was made by hosts. */
  hostOf: numberOfPage,
  /** Title and body of a page. */
  text: textOfPage,
  /** How often each term stands on each page, where that is known without a look at the text; see `termsOf`. */
  terms: {
    cut: (terms, { pages }) => termsOfPart(terms, pages),
    cutFrom: (web, { pages }) => web.text && termsOfPart(termsOf(web), pages), // those of the whole are counted once
  } as ColumnKind<ReturnType<typeof termsOf>>,
  /** Anchor text of a link, by its position in graph.targets. */
  anchor: stringOfLink,
  /** All links of its pages to all URLs, where the source kept them: made when asked for. */
  allLinks: { isOfLinks: true } as ColumnKind<() => AllLinks>,
};

/** What a web carries for its pages and links. */
export type Columns = {
  readonly [Name in keyof typeof COLUMNS]?: (typeof COLUMNS)[Name] extends ColumnKind<infer V> ? V : never;
};

const kinds = () => Object.entries(COLUMNS) as [keyof Columns, ColumnKind<unknown>][];

/** The columns of a part. @param web the whole */
export function columnsOfPart(web: Columns & WebWithText, cut: Cut): Columns {
  const found = kinds().map(([name, kind]) => {
    const values: unknown = web[name];
    return [name, values === undefined ? kind.cutFrom?.(web, cut) : kind.cut?.(values, cut)] as const;
  });
  return Object.fromEntries(found.filter(([, values]) => values !== undefined));
}

/** Names of the columns that tell of links. */
export const linkColumns = (): string[] => kinds().flatMap(([name, kind]) => (kind.isOfLinks ? [name] : []));

/** The columns that crawls by links read, of those that the web carries. */
export const sentColumns = (web: Columns): [name: string, values: Uint32Array][] =>
  kinds().flatMap(([name, kind]) => (kind.isSent && web[name] ? [[name, web[name] as Uint32Array]] : []));
