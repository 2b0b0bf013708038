import { describe, expect, it } from "vitest";
import { models } from "../../src/cli/family/models.js";
import { modelNamed } from "../../src/cli/model-flags.js";
import { coded } from "../fixture/problems.js";

describe("modelNamed", () => {
  it("makes each model by its name, and those of one number as labels write them", () => {
    const label = (model: string) => modelNamed({ model }).label;
    expect(
      ["threshold", "stop", "mass", "ndcg", "ndcg-at-100", "harvest", "target-recall", "precision-at-100"].map(label),
    ).toEqual(["threshold", "stop", "mass", "ndcg", "ndcg at 100", "harvest", "target recall", "precision at 100"]);
    expect(models.methods.map(({ name }) => modelNamed({ model: name }).name)).toEqual(
      models.methods.map(({ name }) => name),
    );
    for (const model of ["precision-at-0", "precision-at-half", "ndcg-at-0", "recall"])
      expect(() => modelNamed({ model })).toThrow(coded("choice"));
  });

  it("gives --buffer to the buffer, and what stands behind a colon before it", () => {
    expect(modelNamed({ model: "buffer", buffer: 5 }).label).toBe("buffer 5, flush by backlinks");
    expect(modelNamed({ model: "buffer:size=7", buffer: 5 }).label).toBe("buffer 7, flush by backlinks");
    expect(() => modelNamed({ model: "stop", buffer: 5 })).toThrow(coded("choice"));
  });
});
