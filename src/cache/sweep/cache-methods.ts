import { attempt } from "../../base/attempt.js";
import { problem } from "../../base/error.js";
import { methodsIn } from "../../base/methods-in.js";
import { plain } from "../../base/nearest.js";
import { requireText } from "../../base/require-list.js";
import { type CacheFamily, type CacheMethod, sameDefinition } from "../method.js";

/** A cache method as plain data, from which another thread makes the same. */
export interface CacheSpec {
  readonly name: string;
  readonly options: object;
}

/** Other names of methods, and names of methods with a choice made. */
export const CACHE_NAMES: Readonly<Record<string, CacheSpec>> = {
  "2q": { name: "two-q", options: {} },
  belady: { name: "min", options: {} },
  opt: { name: "min", options: {} },
  tinylfu: { name: "w-tiny-lfu", options: {} },
  "clock-marked": { name: "clock", options: { newcomer: "marked" } },
  "min-mandatory": { name: "min", options: { bypass: "never" } },
  "static-charged": { name: "static", options: { preload: "charged" } },
};

const variants = Object.keys(CACHE_NAMES).filter((name) => Object.keys(CACHE_NAMES[name].options).length > 0);

/** Every cache method of the library, by name; found by listing its folder, nothing is registered. */
export const libraryCaches = (): Promise<CacheFamily[]> => methodsIn("cache/policy", "cache");

/**
 * All names that `cacheMethodNamed` knows, in alphabetical order: those of the methods, and "min-mandatory",
 * "static-charged", "clock-marked".
 */
export async function cacheMethodNames(): Promise<string[]> {
  return [...(await libraryCaches()).map(({ name }) => name), ...variants].sort();
}

/**
 * A cache method of the library by its name, whatever its case and hyphens: "lru", "S3-FIFO", "w_tinylfu", "2q";
 * "min-mandatory" is MIN that may not refuse the newcomer, "static-charged" is STATIC whose preload counts,
 * "clock-marked" is CLOCK whose newcomers are marked.
 *
 * @throws "option" that lists all names, for another one
 */
export async function cacheMethodNamed(name: string): Promise<CacheMethod> {
  requireText('cacheMethodNamed takes the name of a cache, such as "lru"', name);
  const names = await cacheMethodNames();
  const wanted = [...Object.keys(CACHE_NAMES), ...names].find((each) => plain(each) === plain(name));
  if (wanted === undefined) throw problem.option`no cache is called "${name}"; there are ${names.join(", ")}`;
  const made = await cacheMethodOf(CACHE_NAMES[wanted] ?? { name: wanted, options: {} });
  return made as CacheMethod;
}

/**
 * Makes a method of the library from its name and options, as another thread must. @returns undefined when there is
 * none
 */
export async function cacheMethodOf({ name, options }: CacheSpec): Promise<CacheMethod | undefined> {
  const family = (await libraryCaches()).find((each) => each.name === name);
  return attempt(() => family?.(options)); // options may be those of a method of the user's that has the same name
}

/** True when `cacheMethodOf` makes the very same method, code included. */
export async function isPortableCache(method: CacheMethod): Promise<boolean> {
  const made = await cacheMethodOf(method);
  return made !== undefined && made.label === method.label && sameDefinition(made, method);
}
