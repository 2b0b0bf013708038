import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TEXT_SIZE } from "../../src/figure/frame.js";
import { type DrawnLine, placeLabels } from "../../src/figure/line-labels.js";
import { textWidth } from "../../src/figure/text-width.js";

const size = { width: 400, height: 280 };

const straight = (label: string, from: number, to: number): DrawnLine => ({
  label,
  points: [
    [0, from],
    [200, (from + to) / 2],
    [400, to],
  ],
});

/** The box that a label takes: 14 pixels high, as wide as its text. */
const boxOf = ({ label, x, y }: { label: string; x: number; y: number }) => ({
  left: x,
  right: x + textWidth(label, TEXT_SIZE),
  top: y - 7,
  bottom: y + 7,
});

/** The height of a line at x; its points are sorted by x. */
function heightAt({ points }: DrawnLine, x: number): number {
  const next = Math.max(
    1,
    points.findIndex(([at]) => at >= x),
  );
  const [[x0, y0], [x1, y1]] = [points[next - 1], points[next]];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

describe("labels at lines", () => {
  it("stand behind the ends of lines that end apart", () => {
    const places = placeLabels([straight("one", 200, 40), straight("two", 250, 120)], size);
    expect(places).toEqual([
      { label: "one", x: 405, y: 40 },
      { label: "two", x: 405, y: 120 },
    ]);
  });

  it("stand beside lines that end in one point, over none of them and not over each other", () => {
    const levels = fc.uniqueArray(fc.integer({ min: 20, max: 260 }), {
      minLength: 1,
      maxLength: 4,
      comparator: (a, b) => Math.abs(a - b) < 40,
    });
    fc.assert(
      fc.property(levels, (heights) => {
        const lines = heights.map(
          (y, i): DrawnLine => ({
            label: `line ${i}`,
            points: [
              [0, y],
              [300, y],
              [400, 0],
            ],
          }),
        );
        const places = placeLabels(lines, size);
        expect(places).toHaveLength(lines.length); // 40 pixels between two lines are room for 14 and what is kept free
        const boxes = (places ?? []).map(boxOf);
        for (const [i, box] of boxes.entries()) {
          for (const line of lines)
            for (let x = Math.max(0, box.left); x <= Math.min(400, box.right); x++)
              expect(heightAt(line, x) < box.top || heightAt(line, x) > box.bottom).toBe(true);
          for (const other of boxes.slice(0, i))
            expect(
              box.right < other.left || other.right < box.left || box.bottom < other.top || other.bottom < box.top,
            ).toBe(true);
        }
      }),
      { numRuns: 30, seed: 1 },
    );
  });

  it("are nowhere where one line hides another", () => {
    expect(placeLabels([straight("one", 200, 40), straight("two", 200, 40)], size)).toBeUndefined();
  });
});
