import { readdirSync } from "node:fs";
import { type CacheFamily, type CacheMethod, sameDefinition } from "../cache/method.js";

/** A cache method as plain data, from which another thread makes the same. */
export interface CacheSpec {
  readonly name: string;
  readonly options: object;
}

/** Methods with a choice made that have a name of their own: name -> method and choice. */
const VARIANTS: Readonly<Record<string, CacheSpec>> = {
  "clock-marked": { name: "clock", options: { newcomer: "marked" } },
  "min-mandatory": { name: "min", options: { bypass: "never" } },
  "static-charged": { name: "static", options: { preload: "charged" } },
};

/** Other names, without hyphens: -> name. */
const ALIASES: Readonly<Record<string, string>> = { "2q": "two-q", belady: "min", opt: "min", tinylfu: "w-tiny-lfu" };

/** Letters and digits in lower case: "S3-FIFO" is "s3fifo". */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

let listed: Promise<CacheFamily<object>[]> | undefined;

/** Every cache method of the library, by name; found by listing its folder, nothing is registered. */
export function libraryCaches(): Promise<CacheFamily<object>[]> {
  listed ??= listFolder();
  return listed;
}

async function listFolder(): Promise<CacheFamily<object>[]> {
  const files = readdirSync(new URL("../cache/policy/", import.meta.url)).filter((name) =>
    /^[a-z0-9-]+\.[jt]s$/.test(name),
  );
  const modules = (await Promise.all(files.map((file) => import(`../cache/policy/${file}`)))) as object[];
  return modules
    .flatMap((module) => Object.values(module) as CacheFamily<object>[])
    .filter((value) => value?.kind === "cache")
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** All names that `cacheMethodNamed` knows, in alphabetical order: those of the methods, and "min-mandatory", "static-charged", "clock-marked". */
export async function cacheMethodNames(): Promise<string[]> {
  return [...(await libraryCaches()).map(({ name }) => name), ...Object.keys(VARIANTS)].sort();
}

/**
 * A cache method of the library by its name, whatever its case and hyphens: "lru", "S3-FIFO", "w_tinylfu", "2q"; "min-mandatory" is MIN that may not
 * refuse the newcomer, "static-charged" is STATIC whose preload counts, "clock-marked" is CLOCK whose newcomers are marked.
 *
 * @throws RangeError that lists all names, for another one
 */
export async function cacheMethodNamed(name: string): Promise<CacheMethod> {
  const names = await cacheMethodNames();
  const wanted = ALIASES[plain(name)] ?? names.find((each) => plain(each) === plain(name));
  if (wanted === undefined) throw new RangeError(`no cache is called "${name}"; there are ${names.join(", ")}`);
  const made = await cacheMethodOf(VARIANTS[wanted] ?? { name: wanted, options: {} });
  return made as CacheMethod;
}

/** Makes a method of the library from its name and options, as another thread must. @returns undefined when there is none */
export async function cacheMethodOf({ name, options }: CacheSpec): Promise<CacheMethod | undefined> {
  const family = (await libraryCaches()).find((each) => each.name === name);
  try {
    return family?.(options);
  } catch {
    return undefined; // options of a method of the user's that has the same name
  }
}

/** True when `cacheMethodOf` makes the very same method, code included. */
export async function isPortableCache(method: CacheMethod): Promise<boolean> {
  const made = await cacheMethodOf(method);
  return made !== undefined && made.label === method.label && sameDefinition(made, method);
}
