import { expect, it } from "vitest";
import type { Material } from "../../../src/base/crew/crew.js";
import type { JoinedSweep } from "../../../src/cluster/jobs/joined-sweep.js";
import { MaterialShelf } from "../../../src/cluster/jobs/material-shelf.js";

const MATERIAL: Material = { facts: {}, arrays: [] };

/** A sweep on what has this digest, and how often that was fetched. */
function sweepOf(digest: string, fetched: () => Promise<Material | undefined> = async () => MATERIAL) {
  const counts = { fetched: 0, told: 0 };
  const fetch = () => {
    counts.fetched++;
    return fetched();
  };
  const sweep = { announcement: { material: { digest } }, fetch } as unknown as JoinedSweep;
  return { sweep, counts, told: () => void counts.told++ };
}

it("what jobs read is fetched and told of once for all threads, and for the next sweep on the same", async () => {
  const shelf = new MaterialShelf();
  const [one, next, other] = [sweepOf("a"), sweepOf("a"), sweepOf("b")];
  const both = await Promise.all([shelf.of(one.sweep, one.told), shelf.of(one.sweep, one.told)]);
  expect(both).toEqual([MATERIAL, MATERIAL]);
  expect(await shelf.of(next.sweep, next.told)).toBe(MATERIAL);
  await shelf.of(other.sweep, other.told);
  expect([one, next, other].map(({ counts }) => [counts.fetched, counts.told])).toEqual([
    [1, 1],
    [0, 0],
    [1, 1],
  ]);
  shelf.keep([other.sweep]);
  await shelf.of(next.sweep, next.told);
  await shelf.of(other.sweep, other.told);
  expect([next, other].map(({ counts }) => counts.fetched)).toEqual([1, 1]);
});

it("what could not be fetched, or was gone before, is fetched again, and not told of", async () => {
  const shelf = new MaterialShelf();
  const answers = [async () => undefined, () => Promise.reject(new Error("cut")), async () => MATERIAL];
  const { sweep, counts, told } = sweepOf("a", () => answers.shift()?.() ?? Promise.resolve(undefined));
  expect(await shelf.of(sweep, told)).toBeUndefined();
  await expect(shelf.of(sweep, told)).rejects.toThrow("cut");
  expect(counts.told).toBe(0);
  expect(await shelf.of(sweep, told)).toBe(MATERIAL);
  expect(counts).toEqual({ fetched: 3, told: 1 });
});
