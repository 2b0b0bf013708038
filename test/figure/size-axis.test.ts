import { describe, expect, it } from "vitest";
import { log2, sizeAxis } from "../../src/figure/size-axis.js";

describe("an axis of sizes", () => {
  const ticks = (...given: Parameters<typeof sizeAxis>) => {
    const { scale, axis } = sizeAxis(...given) as {
      scale: { domain: number[] };
      axis: { values: number[]; labelExpr: string };
    };
    return { domain: scale.domain, values: axis.values, labelExpr: axis.labelExpr };
  };

  it("has a tick and its power at each doubling, from the power below to the one above", () => {
    expect(ticks("entries", [0.3, 3])).toEqual({
      domain: [-2, 2],
      values: [-2, -1, 0, 1, 2],
      labelExpr: '["2⁻²","2⁻¹","2⁰","2¹","2²"][(datum.value - -2) / 1]',
    });
    expect(sizeAxis("entries", [1])).toMatchObject({ type: "quantitative", title: "entries", scale: { nice: false } });
    expect(ticks("entries", [4]).domain).toEqual([2, 3]); // one doubling at least
  });

  it("has fewer ticks where labels have no room: each takes 32 pixels", () => {
    // 2 to the 0 .. 20: 21 labels, or 11, 6 and 3 of every second, fourth and eighth
    const at = (width: number) => ticks("entries", [1, 2 ** 20], width).values;
    expect(at(640).length).toBe(21);
    expect(at(639)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
    expect(at(320).length).toBe(11);
    expect(at(319)).toEqual([0, 4, 8, 12, 16, 20]);
    expect(at(159)).toEqual([0, 8, 16]);
    expect(at(10)).toEqual([0, 8, 16]);
    expect(ticks("entries", [2, 2 ** 20], 140)).toMatchObject({ domain: [1, 20], values: [8, 16] });
    expect(ticks("entries", [2, 2 ** 20], 140).labelExpr).toBe('["2⁸","2¹⁶"][(datum.value - 8) / 8]');
    expect(ticks("entries", [1, 2 ** 14]).values.length).toBe(8); // 400 pixels unless told
  });

  it("holds logarithms to four decimals", () => expect([log2(8), log2(3)]).toEqual([3, 1.585]));
});
