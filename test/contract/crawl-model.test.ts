import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CrawlModel, ModelFamily } from "../../src/crawl/model.js";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import { anyCrawl, judged, mean, permutations } from "../crawl/small-web.js";
import { camelCase, methodsOf, variantsOf } from "../discover.js";
import { caught, coded } from "../fixture/problems.js";

const families = await methodsOf<ModelFamily>("crawl/model");

describe("the folder of crawl models", () => {
  it("holds one method per file, named as the file is", () => {
    expect(families.map(({ file }) => file)).toEqual([...new Set(families.map(({ file }) => file))]);
    expect(families.length).toBeGreaterThanOrEqual(8);
  });

  for (const { file, export: name, value: model } of families) {
    it(`${file} exports ${camelCase(file)}, with a source, a label that begins with its name, and plain options`, () => {
      expect([name, model.name]).toEqual([camelCase(file), file]);
      expect(model.label.replaceAll(" ", "-").toLowerCase(), "its label").toMatch(RegExp(`^${file}`));
      expect(model.source.length).toBeGreaterThan(3);
      expect(structuredClone(model.options)).toEqual(model.options);
    });

    it(`${file} says whether there is a P before the first page`, () => {
      // who may have all there is to have after one page of many, divides by the pages visited: 0 of 0 before it
      const many = judged(
        [],
        Array.from({ length: 200 }, (_, page) => page),
        { hotAt: 100 },
      );
      if (model.ideal(1, many) === 1) expect(model.noneAtStart, "noneAtStart: true or false").toBeDefined();
    });

    it(`${file} refuses to judge without a threshold where it needs one, in each of its functions, and names itself`, (context) => {
      context.skip(!model.needsHotAt, "it needs none");
      const crawl = judged([1, 0], [1, 2]);
      const { curve, hot, ideal, random } = model;
      const asked = [
        () => curve(crawl),
        () => ideal(1, crawl),
        () => random(1, crawl),
        ...(hot ? [() => hot(crawl)] : []),
      ];
      for (const ask of asked)
        expect(caught(ask)).toMatchObject({ code: "option", message: expect.stringMatching(`model ${file}\\b`) });
    });

    it(`${file} has a title of its axis, in performanceTitle of src/figure/crawl-curve.ts`, async () => {
      const row = { dataset: "toy", ordering: "any", importance: "any", hotAt: 1, model: file };
      const rows = [0, 1].map((share) => ({ ...row, crawled: share, performance: share }));
      expect((await crawlCurve(rows)).svg).not.toContain(`performance, ${file}`);
    });

    it(`${file} refuses an option that it has not, and no value`, () => {
      expect(() => model({ hott: 3 } as object)).toThrow(new RegExp(`^${file} has no option "hott": it takes `));
      for (const option of Object.keys(model.declared))
        expect(() => model({ [option]: "no such value" }), option).toThrow(coded("option"));
    });

    it(`${file} tells in its label each choice that is not the default`, () => {
      const variants = Object.entries(model.declared).flatMap(([option, { samples }]) =>
        samples.map((value: unknown) => model({ [option]: value })),
      );
      const choices = new Set(variants.map(({ options }) => JSON.stringify(options)));
      expect(new Set(variants.map(({ label }) => label)).size).toBe(choices.size);
    });
  }
});

for (const model of families.flatMap(({ value }) => variantsOf<CrawlModel>(value))) {
  describe(`the crawl model ${model.label}`, () => {
    it("has a performance in [0, 1] after every page, or none at all, the same each time", () => {
      fc.assert(
        fc.property(anyCrawl(12), ({ importance, order, ...given }) => {
          const curve = model.curve(judged(order, importance, given));
          expect(curve.length).toBe(order.length);
          const isNone = curve.every(Number.isNaN); // no page is hot
          expect(isNone || curve.every((performance) => performance >= 0 && performance <= 1 + 1e-12)).toBe(true);
          expect(model.curve(judged(order, importance, given))).toEqual(curve);
        }),
      );
    });

    it("judges each page when it comes, whatever comes later", () => {
      fc.assert(
        fc.property(anyCrawl(12), fc.nat(12), ({ importance, order, ...given }, length) => {
          const whole = model.curve(judged(order, importance, given));
          const part = model.curve(judged(order.slice(0, length), importance, given));
          expect(part).toEqual(whole.subarray(0, part.length));
        }),
      );
    });

    it("is never passed by a crawl, where its ideal is the best at each page", (context) => {
      context.skip(
        model.options.window !== undefined && model.label !== "harvest",
        "who keeps pages for later may pass",
      );
      fc.assert(
        fc.property(anyCrawl(12), ({ importance, order, ...given }) => {
          const crawl = judged(order, importance, given);
          model.curve(crawl).forEach((performance, k) => {
            const ideal = model.ideal(k + 1, crawl);
            if (Number.isNaN(performance)) expect(ideal).toBeNaN();
            else expect(performance).toBeLessThanOrEqual(ideal + 1e-12);
          });
        }),
      );
    });

    // expected: the mean over all orders, by exhaustion
    it("says of the random crawler what the mean over all orders is", (context) => {
      context.skip(model.name === "buffer", "a full buffer does not flush at random");
      context.skip(model.options.revisits === "counted", "an order visits each page once");
      for (const importance of [
        [3, 1, 2, 1, 0],
        [1, 1, 1, 1, 1],
        [0, 4, 0, 0, 2],
      ]) {
        const given = { hotAt: 2 };
        const curves = permutations(5).map((order) => model.curve(judged(order, importance, given)));
        for (let k = 0; k < 5; k++) {
          const random = model.random(k + 1, judged([], importance, given));
          const expected = mean(curves.map((curve) => curve[k]));
          if (Number.isNaN(expected)) expect(random).toBeNaN();
          else expect(random).toBeCloseTo(expected, 12);
        }
      }
    });
  });
}
