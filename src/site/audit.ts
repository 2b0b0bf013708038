import { groupedBy } from "../base/grouped-by.js";
import type { AccessEntry } from "./access-log.js";

export interface AuditOptions {
  /** Milliseconds that a crawler has to leave a host alone; default 0: gaps are not looked at. */
  readonly delay?: number;
  /** Milliseconds asked for by a host's robots.txt; the larger of both counts. */
  readonly delayOf?: (host: string) => number | undefined;
  /**
   * What a gap is counted from: "end" of the response before, or its "start", the arrival of the request before. A
   * crawler that waits after each response can be held to either, to the millisecond; one that counts from its own
   * sending can be held to "start" with some tolerance, since messages take their time. Default "start".
   */
  readonly from?: "start" | "end";
  /** Milliseconds by which a gap may be short; default 0. */
  readonly tolerance?: number;
  /** Milliseconds to which the log's times are exact: 1000 where they are in seconds. Default 0. */
  readonly resolution?: number;
  /** Do requests for robots.txt count in gaps and overlaps? Default true. */
  readonly robotsCount?: boolean;
  /** Examples kept per rule; default 5. */
  readonly examples?: number;
}

/**
 * Rules of a guest: one request at a time, not too often, not where robots.txt forbids it, not before having read it,
 * no page twice.
 */
const RULES = ["overlap", "gap", "disallowed", "robots-first", "repeat"] as const;
export type Rule = (typeof RULES)[number];

/** One break of a rule: the request that broke it, and the one before it that made it one. */
export interface Violation {
  readonly rule: Rule;
  readonly host: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Milliseconds: how long both were under way, or from the one before to this one. */
  readonly milliseconds?: number;
  /** Path of the request before. */
  readonly before?: string;
}

export interface Audit {
  readonly requests: number;
  readonly hosts: number;
  /** Number of violations of each rule; undefined where the log cannot tell. */
  readonly counts: Readonly<Record<Rule, number | undefined>>;
  /** Violations altogether. */
  readonly violations: number;
  readonly examples: readonly Violation[];
  /**
   * Milliseconds: the shortest gap between two requests to one host, counted as `from` says; undefined when no host was
   * asked twice.
   */
  readonly shortestGap: number | undefined;
}

/**
 * Proves from a server's log, and from nothing else, whether a crawler was polite.
 *
 * overlap: a request came in before the host's response before it was out; a server that answers at once never shows
 * one, so let it have latency, or look at gaps. gap: too short. disallowed: what robots.txt of the host forbids, where
 * the log knows it. robots-first: something of a host was asked for before its robots.txt; all such requests to a host
 * count as one violation. repeat: a URL answered 200 again, to a GET other than for robots.txt.
 *
 * @param entries in any order
 *
 * O(n log n).
 */
export function audit(entries: Iterable<AccessEntry>, options: AuditOptions = {}): Audit {
  const {
    delay = 0,
    delayOf,
    from = "start",
    tolerance = 0,
    resolution = 0,
    robotsCount = true,
    examples = 5,
  } = options;
  const all = [...entries];
  const hosts = groupedBy(all, ({ host }) => host);
  const counts: Record<Rule, number> = { overlap: 0, gap: 0, disallowed: 0, "robots-first": 0, repeat: 0 };
  const kept: Violation[] = [];
  const found: Found = (rule, { host, path, time }, milliseconds, before) => {
    if (counts[rule]++ >= examples) return;
    kept.push({
      rule,
      host,
      path,
      time,
      ...(milliseconds !== undefined && { milliseconds }),
      ...(before && { before: before.path }),
    });
  };
  const gaps = hosts.map((own) => {
    const least = Math.max(delay, delayOf?.(own[0].host) ?? 0) - tolerance - resolution;
    return auditHost(own, { least, from, robotsCount }, found);
  });
  const shortestGap = gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY);
  return {
    requests: all.length,
    hosts: hosts.length,
    counts: {
      ...counts,
      overlap: all.some(({ end }) => end !== undefined) ? counts.overlap : undefined,
      disallowed: all.some(({ kind }) => kind !== undefined) ? counts.disallowed : undefined,
    },
    violations: Object.values(counts).reduce((sum, count) => sum + count, 0),
    examples: kept,
    shortestGap: Number.isFinite(shortestGap) ? shortestGap : undefined,
  };
}

type Found = (rule: Rule, entry: AccessEntry, milliseconds?: number, before?: AccessEntry) => void;

/** @param least milliseconds of a gap that is long enough @returns the shortest gap; Infinity where there is none */
function auditHost(
  entries: AccessEntry[],
  {
    least,
    from,
    robotsCount,
  }: { readonly least: number; readonly from: "start" | "end"; readonly robotsCount: boolean },
  found: Found,
): number {
  const fetched = new Set<string>();
  let shortestGap = Number.POSITIVE_INFINITY;
  let robotsRead = false;
  let hasty = false;
  let last: AccessEntry | undefined;
  /** Of all requests so far, the one whose response was out last. */
  let latest: AccessEntry | undefined;
  for (const entry of entries.sort((a, b) => a.time - b.time)) {
    const isRobots = entry.path === "/robots.txt";
    const isGet = entry.method === undefined;
    if (isRobots) robotsRead ||= isGet;
    else if (!robotsRead && !hasty) {
      hasty = true;
      found("robots-first", entry);
    }
    if (entry.disallowed) found("disallowed", entry);
    if (entry.status === 200 && isGet && !isRobots) {
      if (fetched.has(entry.path)) found("repeat", entry);
      fetched.add(entry.path);
    }
    if (isRobots && !robotsCount) continue;
    if (latest?.end !== undefined && entry.time < latest.end) found("overlap", entry, latest.end - entry.time, latest);
    const since = from === "end" ? latest : last;
    if (since) {
      const gap = entry.time - (from === "end" ? (since.end ?? since.time) : since.time);
      shortestGap = Math.min(shortestGap, gap);
      if (least > 0 && gap < least) found("gap", entry, gap, since);
    }
    last = entry;
    if (latest === undefined || (entry.end ?? entry.time) >= (latest.end ?? latest.time)) latest = entry;
  }
  return shortestGap;
}
