import { emptyLine } from "./http-block.js";
import type { UnpackedFeed } from "./unpacked-feed.js";
import { RecordHeaders, type WarcRecord } from "./warc-record.js";

/** The head of a record: what stands before its block. */
export interface RecordHead extends Pick<WarcRecord, "version" | "type" | "headers" | "url" | "time"> {
  /** Bytes that the block should have; undefined where nothing says so. */
  readonly length?: number;
}

/** What tells WARC from ARC while records are read. */
export interface RecordSyntax {
  /** The head at the start of the feed, taken; undefined where there is none, nothing being taken. */
  takeHead(feed: UnpackedFeed): Promise<RecordHead | undefined>;
  /** Does a record begin with these bytes? `whole`: none follow. */
  startsRecord(bytes: Buffer, whole: boolean): boolean;
  /** Bytes that `startsRecord` wants to see, where there are as many. */
  readonly lookAhead: number;
}

const HEAD_LIMIT = 1 << 20;
/** Bytes of the empty line after a line's end, at the most. */
const LONGEST_END = 3;
const VERSION = /^WARC\/\d+\.\d+[ \t]*\r{0,2}\n/;

/** Records of WARC 0.17 to 1.1: a line with the version, header fields, an empty line. */
export const warcSyntax: RecordSyntax = {
  lookAhead: 64,
  startsRecord: (bytes) => VERSION.test(bytes.toString("latin1", 0, 32)),
  async takeHead(feed) {
    await feed.need(32);
    if (!this.startsRecord(feed.view, false)) return undefined;
    const end = await headEnd(feed);
    if (!end) return undefined;
    const text = feed.view.toString("utf8", 0, end.start);
    feed.take(end.end);
    return warcHead(text);
  },
};

/**
 * The empty line that ends a head; undefined where another record begins before it. Looks no further than twice as far
 * as needed: a file may hold many heads without their ends.
 */
async function headEnd(feed: UnpackedFeed): Promise<ReturnType<typeof emptyLine>> {
  for (let most = 1024; ; ) {
    const bytes = feed.view.subarray(0, most);
    const end = emptyLine(bytes);
    if (startsWithin(feed, end?.start ?? bytes.length - LONGEST_END)) return undefined;
    if (end) return end;
    if (most < HEAD_LIMIT && most < feed.view.length) most *= 2;
    else if (feed.view.length >= HEAD_LIMIT || !(await feed.more())) return undefined;
  }
}

/** Does another record begin in so many bytes: the end of the head was lost? */
function startsWithin(feed: UnpackedFeed, length: number): boolean {
  const { position, view } = feed;
  if (/\nWARC\/\d+\.\d+[ \t]*\r{0,2}\n/.test(view.toString("latin1", 0, length))) return true;
  const member = (feed.memberFrom(position + 1) ?? Number.POSITIVE_INFINITY) - position;
  return member < length && warcSyntax.startsRecord(view.subarray(member), false);
}

/** @param text lines without the empty one; of fields alone, the version means nothing */
export function warcHead(text: string): RecordHead {
  const fields = new Map<string, string>();
  const lines = text.split("\n");
  let name = "";
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (name !== "" && (line.startsWith(" ") || line.startsWith("\t"))) {
      fields.set(name, `${fields.get(name)} ${line.trim()}`);
    } else if (colon > 0) {
      name = line.slice(0, colon).trim().toLowerCase();
      if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
    }
  }
  const length = fields.get("content-length");
  return {
    version: lines[0].trim(),
    type: (fields.get("warc-type") ?? "").toLowerCase(),
    headers: new RecordHeaders(fields),
    url: bareUrl(fields.get("warc-target-uri") ?? ""),
    time: dateOf(fields.get("warc-date") ?? ""),
    ...(length !== undefined && /^\d{1,15}$/.test(length) ? { length: Number(length) } : {}),
  };
}

/** wget 1.14 to 1.19 wrote `<http://...>`: the grammar of WARC 1.0 asked for the brackets. */
export const bareUrl = (url: string): string =>
  url
    .trim()
    .replace(/^<(.*)>$/s, "$1")
    .trim();

/** Milliseconds since 1970 of a date as of WARC (W3C-DTF) or ARC (14 digits); 0 for a text that is neither. */
export function dateOf(text: string): number {
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?\d*$/.exec(text);
  const time = digits
    ? Date.UTC(+digits[1], +digits[2] - 1, +digits[3], +(digits[4] ?? 0), +(digits[5] ?? 0), +(digits[6] ?? 0))
    : Date.parse(text);
  return Number.isNaN(time) ? 0 : time;
}
