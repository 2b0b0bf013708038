import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as library from "../src/index.js";
import { camelCase, exportsOf, sourceFolder } from "./discover.js";

// What users import: few names at the top, and namespaces that hold every method of their folders.

const isNamespace = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.prototype.toString.call(value) === "[object Module]";
const namespaces = Object.entries(library as Record<string, unknown>).filter(([, value]) => isNamespace(value)) as [
  string,
  Record<string, unknown>,
][];

describe("what users import", () => {
  it("has at most sixty names at the top", () => {
    expect(Object.keys(library).length).toBeLessThanOrEqual(60);
    expect(namespaces.length).toBeGreaterThan(15);
  });

  it("gives no thing at the top another name than its namespace does", () => {
    const top = Object.entries(library).filter(([, value]) => !isNamespace(value));
    for (const [namespace, members] of namespaces) {
      for (const [name, value] of Object.entries(members)) {
        const other = top.find(([, each]) => each === value);
        if (other) expect(other[0], `${namespace}.${name}`).toBe(name);
      }
    }
  });

  // The folder of each family, and its files that define it or help: every other file is a method.
  it.each<[string, string, string[]]>([
    ["orderings", "ordering", ["custom", "ordering"]],
    ["importances", "crawl/importance", ["importance"]],
    ["models", "crawl/model", []],
    ["caches", "cache/policy", []],
    ["urldb", "urldb/engine", []],
    ["urldb", "experiment/dorosz/peer", []],
    ["eliminators", "urldb/eliminator", []],
    ["refreshers", "freshness/policy", []],
    ["changes", "freshness/change", []],
  ])("%s has every method of src/%s, under its own name", async (namespace, folder, others) => {
    const members = Object.fromEntries(namespaces)[namespace];
    const methods = (await exportsOf(folder)).filter(
      ({ file, export: name }) => !others.includes(file) && name === camelCase(file),
    );
    const files = readdirSync(join(sourceFolder, folder)).filter((name) => name.endsWith(".ts"));
    expect(methods.map(({ file }) => file).sort()).toEqual(
      files
        .map((name) => name.slice(0, -3))
        .filter((file) => !others.includes(file))
        .sort(),
    );
    for (const { export: name, value } of methods)
      expect(members[name], `${name}, which npm run build finds`).toBe(value);
  });

  it("has every way to write a web", async () => {
    const graphs = library.graphs as Readonly<Record<string, unknown>>;
    for (const { export: name, value } of await exportsOf("web/write"))
      expect(graphs[name], `${name}, a line of src/index/graphs.ts`).toBe(value);
  });

  it("has every figure and generated web, which stand beside other files", () => {
    const own = (folder: string, mark: RegExp) =>
      readdirSync(join(sourceFolder, folder))
        .filter((name) => name.endsWith(".ts") && mark.test(readFileSync(join(sourceFolder, folder, name), "utf8")))
        .map((name) => camelCase(name.slice(0, -3)))
        .sort();
    expect(Object.keys(library.figures).sort(), "those that npm run build found").toEqual(
      own("figure", /\): Promise<Figure/).filter((name) => !["figure", "frame", "lineFrame"].includes(name)), // they draw for the others
    );
    expect(Object.keys(library.graphs)).toEqual(
      expect.arrayContaining(["hostWeb", "copyingWeb", "preferentialWeb", "randomWeb"]),
    );
  });
});
