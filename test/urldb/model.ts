import fc from "fast-check";
import { UrlDatabase } from "../../src/urldb/database.js";
import { inMemory } from "../../src/urldb/engine/in-memory.js";
import type { Taken, UrlStore } from "../../src/urldb/engine.js";
import { type FetchedPage, type KeyOrder, settingsOf, type UrlDatabaseSettings } from "../../src/urldb/settings.js";
import { type NewUrl, UrlBatch } from "../../src/urldb/url-batch.js";

/**
 * A call of a URL database as a sequence of random operations holds it; URLs are indices into `pool`, times are
 * absolute.
 */
export type Operation =
  | { readonly kind: "add"; readonly urls: readonly PoolUrl[] }
  | { readonly kind: "take"; readonly count: number; readonly now: number }
  /** Confirms what was taken, the last first: of the n-th of them for each n; none: that of the pool. */
  | {
      readonly kind: "confirm";
      readonly picks: readonly number[];
      readonly from: "taken" | "pool";
      readonly now: number;
    }
  | { readonly kind: "tick"; readonly now: number }
  | { readonly kind: "get"; readonly url: number }
  | { readonly kind: "outstanding" }
  | { readonly kind: "size" }
  | { readonly kind: "reopen" };

export interface PoolUrl {
  readonly url: number;
  readonly from?: number;
  readonly priority: number;
}

const hosts = [
  "a.org",
  "a.org",
  "a.org",
  "www.a.org",
  "A.org:81",
  "b.example.co.uk",
  "c.example.co.uk",
  "[::1]",
  "user@10.0.0.1",
];

/**
 * URLs that the operations speak of: few, so that repeats, referrers and confirmations meet. The last two are no UTF-8,
 * and no URL.
 */
export const pool: readonly Uint8Array[] = [
  ...Array.from({ length: 22 }, (_, i) => Buffer.from(`http://${hosts[i % hosts.length]}/${"x".repeat(i % 5)}${i}`)),
  Uint8Array.of(0xff, 0x00, 0xfe, 0x0a),
  Uint8Array.of(0x2f),
];

const index = fc.nat(pool.length - 1);
const poolUrl: fc.Arbitrary<PoolUrl> = fc.record(
  { url: index, from: index, priority: fc.oneof(fc.nat(3), fc.constantFrom(0, 0xffffffff, 0x80000000)) },
  { requiredKeys: ["url", "priority"] },
);

type Untimed<O> = O extends { readonly now: number } ? Omit<O, "now"> : O;
const untimed: fc.Arbitrary<Untimed<Operation>> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("add" as const), urls: fc.array(poolUrl, { maxLength: 8 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("take" as const), count: fc.nat(6) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("confirm" as const),
      picks: fc.array(fc.nat(9), { maxLength: 5 }),
      from: fc.constant("taken" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("confirm" as const),
      picks: fc.array(index, { maxLength: 3 }),
      from: fc.constant("pool" as const),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: "tick" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("get" as const), url: index }) },
  { weight: 1, arbitrary: fc.constant({ kind: "outstanding" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "size" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "reopen" as const }) },
);

/** Milliseconds that pass before an operation: none, a few, beyond time-outs and re-crawls, or backwards. */
const step = fc.oneof(fc.constant(0), fc.nat(60), fc.nat(400), fc.integer({ min: -150, max: 0 }));

/** Sequences of operations, of any clock. */
export const operations = (maxLength = 60): fc.Arbitrary<Operation[]> =>
  fc.array(fc.tuple(step, untimed), { maxLength, size: "max" }).map((steps) => {
    let now = 1000;
    return steps.map(([milliseconds, operation]): Operation => {
      now = Math.max(0, now + milliseconds);
      return "count" in operation || "picks" in operation || operation.kind === "tick"
        ? { ...operation, now }
        : operation;
    });
  });

/** All keys that the settings allow. */
export const keyOrders: readonly KeyOrder[] = (["hash", "added"] as const).flatMap((last): KeyOrder[] => [
  ["depth", "priority", last],
  ["priority", "depth", last],
  ["depth", last],
  ["priority", last],
  [last],
]);

const weakHashes = {
  murmur: undefined,
  constant: (_: Uint8Array, __: number, ___: number, out: Uint32Array) => void out.fill(7),
  "2 bits": (bytes: Uint8Array, _: number, end: number, out: Uint32Array) => void out.fill((bytes[end - 1] & 3) << 30),
};

