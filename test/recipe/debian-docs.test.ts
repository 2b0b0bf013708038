import { describe, expect, it } from "vitest";
import { methodsIn } from "../../src/base/methods-in.js";
import type { BuildOptions, Built } from "../../src/recipe/debian-docs/build.js";
import { debianDocs, debianDocsBy } from "../../src/recipe/debian-docs.js";
import type { Recipe } from "../../src/recipe/recipe.js";
import { datasets } from "../../src/web/dataset/card.js";

describe("the recipes", () => {
  it("are those of the folder, and every card that names one names one of them", async () => {
    const recipes = await methodsIn<Recipe>("recipe", "recipe");
    expect(recipes).toEqual([debianDocs]);
    const named = datasets().flatMap(({ builder }) => builder?.name ?? []);
    expect(new Set(named)).toEqual(new Set(["debian-docs"]));
  });
});

describe("debianDocs", () => {
  it("builds the sets that were typed, and hands on what else was said", async () => {
    const told: BuildOptions[] = [];
    const built = {} as Built;
    const recipe = debianDocsBy(async (options) => {
      told.push(options);
      return built;
    });
    expect(await recipe.build({ sets: "mako,bs4", out: "here", keep: "words" })).toBe(built);
    expect(told.map(({ sets, ...more }) => ({ ...more, sets: sets.map(({ name }) => name).sort() }))).toEqual([
      { out: "here", keep: "words", sets: ["bs4", "mako"] },
    ]);
    await expect(recipe.build({ sets: "perl", out: "here" })).rejects.toThrow(/^debian-docs has no set "perl"/);
    expect(told).toHaveLength(1);
  });
});
