import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type CrawlbenchError, either, gotInstead, isProblem, problem } from "../base/error.js";
import type { Face } from "../base/face/face.js";
import { Result } from "../base/face/result.js";
import { inShell } from "../base/in-shell.js";
import { inBytes, plural } from "../base/numbers.js";
import { requireText } from "../base/require-list.js";
import { positionOf } from "../base/search.js";
import type { Strings } from "../base/strings.js";
import { LINK_SOURCES, type PageLink } from "../page/html/page.js";
import type { Capture, Place, UrlId } from "./capture.js";
import { CaptureFlag, NONE } from "./capture-columns.js";
import { ColumnReader, type ColumnShapes } from "./column/column-reader.js";
import { contentDigest } from "./content-digest.js";
import { storageError } from "./error.js";
import type { Exchange } from "./exchange.js";
import { MANIFEST, type Manifest, readManifest } from "./manifest.js";
import { LinkFlag } from "./page-columns.js";
import { DIGEST_BYTES } from "./stored-bodies.js";
import { base32, fromBase32 } from "./warc/base32.js";
import { withOriginal } from "./warc/exchange-of.js";
import type { ReadsPlaces } from "./warc/place-reader.js";
import { readExchangeAt, readRecordAt } from "./warc/read-exchange.js";

/** A link of a stored page. */
export interface StoredLink extends PageLink {
  readonly urlId: UrlId;
}

/** Milliseconds from 1970 to the last moment that a Date tells. */
const MOST_TIME = 8.64e15;

/** Columns that a damaged number would lead astray, by what their rows and ids are counted by. */
function shapesOf({ captures, pages, urls, hosts, links, types, files }: Manifest): ColumnShapes {
  return {
    "url.end.u32": { count: urls },
    "url.host.u32": { count: urls, below: hosts },
    "host.end.u32": { count: hosts },
    "capture.url.u32": { count: captures, below: urls },
    "capture.time.f64": { count: captures, below: MOST_TIME + 1 },
    "capture.status.u16": { count: captures },
    "capture.type.u16": { count: captures, below: types.length },
    "capture.file.u16": { count: captures, below: Math.max(1, files.length) },
    "capture.offset.f64": { count: captures, below: 2 ** 53 },
    "capture.length.u32": { count: captures },
    "capture.bytes.u32": { count: captures },
    "capture.digest.sha1": { count: captures * DIGEST_BYTES },
    "capture.depth.u16": { count: captures },
    "capture.flags.u8": { count: captures },
    "capture.original.u32": { count: captures, below: captures, none: NONE },
    "capture.redirect.u32": { count: captures, below: urls, none: NONE },
    "page.capture.u32": { count: pages, below: captures },
    "page.links.u32": { count: pages },
    "title.end.u32": { count: pages },
    "link.target.u32": { count: links, below: urls },
    "link.source.u8": { count: links, below: LINK_SOURCES.length },
    "link.flags.u8": { count: links },
    "link.anchor.u16": { count: links },
  };
}

/** A stored web as of its last commit. Columns are read when first asked for, and kept. */
export class Snapshot extends Result {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The columns of the index, for whoever computes over all of them. */
  readonly columns: ColumnReader;
  #firstLinks: Uint32Array | undefined;
  #anchorStartsKept: Float64Array | undefined;
  #sha256: string | undefined;

  constructor(folder: string, manifest: Manifest) {
    super();
    this.folder = folder;
    this.manifest = manifest;
    const isKept = manifest.about.source !== undefined;
    this.columns = new ColumnReader(join(folder, "index"), manifest.columns.index, {
      shapes: shapesOf(manifest),
      ...(isKept && { next: `remove ${inShell(folder)}: it is made anew from the archive` }),
    });
  }

  /** Who crawled, how and why. */
  get about(): Readonly<Record<string, string>> {
    return this.manifest.about;
  }

  /** Stored exchanges; their rows are 0 .. captures - 1. */
  get captures(): number {
    return this.manifest.captures;
  }

  /** Parsed HTML pages, 0 .. pages - 1, in the order of their captures; a URL that was visited twice has two. */
  get pages(): number {
    return this.manifest.pages;
  }

  get hosts(): number {
    return this.manifest.hosts;
  }

  /** Links on all pages, repeats included. */
  get links(): number {
    return this.manifest.links;
  }

  /** Bytes of all bodies, those of revisits included. O(captures). */
  get bytes(): number {
    return this.columns.u32("capture.bytes").reduce((sum, bytes) => sum + bytes, 0);
  }

  /** URLs by id, captured or only linked to. */
  get urls(): Strings {
    return this.columns.strings("url");
  }

  /** Host names by id; the host of URL u is hostOfUrl[u]. */
  get hostNames(): Strings {
    return this.columns.strings("host");
  }

  get hostOfUrl(): Uint32Array {
    return this.columns.u32("url.host");
  }