const recrawls: Readonly<Record<string, UrlDatabaseSettings["recrawlAfter"]>> = {
  never: undefined,
  always: () => 120,
  varied: (url: string, page: FetchedPage) =>
    [0, 50.5, -1, Number.POSITIVE_INFINITY, 200, 2 ** 46][
      (url.length + page.bytes.length + page.depth + page.priority) % 6
    ],
};

/** Settings of every kind, but for durability. */
export const anySettings: fc.Arbitrary<UrlDatabaseSettings> = fc
  .record({
    order: fc.constantFrom(...keyOrders),
    domain: fc.constantFrom("host" as const, "registered" as const),
    depthLimit: fc.constantFrom(1, 2, 3, 0xffff),
    confirmTimeout: fc.constantFrom(1, 100, 99.5, 600_000),
    checkEvery: fc.constantFrom(0, 0, 80),
    asPrinted: fc.boolean(),
    recrawl: fc.constantFrom(...Object.keys(recrawls)),
    hash: fc.constantFrom(...(Object.keys(weakHashes) as (keyof typeof weakHashes)[])),
  })
  .map(({ recrawl, hash, ...settings }) => ({
    ...settings,
    recrawlAfter: recrawls[recrawl],
    hash: weakHashes[hash],
    [fc.toStringMethod]: () => JSON.stringify({ ...settings, recrawl, hash }),
  }));

/** A call made ready: what it says no longer depends on what earlier calls gave. */
export type Call = (database: UrlDatabase, form: "list" | "batch") => Promise<unknown>;

export interface Expected {
  /** Undefined: close the database and open it again. */
  readonly call: Call | undefined;
  readonly what: string;
  /** What it gives: the oracle's answer. */
  readonly result: unknown;
}

/** Plain values, so that answers compare: bytes as text, one character each. */
export function plain(result: unknown): unknown {
  if (result instanceof Uint8Array) return Buffer.from(result).toString("latin1");
  if (Array.isArray(result)) return result.map(plain);
  if (result === null || typeof result !== "object") return result;
  return Object.fromEntries(Object.entries(result).map(([key, value]) => [key, plain(value)]));
}

/** Runs operations on the oracle, or on another store, and tells what each call gives. */
export async function expectedOf(
  list: readonly Operation[],
  chosen: UrlDatabaseSettings,
  store?: UrlStore,
): Promise<Expected[]> {
  const settings = settingsOf(chosen);
  const oracle = store ?? (await inMemory.open("", settings));
  let database = new UrlDatabase(oracle, settings, "oracle");
  const taken: Taken[] = [];
  const expected: Expected[] = [];
  for (const operation of list) {
    const what = JSON.stringify(operation);
    if (operation.kind === "reopen") {
      database = new UrlDatabase(oracle, settings, "oracle");
      expected.push({ call: undefined, what, result: undefined });
      continue;
    }
    const call = callOf(operation, taken);
    const result = await call(database, "list");
    if (operation.kind === "take") taken.unshift(...(result as Taken[]));
    expected.push({ call, what, result: plain(result) });
  }
  return expected;
}

function callOf(operation: Exclude<Operation, { kind: "reopen" }>, taken: readonly Taken[]): Call {
  switch (operation.kind) {
    case "add": {
      const urls = operation.urls.map(
        ({ url, from, priority }): NewUrl => ({
          url: pool[url],
          priority,
          ...(from !== undefined && { from: pool[from] }),
        }),
      );
      return (database, form) => database.add(form === "batch" ? UrlBatch.of(urls) : urls);
    }
    case "take":
      return (database) => database.take(operation.count, operation.now);
    case "confirm": {
      const { picks, from, now } = operation;
      const bytes = picks.flatMap((pick) => (from === "pool" ? pool[pick] : (taken[pick]?.bytes ?? [])));
      return (database, form) => database.confirm(form === "batch" ? UrlBatch.of(bytes) : bytes, now);
    }
    case "tick":
      return (database) => database.tick(operation.now);
    case "get":
      return (database) => database.get(pool[operation.url]);
    case "outstanding":
      return (database) => database.outstanding();
    case "size":
      return (database) => database.size();
  }
}

/** Questions whose answers are all that can be known of a database's state without changing it. */
export const everything: readonly Operation[] = [
  { kind: "size" },
  { kind: "outstanding" },
  ...pool.map((_, url) => ({ kind: "get", url }) as const),
];
