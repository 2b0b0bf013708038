import { inPercent, inWhole } from "../../base/numbers.js";
import type { Growth } from "./growth.js";

/**
 * What a crawl `grow` times as long would need, or why that is not said. Never fewer entries than are advised for this
 * one.
 */
export function growthLines(
  { entries, growth }: { readonly entries: number; readonly growth: Growth },
  grow: number,
): string[] {
  if (grow === 1) return [];
  const { floor, withheld } = growth;
  const head = `a crawl ${grow} times as long`;
  const limit =
    floor &&
    floor.high >= 0.0005 &&
    `first requests alone then miss about ${inPercent(floor.value)} (${inPercent(floor.low)} - ${inPercent(floor.high)})`;
  const small = "(a guess from the first 1/8, 1/4, 1/2 and all of the log; the range: its slowest and fastest growth)";
  if (growth.entries === undefined) return [`${head}: what it needs cannot be told from this log: ${withheld}`];
  return [
    `${head} needs ${need(entries, growth)}, if it continues like this one${limit ? `; ${limit}` : ""}`,
    `      ${small}`,
  ];
}

function need(advised: number, { entries: guess, parts }: Growth): string {
  if (guess === undefined) return "";
  const { value, low, high } = guess;
  const now = parts[parts.length - 1].entries as number;
  const range = `${inWhole(low)} - ${inWhole(high)}`;
  if (value < now) {
    const found = parts.map(({ entries }) => inWhole(entries as number)).join(", ");
    const isColder = parts[0].floor > parts[parts.length - 1].floor;
    return `no more than these ${inWhole(advised)} entries${high > advised ? `, or up to ${inWhole(high)}` : ""} (its parts took ${found}${isColder ? ", since first requests weigh less and less" : ""})`;
  }
  if (value <= advised)
    return `about ${inWhole(value)} entries (${range}); ${inWhole(advised)} ${high <= advised ? "are enough" : "may be too few"}`;
  return `about ${inWhole(value)} entries (${range})`;
}
