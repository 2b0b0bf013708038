import type { BuildOptions, Built } from "./debian-docs/build.js";

/** What a dataset is built from: the sets as they were typed, and where it goes. */
export interface RecipeOptions extends Omit<BuildOptions, "sets" | "packages"> {
  readonly sets: string;
}

/** How a dataset is built on this machine, out of what others publish. Its card names it: `builder.name`. */
export interface Recipe {
  readonly kind: "recipe";
  readonly name: string;
  /** @throws "unknown" for a set that there is not, before anything is fetched */
  build(options: RecipeOptions): Promise<Built>;
}
