import type { Random } from "../../base/random.js";
import type { Purpose } from "./kinds.js";
import { topicNamed, topics } from "./topics.js";

/** One server of the campus. */
export interface Host {
  /** "www-db"; the whole name is label.campus.example. */
  readonly label: string;
  readonly purpose: Purpose;
  /** Index into `topics`. */
  readonly topic: number;
  /** Number of its pages, at least 1. */
  readonly pages: number;
}

/** Last labels of every host; .example is reserved for such uses (RFC 2606). */
export const domain = "campus.example";

/** Servers that every campus of some size has, with the share of all pages that they hold. */
const known: readonly [label: string, purpose: Purpose, topic: string, share: number][] = [
  ["www", "university", "travel", 0.1],
  ["people", "people", "computer", 0.12],
  ["linac", "laboratory", "physics", 0.09],
  ["cs", "department", "computer", 0.07],
  ["www-db", "group", "database", 0],
  ["lists", "lists", "computer", 0.05],
  ["docs", "documents", "computer", 0.06],
  ["lib", "library", "library", 0.05],
];

/** Pages of the database group: about 1,100, as in Cho et al. 1998, section 6, on a campus that has room for them. */
function databaseGroupPages(pages: number): number {
  if (pages < 1000) return Math.max(10, Math.floor(0.3 * pages));
  return Math.min(1100, Math.floor(300 + ((pages - 1000) * 800) / 19_000));
}

/**
 * Divides the pages among hosts: the known ones, then departments and groups, 0.5 * sqrt(pages) of them, whose sizes
 * follow Zipf's law, r-th size ~ 1 / (r + 2).
 *
 * @returns www first, the others in no order; the sizes add up to `pages`
 */
export function planHosts(pages: number, random: Random): Host[] {
  const hosts: Host[] = [];
  let left = pages;
  const add = (label: string, purpose: Purpose, topic: number, size: number) => {
    if (size < 1) return;
    hosts.push({ label, purpose, topic, pages: size });
    left -= size;
  };
  const base = pages - databaseGroupPages(pages);
  for (const [label, purpose, topic, share] of known) {
    const size = label === "www-db" ? databaseGroupPages(pages) : Math.floor(share * base);
    if (label === "www" || size >= 10) add(label, purpose, topicNamed(topic), size);
  }
  const others = Math.max(1, Math.round(0.5 * Math.sqrt(pages)));
  let total = 0;
  for (let rank = 1; rank <= others; rank++) total += 1 / (rank + 2);
  const budget = left;
  let sum = 0;
  let given = 0;
  for (let rank = 1; rank <= others; rank++) {
    sum += 1 / (rank + 2);
    const size = Math.round((sum / total) * budget) - given;
    given += size;
    const topic = random.below(topics.length);
    add(labelOf(rank - 1, topic), rank % 3 === 1 ? "department" : "group", topic, size);
  }
  return hosts;
}

/** Distinct for distinct numbers: "physics", "www-quantum3". */
function labelOf(number: number, topic: number): string {
  const words = topics[topic];
  const word = words[number % words.length];
  const round = Math.floor(number / words.length);
  return `${number % 3 === 0 ? "" : "www-"}${word}${round === 0 ? "" : round + 1}`;
}
