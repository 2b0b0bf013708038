import { inWhole } from "./sweep-rows.js";

/** 150000 is "150 kB". */
export function inBytes(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9 ? ["GB", 1e9] : bytes >= 1e6 ? ["MB", 1e6] : bytes >= 1e3 ? ["kB", 1e3] : ["bytes", 1];
  return `${Number((bytes / size).toPrecision(3))} ${unit}`;
}

/** "102 per thread", of few "2.5 per thread", "less than 1 per thread". */
export function perThread(entries: number, threads: number): string {
  const each = entries / threads;
  const words = each < 1 ? "less than 1" : each < 10 ? String(Number(each.toFixed(1))) : inWhole(each);
  return `${words} per thread`;
}
