import { describe, expect, it } from "vitest";
import { AS_THE_PAPER, TODAY } from "../../src/experiment/dorosz/contestants.js";
import { type DelayPoint, delayCurve } from "../../src/figure/delay-curve.js";
import { expectGolden, overhang } from "./golden.js";

/** Six blocks, from `first` microseconds on, each slower than the last by `growth`. */
const lineOf = (engine: string, first: number, growth = 1, block = 25_000): DelayPoint[] =>
  Array.from({ length: 6 }, (_, i) => ({ engine, urls: (i + 3) * block, microseconds: first * growth ** i }));

/** All that Figure 2 compares here, under the labels that it has. */
const contestants = [...Object.values(AS_THE_PAPER), ...Object.values(TODAY)].flatMap(({ label }, i) =>
  lineOf(label, 2000 / 3 ** i, 1 + i / 20),
);

/** Colour and dash of each line, in drawing order. */
const strokes = (svg: string): [string, string][] =>
  [...svg.matchAll(/class="mark-line[^"]*"[\s\S]*?stroke="([^"]+)"[^>]*?(?:stroke-dasharray="([^"]*)")?\/>/g)].map(
    ([, color, dash]) => [color, dash ?? ""],
  );

describe("delayCurve", () => {
  it("draws all contestants of Figure 2 with room for their names", async () => {
    const notes = [
      "50,000 URLs at the start, 150,000 added · batches of 10,000 · every call waits for the disk, but where the legend says otherwise",
    ];
    const figure = await delayCurve(contestants, { notes });
    expectGolden(figure, "delay-curve");
    expect(overhang(figure)).toBe(0);
    const labels = new Set(contestants.map(({ engine }) => engine));
    expect(labels.size).toBeGreaterThanOrEqual(8);
    for (const label of labels) expect(figure.svg).toContain(`>${label}<`);
  });

  it("gives a database its colour, and other ways to use it colours and dashes of their own", async () => {
    const names = ["PostgreSQL, COPY per batch", "PostgreSQL, one INSERT per URL", "dedicated, batches"];
    const drawn = strokes((await delayCurve(names.flatMap((name) => lineOf(name, 10)))).svg);
    expect([drawn[0][0], drawn[2][0]]).toEqual(["#b74900", "#0066cd"]); // vermillion, blue
    for (const part of [0, 1]) expect(new Set(drawn.map((look) => look[part])).size).toBe(3);
    const alone = strokes((await delayCurve(lineOf("dedicated, batches", 10))).svg);
    expect(alone).toEqual([["#0066cd", ""]]);
  });

  it("counts URLs in thousands, and from two million on in millions", async () => {
    const thousands = await delayCurve(lineOf("dedicated", 2));
    expect(thousands.svg).toContain(">URLs in the database (thousands)<");
    expect(JSON.stringify(thousands.spec)).toContain('"x":75,');
    const millions = await delayCurve(lineOf("dedicated", 2, 1, 250_000));
    expect(millions.svg).toContain(">URLs in the database (millions)<");
    expect(JSON.stringify(millions.spec)).toContain('"x":0.75,');
    expect(millions.rows[0].urls).toBe(750_000);
  });

  it("draws a delay of 0 where a logarithmic scale has a place for it, and leaves the row as it is", async () => {
    const rows = [...lineOf("dedicated", 1), { engine: "dedicated", urls: 10, microseconds: 0 }];
    const figure = await delayCurve(rows);
    expect(figure.warnings).toEqual([]);
    expect(figure.svg).not.toMatch(/NaN|Infinity/);
    expect(JSON.stringify(figure.spec)).toContain('"y":0.01}');
    expect(figure.rows.at(-1)?.microseconds).toBe(0);
  });

  it("summarises each engine by its first, median and last block, by size, whatever the order of the rows", async () => {
    const rows = [5.4321, 1, 3, 2].map((microseconds, i) => ({ engine: "LMDB", urls: 100 * (4 - i), microseconds }));
    const { summary } = await delayCurve([...rows, ...lineOf("dedicated", 2)]);
    expect(summary).toEqual([
      { engine: "LMDB", "first block µs": 2, "median µs": 2.5, "last block µs": 5.43 },
      { engine: "dedicated", "first block µs": 2, "median µs": 2, "last block µs": 2 },
    ]);
  });

  it("lays out the same picture whatever the order of the rows within a line", async () => {
    const rows = lineOf("dedicated", 2, 1.5);
    const forwards = await delayCurve(rows);
    expect(strokes((await delayCurve(rows.toReversed())).svg)).toEqual(strokes(forwards.svg));
    const lines = (svg: string) => /class="mark-line[\s\S]*? d="([^"]+)"/.exec(svg)?.[1];
    expect(lines((await delayCurve(rows.toReversed())).svg)).toBe(lines(forwards.svg));
    expect(lines(forwards.svg)?.match(/L/g)).toHaveLength(5);
  });

  it("refuses no rows, and delays that are none, naming row and column", async () => {
    await expect(delayCurve([])).rejects.toThrow("delayCurve: expected at least one row, found none");
    const rows = lineOf("dedicated", 2);
    for (const microseconds of [Number.NaN, -1, undefined]) {
      const spoiled = rows.map((row, i) => (i === 4 ? ({ ...row, microseconds } as DelayPoint) : row));
      await expect(delayCurve(spoiled)).rejects.toThrow(
        `row 4: microseconds must be a finite number >= 0, found ${microseconds}`,
      );
    }
  });
});
