import type { CacheMethod } from "../cache/method.js";
import { caches } from "./family/caches.js";
import { methodsTyped } from "./typed-method.js";

/** A policy of the command line. */
export interface NamedPolicy {
  /** As it was typed: "2q". */
  readonly name: string;
  readonly method: CacheMethod;
}

/**
 * Policies as they are typed, each once, in that order.
 *
 * @param flag where they are typed
 * @throws "choice" for a name or an option that is none: lists all, and says which one is nearest
 */
export function policiesIn(text: string, flag = caches.flag): NamedPolicy[] {
  const typed = methodsTyped(text, { ...caches, flag }).map(({ text: name, method, chosen }) => ({
    name,
    method: method.make(chosen),
  }));
  return [...new Map(typed.map((each) => [each.name, each])).values()];
}
