/**
 * One crawl of a film. Arrays by frame have an entry for frame 0, the state before the first page, and so one more than
 * there are frames.
 */
export interface FilmCrawl {
  /** "backlink, ties fifo" */
  readonly label: string;
  /** CSS colour, and lengths of stroke and gap. */
  readonly color: string;
  readonly dash: readonly number[];
  /** Pages that it crawled. */
  readonly crawled: number;
  /** By cell: 1, 2, ...; 2^32 - 1 where it did not crawl that page. */
  readonly position: Uint32Array;
  /** By cell: pages crawled when that page was first seen; 0 for start pages, 2^32 - 1 where it was not. */
  readonly discovered: Uint32Array;
  /** Why each page was next when it was: by cell, NaN where the ordering gave no such reason. */
  readonly terms: readonly { readonly name: string; readonly values: Float32Array }[];
  /** By frame: hot pages crawled, pages that wait, and P. */
  readonly found: Uint32Array;
  readonly waiting: Uint32Array;
  readonly performance: Float32Array;
}

/** All that the page of a player shows, as plain data and typed arrays. A cell is a page on the map. */
export interface Film {
  readonly title: string;
  /** Short name of the web. */
  readonly web: string;
  /** Pages that the crawls may come to. */
  readonly pages: number;
  readonly start: string;
  readonly importance: string;
  readonly hotAt: number | undefined;
  /** H; undefined where there is no threshold. */
  readonly hotPages: number | undefined;
  /** "P_ST, threshold" */
  readonly model: string;
  /** Most pages that a crawl took. */
  readonly length: number;
  /** Pages from one frame to the next; the last frame may be shorter. */
  readonly stride: number;
  /** By cell. Neighbours in this order are neighbours on the map. */
  readonly names: readonly string[];
  /** By cell; left out where there are many pages, or none has a title. */
  readonly titles: readonly string[] | undefined;
  /** I(P) by cell. */
  readonly worth: Float32Array;
  /** 1 for hot pages, by cell. */
  readonly hot: Uint8Array;
  /** Hosts, or parts of a host: `first` is the first cell, and each goes up to the next. */
  readonly groups: readonly { readonly name: string; readonly first: number }[];
  readonly crawls: readonly FilmCrawl[];
  /** P of the closed-form crawlers at 0, 1, ... 100 hundredths of `length`. */
  readonly ideal: Float32Array;
  readonly random: Float32Array;
}

/** Frames of a film, the one before the first page not counted. */
export const framesOf = ({ length, stride }: Pick<Film, "length" | "stride">): number => Math.ceil(length / stride);
