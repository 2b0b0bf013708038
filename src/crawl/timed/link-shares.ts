import { got, gotInstead, option, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";
import { ownerOf } from "../../trace/url-trace.js";
import { type AssignmentOptions, assignedKeys } from "./assignment.js";
import type { LinkedUrls } from "./linked-urls.js";

export interface LinkSharesOptions extends AssignmentOptions {
  /** 1 to 65,536. */
  readonly processes: number;
  /** Copies of the web side by side, with hosts of their own; default 1. */
  readonly copies?: number;
}

/** Links by where they lead, when each process reads the pages that belong to it. Counts over all copies. */
export interface LinkShares {
  /** Stored pages. */
  readonly pages: number;
  /** Every link on them, repeats on the page included. */
  readonly links: number;
  /** Those that lead to URLs of the page's own process. */
  readonly local: number;
  /** Those that stay on the page's host. */
  readonly onHost: number;
  /** Links of which each page shows every target once. */
  readonly unique: number;
  readonly uniqueLocal: number;
  readonly uniqueOnHost: number;
}

/** What each process owns. */
export interface OwnedLoads {
  /** Stored pages. */
  readonly pages: Float64Array;
  /** Hosts of which it owns a stored page; where hosts are split each counts in every process that has a part of it. */
  readonly hosts: Float64Array;
}

const RULES = { processes: undefined, copies: undefined, by: undefined, partitions: undefined };

/**
 * Where the links of a stored web lead once its URLs are shared out, counted on the graph: no crawl, no order, every
 * page read once.
 *
 * Also for `by: "url"`, which no timed replay can crawl: where processes share a host none of them can keep its delay.
 *
 * @throws "option" for options that make no sense
 *
 * O(links), and of links that leave their host, or with `by: "url"` their page, O(links copies); 4 bytes per URL besides
 * the keys.
 */
export function linkShares(linked: LinkedUrls, options: LinkSharesOptions): LinkShares {
  const { owners, units, unitOf } = ownersOf("linkShares", linked, options);
  const { copies = 1 } = options;
  const { offsets, targets, stored, hostOf, size } = linked;
  const lastSeen = new Uint32Array(size);
  const sums = { links: 0, local: 0, onHost: 0, unique: 0, uniqueLocal: 0, uniqueOnHost: 0 };
  for (let page = 0; page < stored; page++) {
    const host = hostOf[page];
    const from = unitOf ? host : page;
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      const target = targets[i];
      const to = unitOf ? hostOf[target] : target;
      let local = copies;
      if (from !== to) {
        local = 0;
        for (let base = 0; base < owners.length; base += units) if (owners[base + from] === owners[base + to]) local++;
      }
      const onHost = hostOf[target] === host ? copies : 0;
      sums.links += copies;
      sums.local += local;
      sums.onHost += onHost;
      if (lastSeen[target] === page + 1) continue;
      lastSeen[target] = page + 1;
      sums.unique += copies;
      sums.uniqueLocal += local;
      sums.uniqueOnHost += onHost;
    }
  }
  return { pages: stored * copies, ...sums };
}

/** Pages and hosts by process. @throws "option" for options that make no sense */
export function ownedLoads(linked: LinkedUrls, options: LinkSharesOptions): OwnedLoads {
  const { owners, units, unitOf } = ownersOf("ownedLoads", linked, options);
  const { processes, copies = 1 } = options;
  const { stored, hostOf, hosts } = linked;
  const loads = { pages: new Float64Array(processes), hosts: new Float64Array(processes) };
  for (let copy = 0; copy < copies; copy++) {
    const met = new Set<number>();
    for (let page = 0; page < stored; page++) {
      const owner = owners[copy * units + (unitOf ? hostOf[page] : page)];
      loads.pages[owner]++;
      const share = owner * hosts + hostOf[page];
      if (met.has(share)) continue;
      met.add(share);
      loads.hosts[owner]++;
    }
  }
  return loads;
}

/**
 * Share of links that stay with their process when hosts are dealt by chance: those on their host, and of the others
 * those whose host falls to the same process. With 1 process all; with ever more, those on their host.
 *
 * @param onHost share of links that stay on their host, in [0, 1]
 */
export const expectedLocal = (onHost: number, processes: number): number => onHost + (1 - onHost) / processes;

function ownersOf(who: string, linked: LinkedUrls, options: LinkSharesOptions) {
  if (!ArrayBuffer.isView((linked as Partial<LinkedUrls> | undefined | null)?.hostOf))
    throw problem.option`${who} takes a web as crawlers meet it, timed.linkedUrls(web); ${gotInstead(linked)}`;
  checkOptions(who, options, RULES);
  const { processes, copies = 1, by, partitions } = options;
  for (const [name, value] of Object.entries({ processes, copies }))
    if (!(Number.isInteger(value) && value >= 1 && value <= 65_536))
      throw problem.option`${option(name, who)} is a whole number from 1 to 65,536; ${got(value)}`;
  const { keys, units, unitOf } = assignedKeys(linked, copies, {
    ...(by !== undefined && { by }),
    ...(partitions !== undefined && { partitions }),
  });
  const owners = new Uint16Array(keys.length);
  for (let unit = 0; unit < keys.length; unit++) owners[unit] = ownerOf(keys[unit], processes);
  return { owners, units, unitOf };
}
