import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requireCapabilities } from "../../src/graph/web.js";
import { backlinks } from "../../src/importance/backlinks.js";
import type { Importance } from "../../src/importance/importance.js";
import { camelCase, exportsOf } from "../discover.js";
import { anyWeb } from "../fixture/webs.js";

type Make = (options?: Record<string, unknown>) => Importance;

/** Arguments that a file's export cannot do without. */
const parts: Readonly<Record<string, unknown>> = { mix: [[2, backlinks()], [1, backlinks()]], relevance: "topic" }; // biome-ignore format: one line

/** Thresholds that go without saying: a page is on topic or not. */
const ownThreshold: Readonly<Record<string, number>> = { relevance: 1 };

/** A file whose method goes by another name, which stands in labels. */
const otherNames: Readonly<Record<string, string>> = { "page-rank-of": "page-rank", "location-of": "location" };

const found = (await exportsOf("importance")).filter(({ file }) => file !== "importance");

describe("the folder of importances", () => {
  it("was found: it holds at least five", () => {
    expect(found.length).toBeGreaterThanOrEqual(5);
  });
});

for (const { file, export: name, value } of found) {
  describe(`the importance ${file}`, () => {
    const importance = file in parts ? (value as (given: unknown) => Importance)(parts[file]) : (value as Make)();

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

    it("values every page with a finite number, the same each time, and leaves the web alone", () => {
      fc.assert(
        fc.property(anyWeb(), (web) => {
          requireCapabilities(web, importance.needs, importance.label);
          const { targets, offsets } = structuredClone(web.graph);
          const values = importance.of(web);
          expect(values).toBeInstanceOf(Float64Array);
          expect(values.length).toBe(web.graph.size);
          expect(values.every(Number.isFinite)).toBe(true);
          expect(importance.of(web)).toEqual(values);
          expect([web.graph.targets, web.graph.offsets]).toEqual([targets, offsets]);
        }),
      );
    });

    it("takes a threshold, and refuses one that is no finite number", () => {
      const withThreshold = (hotAt: number) =>
        file in parts
          ? (value as (given: unknown, threshold: object) => Importance)(parts[file], { hotAt })
          : (value as Make)({ hotAt });
      expect(withThreshold(100).hotAt).toBe(100);
      expect(() => withThreshold(Number.NaN)).toThrow(RangeError);
    });
  });
}
