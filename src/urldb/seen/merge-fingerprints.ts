import type { BlockReader, BlockWriter } from "./block-file.js";
import { BLOCK_ENTRIES, FingerprintCodec, type Fingerprints } from "./fingerprint-codec.js";
import type { SortedFingerprints } from "./sort-fingerprints.js";

const block = (): Fingerprints => ({ high: new Uint32Array(BLOCK_ENTRIES), low: new Uint32Array(BLOCK_ENTRIES) });

/**
 * Merges sorted fingerprints into a file of them, reading and writing a block at a time.
 *
 * @param old what there is; undefined: nothing
 * @param added distinct
 * @param fresh receives 1 at `added.order[i]` for each that the file did not hold
 * @returns entries of the new file
 * @throws "damaged", "disk-full", "failed"
 */
export async function mergeFingerprints(
  old: BlockReader | undefined,
  added: SortedFingerprints,
  writer: BlockWriter,
  fresh: Uint8Array,
): Promise<number> {
  const codec = new FingerprintCodec();
  const read = block();
  const out = block();
  const count = added.order.length;
  let entries = 0;
  let filled = 0;
  let at = 0;
  const write = async () => {
    await writer.write(codec.encode(out, filled));
    entries += filled;
    filled = 0;
  };
  for (let bytes = await old?.next(); bytes; bytes = await old?.next()) {
    const size = codec.decode(bytes, read);
    for (let from = 0; from < size; ) {
      [from, at, filled] = mergeInto(out, filled, read, from, size, added, at, fresh);
      if (filled === BLOCK_ENTRIES) await write();
    }
  }
  while (at < count) {
    for (; at < count && filled < BLOCK_ENTRIES; at++, filled++) {
      out.high[filled] = added.high[at];
      out.low[filled] = added.low[at];
      fresh[added.order[at]] = 1;
    }
    if (filled === BLOCK_ENTRIES) await write();
  }
  if (filled > 0) await write();
  return entries;
}

/** Merges until `out` is full or `read` at its end. @returns places in `read`, `added` and `out` */
function mergeInto(
  out: Fingerprints,
  filledBefore: number,
  read: Fingerprints,
  readFrom: number,
  size: number,
  added: SortedFingerprints,
  addedFrom: number,
  fresh: Uint8Array,
): [number, number, number] {
  let from = readFrom;
  let at = addedFrom;
  let filled = filledBefore;
  const count = added.order.length;
  while (from < size && filled < BLOCK_ENTRIES) {
    const high = read.high[from];
    const low = read.low[from];
    if (at < count) {
      const addedHigh = added.high[at];
      const addedLow = added.low[at];
      if (addedHigh < high || (addedHigh === high && addedLow < low)) {
        out.high[filled] = addedHigh;
        out.low[filled++] = addedLow;
        fresh[added.order[at++]] = 1;
        continue;
      }
      if (addedHigh === high && addedLow === low) at++;
    }
    out.high[filled] = high;
    out.low[filled++] = low;
    from++;
  }
  return [from, at, filled];
}
