import { isProblem, problem } from "../error.js";
import type { ByteFeed, Count, Piece } from "./byte-feed.js";
import { BlockDecoder } from "./zstd/block-decoder.js";
import { type Dictionary, readDictionary } from "./zstd/dictionary.js";
import {
  decodeBlock,
  FRAME_MAGIC,
  HEADER_BYTES,
  isHeaderWhole,
  type Refuse,
  readBlockHeader,
  readFrameHeader,
  unpackFrames,
} from "./zstd/frame.js";
import { Xxh64 } from "./zstd/xxh64.js";

/** Of a skippable frame, by the .warc.zst 1.0 of the IIPC: a dictionary for all frames behind it, packed or not. */
const DICTIONARY = 0x184d2a5d;
/** Bytes that it may have. */
export const DICTIONARY_LIMIT = 8 << 20;

/**
 * The frames of a zstd file (RFC 8878), each with its place, in blocks of at most 128 KB; skippable frames are left
 * out. A frame that is damaged or cut gives what stands before that. One with a wrong checksum has no end: it cannot be
 * read alone. Nor can frames behind a dictionary, as a .warc.zst may begin with, which have no place.
 *
 * @throws what `refuse` gives, for a dictionary that is elsewhere, or a window over 128 MB
 */
export async function* zstdPieces(feed: ByteFeed, count: Count, refuse: Refuse): AsyncGenerator<Piece> {
  let dictionary: Dictionary | undefined;
  try {
    while (await feed.need(8)) {
      const magic = feed.view.readUInt32LE(0);
      if (magic === FRAME_MAGIC) yield* frame(feed, count, refuse, dictionary);
      else if (magic >>> 4 !== 0x184d2a5) {
        count("bytes-between-zstd-frames");
        return;
      } else if (magic === DICTIONARY && feed.position === 0) {
        dictionary = await takeDictionary(feed, refuse);
      } else await skip(feed, 8 + feed.view.readUInt32LE(4));
    }
    if (feed.view.length > 0) count("cut-zstd-frame");
  } finally {
    await feed.close();
  }
}

async function takeDictionary(feed: ByteFeed, refuse: Refuse): Promise<Dictionary> {
  const size = feed.view.readUInt32LE(4);
  try {
    if (size > DICTIONARY_LIMIT || !(await feed.need(8 + size))) throw problem.damaged`a dictionary that is not whole`;
    const bytes = Buffer.from(feed.view.subarray(8, 8 + size));
    feed.take(8 + size);
    const isPacked = size > 4 && bytes.readUInt32LE(0) === FRAME_MAGIC;
    return readDictionary(isPacked ? unpackFrames(bytes, DICTIONARY_LIMIT, refuse) : bytes);
  } catch (error) {
    if (!isProblem(error) && !(error instanceof RangeError)) throw error;
    throw refuse(`its zstd dictionary is damaged, cut short, or over ${DICTIONARY_LIMIT >> 20} MB. Fetch it again.`);
  }
}

async function* frame(
  feed: ByteFeed,
  count: Count,
  refuse: Refuse,
  dictionary: Dictionary | undefined,
): AsyncGenerator<Piece> {
  let begins = dictionary ? undefined : feed.position;
  await feed.need(HEADER_BYTES);
  if (!isHeaderWhole(feed.view)) {
    count("cut-zstd-frame");
    feed.take(feed.view.length);
    return;
  }
  const header = readFrameHeader(feed.view, refuse, dictionary?.id);
  const decoder = new BlockDecoder(header.window, dictionary);
  const checksum = header.checksum ? new Xxh64() : undefined;
  feed.take(header.length);
  for (let damaged = false; ; ) {
    if (!(await feed.need(3))) break;
    const block = readBlockHeader(feed.view, 0);
    const end = 3 + block.stored + (block.last && header.checksum ? 4 : 0);
    if (!(await feed.need(end))) break;
    let bytes: Uint8Array | undefined;
    try {
      if (!damaged) bytes = decodeBlock(decoder, block, feed.view.subarray(3, 3 + block.stored));
    } catch {
      damaged = true;
      count("damaged-zstd-frame");
    }
    if (bytes) checksum?.add(bytes);
    if (block.last && !damaged && checksum && checksum.low !== feed.view.readUInt32LE(end - 4)) {
      damaged = true;
      count("bad-zstd-checksum");
    }
    feed.take(end);
    const ends = block.last && !damaged && !dictionary ? feed.position : undefined;
    if (bytes || ends !== undefined) {
      const piece = bytes ? Buffer.from(bytes) : Buffer.alloc(0); // the decoder writes over its own
      yield { bytes: piece, ...(begins !== undefined && { begins }), ...(ends !== undefined && { ends }) };
      begins = undefined;
    }
    if (block.last) return;
  }
  count("cut-zstd-frame");
  feed.take(feed.view.length);
}

async function skip(feed: ByteFeed, count: number): Promise<void> {
  for (let left = count; left > 0; ) {
    if (feed.view.length === 0 && !(await feed.more())) return;
    const step = Math.min(left, feed.view.length);
    feed.take(step);
    left -= step;
  }
}
