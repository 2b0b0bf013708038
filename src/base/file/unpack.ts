import { ByteFeed, type Count, type Piece, remaining } from "./byte-feed.js";
import { gzipPieces } from "./gzip-members.js";
import type { Refuse } from "./zstd/frame.js";
import { zstdPieces } from "./zstd-frames.js";

export type Compression = "none" | "gzip" | "zstd";

/** How a file is compressed, by its first four bytes. */
export function compressionOf(first: Uint8Array): Compression {
  const [a, b, c, d] = first;
  if (a === 0x1f && b === 0x8b) return "gzip";
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return "zstd";
  // a skippable frame stands before the others
  return (a & 0xf0) === 0x50 && b === 0x2a && c === 0x4d && d === 0x18 ? "zstd" : "none";
}

/**
 * Unpacks a stream: plain, gzip of one or many members, zstd of one or many frames.
 *
 * @throws what `refuse` gives, for zstd with a dictionary that is elsewhere, or a window over 128 MB
 */
export async function unpack(
  bytes: AsyncIterable<Uint8Array>,
  count: Count,
  refuse: Refuse,
): Promise<{ readonly compression: Compression; readonly pieces: AsyncIterable<Piece> }> {
  const feed = new ByteFeed(bytes);
  await feed.need(4);
  const compression = compressionOf(feed.view);
  if (compression === "gzip") return { compression, pieces: gzipPieces(feed, count) };
  if (compression === "zstd") return { compression, pieces: zstdPieces(feed, count, refuse) };
  return { compression, pieces: plainPieces(feed) };
}

async function* plainPieces(feed: ByteFeed): AsyncGenerator<Piece> {
  for await (const bytes of remaining(feed)) yield { bytes };
}

/**
 * Unpacks a stream that must be whole, as `unpack` does.
 *
 * @param damaged the error to throw for one that is not, given why, how many bytes came out before, and whether it ends
 *   too early
 */
export async function unpackWhole(
  bytes: AsyncIterable<Uint8Array>,
  refuse: Refuse,
  damaged: (why: string, after: number, isCut: boolean) => Error,
): Promise<{ readonly compression: Compression; readonly bytes: AsyncGenerator<Uint8Array> }> {
  const troubles = new Set<string>();
  const { compression, pieces } = await unpack(bytes, (reason) => troubles.add(reason), refuse);
  async function* whole(): AsyncGenerator<Uint8Array> {
    let after = 0;
    for await (const piece of pieces) {
      if (troubles.size > 0) break;
      after += piece.bytes.length;
      if (piece.bytes.length > 0) yield piece.bytes;
    }
    if (troubles.size === 0) return;
    const isCut = [...troubles].some((trouble) => trouble.startsWith("cut-"));
    throw damaged([...troubles].map((trouble) => trouble.replaceAll("-", " ")).join(", "), after, isCut);
  }
  return { compression, bytes: whole() };
}
