import { describe, expect, it } from "vitest";
import { CircularChaining } from "../../src/cache/table/circular-chaining.js";
import { clockCache } from "../../src/cache/table/clock-cache.js";
import { ScatterTable } from "../../src/cache/table/scatter-table.js";
import { tableRows } from "../../src/cache/table/table-rows.js";
import { tableDiagram } from "../../src/figure/table-diagram.js";
import { fingerprint } from "../../src/url/fingerprint.js";
import { expectGolden, overhang } from "./golden.js";

/** CLOCK on a table, after requests for 19 URLs, the first seven of them twice. */
function used(table: ScatterTable | CircularChaining) {
  const cache = clockCache(table);
  const words = new Uint32Array(2);
  for (let i = 0; i < 26; i++) {
    const url = Buffer.from(`http://example.org/page${i % 19}`);
    fingerprint(url, 0, url.length, words);
    cache.request(words[0], words[1]);
  }
  return tableRows(cache);
}

const scatter = () => used(new ScatterTable(16, { marks: true }));
const chaining = () => used(new CircularChaining(16, { marks: true, x: 1 }));

describe("the diagram of a table", () => {
  it.each([
    ["table-diagram-lists", chaining, { layout: "lists" }],
    ["table-diagram-chaining", chaining, {}],
    ["table-diagram-scatter", scatter, {}],
  ] as const)("draws what the table holds: %s", async (name, rows, options) => {
    const figure = await tableDiagram(rows(), options);
    expectGolden(figure, name);
    expect(overhang(figure)).toBe(0);
    for (const { key } of rows()) if (key !== "") expect(figure.svg).toContain(`>${key}<`);
  });

  it("draws tables that are empty, half full, or of one entry", async () => {
    const half = new ScatterTable(8);
    for (let i = 0; i < 4; i++) half.add(i * 2 ** 30, i);
    for (const table of [new ScatterTable(4), new CircularChaining(4), new ScatterTable(1), half])
      expect((await tableDiagram(tableRows(table))).warnings).toEqual([]);
  });

  it("says how many entries stand in how many lists", async () => {
    const one = new ScatterTable(4);
    const titleOf = async (layout: "array" | "lists" = "array") =>
      (await tableDiagram(tableRows(one), { layout })).title;
    expect(await titleOf()).toBe("Scatter table with circular lists: 0 entries in 0 lists, the longest of 0");
    one.add(1, 2);
    expect([await titleOf(), await titleOf("lists")]).toEqual([
      "Scatter table with circular lists: 1 entry in 1 list, the longest of 1",
      "Direct chaining: 1 entry in 1 list, the longest of 1",
    ]);
    one.add(1, 3); // the same place
    expect(await titleOf()).toBe("Scatter table with circular lists: 2 entries in 1 list, the longest of 2");
  });

  it("refuses no entries, and more than can be read", async () => {
    await expect(tableDiagram([])).rejects.toThrow("expected 1 to 64 entries, found 0");
    await expect(tableDiagram(tableRows(new ScatterTable(128)))).rejects.toThrow("found 128");
  });
});
