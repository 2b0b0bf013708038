const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Bytes as base 32 in capitals without padding (RFC 4648, section 6): 32 letters for the 20 bytes of a SHA-1, as WARC
 * digests are written.
 */
export function base32(bytes: Uint8Array): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += LETTERS[(held >>> bits) & 31];
    }
  }
  return bits > 0 ? text + LETTERS[(held << (5 - bits)) & 31] : text;
}

/** The other way, for letters of either case; others count as nothing. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of text.toUpperCase()) {
    held = (held << 5) | Math.max(LETTERS.indexOf(letter), 0);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >>> bits) & 0xff);
  }
  return Buffer.from(bytes);
}
