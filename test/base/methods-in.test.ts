import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { exportsOf, exportsOfFile, filesIn, methodsIn, requireMethod } from "../../src/base/methods-in.js";
import { camelCase, sourceFolder } from "../discover.js";
import { coded } from "../fixture/problems.js";

const folder = "freshness/change";
const files = readdirSync(`${sourceFolder}/${folder}`).map((name) => name.replace(/\.ts$/, ""));

describe("what the files of a folder export", () => {
  it("is told by file, in the order of their names, with its name and place", async () => {
    const found = await exportsOf(folder);
    expect([...new Set(found.map(({ file }) => file))]).toEqual(files.toSorted());
    for (const each of found) {
      expect(each.module.href).toMatch(new RegExp(`/dist/${folder}/${each.file}\\.js$`));
      expect(await import(each.module.href)).toHaveProperty(each.export, each.value);
    }
  });

  it("is told of one file, too", async () => {
    expect(filesIn(folder)).toEqual(files.toSorted());
    const all = await exportsOf(folder);
    for (const file of files)
      expect(await exportsOfFile(folder, file)).toEqual(all.filter((each) => each.file === file));
    await expect(exportsOfFile(folder, "no-such-model")).rejects.toThrow("no-such-model");
  });

  it("is looked for once", () => expect(exportsOf(folder)).toBe(exportsOf(folder)));

  it("has the methods of a kind among it, by name, and none of another", async () => {
    const methods = await methodsIn(folder, "change");
    expect(methods.map(({ name }) => name)).toEqual(files.toSorted());
    expect(await methodsIn(folder, "ordering")).toEqual([]);
  });
});

describe("what stands in the place of a method", () => {
  const place = { holds: "change", one: "a model", folder, namespace: "changes" };
  const names = files.toSorted().map(camelCase);
  const refused = (value: unknown) => {
    try {
      requireMethod("study", place, value);
    } catch (error) {
      return error;
    }
  };
  const message = (found: string) =>
    `study: a model is a method, such as changes.${names[0]}; ${found} changes has ${names.join(", ")}`;

  it("is taken where it is of the kind", () => expect(refused({ kind: "change", name: "mine" })).toBeUndefined());

  it.each([
    ["pareto", 'found "pareto". Did you mean changes.pareto?'],
    ["oen-rate", 'found "oen-rate". Did you mean changes.oneRate?'],
    [{ kind: "ordering", name: "gama" }, "found the ordering gama. Did you mean changes.gamma?"],
    [{ name: "pareto" }, "found an object (Object). Did you mean changes.pareto?"],
    [undefined, "found undefined."],
    [null, "found null."],
    [7, "found 7."],
  ])("is refused with what was found, what was meant and what there is: %j", (value, found) => {
    expect(refused(value)).toEqual(coded("option", message(found)));
  });
});
