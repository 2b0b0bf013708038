import { got, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";
import { GOLDEN, murmurMix } from "../../base/mix.js";
import { hashOf, keepsHosts, keyOf, PARTITION_KEYS, type PartitionKey } from "../../url/partition.js";
import type { LinkedUrls } from "./linked-urls.js";

export { PARTITION_KEYS, type PartitionKey } from "../../url/partition.js";

/** How a crawl is shared out over its processes. */
export interface AssignmentOptions {
  /** What of a URL decides; default "host". All but "host" need URLs. */
  readonly by?: PartitionKey;
  /**
   * A fixed number of parts, dealt to the processes in turn; default: none, keys are hashed over the processes
   * themselves. 1 to 65,536.
   */
  readonly partitions?: number;
}

/** Keys of what belongs to one process as a whole: of hosts, or of single URLs where hosts are split. */
export interface AssignedKeys {
  /** Units of one copy. */
  readonly units: number;
  /** Unit of a URL of one copy; undefined: each is its own. */
  readonly unitOf: Uint32Array | undefined;
  /** Of each unit of all copies: `ownerOf(key, processes)` is its process. */
  readonly keys: Uint32Array;
}

/**
 * Who belongs where, in all copies of a web that stand side by side.
 *
 * With parts a key is the number of its part, as `partitioner` counts it, and part p belongs to process p modulo
 * processes: so parts are dealt in turn, and with fewer parts than processes some processes have none. Each copy has
 * hosts, domains and URLs of its own; top-level labels are the same in all, as .edu is for many universities.
 *
 * @throws "option" for an option that makes no sense, or a key that needs URLs on a web that has none
 *
 * O(units copies); 4 bytes per unit and copy.
 */
export function assignedKeys(linked: LinkedUrls, copies: number, options: AssignmentOptions = {}): AssignedKeys {
  checkAssignment("assignedKeys", options);
  const { by = "host", partitions } = options;
  const own = by === "host" ? linked.hostKeys : keysBy(linked, by);
  const keys = new Uint32Array(own.length * copies);
  for (let copy = 0, at = 0; copy < copies; copy++) {
    const shift = by === "top-level" ? 0 : Math.imul(copy, GOLDEN);
    for (let unit = 0; unit < own.length; unit++, at++) {
      const key = shift === 0 ? own[unit] : murmurMix(own[unit] + shift) >>> 0;
      keys[at] = partitions === undefined ? key : key % partitions;
    }
  }
  return { units: own.length, unitOf: keepsHosts(by) ? linked.hostOf : undefined, keys };
}

/** @throws "option" naming `what` and the option */
export function checkAssignment(what: string, { by, partitions, ...others }: AssignmentOptions): void {
  checkOptions(what, others, {});
  if (by !== undefined && !PARTITION_KEYS.includes(by))
    throw problem.option`${what}: by is one of ${PARTITION_KEYS.join(", ")}; ${got(by)}`;
  if (partitions === undefined || (Number.isInteger(partitions) && partitions >= 1 && partitions <= 65_536)) return;
  throw problem.option`${what}: partitions is a whole number from 1 to 65,536, such as 64; ${got(partitions)}`;
}

/** Hashes of the key of each host, or of each URL. */
function keysBy({ urls, web, hosts, hostOf, size }: LinkedUrls, by: Exclude<PartitionKey, "host">): Uint32Array {
  if (!urls)
    throw problem.option`${web.name} has no URLs: its hosts have numbers but no names, so they can be shared out by "host" alone`;
  if (by === "url") return Uint32Array.from({ length: size }, (_, url) => hashOf(urls.at(url)));
  const keys = new Uint32Array(hosts);
  const done = new Uint8Array(hosts);
  for (let url = 0; url < size; url++) {
    const host = hostOf[url];
    if (done[host] === 1) continue;
    done[host] = 1;
    keys[host] = hashOf(keyOf(urls.at(url), by));
  }
  return keys;
}
