import { readdirSync } from "node:fs";
import type { Capability } from "../graph/web.js";
import type { Importance } from "../importance/importance.js";
import type { OrderingFamily } from "../ordering/ordering.js";

/** Any importance of the library: a function from its choices. */
export type ImportanceFamily = (options?: { readonly hotAt?: number }) => Importance;

/** Every ordering of the library that is usable as it is, found by listing its folder; nothing is registered. */
export async function libraryOrderings(): Promise<OrderingFamily<never, Capability>[]> {
  const exported = await exportsOf("ordering", (file) => import(`../ordering/${file}`));
  return exported.filter((value) => (value as { kind?: unknown }).kind === "ordering") as OrderingFamily<
    never,
    Capability
  >[];
}

/** Every importance of the library that needs no parts, found by listing its folder. */
export async function libraryImportances(): Promise<ImportanceFamily[]> {
  const exported = await exportsOf("importance", (file) => import(`../importance/${file}`));
  return exported.filter((value): value is ImportanceFamily => {
    try {
      return (value as ImportanceFamily)().kind === "importance";
    } catch {
      return false; // a helper, or one that is made of others
    }
  });
}

/** What the files of a folder of methods export as functions, in alphabetical order. */
async function exportsOf(folder: string, load: (file: string) => Promise<Record<string, unknown>>): Promise<unknown[]> {
  const files = readdirSync(new URL(`../${folder}/`, import.meta.url)).filter((name) =>
    /^[a-z0-9-]+\.[jt]s$/.test(name),
  );
  const modules = await Promise.all(files.sort().map(load));
  return modules.flatMap((module) => Object.values(module)).filter((value) => typeof value === "function");
}
