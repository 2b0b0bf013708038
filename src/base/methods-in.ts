import { readdirSync, readFileSync } from "node:fs";
import { gotInstead, problem } from "./error.js";
import { meant } from "./nearest.js";

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
  const found: Exported[] = [];
  // one after the other: Node may wait for ever where modules that await are imported side by side
  for (const file of filesIn(folder)) found.push(...(await exportsOfFile(folder, file)));
  return found;
}

/** Names of the files of a folder, without their suffix, in order. */
export const filesIn = (folder: string): string[] => namesIn(folder).map((name) => name.slice(0, -3));

const namesIn = (folder: string): string[] =>
  readdirSync(placeOf(folder))
    .filter((name) => /^[a-z0-9-]+\.[jt]s$/.test(name))
    .sort();

const placeOf = (folder: string): URL => new URL(`../${folder}/`, import.meta.url);

/** What one file of a folder exports. No other file of the folder is loaded but for those that it imports. */
export async function exportsOfFile(folder: string, file: string): Promise<Exported[]> {
  const name = file + import.meta.url.slice(-3);
  const exported = (await import(/* @vite-ignore */ `../${folder}/${name}`)) as Record<string, unknown>;
  const module = new URL(name, placeOf(folder));
  return Object.entries(exported).map(([key, value]) => ({ file, export: key, value, module }));
}

/** The methods of a kind in a folder, by name. */
export async function methodsIn<M extends { readonly kind: string; readonly name: string }>(
  folder: string,
  kind: M["kind"],
): Promise<M[]> {
  const found = (await exportsOf(folder)).map(({ value }) => value as M).filter((value) => value?.kind === kind);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Where users find the methods of a kind. */
export interface MethodPlace {
  /** The kind of its methods. */
  readonly holds: string;
  /** "an ordering" */
  readonly one: string;
  /** Folder below src: "ordering". */
  readonly folder: string;
  /** As users import it: "orderings". */
  readonly namespace: string;
}

/**
 * Refuses what is no method of a kind: its name as text, one that is not there, a method of another kind.
 *
 * @param owner who takes it, for the message: "compare"
 * @throws "option" that lists all names, and the nearest
 */
export function requireMethod(owner: string, { holds, one, folder, namespace }: MethodPlace, value: unknown): void {
  const given = (value ?? {}) as { readonly kind?: unknown; readonly name?: unknown };
  if (given.kind === holds) return;
  const names = methodNamesIn(folder);
  const found = typeof given.kind === "string" ? `found the ${given.kind} ${given.name}` : gotInstead(value);
  const near = meant(String(typeof value === "string" ? value : (given.name ?? "")), names);
  const next = near.replace("mean ", `mean ${namespace}.`);
  throw problem.option`${owner}: ${one} is a method, such as ${namespace}.${names[0]}; ${found}.${next} ${namespace} has ${names.join(", ")}`;
}

/** What the methods of a folder are exported as, by file: "breadthFirst" of breadth-first. Reads the files, loads none. */
function methodNamesIn(folder: string): string[] {
  return namesIn(folder).flatMap((file) => {
    const name = file.slice(0, -3).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const isExported = new RegExp(`^export (?:const|(?:async )?function) ${name}\\b`, "m");
    return isExported.test(readFileSync(new URL(file, placeOf(folder)), "utf8")) ? [name] : [];
  });
}
