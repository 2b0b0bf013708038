import { describe, expect, it } from "vitest";
import type { Film } from "../../src/player/film.js";
import { curves } from "../../src/player/page/curves.js";
import { scenes } from "../../src/player/page/scenes.js";
import { fakePage } from "../fixture/fake-page.js";
import { filmByHand } from "./film-by-hand.js";

/** Of the chart, by its viewBox. */
const [WIDTH, HEIGHT] = [1000, 300];

/** Where a path goes, in shares of the film and in P. */
const pointsOf = (d: string) =>
  d
    .replace(/^M/, "")
    .split("L")
    .map((point) => point.split(" ").map(Number))
    .map(([x, y]) => [x / WIDTH, 1 - y / HEIGHT] as const);

function chart(film: Film) {
  const { document, get } = fakePage();
  const sought: number[] = [];
  const draw = curves(document, film, scenes(film), (frame) => sought.push(frame));
  const svg = get("curves");
  const paths = (name: string) =>
    svg.children.filter((each) => each.getAttribute("class")?.split(" ").includes(name)).map((each) => each.attributes);
  const dOf = (name: string) => paths(name).map((path) => path.get("d") ?? "");
  return { draw, svg, sought, paths, dOf };
}

/** A film of one crawl whose P is the share that it crawled, up to where it ends. */
const straight = (length: number, crawled: number): Film => {
  const shares = Array.from({ length: length + 1 }, (_, frame) => Math.min(frame, crawled) / length);
  const [crawl] = filmByHand.crawls;
  return { ...filmByHand, length, crawls: [{ ...crawl, crawled, performance: Float32Array.from(shares) }] };
};

describe("the curves of a player", () => {
  it("are stretched to their place, and their strokes are not", () => {
    const { svg } = chart(filmByHand);
    const effects = svg.children.map((each) => each.getAttribute("vector-effect"));
    expect(new Set(effects)).toEqual(new Set(["non-scaling-stroke"])); // SVG 2, section 7.10
  });

  it("go through P after each page, up to the last one that the crawl took, in its colour and dashes", () => {
    const { paths, dOf } = chart(filmByHand);
    const [first, second] = dOf("curve").map(pointsOf);
    expect(first).toEqual([0, 0, 0.5, 0.5].map((p, page) => [page / 4, p]));
    expect(second).toEqual([0, 0, 0.5, 0.5, 1].map((p, page) => [page / 4, p]));
    expect(paths("curve").map((path) => [path.get("style"), path.get("stroke-dasharray")])).toEqual([
      ["--series: red", "2 1"],
      ["--series: blue", ""],
    ]);
  });

  it("stand beside those of the closed forms, on lines at each quarter of P", () => {
    const { dOf } = chart(filmByHand);
    for (const kind of ["ideal", "random"] as const) {
      const points = pointsOf(dOf(kind)[0]);
      expect(points).toHaveLength(101);
      points.forEach(([share, p], step) => {
        expect([share, p]).toEqual([step / 100, expect.closeTo(filmByHand[kind][step], 3)]);
      });
    }
    const quarters = dOf("grid").map((d) => /^M0 ([\d.]+)H(\d+)$/.exec(d)?.slice(1).map(Number));
    expect(quarters).toEqual([0.25, 0.5, 0.75].map((p) => [HEIGHT - HEIGHT * p, WIDTH]));
  });

  it("of a long crawl have a point for each pixel at most, the last page among them", () => {
    for (const crawled of [12_345, 12_001, 7_003]) {
      const points = pointsOf(chart(straight(12_345, crawled)).dOf("curve")[0]);
      expect(points.length).toBeLessThan(WIDTH + 2);
      expect(points.length).toBeGreaterThan((0.9 * WIDTH * crawled) / 12_345);
      for (const [share, p] of points) expect(share).toBeCloseTo(p, 3);
      expect(points.at(-1)?.[0]).toBeCloseTo(crawled / 12_345, 4);
    }
  });

  it("have a cursor at what is shown, and a dot where each crawl is then", () => {
    const { draw, dOf } = chart(filmByHand);
    for (let frame = 0; frame <= 4; frame++) {
      draw(frame);
      expect(dOf("cursor")).toEqual([`M${((WIDTH * frame) / 4).toFixed(1)} 0V${HEIGHT}`]);
      const dots = dOf("dot").map((d) => pointsOf(d.replace(/h0.01$/, ""))[0]);
      expect(dots).toEqual(
        filmByHand.crawls.map(({ crawled, performance }) => [Math.min(frame, crawled) / 4, performance[frame]]),
      );
    }
  });

  it("have neither line nor dot where there is no P", () => {
    const none = Float32Array.of(0, Number.NaN, Number.NaN, Number.NaN, Number.NaN);
    const { draw, dOf } = chart({
      ...filmByHand,
      crawls: filmByHand.crawls.map((crawl) => ({ ...crawl, performance: none })),
    });
    draw(2);
    expect(dOf("dot")).toEqual(["", ""]);
    expect(dOf("curve").map(pointsOf)).toEqual([[[0, 0]], [[0, 0]]]);
  });

  it("seek what a reader presses or draws to, the nearest page, within the film", () => {
    const { svg, sought } = chart({ ...filmByHand, length: 40, stride: 2 });
    const at = (share: number) => 50 + 200 * share; // of the fake element
    for (const clientX of [at(0.5), at(0.49), at(-1), at(2)]) svg.happens("pointerdown", { clientX });
    svg.happens("pointermove", { clientX: at(0.25), buttons: 1 });
    svg.happens("pointermove", { clientX: at(0.75), buttons: 0 });
    svg.happens("pointermove", { clientX: at(0.75), buttons: 2 });
    expect(sought).toEqual([10, 10, 0, 20, 5]);
  });
});
