import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/**
 * A picture as PNG: 8 bits a channel, no transparency, no filter. For flat drawings a third smaller than what a
 * renderer for photographs writes.
 *
 * @param rgba four bytes a pixel, row by row; the fourth is left out
 */
export function pngOf(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const line = 1 + 3 * width; // the byte in front names the filter: 0 for none
  const scanlines = Buffer.alloc(line * height);
  for (let y = 0, from = 0; y < height; y++) {
    for (let to = y * line + 1; to < (y + 1) * line; from += 4) {
      scanlines[to++] = rgba[from];
      scanlines[to++] = rgba[from + 1];
      scanlines[to++] = rgba[from + 2];
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // 8 bits, red green blue
  const pixels = deflateSync(scanlines, { level: 9, memLevel: 9 });
  return new Uint8Array(
    Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]),
  );
}

/** Length, type, content, checksum. */
function chunk(type: string, content: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
