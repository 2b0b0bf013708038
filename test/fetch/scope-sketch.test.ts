import { expect, it } from "vitest";
import { CountSketch } from "../../src/fetch/scope-sketch.js";

const countIn = (sketch: CountSketch, text: string, from = text.length, seed = 1): number =>
  sketch.count(text, from, text.length, seed);

it("a sketch counts texts apart that differ in their first letter, their last, or what they are counted for", () => {
  const sketch = new CountSketch();
  for (let times = 0; times < 3; times++) {
    countIn(sketch, "/a/b");
    sketch.add(sketch.place);
  }
  expect(["/a/b", "x/a/b", "xa/b", "/a/c", "/a"].map((text) => countIn(sketch, text))).toEqual([3, 0, 0, 0, 0]);
  expect(countIn(sketch, "/a/b", 4, 2)).toBe(0);
});

it("takes runs of digits as one from a place on, and as they are before it", () => {
  const sketch = new CountSketch();
  countIn(sketch, "1/page17", 1);
  sketch.add(sketch.place);
  expect(["1/page4", "1/page", "2/page17"].map((text) => countIn(sketch, text, 1))).toEqual([1, 0, 0]);
});
