import { deflateRawSync } from "node:zlib";

/** How an array of a packed film is written in its JSON: type, offset in bytes, length. */
export type PackedArray = readonly [type: "Uint8" | "Uint32" | "Float32", offset: number, length: number];

/**
 * Plain data with typed arrays in it, as text for an HTML file: base64 of raw DEFLATE of the length of a JSON text
 * (uint32), that text in UTF-8, zeros up to a multiple of 4, and the arrays. In the JSON an array is { "packed":
 * PackedArray }. All numbers are little-endian.
 */
export function pack(value: object): string {
  const parts: Uint8Array[] = [];
  let offset = 0;
  const json = JSON.stringify(value, (_key, inner: unknown) => {
    const type =
      inner instanceof Uint8Array
        ? "Uint8"
        : inner instanceof Uint32Array
          ? "Uint32"
          : inner instanceof Float32Array
            ? "Float32"
            : undefined;
    if (type === undefined) return inner;
    const array = inner as Uint8Array | Uint32Array | Float32Array;
    const packed: PackedArray = [type, offset, array.length];
    const bytes = new Uint8Array(4 * Math.ceil(array.byteLength / 4));
    bytes.set(littleEndian(array));
    parts.push(bytes);
    offset += bytes.length;
    return { packed };
  });
  const text = new TextEncoder().encode(json);
  const head = new Uint8Array(4 + 4 * Math.ceil(text.length / 4));
  new DataView(head.buffer).setUint32(0, text.length, true);
  head.set(text, 4);
  const whole = new Uint8Array(head.length + offset);
  whole.set(head);
  let at = head.length;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return deflateRawSync(whole, { level: 9 }).toString("base64");
}

function littleEndian(array: Uint8Array | Uint32Array | Float32Array): Uint8Array {
  if (array instanceof Uint8Array) return array;
  const bytes = new Uint8Array(array.byteLength);
  const view = new DataView(bytes.buffer);
  if (array instanceof Uint32Array) for (let i = 0; i < array.length; i++) view.setUint32(4 * i, array[i], true);
  else for (let i = 0; i < array.length; i++) view.setFloat32(4 * i, array[i], true);
  return bytes;
}
