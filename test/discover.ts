import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** src/ */
export const sourceFolder = fileURLToPath(new URL("../src", import.meta.url));

/** A value that a file of src/ exports. */
export interface Exported {
  /** File name without its suffix: "breadth-first". */
  readonly file: string;
  /** Name of the export: "breadthFirst". */
  readonly export: string;
  readonly value: unknown;
}

/** All that the files of src/<folder> export, by file name. Nothing registers a method: the folder is the list. */
export async function exportsOf(folder: string): Promise<Exported[]> {
  const files = readdirSync(join(sourceFolder, folder)).filter((file) => file.endsWith(".ts")).sort(); // biome-ignore format: one line
  const found: Exported[] = [];
  for (const file of files) {
    const module: Record<string, unknown> = await import(join(sourceFolder, folder, file));
    for (const [name, value] of Object.entries(module))
      found.push({ file: basename(file, ".ts"), export: name, value });
  }
  return found;
}

/** Exports that can be made: those with `create`. */
export async function methodsOf<M>(folder: string): Promise<(Exported & { readonly value: M })[]> {
  const isMethod = (value: unknown) =>
    value !== null && ["object", "function"].includes(typeof value) && "create" in (value as object);
  return (await exportsOf(folder)).filter(({ value }) => isMethod(value)) as (Exported & { readonly value: M })[];
}

/** "breadth-first" -> "breadthFirst" */
export const camelCase = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
