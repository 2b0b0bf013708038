import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FingerprintIds } from "../../../src/base/fingerprint-ids.js";
import { Random } from "../../../src/base/random.js";
import { StoredIds } from "../../../src/urldb/seen/stored-ids.js";
import { newFolder, pause } from "../dedicated/story.js";

/** Fingerprints in little room, so that words agree and whole ones return; and in all. */
const fingerprint = fc.oneof(fc.tuple(fc.nat(3), fc.nat(9)), fc.tuple(fc.nat(0xffffffff), fc.nat(0xffffffff)));

/** What users do: give ids, commit, lose the process, come back. */
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: fc.array(fingerprint, { maxLength: 40 }) }) },
    { weight: 2, arbitrary: fc.constant({ commit: true }) },
    { weight: 1, arbitrary: fc.record({ isOnDisk: fc.boolean() }) },
  ),
  { maxLength: 30 },
);

const runsIn = (folder: string) => readdirSync(folder).filter((file) => file.endsWith(".run"));
const word = (random: Random) => random.below(2 ** 32);

/** So many ids of fingerprints drawn, all committed, in runs but for the last few. */
async function filled(folder: string, count: number): Promise<[number, number][]> {
  const ids = new StoredIds(folder, 0, 64);
  const random = new Random(count);
  const all = Array.from({ length: count }, (): [number, number] => [word(random), word(random)]);
  for (const each of all) ids.add(...each);
  for (let turn = 0; turn < 20; turn++) await pause(1); // merges are written
  await ids.checkpoint()();
  ids.close();
  return all;
}

describe("ids that are stored on disk", () => {
  it("are those of a table in memory, whatever was flushed, merged, committed or lost", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const folder = newFolder();
        let committed: [number, number][] = [];
        let known: [number, number][] = [];
        let ids = new StoredIds(folder, 0, 8);
        for (const step of list) {
          if ("add" in step) {
            for (const [high, low] of step.add) {
              const at = known.findIndex(([h, l]) => h === high && l === low);
              expect(ids.idOf(high, low)).toBe(at);
              expect(ids.add(high, low)).toBe(at < 0 ? known.push([high, low]) - 1 : at);
            }
            await pause(1);
          } else if ("commit" in step) {
            const keep = ids.checkpoint();
            committed = [...known];
            await keep();
          } else {
            ids.checkpoint(); // of which nothing comes to the disk
            if (step.isOnDisk) committed = [...known]; // what stands beside them is
            ids.close();
            ids = new StoredIds(folder, committed.length, 8);
            expect(ids.size).toBeLessThanOrEqual(committed.length);
            for (const each of committed.slice(ids.size)) ids.add(...each);
            known = [...committed];
          }
          expect(ids.size).toBe(known.length);
        }
        for (const [id, each] of known.entries()) expect(ids.idOf(...each)).toBe(id);
        expect(ids.idOf(5, 5)).toBe(-1);
        ids.close();
      }),
      { numRuns: 60 },
    );
  });

  it("are there when they are opened again, but for the last, which stood in memory", async () => {
    const folder = newFolder();
    const all = await filled(folder, 1000);
    const ids = new StoredIds(folder, 1000, 64);
    expect(ids.size).toBeGreaterThanOrEqual(1000 - 64);
    for (let id = 0; id < ids.size; id++) expect(ids.idOf(...all[id])).toBe(id);
    ids.close();
  });

  it("keep the seed of their fingerprints", async () => {
    const folder = newFolder();
    await filled(folder, 200);
    const three = [new StoredIds(folder, 200, 64), new StoredIds(folder, 200, 64), new StoredIds(newFolder(), 0)];
    const [a, b, other] = three.map(({ seed }) => seed);
    expect(a).toBe(b);
    expect(other).not.toBe(a);
    for (const ids of three) ids.close();
  });

  it("of URLs that were not committed are forgotten", async () => {
    const folder = newFolder();
    await filled(folder, 200);
    const ids = new StoredIds(folder, 100, 64);
    expect(ids.size).toBe(0);
    expect(runsIn(folder)).toEqual([]);
    ids.close();
  });

  it.each([
    ["is cut short", (path: string) => truncateSync(path, statSync(path).size - 1)],
    ["is missing", (path: string) => rmSync(path)],
  ])("begin anew where a run %s", async (_, spoil) => {
    const folder = newFolder();
    const all = await filled(folder, 200);
    spoil(join(folder, runsIn(folder)[0]));
    const ids = new StoredIds(folder, 200, 64);
    expect(ids.size).toBe(0);
    for (const [id, each] of all.entries()) expect(ids.add(...each)).toBe(id);
    ids.close();
  });

  it("begin anew where what names the runs was changed", async () => {
    const folder = newFolder();
    await filled(folder, 200);
    const manifest = join(folder, "manifest.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"urls":', '"urls": '));
    const ids = new StoredIds(folder, 200, 64);
    expect([ids.size, runsIn(folder)]).toEqual([0, []]);
    ids.close();
  });

  it("leave no files of runs that were merged, once a checkpoint is on disk", async () => {
    const folder = newFolder();
    const ids = new StoredIds(folder, 0, 64);
    const random = new Random(3);
    for (let turn = 0; turn < 40; turn++) {
      for (let i = 0; i < 64; i++) ids.add(word(random), word(random));
      await pause(1);
      await ids.checkpoint()();
    }
    const left = async () => {
      await ids.checkpoint()();
      return runsIn(folder).length;
    };
    await expect.poll(left).toBeLessThan(16); // of 40 that were written
    ids.close();
  });

  it("take a fifth of the memory of a table", () => {
    const [ids, table] = [new StoredIds(newFolder(), 0, 2 ** 12), new FingerprintIds()];
    const random = new Random(1);
    for (let i = 0; i < 100_000; i++) {
      const each: [number, number] = [word(random), word(random)];
      ids.add(...each);
      table.add(...each);
    }
    expect(ids.memoryBytes).toBeLessThan(table.memoryBytes / 5);
    ids.close();
  });
});
