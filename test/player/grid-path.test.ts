import { describe, expect, it } from "vitest";
import { gridPath } from "../../src/player/page/grid-path.js";

const sizes = [...Array.from({ length: 300 }, (_, index) => index + 1), 1999, 10_007, 42_152, 50_000];

describe("gridPath", () => {
  it("visits every cell of a nearly square grid once, whatever the number of pages", () => {
    for (const size of sizes) {
      const { width, height, x, y } = gridPath(size);
      expect(width * height).toBeGreaterThanOrEqual(size);
      expect(width * height - size).toBeLessThan(width);
      expect(new Set(Array.from(x, (column, step) => y[step] * width + column)).size).toBe(width * height);
      expect([Math.max(...x), Math.max(...y)]).toEqual([width - 1, height - 1]);
    }
  });

  it("steps from each cell to one beside it, or across a corner, of which there is one at most", () => {
    for (const size of sizes) {
      const { x, y } = gridPath(size);
      let corners = 0;
      for (let step = 1; step < x.length; step++) {
        const [dx, dy] = [Math.abs(x[step] - x[step - 1]), Math.abs(y[step] - y[step - 1])];
        if (Math.max(dx, dy) !== 1) expect.fail(`${size} cells, step ${step}: ${dx} across, ${dy} down`);
        if (dx + dy === 2) corners++;
      }
      expect(corners, `${size} cells`).toBeLessThanOrEqual(1);
    }
  });
});
