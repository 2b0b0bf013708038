import { expect, it } from "vitest";
import {
  libraryImportances,
  libraryOrderings,
  libraryTopicImportances,
  libraryTopicOrderings,
} from "../../../src/crawl/pool/library.js";
import { CENTRALITY_NAMES } from "../../../src/web/graph/centralities.js";

const named = (methods: readonly { readonly name: string }[]) => methods.map(({ name }) => name);

it("the library has every ordering once, by name, and apart from them those for a topic", async () => {
  const orderings = named(await libraryOrderings());
  expect(orderings).toEqual([...new Set(orderings)].sort());
  expect(orderings).toEqual(expect.arrayContaining(["backlink", "breadth-first", "page-rank"]));
  const topical = await libraryTopicOrderings();
  expect(named(topical)).toContain("similarity");
  expect(orderings.filter((name) => named(topical).includes(name))).toEqual([]);
  for (const { name, make } of topical) expect(make("computer").kind, name).toBe("ordering");
});

it("the library has every importance, each centrality by its own name, and what takes a query apart", async () => {
  const importances = await libraryImportances();
  expect(named(importances)).toEqual(expect.arrayContaining(["backlinks", ...CENTRALITY_NAMES]));
  for (const { name, make, source } of importances) {
    expect(make({ hotAt: 3 })).toMatchObject({ kind: "importance", hotAt: 3 });
    expect(source, name).toMatch(/\S/);
  }
  const topical = await libraryTopicImportances();
  expect(named(topical)).toContain("relevance");
  for (const { name, make } of topical) expect(make("computer").kind, name).toBe("importance");
});
