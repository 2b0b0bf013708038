import { hash } from "node:crypto";
import { type CrawlbenchError, problem } from "../../base/error.js";
import type { NewCapture, Place, SnapshotWriter } from "../capture.js";
import type { Exchange } from "../exchange.js";
import { isHtmlType } from "../html-type.js";
import { type Answer, exchangeOf, withOriginal } from "../warc/exchange-of.js";
import { headerOf, mediaType } from "../warc/http-block.js";
import { readExchangeAt } from "../warc/read-exchange.js";
import { bareUrl, dateOf, warcHead } from "../warc/record-head.js";
import { readRecords } from "../warc/warc-reader.js";
import type { WarcRecord } from "../warc/warc-record.js";
import type { ImportCounts } from "./import-summary.js";
import { httpUrl, newCapture } from "./new-capture.js";
import { captureKeys, digestKey, isLast, lastKey, Originals, recordKey } from "./originals.js";
import { readWat } from "./wat.js";

/** Where records come from. */
export interface RecordSource {
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * The file in which they lie as they are, by its number in the snapshot; missing where they lie packed in another.
   */
  readonly file?: number;
  /** Where in that file the bytes begin. */
  readonly offset?: number;
}

/** What came for a HEAD or a POST is neither the page of that URL nor where it leads. */
const OTHER_THAN_GET = /^(?!GET\s)[A-Z]+\s/i;

/** A capture that may still learn from the records behind it. */
interface Pending {
  readonly id: string;
  readonly url: string;
  capture: NewCapture;
  /** Of a revisit whose original did not come yet: the keys of that, and its own. */
  readonly wanted?: readonly string[];
  readonly keys: readonly string[];
  /** What `Originals` is to know of it. */
  readonly known?: Parameters<Originals["add"]>;
}

/** A revisit whose original did not come yet. */
interface Waiting {
  readonly capture: NewCapture;
  readonly wanted: readonly string[];
  readonly keys: readonly string[];
}

/**
 * Adds what WARC, ARC and WAT records hold to a snapshot: responses, resources that are HTML, and revisits, as the page
 * that the original was. Requests and metadata that stand beside a response tell its request, depth and finder. Bodies
 * stay where they are; those that cannot be read alone are copied.
 *
 * A revisit that stands before its original, in this file or an earlier one, waits for `finish`, and comes last then:
 * about 1 kB of memory each.
 */
export class RecordImporter {
  readonly #writer: SnapshotWriter;
  readonly #counts: ImportCounts;
  /** Paths by number of the file. */
  readonly #paths: ReadonlyMap<number, string>;
  readonly #originals = new Originals();
  readonly #waiting: Waiting[] = [];
  #pending: Pending | undefined;
  /** The last request, for archives that put it before its response. */
  #request: WarcRecord | undefined;

  readonly #copy: boolean;

  /** @param copy see ImportOptions */
  constructor(writer: SnapshotWriter, counts: ImportCounts, paths: ReadonlyMap<number, string>, copy = true) {
    this.#copy = copy;
    this.#writer = writer;
    this.#counts = counts;
    this.#paths = paths;
  }

