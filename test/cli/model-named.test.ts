import { describe, expect, it } from "vitest";
import { ChoiceError, modelNamed } from "../../src/cli/choices.js";

describe("modelNamed", () => {
  it("makes each model by its name, and precision at any number of pages", () => {
    const label = (name: string) => modelNamed(name, {}).label;
    expect(
      ["threshold", "stop", "mass", "ndcg", "ndcg-at-100", "harvest", "target-recall", "precision-at-100"].map(label),
    ).toEqual([
      // biome-ignore format: one line
      "threshold",
      "stop",
      "mass",
      "ndcg",
      "ndcg at 100",
      "harvest",
      "target recall",
      "precision at 100",
    ]);
    expect(modelNamed("buffer", { buffer: 5 }).label).toBe("buffer 5, flush by backlinks");
    for (const name of ["precision", "precision-at-0", "precision-at-half", "ndcg-at-0", "recall"])
      expect(() => modelNamed(name, {})).toThrow(ChoiceError);
  });
});
