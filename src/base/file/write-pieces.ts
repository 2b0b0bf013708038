import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Writes pieces to a file as they come. The file is open before the first is asked for: one that cannot be made then
 * leaves no file behind, which a stream that opens by itself may still bring about when its place has been cleared.
 */
export async function writePieces(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const file = await open(path, "w");
  await pipeline(Readable.from(pieces, { objectMode: false }), file.createWriteStream());
}
