import { resolve } from "node:path";
import type { NewCapture } from "../archive/capture.js";
import { CaptureFlag, NONE } from "../archive/capture-columns.js";
import { contentOf, htmlOf } from "../archive/content.js";
import type { SnapshotFolderWriter } from "../archive/folder-writer.js";
import type { Snapshot } from "../archive/open-snapshot.js";
import { headerOf, headersOf } from "../archive/warc/http-block.js";
import { isRobotsTxt } from "./former-run.js";
import type { Waiting } from "./frontier/frontier.js";
import { isFieldValue } from "./transport/asked.js";
import { pageIn, type VisitOptions } from "./visit.js";

/** A page that did not change. */
export interface Unchanged {
  readonly capture: NewCapture;
  /** HTML as text. */
  readonly html?: string;
}

/**
 * The pages of an earlier snapshot, to be asked for only if they changed (RFC 9110, section 13). Of a page that did
 * not, the new snapshot holds the answer 304, and a row that leads to the body in the archive of the earlier one, which
 * must stay where it is.
 */
export class Recrawl {
  readonly #snapshot: Snapshot;
  readonly #writer: SnapshotFolderWriter;
  readonly #rows = new Map<string, number>();
  readonly #files = new Map<number, number>();
  readonly #flags: Uint8Array;

  constructor(snapshot: Snapshot, writer: SnapshotFolderWriter) {
    this.#snapshot = snapshot;
    this.#writer = writer;
    const { columns, urls } = snapshot;
    this.#flags = columns.u8("capture.flags");
    const captured = columns.u32("capture.url");
    const statuses = columns.u16("capture.status");
    for (let row = 0; row < captured.length; row++) {
      const url = urls.at(captured[row]);
      if (statuses[row] === 200 && !isRobotsTxt(url)) this.#rows.set(url, row);
    }
  }

  /** What was fetched with status 200, in the order of visits. */
  get urls(): readonly string[] {
    return [...this.#rows.keys()];
  }

  /**
   * Headers that ask for a page only if it changed; undefined where the earlier answer had no
   * validator, was cut, so that the rest of it is wanted, or was not kept, by --store none or for an equal that it nearly had.
   */
  conditions(url: string): Readonly<Record<string, string>> | undefined {
    const row = this.#rows.get(url);
    if (row === undefined || (this.#flags[row] & CaptureFlag.near) !== 0 || !this.#snapshot.isStored(row))
      return undefined;
    const { head, body, truncated } = this.#snapshot.exchange(row);
    const isCut = truncated !== undefined && !(truncated === "unspecified" && body.length === 0); // not: left out
    if (isCut) return undefined;
    const [etag, modified] = ["etag", "last-modified"].map((name) => {
      const value = headerOf(head, name) ?? "";
      return isFieldValue(value) ? value : undefined; // a lenient parser lets controls through, which cannot be sent
    });
    if (etag === undefined && modified === undefined) return undefined;
    return { ...(etag && { "if-none-match": etag }), ...(modified && { "if-modified-since": modified }) };
  }

  /**
   * A page that did not change, with its links; its earlier body is made part of the new snapshot.
   *
   * @returns undefined for a page that the earlier snapshot does not hold
   */
  async unchanged(page: Waiting, time: number, options: VisitOptions): Promise<Unchanged | undefined> {
    const row = this.#rows.get(page.url);
    if (row === undefined) return undefined;
    const { columns, manifest, folder } = this.#snapshot;
    const exchange = { ...this.#snapshot.exchange(row), time };
    const original = columns.u32("capture.original")[row];
    const stored = original === NONE ? row : original;
    const file = columns.u16("capture.file")[stored];
    let listed = this.#files.get(file);
    if (listed === undefined) {
      listed = this.#writer.addFile(resolve(folder, manifest.files[file].path));
      this.#files.set(file, listed);
    }
    const place = {
      file: listed,
      offset: columns.f64("capture.offset")[stored],
      length: columns.u32("capture.length")[stored],
    };
    const { type } = this.#snapshot.capture(row);
    const capture = { exchange, type, depth: page.depth, place };
    if (this.#snapshot.pageOf(row) < 0) return { capture };
    const html = htmlOf(await contentOf(exchange, options.decodedLimit), exchange.head);
    const parsed = pageIn(html, page.url, (name) => headersOf(exchange.head, name), options);
    return { capture: { ...capture, page: parsed }, html: html.text };
  }
}
