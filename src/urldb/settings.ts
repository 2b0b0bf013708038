import { checkOptions } from "../options.js";
import { type Fingerprint, fingerprint } from "../url/fingerprint.js";
import { type SameDomain, sameHost, sameRegisteredDomain } from "../url/host.js";
import { UrlDatabaseError } from "./error.js";

/**
 * B, the key of the queue Q, as the concatenation of its parts (Dorosz, section 2.4): first the parts that rank, then what tells
 * URLs of equal rank apart. "hash" spreads them over hosts, as in the paper; "added" keeps the order in which they were added.
 */
export type KeyOrder = readonly [...("depth" | "priority")[], "hash" | "added"];

/** What a page that was fetched is, when r(K) is asked. */
export interface FetchedPage {
  readonly bytes: Uint8Array;
  readonly depth: number;
  readonly priority: number;
}

export interface UrlDatabaseSettings {
  /** T_cnf: milliseconds after which a URL that was taken and not confirmed returns to the queue; default 600,000. */
  readonly confirmTimeout?: number;
  /** G_f: URLs deeper than this within their domain are not added; default 65,535, the deepest that is kept. */
  readonly depthLimit?: number;
  /** r(K): milliseconds until a fetched page is to be fetched again; 0, less, or Infinity: never. Default: never. It may not call the database. */
  readonly recrawlAfter?: (url: string, page: FetchedPage) => number;
  /** Key of the queue; default ["depth", "priority", "hash"]. */
  readonly order?: KeyOrder;
  /** dn(K): "host" (default) or "registered" domain, as the public suffix list has it. */
  readonly domain?: "host" | "registered";
  /** Milliseconds between two checks of confirmations before a selection, at least; default 0: before each. */
  readonly checkEvery?: number;
  /**
   * Follow the paper's procedures to the letter. By default two cases that they leave open are mended: a confirmation that comes
   * after the time-out withdraws the URL from the queue instead of letting it be fetched once more, and a second confirmation
   * does not put off the next re-crawl.
   */
  readonly asPrinted?: boolean;
  /** "sync" (default): a batch is acknowledged when it is on disk; "none": when the system has it (safe from kill, not from power loss). */
  readonly durability?: "sync" | "none";
  /** h(K); default 64 bits of MurmurHash3. Collisions are allowed for, whatever the function. */
  readonly hash?: Fingerprint;
}

/** Settings with every default filled in, as engines receive them. */
export interface Settings {
  readonly confirmTimeout: number;
  readonly depthLimit: number;
  readonly recrawlAfter: ((url: string, page: FetchedPage) => number) | undefined;
  /** Is recrawlAfter being asked? The database is in the middle of a check then, and takes no other call. */
  readonly isAsking: () => boolean;
  readonly order: KeyOrder;
  readonly domain: "host" | "registered";
  readonly checkEvery: number;
  readonly asPrinted: boolean;
  readonly durability: "sync" | "none";
  readonly hash: Fingerprint;
  /** dn(K) = dn(K') */
  readonly sameDomain: SameDomain;
  /** The ranking parts of the key as one number below 2^48: depth takes 16 bits, priority 32. */
  readonly rank: (depth: number, priority: number) => number;
  /** Are URLs of equal rank ordered by hash, and then by arrival? Else by arrival alone. */
  readonly byHash: boolean;
}

/** Deepest depth that is kept: 16 bits. */
export const DEEPEST = 0xffff;

/** Times are milliseconds since 1970 below this: 48 bits, until the year 10889. */
export const END_OF_TIME = 2 ** 48;

