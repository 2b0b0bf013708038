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
    `first requests alone would miss about ${inPercent(floor.value)} (${inPercent(floor.low)} - ${inPercent(floor.high)})`;
  const small = "(a guess: from the first 1/8, 1/4, 1/2 and the whole; the range is the slowest and fastest step)";
  if (growth.entries === undefined) return [`${head}: what it needs cannot be told from this log: ${withheld}`];
  return [
    `${head}, if it continues like this one: ${need(entries, growth)}${limit ? `; ${limit}` : ""}`,
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
    return `no more than these ${inWhole(advised)} entries${high > advised ? `, or up to ${inWhole(high)}` : ""}: the parts took ${found}${isColder ? ", for first requests weigh less and less" : ""}`;
  }
  if (value <= advised)
    return `about ${inWhole(value)} entries (${range}), ${high <= advised ? "so that these" : "about these"} ${inWhole(advised)}${high <= advised ? " do" : ""}`;
  return `about ${inWhole(value)} entries (${range})`;
}
