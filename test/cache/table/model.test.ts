import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { CircularChaining } from "../../../src/cache/table/circular-chaining.js";
import type { FingerprintTable } from "../../../src/cache/table/fingerprint-table.js";
import { ScatterTable } from "../../../src/cache/table/scatter-table.js";
import { depth } from "../../depth.js";
import { contents, keyOf, listsOf } from "./tables.js";

const OPERATIONS = depth({ everyday: 100_000, prove: 10_000_000 });

/**
 * Searches, inserts, deletes and marks at random, beside a Map from low words, each of one fingerprint alone, to high
 * words. What is in the table is one of three fingerprints that are asked for. A delete makes room for an insert, so
 * that the table stays full.
 */
function drive(table: FingerprintTable, operations: number, seed: number): void {
  const { capacity } = table;
  const random = new Random(seed);
  const keys = 3 * capacity;
  const highs = Uint32Array.from({ length: keys }, () => random.bits());
  const lows = Uint32Array.from({ length: keys }, (_, key) => Math.imul(key, 0x9e3779b1)); // odd: all different
  const inside = new Map<number, number>();
  const words = new Uint32Array(2);
  const check = () => {
    const taken = listsOf(table).flat();
    expect(taken.length).toBe(inside.size);
    expect(new Set(taken).size).toBe(inside.size);
    expect(contents(table, taken).sort()).toEqual([...inside].map(([low, high]) => keyOf(high, low)).sort());
  };
  for (let i = 0; i < operations; i++) {
    const key = random.below(keys);
    const found = table.find(highs[key], lows[key]);
    if (found >= 0 !== inside.has(lows[key]))
      expect.fail(`operation ${i}: ${keyOf(highs[key], lows[key])} at ${found}`);
    if (found >= 0) {
      table.read(found, words);
      if (words[0] !== highs[key] || words[1] !== lows[key])
        expect.fail(`operation ${i}: entry ${found} holds another`);
      continue;
    }
    if (table.size < capacity) table.add(highs[key], lows[key]);
    else {
      const victim = random.below(capacity);
      table.read(victim, words);
      if (inside.get(words[1]) !== words[0]) expect.fail(`operation ${i}: entry ${victim} holds nothing that came in`);
      inside.delete(words[1]);
      table.replace(victim, highs[key], lows[key]);
    }
    inside.set(lows[key], highs[key]);
    if (i === operations >> 1) check();
  }
  expect(table.size).toBe(capacity);
  check();
  for (const [low, high] of inside) if (table.find(high, low) < 0) expect.fail(`${keyOf(high, low)} is not found`);
}

/** Searches of small tables, beside which a large one needs as many as fill and turn over its entries. */
const SEARCHES = depth({ everyday: 50_000, prove: 100_000 });

describe("a table of fingerprints, full", () => {
  for (const r of [0, 1, 2, 3, 6, 13])
    it(`does as a Map does, search by search, with 2^${r} entries`, () => {
      drive(new ScatterTable(2 ** r), SEARCHES, r);
      drive(new ScatterTable(2 ** r, { marks: true }), SEARCHES / 2, r + 100);
      for (const x of new Set([0, Math.min(2, r), Math.min(4, r)]))
        drive(new CircularChaining(2 ** r, { x }), SEARCHES / 2, x);
    });

  it(`does as a Map does through ${OPERATIONS / 1e6} million operations: scatter table with circular lists`, () => {
    drive(new ScatterTable(1024), OPERATIONS, 9);
  });

  it(`does as a Map does through ${OPERATIONS / 1e6} million operations: direct circular chaining`, () => {
    drive(new CircularChaining(1024), OPERATIONS, 10);
  });
});
