import { got, problem } from "../base/error.js";
import { fingerprint } from "./fingerprint.js";
import { hostOfOrigin, originOf, registeredDomain } from "./host.js";

/**
 * What of a URL decides where it belongs, by the names of Cho and Garcia-Molina 2002 (in Broder et al. 2003, section
 * 2):
 *
 * - "host": its host name, port not counted, as Mercator's host splitter; their site-based scheme. A host is one
 *   process's alone.
 * - "domain": its registered domain, so that links between the hosts of one institution stay within a process.
 * - "top-level": the last label of its host, their hierarchical scheme: few and uneven parts.
 * - "url": the whole of it. Spreads best, and splits hosts: no process can keep the delay of a host that others ask
 *   too.
 */
export const PARTITION_KEYS = ["host", "domain", "top-level", "url"] as const;

export type PartitionKey = (typeof PARTITION_KEYS)[number];

/** Does every URL of a host fall into one part? */
export const keepsHosts = (by: PartitionKey): boolean => by !== "url";

/** The text that is hashed. @param url canonical */
export function keyOf(url: string, by: PartitionKey): string {
  if (by === "url") return url;
  const host = hostOfOrigin(originOf(url));
  if (by === "host") return host;
  if (by === "domain") return registeredDomain(host);
  return host.slice(host.lastIndexOf(".") + 1);
}

/** 32 bits of the fingerprint of a text: for host names the `hostKeys` of traces. */
export function hashOf(text: string): number {
  const bytes = Buffer.from(text);
  fingerprint(bytes, 0, bytes.length, words);
  return words[1];
}

const words = new Uint32Array(2);

/** Parts are remembered by key up to so many. */
const REMEMBERED = 100_000;

/**
 * Which of a fixed number of parts a URL belongs to. Parts, not URLs, are given to processes, so that no URL is hashed
 * anew when a process comes or goes.
 *
 * About 0.1 microseconds per URL of a host that was asked about before.
 *
 * @throws "option" for a number of parts below 1 or above 65,536
 */
export function partitioner(parts: number, by: PartitionKey = "host"): (url: string) => number {
  if (!(Number.isInteger(parts) && parts >= 1 && parts <= 65_536))
    throw problem.option`partitions are 1 to 65536, 64 by default; ${got(parts)}`;
  if (by === "url") return (url) => hashOf(url) % parts;
  const known = new Map<string, number>();
  let last = { begin: "\n", part: 0 }; // links of a page go to few hosts, mostly to its own; no URL begins so
  return (url) => {
    if (url.startsWith(last.begin)) return last.part;
    const origin = originOf(url);
    let part = known.get(origin);
    if (part === undefined) {
      part = hashOf(keyOf(url, by)) % parts;
      if (known.size >= REMEMBERED) known.clear();
      known.set(origin, part);
    }
    last = { begin: `${origin}/`, part };
    return part;
  };
}
