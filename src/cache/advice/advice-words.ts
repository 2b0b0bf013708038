import { inWhole } from "../../base/numbers.js";

/** "102 per thread", of few "2.5 per thread", "less than 1 per thread". */
export function perThread(entries: number, threads: number): string {
  const each = entries / threads;
  const words = each < 1 ? "less than 1" : each < 10 ? String(Number(each.toFixed(1))) : inWhole(each);
  return `${words} per thread`;
}
