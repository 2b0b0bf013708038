import { createHash } from "node:crypto";
import { canonical } from "../../base/canonical.js";
import { FNV_START, fnvNext, fnvOf } from "../../base/mix.js";
import { isOurs } from "../../base/ours.js";
import type { Strings } from "../../base/strings.js";
import { ENGINE } from "../../base/version.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { tokenizerIdentity } from "../../page/text/tokenizer-identity.js";
import type { Graph, PageId } from "../../web/graph/graph.js";
import type { Capability, Web } from "../../web/web.js";
import type { Importance } from "../importance/importance.js";

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
 * start, seed, engine; where URLs or all links on a page are read, these; where words are read, also how they are told apart.
 */
export function crawlKey(web: Web, { method, from, seed, truth }: CrawlJob): CrawlKey {
  const needs = needsOf({ method, truth });
  const shown = method.offline && truth ? { name: truth.name, options: truth.options } : undefined;
  const readsReferences = [method, shown].some(countsAllLinks);
  const inputs = {
    engine: ENGINE,
    web: {
      name: web.name,
      sha256: web.sha256,
      links: linksDigest(web.graph),
      ...(web.urls && needs.includes("urls") && { urls: urlsDigest(web.urls) }),
      ...(web.references && readsReferences && { references: numbersDigest(web.references) }),
    },
    ordering: identity(method),
    from,
    seed,
    ...(shown && { truth: shown }),
    ...(readsWords({ method, truth }) && { tokenizer: tokenizerDigest() }),
  };
  return { inputs, hash: createHash("sha256").update(canonical(inputs)).digest("hex") };
}

/**
 * What tells a web from all others, also one that somebody copied and changed, but for its texts: of these, see
 * `hasOtherWords`.
 */
export const webIdentity = (web: Web): object => ({
  name: web.name,
  sha256: web.sha256,
  start: web.start,
  links: linksDigest(web.graph),
  ...(web.urls && { urls: urlsDigest(web.urls) }),
  ...Object.fromEntries(
    (["ids", "references", "hostOf"] as const).flatMap((name) => (web[name] ? [[name, numbersDigest(web[name])]] : [])),
  ),
});

/** True where the words of a web are not those that its `sha256` tells of. */
export const hasOtherWords = ({ text, anchor }: Pick<Web, "text" | "anchor">): boolean =>
  [text, anchor].some((words) => words !== undefined && !isOurs(words));

/** What a web carries that is read word by word. */
const WITH_WORDS: readonly Capability[] = ["text", "titles", "anchors"];

/** Whether a method, or one that it is made from, asks for all links on a page. */
const countsAllLinks = (method?: Pick<OrderingMethod, "options" | "inner">): boolean => {
  if (method === undefined) return false;
  const { linkCount, parts = [] } = (method.options ?? {}) as { linkCount?: string; parts?: readonly OrderingMethod[] };
  return linkCount === "page" || [method.inner, ...parts].some(countsAllLinks);
};

const needsOf = ({ method, truth }: Pick<CrawlJob, "method" | "truth">): readonly Capability[] => [
  ...method.needs,
  ...((method.offline && truth?.needs) || []),
];

const readsWords = (job: Pick<CrawlJob, "method" | "truth">): boolean =>
  needsOf(job).some((need) => WITH_WORDS.includes(need));

const tokenizerDigest = (): string => createHash("sha256").update(tokenizerIdentity()).digest("hex").slice(0, 16);

/** Of the links as they stand: a web that somebody copied and gave other links keeps the `sha256` of what it was made from. */
const linksDigest = once(({ offsets, targets }: Graph) => [offsets, targets].map(numbersDigest).join(" "));

const numbersDigest = (numbers: Uint32Array): number => numbers.reduce(fnvNext, FNV_START) >>> 0;

/** Of the URLs, for the same reason. */
const urlsDigest = once((urls: Strings) => {
  let hash = FNV_START;
  for (let page = 0; page < urls.size; page++) hash = fnvNext(fnvOf(urls.at(page), hash), 0);
  return `${hash >>> 0}`;
});

/** The digest of a column, which is read once. */
function once<T extends object>(digest: (column: T) => string): (column: T) => string {
  const known = new WeakMap<T, string>();
  return (column) => {
    const found = known.get(column) ?? digest(column);
    known.set(column, found);
    return found;
  };
}

/**
 * False where equal keys need not mean equal crawls: for an ordering that is written by hand or reads something from
 * outside of itself, and for an offline one that is shown an importance of the user's own, of which name and options do
 * not tell all; for one that reads words of a web that was copied and given other words.
 */
export const mayBeCached = (
  { method, truth }: Pick<CrawlJob, "method" | "truth">,
  web: Pick<Web, "text" | "anchor">,
): boolean =>
  isToldInFull(method) &&
  !(method.offline && truth && !isOurs(truth.of)) &&
  !(readsWords({ method, truth }) && hasOtherWords(web));

const isToldInFull = ({ create, outside = [], inner }: OrderingMethod): boolean =>
  isOurs(create) && outside.length === 0 && (inner === undefined || isToldInFull(inner));

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