  /** @throws CrawlbenchError */
  async read(source: RecordSource): Promise<void> {
    for await (const record of readRecords(source.bytes, { count: this.#counts.skip })) {
      this.#counts.record(record.type);
      this.#take(record, source);
    }
    this.#flush();
    this.#request = undefined;
  }

  /** Adds the revisits that stood before their originals; those without are counted. After the last source. */
  finish(): void {
    let waiting = this.#waiting.splice(0);
    for (const keysOf of [exactly, (keys: readonly string[]) => keys]) {
      for (let before = Number.POSITIVE_INFINITY; waiting.length < before; ) {
        before = waiting.length; // a revisit may be of a revisit behind it
        waiting = waiting.filter((each) => !this.#addWaiting(each, keysOf(each.wanted)));
      }
    }
    for (const _ of waiting) this.#counts.skip("revisit-without-original");
  }

  #addWaiting({ capture, keys }: Waiting, wanted: readonly string[]): boolean {
    const { place, depth, via } = capture;
    const original = this.#originals.findAny(wanted);
    if (!original) return false;
    const exchange = this.#withOriginal(this.#headOf(capture), original);
    this.#originals.add(keys, original, exchange.status);
    this.#add({ ...newCapture(exchange, this.#counts.skip, { depth, place, revisit: true }), ...(via && { via }) });
    return true;
  }

  #take(record: WarcRecord, source: RecordSource): void {
    const { type } = record;
    if (type === "response" || type === "revisit") this.#takeExchange(record, source);
    else if (type === "request") this.#takeRequest(record);
    else if (type === "metadata") this.#takeMetadata(record);
    else if (type === "resource" && isHtmlResource(record)) this.#takeExchange(record, source);
    else this.#counts.skip(type === "resource" ? "resource-not-html" : `${type || "typeless"}-record`);
  }

  #takeExchange(record: WarcRecord, source: RecordSource): void {
    this.#flush();
    const url = httpUrl(record.url);
    const read = exchangeOf(record);
    if (url === undefined || !read) {
      this.#counts.skip(url === undefined ? "not-an-http-url" : "response-without-http-head");
      return;
    }
    const place = placeOf(record, source);
    if (!place && !this.#copy) throw copyNeeded();
    if (record.http?.brokenChunks) this.#counts.skip("broken-chunks");
    const found = { ...read, url, request: this.#requestOf(record) };
    const keys = keysOf(record);
    const pending = { id: record.headers.get("WARC-Record-ID") ?? "", url: record.url, keys };
    const wanted = record.type === "revisit" ? originalsOf(record) : undefined;
    const original = wanted && this.#originals.findAny(exactly(wanted));
    const exchange = original ? this.#withOriginal(found, original) : wanted ? undefined : found;
    if (exchange) {
      this.#pending = {
        ...pending,
        known: original
          ? [keys, original, exchange.status]
          : [[...keys, ...contentKeys(record, exchange)], place ?? exchange, exchange.status],
        capture: newCapture(exchange, this.#counts.skip, { depth: 0, place, revisit: wanted !== undefined }),
      };
    } else this.#pending = { ...pending, wanted, capture: { exchange: found, type: "", depth: 0, place } };
  }

  #withOriginal(revisit: Exchange, found: Place | Answer): Exchange {
    return withOriginal(revisit, "offset" in found ? this.#read(found) : found);
  }

  #read(place: Place): Exchange {
    return readExchangeAt(this.#paths.get(place.file) as string, place);
  }

  /** The exchange of a revisit that waited: its head was left where it stands. */
  #headOf({ exchange, place }: NewCapture): Exchange {
    if (!place) return exchange;
    const { status, head } = this.#read(place);
    return { ...exchange, status, head };
  }

  #requestOf(response: WarcRecord): string {
    const request = this.#request;
    this.#request = undefined;
    return request && request.url === response.url ? Buffer.from(request.block).toString("latin1") : "";
  }

