const encoder = new TextEncoder();

/** Texts in UTF-8, one at a time, in a buffer that is used again and again. */
export class Utf8Buffer {
  bytes = new Uint8Array(1 << 12);

  /** Writes a text to the beginning of `bytes`, which may be another array then. @returns its bytes */
  write(text: string): number {
    if (3 * text.length > this.bytes.length) this.bytes = new Uint8Array(4 * text.length);
    return encoder.encodeInto(text, this.bytes).written;
  }
}
