import { gotInstead, problem } from "./error.js";

/**
 * @param takes who takes it, and what it is: "kendallTau takes lists of numbers"
 * @throws "option" for what is neither an array nor a typed one
 */
export function requireList(takes: string, value: unknown): void {
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value)) return;
  throw problem.option`${takes}; ${gotInstead(value)}`;
}

/** The same for what may also be a set, or made one by one. @throws "option" for what holds nothing one by one */
export function requireIterable(takes: string, value: unknown): void {
  if (typeof (value as Partial<Iterable<unknown>> | undefined | null)?.[Symbol.iterator] === "function") return;
  throw problem.option`${takes}; ${gotInstead(value)}`;
}

/** @throws "option" for what is no text */
export function requireText(takes: string, value: unknown): void {
  if (typeof value !== "string") throw problem.option`${takes}; ${gotInstead(value)}`;
}

/** @throws "option" for what cannot be called */
export function requireFunction(takes: string, value: unknown): void {
  if (typeof value !== "function") throw problem.option`${takes}; ${gotInstead(value)}`;
}
