import { describe, expect, it } from "vitest";
import { ratioBars } from "../../src/figure/ratio-bars.js";
import { expectGolden, overhang } from "./golden.js";

const rows = [
  { measure: "sustained", ratio: 7 },
  { measure: "parsing", ratio: 208 },
  { measure: "beginning", ratio: 0.25 },
];

describe("ratioBars", () => {
  it("draws each measure over its own value, from 1 on, to the left where it is less", async () => {
    const figure = await ratioBars(rows, { one: "the paper's own" });
    expectGolden(figure, "ratio-bars");
    expect(overhang(figure)).toBe(0);
    expect(figure.title).toBe("Most: parsing, 210 times; least: beginning, 0.25 times");
  });

  it("says how small a ratio is, however small", async () => {
    const { title } = await ratioBars([{ measure: "a", ratio: 0.00012 }]);
    expect(title).toBe("Most: a, 0.00012 times");
  });

  it("refuses no rows, and a ratio that a logarithmic scale does not have", async () => {
    await expect(ratioBars([])).rejects.toThrow("ratioBars: expected at least one row");
    await expect(ratioBars([{ measure: "none", ratio: 0 }])).rejects.toThrow("no ratio 0, found under none");
  });
});
