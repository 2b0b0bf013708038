import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** 8 bits a channel, red, green and blue; deflate, filters of type 0, not interlaced. */
const FORMAT = [8, 2, 0, 0, 0];

/**
 * An opaque picture as PNG (W3C, PNG specification, third edition). Rows are not filtered: drawings with flat colours
 * pack best so, to two thirds of what resvg writes.
 *
 * @param pixels red, green, blue, alpha of each pixel, row by row; alpha is not looked at
 */
export function pngOf(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const rows = Buffer.alloc(height * (3 * width + 1));
  let to = 0;
  for (let from = 0; from < pixels.length; from += 4) {
    if (from % (4 * width) === 0) rows[to++] = 0;
    rows[to++] = pixels[from];
    rows[to++] = pixels[from + 1];
    rows[to++] = pixels[from + 2];
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(FORMAT, 8);
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  const chunks = [chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(named, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}
