import { describe, expect, it } from "vitest";
import { bars } from "../../src/figure/bars.js";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import { missRateCurve } from "../../src/figure/miss-rate-curve.js";
import { arePanels, panels } from "../../src/figure/panels.js";
import { expectGolden, overhang } from "./golden.js";
import { curveOf } from "./rows.js";

const drawn = (dataset: string, ...powers: readonly number[]) =>
  crawlCurve(
    ["breadth-first", "backlink", "PageRank"].flatMap((name, i) => curveOf(name, powers[i], { dataset })),
    { notes: ["3 starts", `all of ${dataset}`] },
  );

const ratesOn = (dataset: string, sizes: readonly number[]) =>
  missRateCurve(sizes.map((size) => ({ dataset, policy: "CLOCK", size, missRate: 1 / size })));

describe("panels", () => {
  it("draws a panel a web with its finding above, and says once what all say", async () => {
    const three = await Promise.all([drawn("campus", 2, 3, 5), drawn("stanford", 5, 2, 3), drawn("cnr-2000", 4, 4, 4)]);
    const figure = await panels(three, { title: "Three orderings: 3 webs" });
    expectGolden(figure, "panels");
    expect(overhang(figure)).toBe(0);
    for (const { title } of three) expect(figure.description).toContain(title);
    expect(figure.svg.split(">importance: backlinks · hot from G = 10 · 3 starts<")).toHaveLength(2);
    expect(figure.svg).not.toContain("all of campus");
    expect(figure.rows).toHaveLength(3 * 3 * 21);
    expect(figure.csv().split("\n")[0]).toContain("panel");
    expect(figure.summary![0]).toMatchObject({ panel: "campus", "crawled %": 10 });
  });

  it("has one legend for all panels, in which a name has one colour", async () => {
    // ten lines that end in one point have no room for their names
    const crowded = (dataset: string) =>
      crawlCurve(Array.from({ length: 10 }, (_, i) => curveOf(`own-${i}`, 2 + i / 50, { dataset })).flat());
    const figures = await Promise.all([crowded("campus"), crowded("stanford")]);
    const { svg, warnings } = await panels(figures);
    expect(warnings).toEqual([]);
    for (let i = 0; i < 10; i++) expect(svg.split(`>own-${i}<`)).toHaveLength(2);
  });

  it("names lines that differ in numbers alone from few to many, in whatever order they end", async () => {
    const one = (dataset: string) =>
      missRateCurve(
        [100, 20, 4].flatMap((threads, i) =>
          [2, 8].map((size) => ({ dataset, policy: `${threads} threads`, size, missRate: 0.9 - i / 10 - size / 100 })),
        ),
      );
    const { svg } = await panels([await one("a"), await one("b")]);
    expect([...svg.matchAll(/>(\d+) threads</g)].map(([, threads]) => threads)).toEqual(["4", "20", "100"]);
  });

  it("holds all panels to the same ends of an axis where these are stated", async () => {
    const figure = await panels([await ratesOn("a", [1, 16]), await ratesOn("b", [1, 1024])]);
    expect(figure.warnings).toEqual([]);
    // both axes from 1 to 1,024 entries: the label of each power is there twice
    for (const power of ["2⁰", "2¹⁰"]) expect(figure.svg.split(`>${power}<`).length).toBeGreaterThanOrEqual(3);
  });

  it("holds them to the same ends where none are stated, and their titles to the same height", async () => {
    const relative = (greatest: number, policy = "LRU") =>
      missRateCurve(
        [1, 4].flatMap((size) => [
          { policy, size, missRate: greatest / 10 },
          { policy: "MIN", size, missRate: 0.1 },
        ]),
        { relative: true, paper: [{ y: 1.05, says: "below 1.05", quote: "below 1.05", source: "2003, Figure 3" }] },
      );
    const figure = await panels([await relative(1.5), await relative(4)], { names: ["a", "b"] });
    // ticks of both panels: a half alone would have no 4
    expect(figure.svg.split(">4.0<")).toHaveLength(3);
    // the title of an axis once a panel, however many layers have it
    expect(figure.svg.split(">miss rate over that of MIN<")).toHaveLength(3);
    const uneven = await panels(
      [await relative(1.5), await relative(4, "a policy with quite a long name of its own")],
      {
        names: ["a", "b"],
      },
    );
    const { concat } = uneven.spec as { concat: { title: { subtitle: string[] } }[] };
    expect(concat.map(({ title }) => title.subtitle.length)).toEqual([2, 2]);
  });

  it("is titled by what all show in other numbers, or else by its first note", async () => {
    const shows = async (...policies: string[]) => {
      const figures = policies.map((policy, i) =>
        missRateCurve([
          { policy, size: 8, missRate: 0.2 },
          { policy, size: 2, missRate: 0.4 + i / 10 },
        ]),
      );
      const { title, description } = await panels(await Promise.all(figures), {
        names: ["a", "b"],
        notes: ["Miss rate"],
      });
      return { title, description };
    };
    expect((await shows("LRU", "LRU")).title).toBe("LRU misses 40 to 50 % with 2 entries, 20 % with 8");
    expect((await shows("LRU", "CLOCK")).title).toBe("Miss rate (2 webs)");
  });

  it("names panels as it is told to", async () => {
    const figures = [await drawn("campus", 2, 3, 5), await drawn("campus", 3, 2, 5)];
    const { svg } = await panels(figures, { names: ["then", "now"] });
    for (const name of ["then", "now"]) expect(svg).toContain(`>${name}<`);
    await expect(panels(figures, { names: ["one"] })).rejects.toThrow("names has a name for each of 2 figures");
  });

  it("refuses one figure alone, and figures over other axes", async () => {
    const curve = await drawn("campus", 2, 3, 5);
    const bar = await bars([{ dataset: "campus", ordering: "a", group: "b", value: 0.5 }]);
    const rates = await ratesOn("campus", [1, 16]);
    expect([[curve], [curve, bar], [curve, rates], [curve, curve]].map(arePanels)).toEqual([false, false, false, true]);
    await expect(panels<object>([curve, rates])).rejects.toThrow("panels draws two or more figures of one function");
  });
});
