/**
 * JSON with the keys of every object in order. Functions and patterns count by their source text, numbers that JSON
 * lacks by name.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === "function") return `function ${inner}`;
    if (typeof inner === "number" && !Number.isFinite(inner)) return `number ${inner}`;
    if (typeof inner === "bigint") return `bigint ${inner}`;
    if (inner instanceof RegExp) return `pattern ${inner}`;
    if (inner instanceof Map) return { map: [...inner] };
    if (inner instanceof Set) return { set: [...inner] };
    if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
