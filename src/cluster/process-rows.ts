import type { ExchangeCounts, ProcessStatus } from "../fetch/status.js";
import { type HeardReport, hasEnded, isHeard } from "./roll-call.js";

export const noExchange: ExchangeCounts = { foreign: 0, sent: 0, messages: 0, bytes: 0, received: 0, fresh: 0 };

const unheard: Omit<ProcessStatus, "name"> = {
  state: "away",
  heard: 0,
  partitions: 0,
  pages: 0,
  pagesPerSecond: 0,
  frontier: 0,
  inFlight: 0,
  memory: 0,
  exchange: noExchange,
};

/** By name: sums of fractions do not depend on who was heard first. */
export const inOrder = (reports: readonly HeardReport[]): HeardReport[] =>
  [...reports].sort((a, b) => (a.report.name < b.report.name ? -1 : 1));

/**
 * The processes that belong to a crawl or were heard lately, by name. @param members names of those that belong to it
 */
export function processRows(sorted: readonly HeardReport[], now: number, members: readonly string[]): ProcessStatus[] {
  const belongs = new Set(members);
  const shown = sorted.filter((each) => belongs.has(each.report.name) || isHeard(each, now));
  const rows = shown.map((each): ProcessStatus => {
    const { name, partitions, status } = each.report;
    const isPresent = isHeard(each, now);
    return {
      name,
      partitions,
      state: processState(each, now),
      heard: each.heard,
      pages: status.pages,
      frontier: status.frontier,
      exchange: status.exchange ?? noExchange,
      pagesPerSecond: isPresent ? status.rate.pagesPerSecond : 0,
      inFlight: isPresent ? status.inFlight : 0,
      memory: isPresent ? status.memory : 0,
    };
  });
  const known = new Set(rows.map(({ name }) => name));
  const silent = [...belongs].filter((name) => !known.has(name));
  return [...rows, ...silent.map((name) => ({ name, ...unheard }))].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function processState(each: HeardReport, now: number): ProcessStatus["state"] {
  const { leaving, partitions, status } = each.report;
  if (hasEnded(each)) return status.state;
  if (!isHeard(each, now)) return "away";
  if (leaving) return "leaving";
  return partitions === 0 ? "joining" : status.state;
}
