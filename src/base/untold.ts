import { freeNames } from "./free-names.js";

/**
 * What the text of a value, `canonical`, does not tell: names that functions in it read from outside of them, and
 * fields that are hidden in what is no plain data, such as an instance of a class.
 *
 * @param name what a person calls the value
 * @param around what the value stands in
 */
export function untold(name: string, value: unknown, around: readonly object[] = []): string[] {
  if (typeof value === "function") return freeNames(String(value));
  const hidden = [`hidden fields of ${name}`];
  if (typeof value === "symbol") return hidden;
  if (typeof value !== "object" || value === null) return [];
  const parts = around.includes(value) ? undefined : partsOf(value);
  return parts === undefined ? hidden : [...new Set(parts.flatMap((part) => untold(name, part, [...around, value])))];
}

/** What stands in plain data; undefined for what is none. */
function partsOf(value: object): readonly unknown[] | undefined {
  if (value instanceof Date || value instanceof RegExp) return [];
  if (ArrayBuffer.isView(value)) return value instanceof DataView ? undefined : [];
  if (Array.isArray(value) || value instanceof Set) return [...value];
  if (value instanceof Map) return [...value].flat();
  const from: object | null = Object.getPrototypeOf(value);
  return from === null || Object.getPrototypeOf(from) === null ? Object.values(value) : undefined;
}
