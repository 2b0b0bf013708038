import type { UrlId } from "../archive/capture.js";
import type { ColumnSet } from "../archive/column/column-set.js";
import type { NumberColumn } from "../archive/column/number-column.js";
import type { SnapshotFolderWriter } from "../archive/folder-writer.js";
import type { ValuesOf } from "../base/method.js";
import { textOf } from "../page/html/text.js";
import { NearIndex } from "../page/text/near-index.js";
import { type SimHash, simHash } from "../page/text/sim-hash.js";
import { termCounts } from "../page/text/tokens.js";
import { hostOf } from "../url/host.js";
import type { nearOptions } from "./declared-options.js";
import type { NearCounts, Trap } from "./status.js";
import { largestTraps } from "./tally.js";
import type { Visit } from "./visit.js";

/** What was seen of a page, and the trap that it was found to be part of: of the page that made it one, alone. */
export interface Looked {
  readonly seen: Visit;
  readonly trap?: Trap;
}

/** Near-duplicates of one page. */
interface Group {
  pages: number;
  /** What all of their URLs begin with. */
  prefix: string;
}

/**
 * Tells pages whose text is nearly one that their host gave before: 64-bit SimHashes of title and text at a Hamming
 * distance of at most `distance` (Manku, Jain and Das Sarma 2007), for texts of `words` words or more. A page is
 * compared to those of its host that are near-duplicates of none, so that likeness does not wander.
 *
 * The rule: a page with `trap` near-duplicates has a trap, and the links of near-duplicates are followed until then.
 *
 * What it knows stands in columns that are committed with the snapshot: 16 bytes a page, 9 a near-duplicate. Memory: see
 * NearIndex, and 8 bytes a page; the URL prefix of each page with near-duplicates.
 */
export class NearDuplicates {
  readonly #settings: ValuesOf<typeof nearOptions>;
  readonly #writer: Pick<SnapshotFolderWriter, "urls" | "captures">;
  readonly #index: NearIndex;
  readonly #hosts = new Map<string, number>();
  readonly #groups = new Map<number, Group>();
  readonly #columns;
  /** Pages with so many near-duplicates that these are a trap. */
  readonly #traps: number[] = [];
  #unfollowed = 0;

  /** Takes up what the columns hold. */
  constructor(
    columns: ColumnSet,
    writer: Pick<SnapshotFolderWriter, "urls" | "captures">,
    settings: ValuesOf<typeof nearOptions>,
  ) {
    this.#settings = settings;
    this.#writer = writer;
    this.#index = new NearIndex(settings.distance);
    this.#columns = {
      high: columns.numbers("page.high.u32"),
      low: columns.numbers("page.low.u32"),
      url: columns.numbers("page.url.u32"),
      row: columns.numbers("page.row.u32"),
      of: columns.numbers("copy.of.u32"),
      copy: columns.numbers("copy.url.u32"),
      unfollowed: columns.numbers("copy.unfollowed.u8"),
    };
    this.#restore();
  }

  #restore(): void {
    const { high, low, url, of, copy, unfollowed } = this.#columns;
    const [highs, lows, urls] = [high, low, url].map(valuesIn);
    for (let id = 0; id < urls.length; id++) {
      this.#index.add(this.#hostOf(this.#writer.urls.at(urls[id])), { high: highs[id], low: lows[id] });
    }
    const copies = valuesIn(copy);
    valuesIn(of).forEach((original, i) => {
      this.#count(original, this.#writer.urls.at(copies[i]));
    });
    const flags = new Uint8Array(unfollowed.length);
    unfollowed.read(flags, 0);
    for (const flag of flags) this.#unfollowed += flag;
  }

  /** What a status tells. */
  get counts(): NearCounts {
    const pages = this.#columns.of.length;
    return { pages, unfollowed: this.#unfollowed, traps: largestTraps(this.#traps.map((id) => this.#trapOf(id))) };
  }

  /**
   * A visit as it is to be stored and followed. It must be stored next: it is taken for the writer's next row.
   *
   * Only what came whole is looked at.
   */
  look(id: UrlId, seen: Visit): Looked {
    const { capture, html } = seen;
    const { url, truncated } = capture.exchange;
    const hash = html === undefined || truncated ? undefined : this.#hashOf(html);
    if (!hash) return { seen };
    const host = this.#hostOf(url);
    const { high, low, url: urls, row, of, copy, unfollowed } = this.#columns;
    const original = this.#index.find(host, hash);
    if (original >= 0 && urls.at(original) === id) return { seen }; // the page itself, fetched again
    if (original < 0) {
      this.#index.add(host, hash);
      high.push(hash.high);
      low.push(hash.low);
      urls.push(id);
      row.push(this.#writer.captures);
      return { seen };
    }
    const pages = this.#count(original, url);
    const isTrap = pages >= this.#settings.trap;
    of.push(original);
    copy.push(id);
    unfollowed.push(Number(isTrap));
    this.#unfollowed += Number(isTrap);
    const near = { ...capture, near: row.at(original), ...(isTrap && { unfollowed: true }) };
    return {
      seen: { ...seen, capture: near, links: isTrap ? [] : seen.links },
      ...(pages === this.#settings.trap && { trap: this.#trapOf(original) }),
    };
  }

  /** Undefined for a text of too few words. */
  #hashOf(html: string): SimHash | undefined {
    const { title, body } = textOf(html);
    const counts = termCounts(`${title} ${body}`);
    let words = 0;
    for (const count of counts.values()) words += count;
    return words < this.#settings.words ? undefined : simHash(counts);
  }

  #hostOf(url: string): number {
    const host = hostOf(url);
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    this.#hosts.set(host, this.#hosts.size);
    return this.#hosts.size - 1;
  }

  /** @returns near-duplicates of the page by now */
  #count(original: number, url: string): number {
    const group = this.#groups.get(original) ?? { pages: 0, prefix: this.#urlOf(original) };
    group.pages++;
    if (group.pages === this.#settings.trap) this.#traps.push(original);
    let end = 0;
    while (end < group.prefix.length && group.prefix[end] === url[end]) end++;
    group.prefix = group.prefix.slice(0, end);
    this.#groups.set(original, group);
    return group.pages;
  }

  #urlOf = (original: number): string => this.#writer.urls.at(this.#columns.url.at(original));

  #trapOf(original: number): Trap {
    const { pages = 0, prefix = "" } = this.#groups.get(original) ?? {};
    return { url: this.#urlOf(original), prefix, pages };
  }
}

/** All numbers of a column that was written. */
function valuesIn(column: NumberColumn): Uint32Array {
  const values = new Uint32Array(column.length);
  column.read(values, 0);
  return values;
}
