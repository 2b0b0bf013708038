import type { CacheMethod } from "../cache/method.js";
import { cacheMethodNamed, cacheMethodNames } from "../run/cache-methods.js";
import { ChoiceError, plain } from "./choices.js";

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
    const names = await cacheMethodNames();
    if (name === "") throw new ChoiceError(`--policies names at least one. There are: ${names.join(", ")}`);
    const [nearest] = names.toSorted((a, b) => edits(plain(name), plain(a)) - edits(plain(name), plain(b)));
    const near = edits(plain(name), plain(nearest)) <= Math.max(1, name.length / 3);
    throw new ChoiceError(
      `no policy "${name}".${near ? ` Did you mean ${nearest}?` : ""} There are: ${names.join(", ")}`,
    );
  }
}

/** Letters to add, leave out or change to get from one word to another. Levenshtein 1966. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[to.length];
}