  /**
   * SHA-256 (hex) of the contents: URLs, links, titles, the digests of bodies and the codings by which pages are read,
   * in order; not of times, addresses and places.
   */
  get sha256(): string {
    return (this.#sha256 ??= this.manifest.sha256 ?? contentDigest(this));
  }

  /** Are there bodies, or the index alone? */
  get hasBodies(): boolean {
    return this.columns.u32("capture.length").some((length) => length > 0);
  }

  /** Are the counts of the words of its pages kept beside the index? */
  get hasTerms(): boolean {
    return existsSync(join(this.folder, "terms", "terms.json"));
  }

  toString(): string {
    const { folder, captures, pages, hosts, links, urls } = this;
    return `${folder}: ${plural(captures, "capture")}, ${plural(pages, "page")}, ${plural(links, "link")}, ${plural(urls.size, "URL")} on ${plural(hosts, "host")}`;
  }

  face(): Face {
    const { folder, captures, pages, hosts, links, urls, bytes } = this;
    const row = { captures, pages, links, URLs: urls.size, hosts, bodies: inBytes(bytes) };
    return { say: `The snapshot ${folder}`, tables: [{ rows: [row] }] };
  }

  /** Does a capture stand in an archive, or in the index alone? A folder may have been crawled both ways. */
  isStored(row: number): boolean {
    return this.columns.u32("capture.length")[row] > 0;
  }

  /** The error for who needs bodies that were not kept. */
  notStored(): CrawlbenchError {
    const { captures, about } = this;
    const place = about.source ?? this.folder;
    const lacking = this.columns.u32("capture.length").reduce((sum, length) => sum + (length === 0 ? 1 : 0), 0);
    const which = lacking === captures ? "no bodies" : `no bodies of ${lacking} of its ${plural(captures, "capture")}`;
    const tables = either(
      'exportSnapshot(snapshot, "pages.parquet")',
      `crawlbench export ${inShell(place)} pages.parquet`,
    );
    const store = either('store "none"', "--store none");
    if (about.source !== undefined)
      return problem.notASnapshot`${place} keeps ${which}: it is an index. Open the archive that it was made from, or write tables, which need none: ${tables}`;
    return problem.notASnapshot`${place} keeps ${which}: ${lacking === captures ? "it was crawled" : "one run was made"} with ${store}. Crawl into another folder to have them, or write tables, which need none: ${tables}`;
  }

  /** @throws "option" for a row that there is not */
  capture(row: number): Capture {
    this.#check(row);
    const { columns } = this;
    const urlId = columns.u32("capture.url")[row];
    const redirect = columns.u32("capture.redirect")[row];
    const flags = columns.u8("capture.flags")[row];
    const page = this.pageOf(row);
    const digests = columns.bytes("capture.digest.sha1");
    return {
      row,
      url: this.urls.at(urlId),
      urlId,
      time: columns.f64("capture.time")[row],
      status: columns.u16("capture.status")[row],
      type: this.manifest.types[columns.u16("capture.type")[row]],
      bytes: columns.u32("capture.bytes")[row],
      digest: `sha1:${base32(digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES))}`,
      depth: columns.u16("capture.depth")[row],
      truncated: (flags & CaptureFlag.truncated) !== 0,
      revisit: (flags & CaptureFlag.revisit) !== 0,
      near: (flags & CaptureFlag.near) !== 0,
      ...(redirect !== NONE && { redirect: this.urls.at(redirect) }),
      ...(page >= 0 && { title: this.title(page) }),
    };
  }

  /**
   * What came back, from the archive; the body of a revisit is that of the capture that it repeats, and so is its head
   * where its own says nothing, see `withOriginal`.
   *
   * @param files for who reads many, see PlaceReader; then the body is valid until the next call
   * @throws "option" for a row that there is not; "not-a-snapshot" when only the index was kept, "damaged", "failed"
   */
  exchange(row: number, files?: ReadsPlaces): Exchange {
    this.#check(row);
    const found = this.#exchangeAt(row, files);
    const original = this.columns.u32("capture.original")[row];
    const wanted = this.columns.u32("capture.bytes")[row];
    if (original === NONE || found.body.length === wanted) return found;
    return withOriginal(found, this.#exchangeAt(original, files));
  }

  /**
   * SHA-1 of the body that came back, 20 bytes. Where a page is `near` another it is that of the body that was not kept,
   * read from the archive.
   *
   * @throws as `exchange`
   */
  digestOfCame(row: number, files?: ReadsPlaces): Buffer {
    this.#check(row);
    if ((this.columns.u8("capture.flags")[row] & CaptureFlag.near) === 0) {
      const digests = this.columns.bytes("capture.digest.sha1").subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES);
      return Buffer.from(digests.buffer, digests.byteOffset, DIGEST_BYTES);
    }
    const record = this.#read(row, (path, place) => readRecordAt(path, place, files));
    return fromBase32((record.headers.get("WARC-Payload-Digest") ?? "").replace(/^sha1:/, ""));
  }

  #exchangeAt(row: number, files?: ReadsPlaces): Exchange {
    const exchange = this.#read(row, (path, place) => readExchangeAt(path, place, files));
    const url = this.urls.at(this.columns.u32("capture.url")[row]);
    return { ...exchange, url, time: this.columns.f64("capture.time")[row] };
  }

