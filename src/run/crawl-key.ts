import { createHash } from "node:crypto";
import type { PageId } from "../graph/graph.js";
import type { Capability, Web } from "../graph/web.js";
import type { Importance } from "../importance/importance.js";
import type { OrderingMethod } from "../ordering/ordering.js";
import { tokenizerIdentity } from "../text/tokenizer-identity.js";

/** Raised when the same inputs would give another order than before: crawls cached under an older number are not used again. */
export const ENGINE = 2;

/** One crawl to be run: everything that its order depends on. */
export interface CrawlJob {
  readonly method: OrderingMethod;
  /** Start pages, in order. */
  readonly from: readonly PageId[];
  readonly seed: number;
  /** What an `offline` ordering is shown. */
  readonly truth?: Importance;
}

/** All inputs of a crawl as plain data, and what it is filed under. */
export interface CrawlKey {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** SHA-256 (hex) of the inputs in canonical JSON. */
  readonly hash: string;
}

/**
 * The key under which a crawl is cached: web, ordering with all choices and the source text of a user's functions, start, seed, engine;
 * where words are read, also how they are told apart.
 */
export function crawlKey(web: Web, { method, from, seed, truth }: CrawlJob): CrawlKey {
  const needs = [...method.needs, ...((method.offline && truth?.needs) || [])];
  const inputs = {
    engine: ENGINE,
    web: { name: web.name, sha256: web.sha256 },
    ordering: identity(method),
    from,
    seed,
    ...(method.offline && truth && { truth: { name: truth.name, options: truth.options } }),
    ...(needs.some((need) => WITH_WORDS.includes(need)) && { tokenizer: tokenizerDigest() }),
  };
  return { inputs, hash: createHash("sha256").update(canonical(inputs)).digest("hex") };
}

/** What a web carries that is read word by word. */
const WITH_WORDS: readonly Capability[] = ["text", "titles", "anchors"];

const tokenizerDigest = (): string => createHash("sha256").update(tokenizerIdentity()).digest("hex").slice(0, 16);

/** False for an ordering that reads something from outside of itself: equal keys then need not mean equal crawls. */
export const mayBeCached = ({ outside = [], inner }: OrderingMethod): boolean =>
  outside.length === 0 && (inner === undefined || mayBeCached(inner));

/** What makes an ordering the ordering that it is, down to the one it is made from. */
function identity({ name, options, create, code, inner }: OrderingMethod): object {
  return {
    name,
    options,
    create: String(create),
    ...(code !== undefined && { code }),
    ...(inner && { inner: identity(inner) }),
  };
}

/** JSON with the keys of every object in order. Functions and patterns count by their source text, numbers that JSON lacks by name. */
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