/** @throws RangeError for a setting that is not known or out of range, naming it */
export function settingsOf(chosen: UrlDatabaseSettings): Settings {
  checkOptions("a URL database", chosen, {
    confirmTimeout: undefined,
    depthLimit: undefined,
    recrawlAfter: undefined,
    order: undefined,
    domain: ["host", "registered"],
    checkEvery: undefined,
    asPrinted: undefined,
    durability: ["sync", "none"],
    hash: undefined,
  });
  const { order = ["depth", "priority", "hash"], domain = "host", depthLimit = DEEPEST } = chosen;
  const { confirmTimeout = 600_000, checkEvery = 0, recrawlAfter, hash = fingerprint, asPrinted = false } = chosen;
  if (recrawlAfter !== undefined && typeof recrawlAfter !== "function")
    throw new RangeError(`recrawlAfter is a function; found ${JSON.stringify(recrawlAfter)}`);
  if (typeof hash !== "function") throw new RangeError(`hash is a function; found ${JSON.stringify(hash)}`);
  if (typeof asPrinted !== "boolean")
    throw new RangeError(`asPrinted is true or false; found ${JSON.stringify(asPrinted)}`);
  if (!Number.isInteger(depthLimit) || depthLimit < 1 || depthLimit > DEEPEST)
    throw new RangeError(`depthLimit is an integer from 1 to ${DEEPEST}; found ${depthLimit}`);
  if (!(confirmTimeout > 0 && confirmTimeout < END_OF_TIME / 4))
    throw new RangeError(`confirmTimeout is a positive number of milliseconds; found ${confirmTimeout}`);
  if (!(checkEvery >= 0)) throw new RangeError(`checkEvery is 0 or more milliseconds; found ${checkEvery}`);
  checkOrder(order);
  let isAsking = false;
  return {
    confirmTimeout: Math.ceil(confirmTimeout),
    depthLimit,
    recrawlAfter:
      recrawlAfter &&
      ((url, page) => {
        isAsking = true;
        try {
          return recrawlAfter(url, page);
        } finally {
          isAsking = false;
        }
      }),
    isAsking: () => isAsking,
    order,
    domain,
    checkEvery,
    asPrinted,
    durability: chosen.durability ?? "sync",
    hash,
    sameDomain: domain === "host" ? sameHost : sameRegisteredDomain,
    rank: rankOf(order),
    byHash: order.at(-1) === "hash",
  };
}

function checkOrder(order: KeyOrder): void {
  const ranking = Array.isArray(order) ? order.slice(0, -1) : [];
  const wrong =
    !Array.isArray(order) ||
    !["hash", "added"].includes(order.at(-1) as string) ||
    new Set(ranking).size !== ranking.length ||
    ranking.some((part) => part !== "depth" && part !== "priority");
  if (wrong) {
    throw new RangeError(
      `order is "depth" and "priority", each at most once, in any order, and then "hash" or "added"; found ${JSON.stringify(order)}`,
    );
  }
}

function rankOf(order: KeyOrder): Settings["rank"] {
  const parts = order.slice(0, -1).join(" ");
  if (parts === "depth priority") return (depth, priority) => depth * 2 ** 32 + priority;
  if (parts === "priority depth") return (depth, priority) => priority * 2 ** 16 + depth;
  if (parts === "depth") return (depth) => depth;
  if (parts === "priority") return (_, priority) => priority;
  return () => 0;
}

/** The URL's depth by its referrer: Dorosz, section 2.3. @param depthOfFrom U[K']:G; undefined when K' is not in U, which then counts as no referrer */
export const depthBelow = (depthOfFrom: number | undefined, sameDomain: boolean): number =>
  depthOfFrom !== undefined && sameDomain ? depthOfFrom + 1 : 1;

/**
 * r(K) as engines use it: whole milliseconds, 0 for never.
 *
 * @throws UrlDatabaseError "settings" when the function gives no number
 */
export function recrawlDelay({ recrawlAfter }: Settings, page: FetchedPage): number {
  if (!recrawlAfter) return 0;
  const delay = recrawlAfter(textOf(page.bytes), page);
  if (typeof delay !== "number" || Number.isNaN(delay)) {
    throw new UrlDatabaseError(
      `recrawlAfter gave ${delay} for ${textOf(page.bytes)}: it gives milliseconds, 0 or Infinity for never`,
      "settings",
    );
  }
  return delay > 0 && delay < END_OF_TIME / 2 ? Math.ceil(delay) : 0;
}

/** A URL's bytes as text; bytes that are no UTF-8 show as U+FFFD. */
export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
