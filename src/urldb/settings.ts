import { problem, shown } from "../base/error.js";
import { type ChosenOf, flag, number, ruleOf, type ValuesOf, valuesOf, word } from "../base/method.js";
import { type Fingerprint, fingerprint } from "../url/fingerprint.js";
import { type SameDomain, sameHost, sameRegisteredDomain } from "../url/host.js";

/**
 * B, the key of the queue Q, as the concatenation of its parts (Dorosz, section 2.4): first the parts that rank, then
 * what tells URLs of equal rank apart. "hash" spreads them over hosts, as in the paper; "added" keeps the order in
 * which they were added.
 */
export type KeyOrder = readonly [...("depth" | "priority")[], "hash" | "added"];

/** What a page that was fetched is, when r(K) is asked. */
export interface FetchedPage {
  readonly bytes: Uint8Array;
  readonly depth: number;
  readonly priority: number;
}

/** Deepest depth that is kept: 16 bits. */
export const DEEPEST = 0xffff;

/** Times are milliseconds since 1970 below this: 48 bits, until the year 10889. */
export const END_OF_TIME = 2 ** 48;

const isFunction = (value: unknown) => typeof value === "function";

const anyOrder: KeyOrder = ["depth", "priority", "hash"];

export const URL_DATABASE_OPTIONS = {
  /** T_cnf. */
  confirmTimeout: number(
    600_000,
    `(0, ${END_OF_TIME / 4})`,
    "after which a URL taken and not confirmed is queued again",
    {
      is: "a positive number of milliseconds",
      unit: "ms",
      samples: [600_000, 1, 0.5],
    },
  ),
  /** G_f; the default is the deepest that is kept. */
  depthLimit: number(DEEPEST, `[1, ${DEEPEST}]`, "URLs deeper than this within their domain are not added", {
    whole: true,
  }),
  /** r(K): 0, less, or Infinity: never. It may not call the database. */
  recrawlAfter: ruleOf<((url: string, page: FetchedPage) => number) | undefined>(
    undefined,
    "milliseconds until a fetched page is to be fetched again; by default it never is",
    "a function",
    isFunction,
  ),
  order: {
    ...ruleOf<KeyOrder>(anyOrder, "key of the queue", "parts that rank, and what parts equals", () => true),
    wrong: wrongOrder,
  },
  /** dn(K); "registered" as the public suffix list has it. */
  domain: word(["host", "registered"], "within which depth is counted"),
  checkEvery: number(0, "[0, ∞]", "time between two checks of confirmations before a selection, at least", {
    is: "0 or more milliseconds",
    unit: "ms",
  }),
  /**
   * By default two cases that the paper leaves open are mended: a confirmation that comes after the time-out withdraws
   * the URL from the queue instead of letting it be fetched once more, and a second confirmation does not put off the
   * next re-crawl.
   */
  asPrinted: flag("follow the paper's procedures to the letter"),
  /** "sync": when it is on disk. "none": when the system has it, safe from kill, not from power loss. */
  durability: word(["sync", "none"], "when a batch is acknowledged"),
  /** h(K); collisions are allowed for, whatever the function. */
  hash: ruleOf<Fingerprint>(fingerprint, "64-bit checksum of a URL, by default MurmurHash3", "a function", isFunction),
} as const;

export type UrlDatabaseSettings = ChosenOf<typeof URL_DATABASE_OPTIONS>;

/** Settings with every default filled in, as engines receive them. */
export interface Settings extends ValuesOf<typeof URL_DATABASE_OPTIONS> {
  /** Is recrawlAfter being asked? The database is in the middle of a check then, and takes no other call. */
  readonly isAsking: () => boolean;
  /** dn(K) = dn(K') */
  readonly sameDomain: SameDomain;
  /** The ranking parts of the key as one number below 2^48: depth takes 16 bits, priority 32. */
  readonly rank: (depth: number, priority: number) => number;
  /** Are URLs of equal rank ordered by hash, and then by arrival? Else by arrival alone. */
  readonly byHash: boolean;
}

/** @throws "option" for a setting that is not known or out of range, naming it */
export function settingsOf(chosen: UrlDatabaseSettings): Settings {
  const settings = valuesOf("a URL database", URL_DATABASE_OPTIONS, chosen);
  const { recrawlAfter, order, domain } = settings;
  let isAsking = false;
  return {
    ...settings,
    confirmTimeout: Math.ceil(settings.confirmTimeout),
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
    sameDomain: domain === "host" ? sameHost : sameRegisteredDomain,
    rank: rankOf(order),
    byHash: order.at(-1) === "hash",
  };
}

function wrongOrder(order: unknown): string | undefined {
  const ranking: unknown[] = Array.isArray(order) ? order.slice(0, -1) : [];
  const fits =
    Array.isArray(order) &&
    ["hash", "added"].includes(order.at(-1)) &&
    new Set(ranking).size === ranking.length &&
    ranking.every((part) => part === "depth" || part === "priority");
  if (fits) return undefined;
  return `is "depth" and "priority", each at most once, in any order, and then "hash" or "added"; found ${shown(order)}`;
}

function rankOf(order: KeyOrder): Settings["rank"] {
  const parts = order.slice(0, -1).join(" ");
  if (parts === "depth priority") return (depth, priority) => depth * 2 ** 32 + priority;
  if (parts === "priority depth") return (depth, priority) => priority * 2 ** 16 + depth;
  if (parts === "depth") return (depth) => depth;
  if (parts === "priority") return (_, priority) => priority;
  return () => 0;
}

/**
 * The URL's depth by its referrer: Dorosz, section 2.3. @param depthOfFrom U[K']:G; undefined when K' is not in U,
 * which then counts as no referrer
 */
export const depthBelow = (depthOfFrom: number | undefined, sameDomain: boolean): number =>
  depthOfFrom !== undefined && sameDomain ? depthOfFrom + 1 : 1;

/**
 * r(K) as engines use it: whole milliseconds, 0 for never.
 *
 * @throws "settings" when the function gives no number
 */
export function recrawlDelay({ recrawlAfter }: Settings, page: FetchedPage): number {
  if (!recrawlAfter) return 0;
  const delay = recrawlAfter(textOf(page.bytes), page);
  if (typeof delay !== "number" || Number.isNaN(delay)) {
    throw problem.settings`recrawlAfter gave ${delay} for ${textOf(page.bytes)}: it gives milliseconds, 0 or Infinity for never`;
  }
  return delay > 0 && delay < END_OF_TIME / 2 ? Math.ceil(delay) : 0;
}

/** A URL's bytes as text; bytes that are no UTF-8 show as U+FFFD. */
export const textOf = (bytes: Uint8Array): string =>
  (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString("utf8");

/**
 * What must stay as it was, as text: the key of the queue, the domain, and the hash function, known by what it gives
 * for one URL.
 */
export function madeWith({ order, domain, hash }: Settings): string {
  const words = new Uint32Array(4);
  const probe = Buffer.from("http://www.example.org/");
  hash(probe, 0, probe.length, words);
  return JSON.stringify({ order, domain, hash: [words[0], words[1]] });
}
