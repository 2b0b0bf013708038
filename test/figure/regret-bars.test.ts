import { describe, expect, it } from "vitest";
import { type RegretBarRow, regretBars } from "../../src/figure/regret-bars.js";
import { expectGolden, overhang } from "./golden.js";

const barOf = (ordering: string, badPolicy: number, interval = true): RegretBarRow[] =>
  (
    [
      ["total", 0.2 + badPolicy],
      ["mustFollowLinks", 0.12],
      ["lackOfInformation", 0.08],
      ["badPolicy", badPolicy],
    ] as const
  ).map(([part, mean]) => ({
    dataset: "campus",
    ordering,
    part,
    mean,
    ...(interval && { low: mean - mean / 4, high: mean + mean / 4 }),
  }));
const regretOf = (rows: readonly RegretBarRow[]) => ({
  summary: () => rows,
  judgedBy: "model mass, importance page-rank",
});
const rows = [
  ...barOf("random", 0.2),
  ...barOf("page-rank, accuracy 0.001, ties fifo", 0),
  ...barOf("backlink, ties fifo", 0.06),
];

describe("regretBars", () => {
  it("draws a bar of three parts per ordering, the shortest first, with the interval of the last part at its end", async () => {
    const figure = await regretBars(regretOf(rows));
    expectGolden(figure, "regret-bars");
    expect(overhang(figure)).toBe(0);
  });

  it("draws no interval where there is none, and no number where it has no room", async () => {
    const { svg, description } = await regretBars(regretOf(barOf("random", 0.002, false)));
    expect(description).toBe("campus · model mass, importance page-rank");
    expect(svg).toContain(">0.120<");
    expect(svg).not.toContain(">0.002<");
  });

  it("refuses no rows, NaN and several webs in one picture", async () => {
    await expect(regretBars(regretOf([]))).rejects.toThrow("regretBars: expected at least one row");
    await expect(regretBars(regretOf([{ ...rows[0], mean: Number.NaN }]))).rejects.toThrow(
      "row 0: mean must be a finite number",
    );
    await expect(regretBars(regretOf([rows[0], { ...rows[1], dataset: "other" }]))).rejects.toThrow(
      "one picture shows one dataset",
    );
  });
});
