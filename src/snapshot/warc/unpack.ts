import { ByteFeed } from "./byte-feed.js";
import { gzipPieces } from "./gzip-members.js";
import { zstdPieces } from "./zstd-frames.js";

/** Bytes as they are once unpacked, and where in the file a gzip member or zstd frame begins and ends with them. */
export interface Piece {
  readonly bytes: Uint8Array;
  /** Offset of the member that begins with the first of these bytes. */
  readonly begins?: number;
  /** Offset behind the member that ends with the last of these bytes. */
  readonly ends?: number;
}

/** Told of everything that is left out, by reason. */
export type Count = (reason: string) => void;

export type Compression = "none" | "gzip" | "zstd";

/** How a file is compressed, by its first four bytes. */
export function compressionOf(first: Uint8Array): Compression {
  const [a, b, c, d] = first;
  if (a === 0x1f && b === 0x8b) return "gzip";
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return "zstd";
  return (a & 0xf0) === 0x50 && b === 0x2a && c === 0x4d && d === 0x18 ? "zstd" : "none"; // a skippable frame stands before the others
}

/**
 * Unpacks a stream: plain, gzip of one or many members, zstd of one or many frames.
 *
 * @throws ArchiveError "unsupported" for zstd with a dictionary, or a window over 128 MB
 */
export async function unpack(
  bytes: AsyncIterable<Uint8Array>,
  count: Count,
): Promise<{ readonly compression: Compression; readonly pieces: AsyncIterable<Piece> }> {
  const feed = new ByteFeed(bytes);
  await feed.need(4);
  const compression = compressionOf(feed.view);
  if (compression === "gzip") return { compression, pieces: gzipPieces(feed, count) };
  if (compression === "zstd") return { compression, pieces: zstdPieces(feed, count) };
  return { compression, pieces: plainPieces(feed) };
}

async function* plainPieces(feed: ByteFeed): AsyncGenerator<Piece> {
  try {
    while (feed.view.length > 0 || (await feed.more())) {
      const bytes = feed.view;
      feed.take(bytes.length);
      yield { bytes };
    }
  } finally {
    await feed.close();
  }
}
