import { constants, createGzip, gzipSync } from "node:zlib";

/** A larger record is rare, and pays for a compressor of its own. */
const MOST = 1 << 20;

/** What Node's streams of zlib ask their compressor: all at once, here and now. */
interface Compressor {
  reset(): void;
  writeSync(
    flush: number,
    from: Uint8Array,
    start: number,
    length: number,
    to: Uint8Array,
    at: number,
    room: number,
  ): void;
}

/**
 * Packs one gzip member after the other with one compressor, to the same bytes as `gzipSync`. That makes a compressor
 * of 268 kB for each, which costs more than it packs where a record is small, and which the collector has to count.
 * Node has no public call for it; a Node without the inner one makes compressors.
 */
export class GzipMembers {
  readonly #options: { readonly level: number; readonly memLevel: number };
  readonly #compressor: Compressor | undefined;
  /** Bytes that were left of the room, and of what was to be packed, after a write. */
  readonly #left: Uint32Array | undefined;
  readonly #packed = Buffer.allocUnsafeSlow(mostPacked(MOST));

  /** @param level 1 to 9 */
  constructor(level: number) {
    this.#options = { level, memLevel: 9 };
    const stream = createGzip(this.#options) as unknown as { _handle?: Partial<Compressor>; _writeState?: Uint32Array };
    const { _handle: compressor, _writeState: left } = stream;
    if (!compressor?.writeSync || !compressor.reset || !left) return;
    this.#compressor = compressor as Compressor;
    this.#left = left;
  }

  /** @returns a view that lasts until the next call */
  pack(bytes: Uint8Array): Uint8Array {
    if (!this.#compressor || !this.#left || bytes.length > MOST) return gzipSync(bytes, this.#options);
    const room = this.#packed.length;
    this.#compressor.reset();
    this.#compressor.writeSync(constants.Z_FINISH, bytes, 0, bytes.length, this.#packed, 0, room);
    return this.#packed.subarray(0, room - this.#left[0]);
  }
}

/** Of so many bytes, whatever they are: what zlib's deflateBound says where it knows nothing, and 18 of gzip. */
function mostPacked(bytes: number): number {
  return bytes + ((bytes + 7) >> 3) + ((bytes + 63) >> 6) + 5 + 18;
}
