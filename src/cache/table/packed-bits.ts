/** Bits one behind the other in words of 32, the first of each word its lowest. */
export type PackedBits = Int32Array;

/** All off. The last word is filled up: the only bits that nobody asked for. */
export const packedBits = (bits: number): PackedBits => new Int32Array(Math.ceil(bits / 32));

export const isOn = (bits: PackedBits, at: number): boolean => ((bits[at >>> 5] >>> at) & 1) !== 0;

export function turnOn(bits: PackedBits, at: number): void {
  bits[at >>> 5] |= 1 << at;
}

export function turnOff(bits: PackedBits, at: number): void {
  bits[at >>> 5] &= ~(1 << at);
}

/** The number that stands in `width` bits from bit `at` on; 1 <= width <= 31. */
export function readField(bits: PackedBits, at: number, width: number): number {
  const word = at >>> 5;
  const from = at & 31;
  let value = bits[word] >>> from;
  if (from + width > 32) value |= bits[word + 1] << (32 - from);
  return value & ((1 << width) - 1);
}

/** Writes 0 <= value < 2^width to `width` bits from bit `at` on; 1 <= width <= 31. */
export function writeField(bits: PackedBits, at: number, width: number, value: number): void {
  const word = at >>> 5;
  const from = at & 31;
  const mask = (1 << width) - 1;
  bits[word] = (bits[word] & ~(mask << from)) | (value << from);
  if (from + width > 32) bits[word + 1] = (bits[word + 1] & ~(mask >>> (32 - from))) | (value >>> (32 - from));
}
