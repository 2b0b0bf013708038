import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, it } from "vitest";
import { toCsv } from "../../../src/base/rows/csv.js";
import { saveRows } from "../../../src/base/rows/save-rows.js";

const folder = mkdtempSync(join(tmpdir(), "crawlbench-rows-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (name: string) => readFileSync(join(folder, name), "utf8");

const rows = [
  { url: "http://a/?x=1,2", share: 1 / 3 },
  { url: "http://b/", share: Number.NaN },
];

describe("saveRows", () => {
  it("writes csv or json as the suffix says, in capitals too", async () => {
    await saveRows(join(folder, "a.csv"), rows, { seed: 1 });
    await saveRows(join(folder, "b.CSV"), rows);
    expect(read("a.csv")).toBe(toCsv(rows));
    expect(read("b.CSV")).toBe(toCsv(rows));
    await saveRows(join(folder, "a.json"), rows, { seed: 1 });
    // JSON has no NaN: null takes its place.
    expect(JSON.parse(read("a.json"))).toEqual({ seed: 1, rows: [rows[0], { url: "http://b/", share: null }] });
    expect(read("a.json").endsWith("}\n")).toBe(true);
  });

  it("writes Parquet with what belongs to the rows, and null for what a row does not have", async () => {
    const path = join(folder, "new/a.parquet");
    const mixed = [
      { url: "http://a/?x=1,2", share: 1 / 3, isHot: true, hotAt: undefined, of: { pages: [1, 2] } },
      { url: "http://b/", share: 7, isHot: false, hotAt: undefined, note: "late" },
    ];
    await saveRows(path, mixed, { provenance: { seed: 1 } });
    const file = await asyncBufferFromFile(path);
    expect(await parquetReadObjects({ file })).toEqual([
      { ...mixed[0], hotAt: null, of: '{"pages":[1,2]}', note: null },
      { ...mixed[1], hotAt: null, of: null },
    ]);
    const { key_value_metadata, schema } = await parquetMetadataAsync(file);
    expect(key_value_metadata).toEqual([{ key: "provenance", value: '{"seed":1}' }]);
    expect(schema.slice(1).map(({ type }) => type)).toEqual([
      "BYTE_ARRAY",
      "DOUBLE",
      "BOOLEAN",
      "DOUBLE",
      "BYTE_ARRAY",
      "BYTE_ARRAY",
    ]);
  });

  it("refuses other suffixes, and writes nothing then", async () => {
    const before = readdirSync(folder);
    for (const name of ["a.xlsx", "csv", "a.csv.gz"]) {
      await expect(saveRows(join(folder, name), rows)).rejects.toThrow(
        /expected a path ending in \.csv, \.json, \.parquet, found /,
      );
    }
    expect(readdirSync(folder)).toEqual(before);
  });
});
