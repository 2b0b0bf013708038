import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { NearIndex } from "../../../src/page/text/near-index.js";
import { hammingDistance, type SimHash } from "../../../src/page/text/sim-hash.js";
import { coded } from "../../fixture/problems.js";

/** Words in which few bits are set, so that many hashes are near; and any. */
const word = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.nat(0xffffffff), fc.constant(0xffffffff));
const hash = fc.record<SimHash>({ high: word, low: word });

describe("NearIndex", () => {
  it("finds the nearest hash of the group, of those the first, as comparing all does", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(2), hash), { maxLength: 80 }),
        fc.integer({ min: 0, max: 7 }),
        (hashes, distance) => {
          const index = new NearIndex(distance);
          const groups: [group: number, hash: SimHash][] = [];
          for (const [group, each] of hashes) {
            const apart = groups.map(([other, known]) => (other === group ? hammingDistance(each, known) : 65));
            const least = Math.min(...apart, 65);
            expect(index.find(group, each)).toBe(least <= distance ? apart.indexOf(least) : -1);
            expect(index.add(group, each)).toBe(groups.length);
            groups.push([group, each]);
          }
          expect(index.size).toBe(groups.length);
        },
      ),
    );
  });

  it("finds a hash with any bits turned, up to the distance and no more", () => {
    const index = new NearIndex(3);
    const first = { high: 0x01234567, low: 0x89abcdef };
    index.add(7, first);
    for (let a = 0; a < 64; a++) {
      const turned = [a, (a + 21) % 64, (a + 42) % 64].reduce(turn, first);
      expect(index.find(7, turned)).toBe(0);
      expect(index.find(8, turned)).toBe(-1);
      expect(index.find(7, turn(turned, (a + 1) % 64))).toBe(-1);
    }
  });

  it("finds each of 2,000 hashes again: its arrays begin with room for 256", () => {
    const index = new NearIndex(3);
    const random = new Random(1);
    const hashes = Array.from({ length: 2000 }, () => ({ high: random.bits(), low: random.bits() }));
    for (const [id, each] of hashes.entries()) expect(index.add(id % 3, each)).toBe(id);
    expect(hashes.map((each, id) => index.find(id % 3, turn(each, id % 64)))).toEqual(hashes.map((_, id) => id));
    // by each quarter of its bits alone, a bit of each other quarter turned
    for (const same of [0, 1, 2, 3]) {
      const turned = (each: SimHash, id: number) =>
        [0, 1, 2, 3].reduce((hash, part) => (part === same ? hash : turn(hash, 16 * part + (id % 16))), each);
      expect(hashes.map((each, id) => index.find(id % 3, turned(each, id)))).toEqual(hashes.map((_, id) => id));
    }
  });

  it("takes distances of 0 to 7", () => {
    for (const distance of [-1, 8, 1.5]) expect(() => new NearIndex(distance)).toThrow(coded("option"));
  });
});

const turn = ({ high, low }: SimHash, bit: number): SimHash =>
  bit < 32 ? { high, low: (low ^ (1 << bit)) >>> 0 } : { high: (high ^ (1 << (bit - 32))) >>> 0, low };
