/**
 * JSON with the keys of every object in order. Functions and patterns count by their source text, numbers that JSON
 * lacks by name.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, inner: unknown) {
    // as it stands: danfojs-node gives sets a toJSON, once it is loaded
    const held = this[key];
    if (typeof held === "bigint") return `bigint ${held}`;
    if (held instanceof Map) return { map: [...held] };
    if (held instanceof Set) return { set: [...held] };
    if (typeof inner === "function") return `function ${inner}`;
    if (typeof inner === "number" && !Number.isFinite(inner)) return `number ${inner}`;
    if (Object.is(inner, -0)) return "number -0";
    if (inner === undefined && Array.isArray(this)) return "undefined";
    if (inner instanceof RegExp) return `pattern ${inner}`;
    if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
