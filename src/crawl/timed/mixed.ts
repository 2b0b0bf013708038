/**
 * Scatters 32 bits over 32 bits, one to one: the last step of MurmurHash3 (Appleby 2011, public domain).
 *
 * @returns 0 <= value < 2^32
 */
export function mixed(bits: number): number {
  let x = bits ^ (bits >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
