import { deflateRawSync, inflateRawSync } from "node:zlib";
import { attempt } from "../../base/attempt.js";

/**
 * Packs whole numbers from -2^51 to 2^51: differences between neighbours, seven bits to a byte, deflated.
 *
 * Columns of a trace repeat themselves: few threads, hosts that come in bursts, times that rise.
 */
export function packNumbers(values: ArrayLike<number>): Uint8Array {
  const bytes = Buffer.allocUnsafe(8 * values.length + 8);
  let at = 0;
  let before = 0;
  for (let i = 0; i < values.length; i++) {
    const step = values[i] - before;
    before = values[i];
    let rest = step < 0 ? -2 * step - 1 : 2 * step;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[at++] = 128 | (rest % 128);
    bytes[at++] = rest;
  }
  return deflateRawSync(bytes.subarray(0, at), { level: 1 });
}

/** @returns undefined when the bytes are not those of so many numbers */
export function unpackNumbers(packed: Uint8Array, count: number): Float64Array | undefined {
  const bytes = attempt(() => inflateRawSync(packed, { maxOutputLength: 8 * count + 8 }));
  if (bytes === undefined || bytes.length < count) return undefined;
  const values = new Float64Array(count);
  let at = 0;
  let before = 0;
  for (let i = 0; i < count; i++) {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined || scale > 2 ** 49) return undefined;
      value += (byte & 127) * scale;
      if (byte < 128) break;
      scale *= 128;
    }
    before += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    values[i] = before;
  }
  return at === bytes.length ? values : undefined;
}

/** May these be packed? */
export function areWhole(values: ArrayLike<number>): boolean {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isInteger(values[i]) || Math.abs(values[i]) > 2 ** 50 || Object.is(values[i], -0)) return false;
  }
  return true;
}
