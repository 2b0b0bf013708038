import { problem } from "../../base/error.js";
import type { Count } from "../../base/file/byte-feed.js";
import { type Compression, unpack } from "../../base/file/unpack.js";
import { arcSyntax } from "./arc-head.js";
import { type RecordSyntax, warcSyntax } from "./record-head.js";
import { UnpackedFeed } from "./unpacked-feed.js";
import { WarcRecord } from "./warc-record.js";

export interface ReadOptions {
  /** Bytes of a record's block that are kept; the rest is read and dropped. Default 64 MB. */
  readonly blockLimit?: number;
  /** Told of everything that is not read as it should be, by reason. */
  readonly count?: Count;
  /** Told the compression that was found. */
  readonly onCompression?: (compression: Compression) => void;
}

const CR = 13;
const LF = 10;

/** Bytes between records that are kept as they came: more are padding. */
const MOST_BLANKS = 1 << 16;

/** Lines of a block that are looked at for the record within it. */
const MOST_LINES = 1_000_000;

/** Bytes of a record's block that are kept unless told otherwise. */
const BLOCK_LIMIT = 64 << 20;

/**
 * The records of a WARC file (0.17 to 1.1) or an ARC file (1.0, 1.1), in order: plain, gzip or zstd, with a member for
 * each record or not. What the file is, its bytes tell. Memory is that of one record.
 *
 * Archives are read as they are: a Content-Length that is too small is followed by a search for the next record; one
 * that is too large ends where a record begins; a record that the end of the file cuts is kept, marked. `count` hears
 * of each.
 *
 * @throws "not-an-archive" when the file does not begin with a record; "unsupported" for what zstd cannot
 *   read
 */
export async function* readRecords(
  bytes: AsyncIterable<Uint8Array>,
  { blockLimit = BLOCK_LIMIT, count = () => {}, onCompression }: ReadOptions = {},
): AsyncGenerator<WarcRecord> {
  const { compression, pieces } = await unpack(bytes, count, (why) => problem.unsupported`${why}`);
  onCompression?.(compression);
  const feed = new UnpackedFeed(pieces, compression !== "none");
  try {
    await skipMark(feed);
    await skipBlanks(feed);
    const syntax = await syntaxOf(feed);
    while (feed.view.length > 0) {
      const record = await readRecord(feed, syntax, blockLimit, count);
      if (record) yield record;
    }
  } finally {
    await feed.close();
  }
}

/** The byte order mark of an editor that saved the file as text. */
async function skipMark(feed: UnpackedFeed): Promise<void> {
  if ((await feed.need(3)) && feed.view.readUIntBE(0, 3) === 0xefbbbf) feed.take(3);
}

async function syntaxOf(feed: UnpackedFeed): Promise<RecordSyntax> {
  await feed.need(16);
  const first = feed.view.toString("latin1", 0, 24);
  if (first.startsWith("WARC/")) return warcSyntax;
  if (first.startsWith("filedesc:")) return arcSyntax;
  const found = first === "" ? "nothing" : JSON.stringify(first.replace(/[^ -~]/g, "?"));
  throw problem.notAnArchive`expected "WARC/1.1" or "filedesc:" at its beginning; found ${found}`;
}

/** The next record; undefined where there was something else, which is skipped then. */
async function readRecord(
  feed: UnpackedFeed,
  syntax: RecordSyntax,
  limit: number,
  count: Count,
): Promise<WarcRecord | undefined> {
  const start = feed.position;
  feed.forget(start);
  const head = await syntax.takeHead(feed);
  if (!head) {
    count("bytes-between-records");
    await resume(feed, syntax);
    return undefined;
  }
  if (head.length === undefined) count("no-content-length");
  let block = await readBlock(feed, head.length ?? 0, limit, syntax);
  let end = feed.position;
  const blanks = await skipBlanks(feed);
  const followed = feed.view.length === 0 || (await startsRecord(feed, syntax));
  if (block.ending !== "whole" || !followed) {
    const inside = block.ending === "member" || !blanks ? undefined : recordInside(block, blanks, feed.view, syntax);
    if (blanks && inside !== undefined) {
      count("bad-content-length");
      feed.untake(blanks);
      feed.untake(block.bytes.subarray(inside));
      end -= block.size - inside;
      block = lessLineEnds(block, inside);
    } else if (block.ending === "file") count("truncated-record");
    else {
      count("bad-content-length");
      if (block.ending === "member") block = lessLineEnds(block, block.bytes.length);
      else await resume(feed, syntax);
    }
  }
  const { bytes, size, ending } = block;
  const cut = ending === "file" ? ("file" as const) : bytes.length < size ? ("limit" as const) : undefined;
  const extent = feed.extent(start, end, feed.position);
  return new WarcRecord({ ...head, block: bytes, size, ...(extent ? { extent } : {}), ...(cut ? { cut } : {}) });
}