  #read<T>(row: number, read: (path: string, place: Place) => T): T {
    const { columns, manifest, folder } = this;
    const length = columns.u32("capture.length")[row];
    if (length === 0) throw this.notStored();
    const place = { file: columns.u16("capture.file")[row], offset: columns.f64("capture.offset")[row], length };
    const path = resolve(folder, manifest.files[place.file].path);
    try {
      return read(path, place);
    } catch (error) {
      if (!isProblem(error)) throw storageError(error, path, "read");
      const next =
        this.about.source !== undefined
          ? "The archive is not as it was when its index was made: open it again"
          : "The file is not as the crawl wrote it: put it back as it was";
      throw problem.damaged`${error}. ${next}`;
    }
  }

  /** The page that a capture is; -1 when it is none. O(log pages). */
  pageOf(row: number): number {
    return positionOf(this.columns.u32("page.capture"), row);
  }

  title(page: number): string {
    return this.columns.strings("title").at(page);
  }

  /** Where the links of each page begin in the columns of links; length pages + 1. */
  get firstLinks(): Uint32Array {
    if (this.#firstLinks) return this.#firstLinks;
    const counts = this.columns.u32("page.links");
    const first = new Uint32Array(counts.length + 1);
    let sum = 0;
    for (let page = 0; page < counts.length; page++) first[page + 1] = sum += counts[page];
    if (sum !== this.links)
      throw this.columns.damaged("page.links.u32", `its pages have ${sum} links, the folder ${this.links}`);
    return (this.#firstLinks = first);
  }

  /** URLs that a page links to, by id, in document order, repeats included: a view. */
  pageLinks(page: number): Uint32Array {
    return this.columns.u32("link.target").subarray(this.firstLinks[page], this.firstLinks[page + 1]);
  }

  /** The links of a page with all that is known of them. */
  linksOf(page: number): StoredLink[] {
    const first = this.firstLinks[page];
    const sources = this.columns.u8("link.source");
    const flags = this.columns.u8("link.flags");
    const anchors = this.anchorsOf(page);
    return Array.from(this.pageLinks(page), (urlId, i) => ({
      url: this.urls.at(urlId),
      urlId,
      source: LINK_SOURCES[sources[first + i]],
      nofollow: (flags[first + i] & LinkFlag.nofollow) !== 0,
      anchor: anchors[i],
    }));
  }

  /** Anchor texts of the links of a page, in document order; read from the disk. */
  anchorsOf(page: number): string[] {
    const first = this.firstLinks[page];
    const lengths = this.columns.u16("link.anchor").subarray(first, this.firstLinks[page + 1]);
    let at = this.#anchorStarts()[page];
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const bytes = this.columns.slice("anchor.bytes", at, at + total);
    at = 0;
    return Array.from(lengths, (length) => bytes.toString("utf8", at, (at += length)));
  }

  #anchorStarts(): Float64Array {
    if (this.#anchorStartsKept) return this.#anchorStartsKept;
    const lengths = this.columns.u16("link.anchor");
    const { firstLinks } = this;
    const starts = new Float64Array(this.pages + 1);
    for (let page = 0; page < this.pages; page++) {
      let sum = 0;
      for (let link = firstLinks[page]; link < firstLinks[page + 1]; link++) sum += lengths[link];
      starts[page + 1] = starts[page] + sum;
    }
    return (this.#anchorStartsKept = starts);
  }

  /** Lets go of what was read; what is asked for afterwards is read again. No file is held open. */
  close(): void {
    this.columns.clear();
    this.#firstLinks = undefined;
    this.#anchorStartsKept = undefined;
  }

  #check(row: number): void {
    if (Number.isInteger(row) && row >= 0 && row < this.captures) return;
    throw problem.option`${this.folder} has no capture ${row}: it has ${this.captures}, 0 .. ${this.captures - 1}`;
  }
}

/** @throws "option" for what is no snapshot, such as the path of one, or a promise that nobody awaited */
export function requireSnapshot(who: string, snapshot: unknown): void {
  if (typeof (snapshot as Partial<Snapshot> | undefined | null)?.columns?.u32 === "function") return;
  throw problem.option`${who} takes a snapshot, await openSnapshot("crawl"); ${gotInstead(snapshot)}`;
}

/** @throws "not-a-snapshot", "damaged", "failed" */
export async function openSnapshot(folder: string): Promise<Snapshot> {
  requireText("openSnapshot takes the folder of a crawl", folder);
  const manifest = readManifest(folder);
  if (manifest) return new Snapshot(folder, manifest);
  throw problem.notASnapshot`${folder} is no snapshot: it holds no ${MANIFEST}. Make one: crawlbench crawl <url> --out ${inShell(folder)}`;
}
