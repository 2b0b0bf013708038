import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Parcel, unpack } from "../../../src/cluster/jobs/material.js";

const words = fc.uint32Array({ maxLength: 50 });
const parcelOf = (facts: object, arrays: readonly Uint32Array[], piece: number) =>
  Parcel.pack({ facts, arrays }, piece);

describe("what all jobs of a sweep read", () => {
  it("is the same again after it was sent in pieces of any size, some of them late", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 4 }),
        fc.integer({ min: 1, max: 100 }),
        fc.string(),
        async (arrays, piece, name) => {
          const parcel = await parcelOf({ name }, arrays, piece);
          const card = JSON.parse(JSON.stringify(parcel.card));
          const received = await unpack(card, async (number) => {
            for (let turns = number % 3; turns > 0; turns--) await Promise.resolve();
            return parcel.piece(number);
          });
          expect(received).toEqual({ facts: { name }, arrays });
          // threads need no copy
          for (const { buffer } of received.arrays) expect(buffer).toBeInstanceOf(SharedArrayBuffer);
        },
      ),
    );
  });

  it("is sent from a view into a larger array, and from memory that is shared", async () => {
    const shared = new Uint32Array(new SharedArrayBuffer(24)).subarray(1, 5);
    shared.set([1, 2, 3, 4]);
    const parcel = await parcelOf({}, [Uint32Array.of(9, 8, 7, 6).subarray(2), shared], 7);
    const pieces = [0, 1, 2, 3, 4].map((number) => parcel.piece(number));
    expect(pieces.map(({ length }) => length)).toEqual([7, 7, 7, 3, 0]); // 6 numbers are 24 bytes; no fifth piece
    expect(new Uint32Array(Uint8Array.from(pieces.flatMap((piece) => [...piece])).buffer)).toEqual(
      Uint32Array.of(7, 6, 1, 2, 3, 4),
    );
    // what is on its way does not change
    for (const { buffer } of pieces) expect(buffer).not.toBeInstanceOf(SharedArrayBuffer);
  });

  it("has a digest of its own for other numbers, other facts, and the same numbers in other arrays", async () => {
    const parcels = await Promise.all([
      parcelOf({ start: 0 }, [Uint32Array.of(1, 2)], 100),
      parcelOf({ start: 0 }, [Uint32Array.of(1, 2)], 8),
      parcelOf({ start: 1 }, [Uint32Array.of(1, 2)], 100),
      parcelOf({ start: 0 }, [Uint32Array.of(1, 3)], 100),
      parcelOf({ start: 0 }, [Uint32Array.of(1), Uint32Array.of(2)], 100),
    ]);
    const [first, again, ...others] = parcels.map(({ card }) => card.digest);
    expect(again).toBe(first); // pieces do not count
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it("is refused when a number changed on its way, or a piece is cut short", async () => {
    const parcel = await parcelOf({}, [Uint32Array.of(1, 2, 3)], 5);
    const changed = unpack(parcel.card, async (number) => {
      const piece = parcel.piece(number);
      if (number === 1) piece[0] ^= 1;
      return piece;
    });
    await expect(changed).rejects.toThrow(`promised was ${parcel.card.digest}`);
    const short = unpack(parcel.card, async (number) => parcel.piece(number).subarray(number === 2 ? 1 : 0));
    await expect(short).rejects.toThrow("piece 2 of 3 has 1 byte where 2 were promised");
  });
});
