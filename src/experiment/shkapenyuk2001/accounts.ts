import { type StatusMix, TABLE_4_2 } from "../../site/options.js";
import type { TestbedCrawl } from "./testbed.js";

/** The rows of Table 4.1 that are counts, and the bytes of what came back. Shkapenyuk and Suel 2001, section 4.1. */
export interface Accounts {
  readonly requests: number;
  readonly networkErrors: number;
  /** Among the network errors. */
  readonly timeouts: number;
  readonly robots: number;
  /** Answered, with any status, robots.txt apart. */
  readonly successful: number;
  readonly bytes: number;
}

/** Table 4.1; its total is given as 1.85 TB, which is 138,742,184 times 13,354 bytes. */
export const TABLE_4_1: Accounts = {
  requests: 161_549_811,
  networkErrors: 5_873_685,
  timeouts: 2_288_084,
  robots: 16_933_942,
  successful: 138_742_184,
  bytes: 138_742_184 * 13_354,
};

export const STATUSES = ["200", "404", "302", "301", "403", "401", "500", "other"] as const;
export type StatusName = (typeof STATUSES)[number];

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Table 4.1 as the crawler counted. */
export function crawlersAccounts({ status }: TestbedCrawl): Accounts {
  const { requests, robotsRequests, faults, statuses, bytes } = status;
  const timeouts = ["connect-timeout", "header-timeout", "body-timeout"].reduce(
    (n, name) => n + (faults[name] ?? 0),
    0,
  );
  return { requests, networkErrors: sum(faults), timeouts, robots: robotsRequests, successful: sum(statuses), bytes };
}

/**
 * Table 4.1 as the server's log has it. A host that is silent costs a time-out; the server cannot know that, but which
 * hosts are.
 */
export function serversAccounts({ log, isSilent }: TestbedCrawl): Accounts {
  const unanswered = log.filter(({ status }) => status === 0);
  const answered = log.filter(({ status }) => status !== 0);
  const robots = answered.filter(({ path }) => path === "/robots.txt");
  const others = answered.filter(({ path }) => path !== "/robots.txt");
  return {
    requests: log.length,
    networkErrors: unanswered.length,
    timeouts: unanswered.filter(({ host }) => isSilent(host)).length,
    robots: robots.length,
    successful: others.length,
    bytes: others.reduce((total, { bytes }) => total + bytes, 0),
  };
}

/** Counts by the rows of Table 4.2. */
export function byStatus(counts: Readonly<Record<string, number>>): Record<StatusName, number> {
  const rows = Object.fromEntries(STATUSES.map((name) => [name, 0])) as Record<StatusName, number>;
  for (const [status, count] of Object.entries(counts)) {
    rows[STATUSES.find((name) => name === status) ?? "other"] += count;
  }
  return rows;
}

/** Table 4.2 as the server's log has it. */
export function serversStatuses({ log }: TestbedCrawl): Record<StatusName, number> {
  const counts: Record<string, number> = {};
  for (const { status, path } of log)
    if (status !== 0 && path !== "/robots.txt") counts[status] = (counts[status] ?? 0) + 1;
  return byStatus(counts);
}

/** Share of a row of Table 4.2 in all of its rows. */
export const publishedShare = (name: StatusName): number => TABLE_4_2[name as keyof StatusMix] / TABLE_4_1.successful;
