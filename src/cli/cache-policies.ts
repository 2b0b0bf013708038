import type { CacheMethod } from "../cache/method.js";
import { meant } from "../nearest.js";
import { cacheMethodNamed, cacheMethodNames } from "../run/cache-methods.js";
import { ChoiceError } from "./choices.js";

/** Methods that are better known by another name than that of their file. */
const TYPED: Readonly<Record<string, string>> = { "two-q": "2q" };

/** A policy of the command line. */
export interface NamedPolicy {
  /** As it was typed: "2q". */
  readonly name: string;
  readonly method: CacheMethod;
}

/**
 * The policies of `--policies`, each once, in the order typed.
 *
 * @throws ChoiceError for a name that is none: lists all, and says which one is nearest
 */
export async function policiesIn(text: string): Promise<NamedPolicy[]> {
  const names = text.split(",").map((name) => name.trim());
  return Promise.all([...new Set(names)].map(async (name) => ({ name, method: await methodNamed(name) })));
}

async function methodNamed(name: string): Promise<CacheMethod> {
  try {
    return await cacheMethodNamed(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const names = (await cacheMethodNames()).map((each) => TYPED[each] ?? each);
    if (name === "") throw new ChoiceError(`--policies names at least one. There are: ${names.join(", ")}`);
    throw new ChoiceError(`no policy "${name}".${meant(name, names)} There are: ${names.join(", ")}`);
  }
}
