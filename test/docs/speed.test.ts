import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { root } from "../cli/command.js";

/** As in bench/speed.mjs. */
interface Row {
  readonly job: string;
  readonly bench: string;
  readonly limit: string;
  readonly ours?: string;
  readonly theirs?: string;
  readonly peer?: string;
  readonly ratio?: string;
  readonly aim?: string;
  readonly more?: boolean;
  readonly least?: string;
}

const { meetsAim, page, rows, shareOfLimit, timesAsFast } = (await import(
  pathToFileURL(join(root, "bench/speed.mjs")).href
)) as {
  rows(): readonly Row[];
  page(rows: readonly Row[]): string;
  timesAsFast(row: Row): readonly [number, number] | undefined;
  meetsAim(row: Row): boolean;
  shareOfLimit(row: Row): readonly [number, number] | undefined;
};

// docs/speed.md is written from bench/speed.json: npx vitest run test/docs/speed -u, and node bench/speed.mjs for its
// picture

const all = rows();
const recorded = readFileSync(join(root, "bench/README.md"), "utf8");
const benches = readFileSync(join(root, "bench/run.mjs"), "utf8");

describe("docs/speed.md", () => {
  it("is what bench/speed.json holds", async () => {
    await expect(page(all)).toMatchFileSnapshot(join(root, "docs/speed.md"));
  });

  it("has numbers that its benches recorded, and a peer or an aim for each", () => {
    const numbers = new Set(recorded.match(/\d+(?:\.\d+)?/g));
    for (const row of all) {
      expect(benches, row.bench).toMatch(new RegExp(`\\b${row.bench}\\b`));
      for (const text of [row.ours, row.theirs, row.ratio, row.least])
        for (const number of text?.match(/\d+(?:\.\d+)?/g) ?? [])
          expect(numbers, `${row.job}: ${text}`).toContain(number);
      expect([row.job, timesAsFast(row) !== undefined || row.aim !== undefined]).toEqual([row.job, true]);
    }
    expect(new Set(all.map(({ job, peer = "" }) => `${job} ${peer}`)).size).toBe(all.length);
  });

  it("takes the ends of ranges that favour ours least and most", () => {
    const limit = "";
    expect(timesAsFast({ job: "", bench: "", limit, ours: "2 to 4", theirs: "8" })).toEqual([2, 4]);
    expect(timesAsFast({ job: "", bench: "", limit, ours: "2-4", theirs: "8", more: true })).toEqual([0.25, 0.5]);
    expect(timesAsFast({ job: "", bench: "", limit, ratio: "1.1-1.5" })).toEqual([1.1, 1.5]);
    expect(timesAsFast({ job: "", bench: "", limit, ours: "2", aim: "3" })).toBeUndefined();
    expect(meetsAim({ job: "", bench: "", limit, ours: "39-55", aim: "40", more: true })).toBe(false);
    expect(meetsAim({ job: "", bench: "", limit, ours: "1.18", aim: "1.2" })).toBe(true);
    expect(shareOfLimit({ job: "", bench: "", limit, ours: "2 to 4", least: "1" })).toEqual([25, 50]);
    expect(shareOfLimit({ job: "", bench: "", limit, ours: "2" })).toBeUndefined();
  });
});
