import type { ByteFeed, Count, Piece } from "./byte-feed.js";
import { BlockDecoder } from "./zstd/block-decoder.js";
import {
  decodeBlock,
  FRAME_MAGIC,
  HEADER_BYTES,
  isHeaderWhole,
  REPACK,
  type Refuse,
  readBlockHeader,
  readFrameHeader,
} from "./zstd/frame.js";

/** Of a skippable frame, by the .warc.zst 1.0 of the IIPC: a dictionary for all frames behind it. */
const DICTIONARY = 0x184d2a5d;

/**
 * The frames of a zstd file (RFC 8878), each with its place, in blocks of at most 128 KB; skippable frames are left
 * out. A frame that is damaged or cut gives what stands before that. Checksums are not verified.
 *
 * @throws what `refuse` gives, for a dictionary (as a .warc.zst may begin with), or a window over 128 MB
 */
export async function* zstdPieces(feed: ByteFeed, count: Count, refuse: Refuse): AsyncGenerator<Piece> {
  try {
    while (await feed.need(8)) {
      const magic = feed.view.readUInt32LE(0);
      if (magic === FRAME_MAGIC) yield* frame(feed, count, refuse);
      else if (magic >>> 4 !== 0x184d2a5) {
        count("bytes-between-zstd-frames");
        return;
      } else if (magic === DICTIONARY && feed.position === 0) {
        throw refuse(`it is zstd with a dictionary of its own, which is not read here. ${REPACK}`);
      } else await skip(feed, 8 + feed.view.readUInt32LE(4));
    }
    if (feed.view.length > 0) count("cut-zstd-frame");
  } finally {
    await feed.close();
  }
}

async function* frame(feed: ByteFeed, count: Count, refuse: Refuse): AsyncGenerator<Piece> {
  let begins: number | undefined = feed.position;
  await feed.need(HEADER_BYTES);
  if (!isHeaderWhole(feed.view)) {
    count("cut-zstd-frame");
    feed.take(feed.view.length);
    return;
  }
  const header = readFrameHeader(feed.view, refuse);
  const decoder = new BlockDecoder(header.window);
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
    feed.take(end);
    const ends = block.last && !damaged ? feed.position : undefined;
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
