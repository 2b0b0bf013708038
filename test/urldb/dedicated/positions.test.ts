import { describe, expect, it } from "vitest";
import { Positions } from "../../../src/urldb/dedicated/positions.js";

/** Beyond 2^32, and different for each. */
const positionOf = (number: number) => 16 + number * 57 + 2 ** 33;
const CHUNK = 16 * 16_384;

describe("positions in the log", () => {
  it("names for every URL the entry up to 15 before it, within and across chunks of 16 * 16,384 URLs", () => {
    const positions = new Positions();
    const size = 2 * CHUNK + 40;
    for (let number = 0; number < size; number++) positions.note(number, positionOf(number));
    expect(positions.size).toBe(Math.ceil(size / 16));
    for (const at of [
      0,
      1,
      15,
      16,
      17,
      31,
      32,
      CHUNK - 16,
      CHUNK - 1,
      CHUNK,
      CHUNK + 15,
      CHUNK + 16,
      2 * CHUNK - 1,
      2 * CHUNK,
      size - 1,
    ])
      expect(positions.before(at), String(at)).toBe(positionOf(at - (at % positions.stride)));
  });

  it("hands over what was noted since any of them, and loads it again", () => {
    const positions = new Positions();
    for (let number = 0; number < CHUNK + 100; number++) positions.note(number, positionOf(number));
    const { size } = positions;
    expect(size).toBe(16_384 + 7); // 100 / 16, rounded up
    for (const from of [0, 1, 16_383, 16_384, size - 1, size, size + 5]) {
      const since = positions.since(from);
      expect(since.length).toBe(Math.max(0, size - from));
      since.forEach((position, i) => {
        if (position !== positionOf((from + i) * 16)) expect.unreachable(`position ${from + i} is ${position}`);
      });
    }
    const again = new Positions();
    again.load(positions.since(0));
    expect(again.size).toBe(size);
    expect(again.before(CHUNK + 99)).toBe(positionOf(CHUNK + 96));
    again.note(CHUNK + 112, 5);
    expect(again.before(CHUNK + 120)).toBe(5);
  });

  it("holds none at first", () => {
    expect(new Positions().size).toBe(0);
    expect(new Positions().since(0).length).toBe(0);
  });
});
