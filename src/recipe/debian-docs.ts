import { buildDebianDocs } from "./debian-docs/build.js";
import { docSets } from "./debian-docs/doc-sets.js";
import type { Recipe } from "./recipe.js";

/** Documentation as Debian packages it, crawled; by another builder in tests. */
export const debianDocsBy = (build: typeof buildDebianDocs): Recipe => ({
  kind: "recipe",
  name: "debian-docs",
  build: async ({ sets, ...options }) => build({ ...options, sets: docSets(sets) }),
});

export const debianDocs = debianDocsBy(buildDebianDocs);
