import { problem } from "../../error.js";
import { BLOCK_BYTES, BlockDecoder } from "./block-decoder.js";
import { Xxh64 } from "./xxh64.js";

export const FRAME_MAGIC = 0xfd2fb528;
/** Bytes of the longest header. */
export const HEADER_BYTES = 18;
const WINDOW_LIMIT = 128 << 20;

/** The error to throw for what is packed in a way that is not read here, given why and what to type. */
export type Refuse = (why: string) => Error;

/** What a frame says of itself before its first block. */
export interface FrameHeader {
  /** Bytes of the header. */
  readonly length: number;
  /** Does a checksum of 4 bytes follow the last block? */
  readonly checksum: boolean;
  /** Bytes that matches go back at the most. */
  readonly window: number;
}

/** Is the whole header at hand? @param bytes from the magic number on */
export const isHeaderWhole = (bytes: Buffer): boolean => bytes.length > 4 && bytes.length >= lengthOf(bytes[4]);

function lengthOf(descriptor: number): number {
  const single = (descriptor >> 5) & 1;
  const size = descriptor >> 6;
  return 6 - single + [0, 1, 2, 4][descriptor & 3] + (size === 0 ? single : 1 << size);
}

/**
 * Reads the header of a frame (RFC 8878, section 3.1.1.1) that is whole.
 *
 * @param dictionary number of the one at hand; 0: none
 * @throws what `refuse` gives, for another dictionary or a window over 128 MB
 */
export function readFrameHeader(bytes: Buffer, refuse: Refuse, dictionary = 0): FrameHeader {
  const descriptor = bytes[4];
  const single = (descriptor >> 5) & 1;
  const length = lengthOf(descriptor);
  const idBytes = [0, 1, 2, 4][descriptor & 3];
  const id = idBytes === 0 ? 0 : bytes.readUIntLE(6 - single, idBytes);
  if (id !== 0 && id !== dictionary) {
    throw refuse(
      `it needs zstd dictionary ${id}, which it does not hold. Pack it anew: zstd -dc -D DICTIONARY X.zst | gzip > X.gz`,
    );
  }
  const base = 2 ** (10 + (bytes[5] >> 3));
  const window = single ? contentSize(bytes, length) : base + (base / 8) * (bytes[5] & 7);
  if (window > WINDOW_LIMIT) {
    const megabytes = (window / 2 ** 20).toFixed(0);
    throw refuse(
      `it is zstd with a window of ${megabytes} MB; up to 128 MB is read here. Pack it anew: zstd -dc --long=31 X.zst | gzip > X.gz`,
    );
  }
  return { length, checksum: (descriptor & 4) !== 0, window };
}

function contentSize(bytes: Buffer, end: number): number {
  const flag = bytes[4] >> 6;
  if (flag === 0) return bytes[end - 1];
  if (flag === 1) return bytes.readUInt16LE(end - 2) + 256;
  return flag === 2 ? bytes.readUInt32LE(end - 4) : Number(bytes.readBigUInt64LE(end - 8));
}

/** The head of a block: three bytes (RFC 8878, section 3.1.1.2). */
export interface BlockHeader {
  readonly last: boolean;
  readonly type: number;
  /** Bytes that it stands for when it is raw or a run, else that it takes. */
  readonly size: number;
  /** Bytes that it takes in the file, less the header. */
  readonly stored: number;
}

export function readBlockHeader(bytes: Buffer, at: number): BlockHeader {
  const word = bytes.readUIntLE(at, 3);
  const type = (word >> 1) & 3;
  const size = word >> 3;
  return { last: (word & 1) === 1, type, size, stored: type === 1 ? 1 : size };
}

/** @returns what the block stands for, valid until the next call. @throws "damaged" for bytes that are no block */
export function decodeBlock(decoder: BlockDecoder, { type, size }: BlockHeader, block: Buffer): Uint8Array {
  if (size > BLOCK_BYTES || type === 3) throw problem.damaged`a block of a kind or size that there is not`;
  if (type === 0) return decoder.raw(block);
  return type === 1 ? decoder.run(block[0], size) : decoder.compressed(block);
}

/** Frames with windows up to this share a decoder: its memory costs more to have than most records to decode. */
const SHARED_WINDOW = 8 << 20;
let shared: BlockDecoder | undefined;

/** A decoder for one frame, to be used up before the next is asked for. */
function sharedDecoder(window: number): BlockDecoder {
  if (window > SHARED_WINDOW) return new BlockDecoder(window);
  if (shared) shared.begin(window);
  else shared = new BlockDecoder(window);
  return shared;
}

/**
 * The blocks of frames that are at hand, each valid until the next is asked for; skippable frames are left out.
 *
 * @param decoderFor given the window of a frame; default: one that others use as soon as the blocks are used up
 * @throws what `refuse` gives, see `readFrameHeader`; "damaged" behind the last whole block of what is no whole frames;
 *   with the fact `checksum` behind the last block of a frame that is whole but for that
 */
export function* blocksIn(bytes: Buffer, refuse: Refuse, decoderFor = sharedDecoder): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const frame = bytes.subarray(at);
    if (frame.length >= 8 && frame.readUInt32LE(0) >>> 4 === 0x184d2a5) {
      at += 8 + frame.readUInt32LE(4);
      continue;
    }
    if (!isHeaderWhole(frame) || frame.readUInt32LE(0) !== FRAME_MAGIC) throw problem.damaged`no frame of zstd`;
    const header = readFrameHeader(frame, refuse);
    const decoder = decoderFor(header.window);
    const checksum = header.checksum ? new Xxh64() : undefined;
    at += header.length;
    for (let last = false; !last; ) {
      if (at + 3 > bytes.length) throw problem.damaged`a frame that is cut short`;
      const block = readBlockHeader(bytes, at);
      const end = at + 3 + block.stored;
      if (end > bytes.length) throw problem.damaged`a frame that is cut short`;
      const decoded = decodeBlock(decoder, block, bytes.subarray(at + 3, end));
      checksum?.add(decoded);
      yield decoded;
      at = end;
      last = block.last;
    }
    if (checksum === undefined) continue;
    if (at + 4 > bytes.length) throw problem.damaged`a frame that is cut short`;
    if (checksum.low !== bytes.readUInt32LE(at))
      throw problem.damaged({ checksum: checksum.low })`a frame with a wrong checksum`;
    at += 4;
  }
}

/**
 * Unpacks frames that are at hand.
 *
 * @throws what `refuse` gives, see `readFrameHeader`, and for more than `limit` bytes; "damaged" for bytes that are no
 *   whole frames
 */
export function unpackFrames(bytes: Buffer, limit: number, refuse: Refuse): Buffer {
  const parts: Buffer[] = [];
  let left = limit;
  for (const part of blocksIn(bytes, refuse)) {
    if ((left -= part.length) < 0) throw refuse(`it unpacks to more than ${limit} bytes`);
    parts.push(Buffer.from(part));
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}
