import { firstWhere } from "../../base/search.js";
import type { Host } from "./hosts.js";
import type { Kind, KindName, Style } from "./kinds.js";

/** One directory of one host, by one author; its pages are first .. first + size - 1. */
export interface Section {
  readonly host: Host;
  readonly name: KindName;
  readonly kind: Kind;
  readonly style: Style;
  /** Path, from "/" to "/": the URL of its index page, its page 0. */
  readonly directory: string;
  /** Index into `topics`. */
  readonly topic: number;
  /** The section whose pages list this one, or would had they not forgotten it; absent for the root of www. */
  readonly parent: Section | undefined;
  /** Sections listed on the pages of this one. */
  readonly children: Section[];
  /** Every section on the way down from the home page of the campus is listed by the one above. */
  readonly linked: boolean;
  /** Pages of the section in its navigation bar, besides its index page. */
  readonly bar: number;
  /** Each page carries the template of the campus: links to its home page and up to four more pages there. */
  readonly linksTop: boolean;
  /** Each page carries the template of the host: links to its home page and its main sections. */
  readonly linksSite: boolean;
  /** The footer of each page repeats the navigation bar. */
  readonly linksAgain: boolean;
  readonly size: number;
  /** Pages in the tree; the other size - live are strays that no page links to. */
  readonly live: number;
  /** Place p of the tree is page first + (p * stride) mod size. */
  readonly stride: number;
  /** Page i stands at place (i * inverse) mod size. */
  readonly inverse: number;
  /** Known when all sections are sorted. */
  first: number;
}

/** The page at `place` of the tree of a section, 0 <= place < size. */
export const pageAt = ({ first, size, stride }: Section, place: number): number => first + ((place * stride) % size);

/** Where `page` of the section stands in its tree. */
export const placeOf = ({ first, size, inverse }: Section, page: number): number => ((page - first) * inverse) % size;

/** Index of the section that holds `page`, in sections sorted by `first`: 0 <= page < pages. O(log sections). */
export const sectionIndexOf = (firsts: Uint32Array, page: number): number =>
  firstWhere(1, firsts.length, (section) => firsts[section] > page) - 1;
