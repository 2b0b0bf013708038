import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { canonical } from "../../base/canonical.js";
import type { Material } from "../../base/crew/crew.js";
import { problem } from "../../base/error.js";
import { plural } from "../../base/numbers.js";
import type { MaterialCard } from "./protocol.js";

/** Bytes that are digested in one go, of about 50 ms. */
const STEP = 1 << 24;
/** Pieces that are on their way at a time. */
const AT_ONCE = 4;

/** What all jobs of a sweep read, cut into pieces to be sent. */
export class Parcel {
  private constructor(
    readonly card: MaterialCard,
    readonly arrays: readonly Uint32Array[],
  ) {}

  /** @param piece bytes of a piece at most */
  static async pack({ facts, arrays }: Material, piece: number): Promise<Parcel> {
    const lengths = arrays.map(({ length }) => length);
    return new Parcel({ facts, lengths, piece, digest: await digestOf({ facts, arrays }) }, arrays);
  }

  /** The bytes of a piece, a copy; none where there is no such piece. */
  piece(number: number): Uint8Array {
    const begin = number * this.card.piece;
    const end = Math.min(begin + this.card.piece, bytesOf(this.card));
    const piece = new Uint8Array(Math.max(0, end - begin));
    let place = 0;
    for (const array of this.arrays) {
      const from = Math.max(begin, place);
      const to = Math.min(end, place + array.byteLength);
      if (from < to) piece.set(new Uint8Array(array.buffer, array.byteOffset + from - place, to - from), from - begin);
      place += array.byteLength;
    }
    return piece;
  }
}

/**
 * Puts pieces together again, in memory that threads share.
 *
 * @param fetch a piece by its number, however often that takes
 * @throws Error when the pieces do not give what the card promises; "option" when memory does not suffice
 */
export async function unpack(card: MaterialCard, fetch: (piece: number) => Promise<Uint8Array>): Promise<Material> {
  const bytes = new Uint8Array(new SharedArrayBuffer(bytesOf(card)));
  const pieces = Math.ceil(bytes.length / card.piece);
  const numbers = Array.from({ length: pieces }, (_, number) => number).values();
  const fetchSome = async () => {
    for (const number of numbers) {
      const piece = await fetch(number);
      const begin = number * card.piece;
      const expected = Math.min(card.piece, bytes.length - begin);
      if (piece.length !== expected)
        throw problem.damaged`piece ${number} of ${pieces} has ${plural(piece.length, "byte")} where ${expected} were promised`;
      bytes.set(piece, begin);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, pieces) }, fetchSome));
  let place = 0;
  const arrays = card.lengths.map((length) => {
    const array = new Uint32Array(bytes.buffer, place, length);
    place += array.byteLength;
    return array;
  });
  const material = { facts: card.facts, arrays };
  const digest = await digestOf(material);
  if (digest !== card.digest) throw problem.damaged`what came has sha256 ${digest}, promised was ${card.digest}`;
  return material;
}

/** Bytes of all arrays. */
export const bytesOf = ({ lengths }: Pick<MaterialCard, "lengths">): number =>
  lengths.reduce((sum, length) => sum + 4 * length, 0);

/** SHA-256 (hex) of the facts in canonical JSON and the numbers, low byte first. */
async function digestOf({ facts, arrays }: Material): Promise<string> {
  const hash = createHash("sha256").update(canonical({ facts, lengths: arrays.map(({ length }) => length) }));
  for (const { buffer, byteOffset, byteLength } of arrays) {
    for (let at = 0; at < byteLength; at += STEP) {
      hash.update(new Uint8Array(buffer, byteOffset + at, Math.min(STEP, byteLength - at)));
      await setImmediate(); // messages and timers are served in between
    }
  }
  return hash.digest("hex");
}
