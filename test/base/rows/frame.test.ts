import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { DANFO_OVERRIDES, frameOf } from "../../../src/base/rows/frame.js";

it("needs of danfojs-node what this package overrides itself", () => {
  const { overrides } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  expect(DANFO_OVERRIDES).toEqual(overrides["danfojs-node"]);
});

describe("frameOf", () => {
  it("holds the rows, with null where a row lacks a column or its value is undefined", async () => {
    const frame = await frameOf([
      { ordering: "backlink", hotAt: undefined, area: 1 / 3 },
      { ordering: "random", hotAt: 100, area: 0.5, low: 0.1 },
    ]);
    expect(frame.columns).toEqual(["ordering", "hotAt", "area", "low"]);
    expect(frame.values).toEqual([
      ["backlink", null, 1 / 3, null],
      ["random", 100, 0.5, 0.1],
    ]);
    expect(frame.column("area").values).toEqual([1 / 3, 0.5]); // 64-bit numbers, as they were
  });

  it("reads as a table, and so does what is made from it", async () => {
    const frame = await frameOf([
      { ordering: "backlink", area: 0.25 },
      { ordering: "random", area: 0.5 },
    ]);
    expect(inspect(frame)).toBe("ordering  area\n--------  ----\nbacklink  0.25\nrandom    0.50");
    expect(inspect(frame.head(1))).toBe("ordering  area\n--------  ----\nbacklink  0.25");
  });
});
