import { createHash } from "node:crypto";
import { canonical } from "../../base/canonical.js";
import { FNV_START, fnvNext } from "../../base/mix.js";
import { ENGINE } from "../../base/version.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { tokenizerIdentity } from "../../page/text/tokenizer-identity.js";
import type { Graph, PageId } from "../../web/graph/graph.js";
import type { Capability, Web } from "../../web/web.js";
import { type Importance, isOurs } from "../importance/importance.js";

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
 * The key under which a crawl is cached: web and its links, ordering with all choices and the source text of a user's functions,
 * start, seed, engine; where words are read, also how they are told apart.
 */
export function crawlKey(web: Web, { method, from, seed, truth }: CrawlJob): CrawlKey {
  const needs = [...method.needs, ...((method.offline && truth?.needs) || [])];
  const inputs = {
    engine: ENGINE,
    web: { name: web.name, sha256: web.sha256, links: linksDigest(web.graph) },
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

const linksDigests = new WeakMap<Graph, string>();

/** Of the links as they stand: a web that somebody copied and gave other links keeps the `sha256` of what it was made from. */
function linksDigest(graph: Graph): string {
  const known = linksDigests.get(graph);
  if (known !== undefined) return known;
  const digest = [graph.offsets, graph.targets].map((words) => words.reduce(fnvNext, FNV_START) >>> 0).join(" ");
  linksDigests.set(graph, digest);
  return digest;
}

/**
 * False where equal keys need not mean equal crawls: for an ordering that reads something from outside of itself, and
 * for an offline one that is shown an importance of the user's own, of which name and options do not tell all.
 */
export const mayBeCached = ({ method, truth }: Pick<CrawlJob, "method" | "truth">): boolean =>
  readsNothingElse(method) && !(method.offline && truth && !isOurs(truth));

const readsNothingElse = ({ outside = [], inner }: OrderingMethod): boolean =>
  outside.length === 0 && (inner === undefined || readsNothingElse(inner));

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
