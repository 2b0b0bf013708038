import type { Taken } from "../../../../urldb/engine.js";
import { type Settings, textOf } from "../../../../urldb/settings.js";
import type { UrlBatch } from "../../../../urldb/url-batch.js";

const NO_REFERRER = 0xffffffff;

/** Bytes of an array of numbers, in this machine's order. */
export const bytesOf = (numbers: Uint32Array | Float64Array): Buffer =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** The numbers of 8 bytes in `bytes`, which may begin anywhere. */
export const floatsOf = (bytes: Buffer): Float64Array => new Float64Array(Uint8Array.from(bytes).buffer);

/** The numbers of 4 bytes in `bytes`, which may begin anywhere. */
export const wordsOf = (bytes: Buffer): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer);

/** URLs: their count, their ends, and their bytes. */
export const urlColumns = ({ size, ends, bytes }: UrlBatch): Uint8Array[] => [
  bytesOf(Uint32Array.of(size)),
  bytesOf(ends),
  bytes.subarray(0, ends.at(-1) ?? 0),
];

/** What "add" needs of a batch; referrers in another domain are left out, since they count as none. */
export function newUrlColumns(batch: UrlBatch, settings: Settings): Uint8Array[] {
  const { size, ends, bytes } = batch;
  const referrers: Uint8Array[] = [];
  const froms = new Uint32Array(size).fill(NO_REFERRER);
  const hashes = Buffer.alloc(8 * size);
  const words = new Uint32Array(4);
  for (let i = 0; i < size; i++) {
    settings.hash(bytes, batch.startOf(i), ends[i], words);
    hashes.writeUInt32BE(words[0], 8 * i);
    hashes.writeUInt32BE(words[1], 8 * i + 4);
    const from = batch.from?.[i];
    if (!from || !settings.sameDomain(bytes, batch.startOf(i), ends[i], from)) continue;
    if (referrers.at(-1) !== from) referrers.push(from);
    froms[i] = referrers.length - 1;
  }
  let end = 0;
  return [
    bytesOf(Uint32Array.of(size, referrers.length)),
    bytesOf(ends),
    bytesOf(batch.priorities ?? new Uint32Array(size)),
    bytesOf(froms),
    hashes,
    bytesOf(Uint32Array.from(referrers, (from) => (end += from.length))),
    bytes.subarray(0, ends.at(-1) ?? 0),
    ...referrers,
  ];
}

/** Reads URLs that the peer hands over: T (float64), G, p(K), length (u32 each), and K, again and again. */
export function takenIn(body: Buffer): Taken[] {
  const found: Taken[] = [];
  for (let at = 0; at < body.length; ) {
    const [deadline] = floatsOf(body.subarray(at, at + 8));
    const [depth, priority, length] = wordsOf(body.subarray(at + 8, at + 20));
    const bytes = Uint8Array.from(body.subarray(at + 20, at + 20 + length));
    found.push({ url: textOf(bytes), bytes, depth, priority, deadline });
    at += 20 + length;
  }
  return found;
}
