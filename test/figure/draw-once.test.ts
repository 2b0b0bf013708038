import { describe, expect, it } from "vitest";
import { drawingOnce, type KeptPictures } from "../../src/figure/draw-once.js";
import { renderFigure } from "../../src/figure/figure.js";

const figureOf = (value: number, title = "Two bars") =>
  renderFigure(
    {
      data: { values: [{ x: "a", y: value }] },
      mark: "bar",
      encoding: { x: { field: "x", type: "nominal" }, y: { field: "y", type: "quantitative" } },
    },
    [],
    { title },
  );

/** A mark that tells a picture that was taken from one that was drawn. */
const marked = (pictures: KeptPictures): KeptPictures =>
  new Map(
    [...pictures].map(([key, picture]) => [key, { ...picture, svg: picture.svg.replace("<title>", "<title>!") }]),
  );

describe("drawingOnce", () => {
  it("takes a picture that was drawn before, and its PNG, which are as they were drawn", async () => {
    const bare = await figureOf(1);
    const first = await drawingOnce(new Map(), async () => {
      const figure = await figureOf(1);
      return { svg: figure.svg, png: figure.png() };
    });
    expect(first.result).toEqual({ svg: bare.svg, png: bare.png() });
    const again = await drawingOnce(marked(first.pictures), () => figureOf(1));
    expect(again.result.svg).toContain("<title>!");
    expect(again.result.png()).toBe(first.pictures.values().next().value?.png);
    expect(again.result.warnings).toEqual(bare.warnings);
  });

  it("draws what differs in a number or a word, and outside of it everything", async () => {
    const { pictures } = await drawingOnce(new Map(), () => figureOf(1));
    const { result } = await drawingOnce(marked(pictures), () =>
      Promise.all([figureOf(1.5), figureOf(1, "One bar"), figureOf(1)]),
    );
    expect(result.map(({ svg }) => svg.includes("<title>!"))).toEqual([false, false, true]);
    expect((await figureOf(1)).svg).not.toContain("<title>!");
  });

  it("leaves what it was given as it was, and hands on only what the work used", async () => {
    const { pictures } = await drawingOnce(new Map(), () => Promise.all([figureOf(1), figureOf(2)]));
    const { pictures: fewer } = await drawingOnce(pictures, async () => (await figureOf(2)).png());
    expect([pictures.size, fewer.size]).toEqual([2, 1]);
    expect([...pictures.values()].map(({ png }) => png)).toEqual([undefined, undefined]);
    expect([...fewer.values()].map(({ png }) => png?.length)).toEqual([expect.any(Number)]);
  });
});
