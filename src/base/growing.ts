/** What grows: numbers of one width each. */
type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

const roomFor = (length: number, size: number, factor: number) => Math.max(size, Math.ceil(factor * length));

/**
 * An array with room for `size` numbers: itself where it has it, else a longer copy, whose further numbers are 0. A
 * loop that writes number by number compares lengths itself, and calls this where it must.
 *
 * @param factor how much longer a copy is at least, so that copies cost O(1) per number
 */
export function grown<A extends NumberArray>(array: A, size: number, factor = 2): A {
  if (size <= array.length) return array;
  const longer = new (array.constructor as new (length: number) => A)(roomFor(array.length, size, factor));
  longer.set(array);
  return longer;
}

/** As `grown`. What lies behind the bytes that were there is anything. */
export function grownBuffer(buffer: Buffer<ArrayBuffer>, size: number, factor = 2): Buffer<ArrayBuffer> {
  if (size <= buffer.length) return buffer;
  const longer = Buffer.allocUnsafe(roomFor(buffer.length, size, factor));
  longer.set(buffer);
  return longer;
}