  #takeRequest(record: WarcRecord): void {
    this.#counts.skip("request-record");
    const pending = this.#pending;
    const concurrent = record.headers.get("WARC-Concurrent-To");
    const behind =
      pending?.url === record.url &&
      (concurrent === undefined ? pending.capture.exchange.request === "" : concurrent === pending.id);
    if (!behind) {
      this.#request = record;
      return;
    }
    const { exchange } = pending.capture;
    const request = Buffer.from(record.block).toString("latin1");
    pending.capture = { ...pending.capture, exchange: { ...exchange, request } };
  }

  #takeMetadata(record: WarcRecord): void {
    const type = mediaType(record.headers.get("Content-Type"));
    const wat = type === "application/json" ? readWat(record.block) : undefined;
    if (wat?.capture) {
      this.#flush();
      this.#add(wat.capture);
      return;
    }
    this.#counts.skip(wat ? `wat-of-${wat.type}` : "metadata-record");
    const pending = this.#pending;
    if (!pending || pending.url !== record.url || type !== "application/warc-fields") return;
    const { headers } = warcHead(Buffer.from(record.block).toString("utf8"));
    const via = httpUrl(headers.get("via") ?? "");
    const path = headers.get("hopsFromSeed")?.replace(/[^A-Z]/gi, "");
    if (path?.endsWith("P")) pending.capture = { ...pending.capture, page: undefined }; // a robots.txt, whatever its type
    const hops = path?.replaceAll("P", "").length;
    const depth = /^\d{1,5}$/.test(headers.get("depth") ?? "") ? Number(headers.get("depth")) : hops;
    pending.capture = { ...pending.capture, ...(via && { via }), ...(depth && { depth }) };
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending) return;
    const { exchange, page, redirect } = pending.capture;
    const countsForWeb = page !== undefined || redirect !== undefined || pending.wanted !== undefined;
    if (countsForWeb && OTHER_THAN_GET.test(exchange.request)) {
      this.#counts.skip("not-an-answer-to-get");
      return;
    }
    if (pending.known) this.#originals.add(...pending.known);
    if (pending.wanted) this.#wait(pending.capture, pending.wanted, pending.keys);
    else this.#add(pending.capture);
  }

  #wait(capture: NewCapture, wanted: readonly string[], keys: readonly string[]): void {
    const { exchange, place } = capture;
    const kept = place ? { ...exchange, head: "", request: "" } : exchange; // what can be read again need not stay
    this.#waiting.push({ wanted, keys, capture: { ...capture, exchange: kept } });
  }

  #add(capture: NewCapture): void {
    this.#writer.add(capture);
    this.#counts.capture(capture.exchange.url, capture.exchange.body.length, capture.page !== undefined);
  }
}

export const copyNeeded = (): CrawlbenchError =>
  problem.copyNeeded`it holds bodies that cannot be read where they lie: a writer that stores bodies is needed`;

const placeOf = ({ extent, cut }: WarcRecord, { file, offset = 0 }: RecordSource): Place | undefined =>
  extent && file !== undefined && cut !== "limit" && extent.length < 2 ** 32
    ? { file, offset: offset + extent.offset, length: extent.length }
    : undefined;

/** Keys of a record itself: by URL and date, and by its id. */
function keysOf({ headers, url, time }: WarcRecord): string[] {
  const id = headers.get("WARC-Record-ID");
  return [...captureKeys(url, time), ...(id ? [recordKey(id)] : [])];
}

/** Keys of what a response holds: by its digest, as it is given and by SHA-1, and as what its URL was last. */
function contentKeys({ headers, url }: WarcRecord, { body }: Answer): string[] {
  const given = headers.get("WARC-Payload-Digest");
  const digests = new Set(given ? [digestKey(given)] : []);
  if (![...digests].some((key) => key.startsWith(digestKey("sha1:"))))
    digests.add(digestKey(`sha1:${hash("sha1", body, "hex")}`));
  return [...digests, lastKey(url)];
}

/**
 * Keys under which the original of a revisit may be known: by its digest, by URL and date, by the id of its record; of
 * one that has no digest, as after a 304, also as what its URL was last.
 */
function originalsOf({ headers, url }: WarcRecord): string[] {
  const digest = headers.get("WARC-Payload-Digest");
  const target = headers.get("WARC-Refers-To-Target-URI");
  const date = headers.get("WARC-Refers-To-Date");
  const id = headers.get("WARC-Refers-To");
  return [
    ...(digest ? [digestKey(digest)] : []),
    ...(date ? captureKeys(bareUrl(target ?? url), dateOf(date)) : []),
    ...(id ? [recordKey(id)] : []),
    ...(digest ? [] : [lastKey(bareUrl(target ?? url))]),
  ];
}

/** What names the original, where anything does: it may be behind. Else what its URL was last. */
function exactly(wanted: readonly string[]): readonly string[] {
  const exact = wanted.filter((key) => !isLast(key));
  return exact.length > 0 ? exact : wanted;
}

function isHtmlResource(record: WarcRecord): boolean {
  const head = exchangeOf(record)?.head ?? "";
  return isHtmlType(mediaType(headerOf(head, "content-type"))) && httpUrl(record.url) !== undefined;
}
