import { readdirSync } from "node:fs";

/** A value that a file of a folder exports. */
export interface Exported {
  /** File name without its suffix: "breadth-first". */
  readonly file: string;
  /** Name of the export: "breadthFirst". */
  readonly export: string;
  readonly value: unknown;
  /** URL of the file. */
  readonly module: URL;
}

/**
 * All that the files of a folder export, by file name. Nothing registers a method: the folder is the list.
 *
 * @param folder below src, as source and as what was built of it: "cache/policy"
 */
export function exportsOf(folder: string): Promise<readonly Exported[]> {
  const found = listed.get(folder) ?? list(folder);
  listed.set(folder, found);
  return found;
}

const listed = new Map<string, Promise<readonly Exported[]>>();

async function list(folder: string): Promise<Exported[]> {
  const place = new URL(`../${folder}/`, import.meta.url);
  const files = readdirSync(place).filter((file) => /^[a-z0-9-]+\.[jt]s$/.test(file));
  const modules = files.sort().map(async (name) => {
    const exported = (await import(/* @vite-ignore */ `../${folder}/${name}`)) as Record<string, unknown>;
    const file = name.slice(0, -3);
    return Object.entries(exported).map(
      ([key, value]): Exported => ({ file, export: key, value, module: new URL(name, place) }),
    );
  });
  return (await Promise.all(modules)).flat();
}

/** The methods of a kind in a folder, by name. */
export async function methodsIn<M extends { readonly kind: string; readonly name: string }>(
  folder: string,
  kind: M["kind"],
): Promise<M[]> {
  const found = (await exportsOf(folder)).map(({ value }) => value as M).filter((value) => value?.kind === kind);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}
