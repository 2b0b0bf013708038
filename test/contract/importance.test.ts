import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Declared } from "../../src/base/method.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import type { Importance } from "../../src/crawl/importance/importance.js";
import { CENTRALITY_NAMES, type CentralityName } from "../../src/web/graph/centralities.js";
import { requireCapabilities } from "../../src/web/web.js";
import { camelCase, exportsOf, topicVariantsOf, variantsOf } from "../discover.js";
import { coded } from "../fixture/problems.js";
import { anyWeb } from "../fixture/webs.js";

type Make = ((options?: Record<string, unknown>) => Importance) & Importance & { readonly declared: Declared };
type MakeOf<P> = (part: P, options?: object) => Importance;

/** Exports that cannot do without a part: all that they make, and one of these with another threshold. */
const made: Readonly<
  Record<string, (make: never) => { all: Importance[]; withThreshold: (hotAt: number) => Importance }>
> = {
  mix: (make: MakeOf<unknown>) => {
    const parts = [
      [2, backlinks()],
      [1, backlinks()],
    ];
    return { all: [make(parts)], withThreshold: (hotAt) => make(parts, { hotAt }) };
  },
  relevance: (make: MakeOf<string> & { readonly declared: Declared }) => ({
    all: topicVariantsOf(make, [
      {},
      { rule: "cosine" },
      { rule: "inner-product" },
      { words: "stem" },
      { backlinks: 2 },
    ]),
    withThreshold: (hotAt) => make("topic", { hotAt }),
  }),
  given: (make: MakeOf<unknown>) => {
    const values = new Map(Array.from({ length: 1000 }, (_, page) => [page, page % 7]));
    return { all: [make(values)], withThreshold: (hotAt) => make(values, { hotAt }) };
  },
  centrality: (make: MakeOf<CentralityName>) => ({
    all: ["closeness" as const, ...CENTRALITY_NAMES].map((name) => make(name)),
    withThreshold: (hotAt) => make("closeness", { hotAt }),
  }),
};

/** Thresholds that go without saying: a page is on topic or not. */
const ownThreshold: Readonly<Record<string, number>> = { relevance: 1 };

/** A file whose method goes by another name, which stands in labels. */
const otherNames: Readonly<Record<string, string>> = {
  "page-rank-of": "page-rank",
  "location-of": "location",
  centrality: "closeness",
};

const found = (await exportsOf("crawl/importance")).filter(({ file }) => file !== "importance");

describe("the folder of importances", () => {
  it("was found: it holds at least five", () => {
    expect(found.length).toBeGreaterThanOrEqual(5);
  });
});

for (const { file, export: name, value } of found) {
  describe(`the importance ${file}`, () => {
    const make = value as Make;
    const { all, withThreshold } = made[file]?.(value as never) ?? {
      all: variantsOf<Importance>(make),
      withThreshold: (hotAt: number) => make({ hotAt }),
    };
    const [importance] = all;

    it("is the one export of its file, named as the file is, with a source and plain options", () => {
      expect(found.filter((other) => other.file === file).length).toBe(1);
      expect(name).toBe(camelCase(file));
      expect(importance.name).toBe(otherNames[file] ?? file);
      expect(importance.kind).toBe("importance");
      expect(importance.label).not.toBe("");
      expect(importance.source.length).toBeGreaterThan(3);
      expect(structuredClone(importance.options)).toEqual(importance.options);
      expect(importance.hotAt).toBe(ownThreshold[file]);
    });

    it.each(all.map((each) => [each.label, each] as const))(
      "%s values every page with a finite number, the same each time, and leaves the web alone",
      (_, each) => {
        fc.assert(
          fc.property(anyWeb(), (web) => {
            requireCapabilities(web, each.needs, each.label);
            const { targets, offsets } = structuredClone(web.graph);
            const values = each.of(web);
            expect(values).toBeInstanceOf(Float64Array);
            expect(values.length).toBe(web.graph.size);
            expect(values.every(Number.isFinite)).toBe(true);
            expect(each.of(web)).toEqual(values);
            expect([web.graph.targets, web.graph.offsets]).toEqual([targets, offsets]);
          }),
        );
      },
    );

    it("takes a threshold, and refuses one that is no finite number", () => {
      expect(withThreshold(100).hotAt).toBe(100);
      expect(() => withThreshold(Number.NaN)).toThrow(coded("option"));
    });
  });
}
