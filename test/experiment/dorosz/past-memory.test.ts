import { describe, expect, it } from "vitest";
import { testClaims } from "../../../src/experiment/claim.js";
import { claims, pastMemory } from "../../../src/experiment/dorosz/past-memory.js";
import type { GrownRow } from "../../../src/urldb/measure.js";
import { asRecorded } from "../owes.js";

/** Blocks of 100,000 URLs with these delays; with them grow its files, by 40 MB a block, beside 100 MB of process. */
const blocks = (engine: string, delays: readonly number[]): GrownRow[] =>
  delays.map((microseconds, block) => ({
    ...{ engine, batch: 10_000, durability: "sync", microseconds },
    ...{ urls: 100_000 * (block + 1), disk: 40e6 * (block + 1), memory: 100e6 },
  }));

function judged(rows: readonly GrownRow[], missing = new Map<string, string>()): Record<string, string> {
  const found = testClaims(claims, { rows, missing })(pastMemory, pastMemory.load);
  return Object.fromEntries(
    found.map(({ claim, verdict, because }) => [
      claim.slice(0, 14),
      verdict === "cannot be tested" ? because : verdict,
    ]),
  );
}

const flat = Array.from({ length: 12 }, () => 10);

describe("past memory", () => {
  it("a B-tree slows down by medians of its last three blocks over its first half, one slow block is none", () => {
    const slower = (last: readonly number[]) => judged(blocks("LMDB", [10, 10, 10, 10, 10, ...last]))["The more pages"];
    expect(slower([20, 20, 20])).toBe("agrees");
    expect(slower([10, 90, 10])).toBe("disagrees");
    expect(slower([19, 19, 90])).toBe("mixed");
  });

  it("a structure keeps its speed up to 4 times, and is not judged before it outgrows its memory", () => {
    const kept = (delays: readonly number[]) => judged(blocks("dedicated", delays))["A dedicated st"];
    expect(kept(flat)).toBe("agrees");
    expect(kept([...flat, 41, 41, 41])).toBe("mixed");
    expect(kept([...flat, 81, 81, 81])).toBe("disagrees");
    expect(kept([10, 10, 10])).toBe("dedicated did not outgrow its memory"); // 120 MB of files and 100 of process
  });

  it("compares how many URLs both hold in the end", () => {
    const both = (tree: number) =>
      judged([...blocks("dedicated", flat), ...blocks("LMDB", flat.slice(0, tree))])["In the same me"];
    expect(both(4)).toBe("agrees"); // 12 blocks and 4
    expect(both(5)).toBe("mixed");
    expect(both(12)).toBe("disagrees");
  });

  it("is what the ledger was recorded by", () => {
    const found = testClaims(claims, { rows: [], missing: new Map() })(pastMemory, pastMemory.load);
    expect(found).toHaveLength(3);
    asRecorded(found);
  });

  it("says why an engine did not run", () => {
    expect(judged([], new Map([["LMDB", "no control group"]]))["The more pages"]).toBe("no control group");
  });
});
