import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RecentUrls } from "../../../src/urldb/dedicated/recent.js";

type Hash = readonly [high: number, low: number];

const weak = fc.tuple(fc.nat(1), fc.nat(1));
const any = fc.tuple(fc.nat(0xffffffff), fc.nat(0xffffffff));
/** Neighbours in the table of slots, at its end above all, where chains wrap around. */
const crowded = fc.tuple(
  fc.nat(2),
  fc.integer({ min: -3, max: 3 }).map((low) => low >>> 0),
);
const hash: fc.Arbitrary<Hash> = fc.oneof(weak, any, crowded);

type Operation = { readonly push: readonly Hash[] } | { readonly pop: number } | { readonly clear: true };
const operations = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.array(hash, { maxLength: 30 }).map((push): Operation => ({ push })) },
    { weight: 3, arbitrary: fc.nat(40).map((pop): Operation => ({ pop })) },
    { weight: 1, arbitrary: fc.constant<Operation>({ clear: true }) },
  ),
  { maxLength: 20 },
);

/** All numbers of a hash, in the order in which they are offered. */
function numbersOf(recent: RecentUrls, [high, low]: Hash): number[] {
  const found: number[] = [];
  expect(recent.find(high, low, (number) => found.push(number) === 0)).toBe(-1);
  return found;
}

describe("the table of recent URLs", () => {
  it("knows the numbers of each hash as a list does, through pushes, pops in reverse, growth and clearing", () => {
    fc.assert(
      fc.property(operations, fc.nat(1000), fc.nat(40), (list, start, capacity) => {
        const recent = new RecentUrls(start, capacity);
        let first = start;
        let hashes: Hash[] = [];
        for (const operation of list) {
          if ("push" in operation) {
            for (const each of operation.push) recent.push(...each);
            hashes.push(...operation.push);
          } else if ("pop" in operation) {
            for (let i = Math.min(operation.pop, hashes.length); i > 0; i--) {
              recent.pop();
              hashes.pop();
            }
          } else {
            first += hashes.length;
            hashes = [];
            recent.clear(first);
          }
          expect([recent.size, recent.first]).toEqual([hashes.length, first]);
          for (const each of [...hashes, [0, 0], [1, 0xffffffff]] as Hash[]) {
            const expected = hashes.flatMap(([high, low], i) => (high === each[0] && low === each[1] ? first + i : []));
            expect(numbersOf(recent, each)).toEqual(expected);
            for (const one of expected) expect(recent.find(...each, (number) => number === one)).toBe(one);
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  it("names all by hash, those of equal hash as they came", () => {
    fc.assert(
      fc.property(fc.array(hash, { maxLength: 200 }), (hashes) => {
        const recent = new RecentUrls(5, 1);
        for (const each of hashes) recent.push(...each);
        const expected = hashes
          .map((_, i) => i)
          .sort((a, b) => hashes[a][0] - hashes[b][0] || hashes[a][1] - hashes[b][1] || a - b);
        expect([...recent.sorted()]).toEqual(expected);
        expect(expected.map((i) => [recent.high(i), recent.low(i)])).toEqual(expected.map((i) => hashes[i]));
      }),
      { numRuns: 200 },
    );
  });

  it("finds 2,000 URLs of one hash, one by one, and forgets them in reverse", () => {
    const recent = new RecentUrls(2 ** 33, 16);
    for (let i = 0; i < 2000; i++) recent.push(0xffffffff, 0xffffffff);
    for (const i of [0, 1, 15, 16, 1023, 1999])
      expect(recent.find(0xffffffff, 0xffffffff, (number) => number === 2 ** 33 + i)).toBe(2 ** 33 + i);
    for (let i = 1999; i >= 0; i--) {
      recent.pop();
      if (i % 200 === 0) expect(numbersOf(recent, [0xffffffff, 0xffffffff]).length).toBe(i);
    }
    expect(recent.size).toBe(0);
  });

  it("never asks about a URL of another hash", () => {
    const recent = new RecentUrls(0, 16);
    for (let i = 0; i < 14; i++) recent.push(i, 3); // all of one slot
    recent.find(5, 3, (number) => number !== 5 && expect.unreachable(`asked about ${number}`));
    expect(recent.find(14, 3, () => expect.unreachable("no URL has this hash"))).toBe(-1);
  });
});
