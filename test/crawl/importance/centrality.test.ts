import { describe, expect, it } from "vitest";
import { compare } from "../../../src/crawl/compare/compare.js";
import { centrality } from "../../../src/crawl/importance/centrality.js";
import { mix } from "../../../src/crawl/importance/mix.js";
import { mass } from "../../../src/crawl/model/mass.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { CENTRALITY_NAMES, type CentralityName, centralitiesOf } from "../../../src/web/graph/centralities.js";
import { webOf } from "../../fixture/webs.js";

describe("centrality", () => {
  it("is the kernel's of its name", () => {
    const path = webOf(4, [
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    for (const name of CENTRALITY_NAMES) expect(centrality(name).of(path)).toEqual(centralitiesOf(path, name));
  });

  it("refuses a web that is too large before it is crawled, with the sizes, the limit and what to do", async () => {
    const size = 80_000; // 80,000 x 80,001 pages and links are more than 6e9
    const large = webOf(size, [[0, 1]], { name: "large" });
    const message =
      "betweenness: large has 80,000 pages and 1 link, which is too large: .* 6e\\+9 .*6\\.4e\\+9[^]*siteOf\\(web";
    expect(() => centrality("betweenness").of(large)).toThrow(new RegExp(message));
    const options = { orderings: [breadthFirst], importance: centrality("betweenness"), model: mass(), cache: false };
    const tasks: string[] = [];
    await expect(compare(large, { ...options, onProgress: ({ task }) => tasks.push(task) })).rejects.toThrow(
      "too large",
    );
    expect(tasks).toEqual([]);
    expect(centrality("in-degree").of(large)[1]).toBeCloseTo(1 / (size - 1));
  });

  it("tells how long it takes before it starts, where that is seconds", async () => {
    const size = 8_400; // 8,400 x 16,799 steps of 15 ns are 2.1 s
    const star = Array.from({ length: size - 1 }, (_, i) => [0, i + 1] as const);
    const tasks: string[] = [];
    const importance = centrality("betweenness");
    const begun = compare(webOf(size, star, { name: "wide" }), {
      orderings: [breadthFirst],
      importance,
      model: mass(),
      cache: false,
      onProgress: ({ task }) => {
        tasks.push(task);
        if (/about/.test(task)) throw new Error("told"); // what takes so long need not be done
      },
    });
    await expect(begun).rejects.toThrow("told");
    expect(tasks.at(-1)).toBe("betweenness of wide, about 2 s");
    expect(
      mix([
        [1, importance],
        [2, importance],
      ]).estimate?.(webOf(2, [[0, 1]])),
    ).toBeCloseTo(2 * 2 * 3 * 15e-6);
  });

  it("names what there is when asked for another", () => {
    expect(() => centrality("between" as CentralityName)).toThrow(
      /no centrality "between".*There are: closeness, between/,
    );
  });
});
