import { describe, expect, it } from "vitest";
import { legendBelow } from "../../src/figure/frame.js";

describe("legendBelow", () => {
  const columnsOf = (labels: readonly string[], width: number) => legendBelow(labels, width, {}).columns;

  it("has a column for each label where there is room, fewer where there is less, and one where there is none", () => {
    const labels = ["backlink", "breadth-first", "page-rank"];
    expect(columnsOf(labels, 2000)).toBe(3);
    expect(columnsOf(labels, 0)).toBe(1);
    expect(columnsOf(["x".repeat(500)], 100)).toBe(1);
    const columns = Array.from({ length: 100 }, (_, i) => columnsOf(labels, 10 * i));
    expect(columns).toEqual(columns.toSorted());
    expect(new Set(columns)).toEqual(new Set([1, 2, 3]));
  });
});