interface Block {
  readonly bytes: Buffer;
  /** More than there are bytes when the limit was met. */
  readonly size: number;
  /** What ended it: its length, a member that begins with the next record, or the file. */
  readonly ending: "whole" | "member" | "file";
}

/** Is the line of a version followed by a field: does no text merely name it? */
const hasField = (bytes: Buffer) => /^[^\n]*\n[\w-]+:/.test(bytes.toString("latin1", 0, FIELD_WITHIN));

/** Bytes within which the line of a version is followed by the name of a field. */
const FIELD_WITHIN = 64;

async function readBlock(feed: UnpackedFeed, length: number, limit: number, syntax: RecordSyntax): Promise<Block> {
  const from = feed.position;
  const parts: Buffer[] = [];
  let kept = 0;
  const block = (ending: Block["ending"]): Block => {
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    return { bytes, size: feed.position - from, ending };
  };
  for (let left = length; left > 0; ) {
    if (feed.view.length === 0 && !(await feed.more())) return block("file");
    const { position } = feed;
    const member = feed.memberFrom(Math.max(position, from + 1));
    if (member === position && (await startsRecord(feed, syntax))) return block("member");
    const step = Math.min(left, feed.view.length, member !== undefined && member > position ? member - position : left);
    if (kept < limit) parts.push(feed.view.subarray(0, Math.min(step, limit - kept)));
    kept += Math.min(step, limit - kept);
    feed.take(step);
    left -= step;
  }
  return block("whole");
}

async function startsRecord(feed: UnpackedFeed, syntax: RecordSyntax): Promise<boolean> {
  if (syntax.startsRecord(feed.view, false)) return true;
  const whole = !(await feed.need(syntax.lookAhead));
  return syntax.startsRecord(feed.view, whole);
}

/** Where a record begins within a block whose declared length was too large; the end of its first lines may be behind. */
function recordInside(
  { bytes, size }: Block,
  blanks: Buffer,
  behind: Buffer,
  syntax: RecordSyntax,
): number | undefined {
  if (bytes.length < size) return undefined;
  // what looks beyond the block is copied, not the block: each record of a file may claim the rest of it
  const near = Math.max(0, bytes.length - Math.max(syntax.lookAhead, FIELD_WITHIN));
  const last = Buffer.concat([bytes.subarray(near), blanks, behind.subarray(0, syntax.lookAhead)]);
  for (let at = 0, lines = 0; at < bytes.length && lines < MOST_LINES; lines++) {
    const here = at < near ? bytes.subarray(at) : last.subarray(at - near);
    if (syntax.startsRecord(here, true) && (syntax !== warcSyntax || hasField(here))) return at;
    const end = bytes.indexOf(LF, at);
    at = end < 0 ? bytes.length : end + 1;
  }
  return undefined;
}

/** The first `length` bytes of a block, less the two line ends between records. */
function lessLineEnds({ bytes }: Block, length: number): Block {
  let end = length;
  for (let ends = 0; ends < 2 && bytes[end - 1] === LF; ends++) end -= bytes[end - 2] === CR ? 2 : 1;
  return { bytes: bytes.subarray(0, end), size: end, ending: "whole" };
}

/** Goes on to where the next record begins. */
async function resume(feed: UnpackedFeed, syntax: RecordSyntax): Promise<void> {
  for (;;) {
    const lineEnd = feed.view.indexOf(LF);
    const member = feed.memberFrom(feed.position + 1);
    const toMember = member === undefined ? Number.POSITIVE_INFINITY : member - feed.position;
    const toLine = lineEnd < 0 ? feed.view.length : lineEnd + 1;
    feed.take(Math.min(toMember, toLine));
    if (feed.view.length === 0 && !(await feed.more())) return;
    if (await startsRecord(feed, syntax)) return;
  }
}

/** Takes line ends and zeros between records. @returns them; undefined: so many that they are padding */
async function skipBlanks(feed: UnpackedFeed): Promise<Buffer | undefined> {
  const kept: Buffer[] = [];
  const start = feed.position;
  for (;;) {
    const { view, position } = feed;
    let at = 0;
    while (at < view.length && (view[at] === CR || view[at] === LF || view[at] === 0)) at++;
    if (position - start < MOST_BLANKS) kept.push(view.subarray(0, at));
    feed.take(at);
    if (feed.view.length > 0 || !(await feed.more()))
      return feed.position - start <= MOST_BLANKS ? Buffer.concat(kept) : undefined;
  }
}
