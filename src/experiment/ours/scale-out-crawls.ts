import { version } from "../../base/version.js";
import { powersOf2 } from "../../cache/miss-curve.js";
import { PARTITION_KEYS, type PartitionKey } from "../../crawl/timed/assignment.js";
import { type LinkShares, linkShares, ownedLoads } from "../../crawl/timed/link-shares.js";
import { type LinkedUrls, linkedUrls } from "../../crawl/timed/linked-urls.js";
import { effectiveCount, type LoadBalance, loadBalance } from "../../crawl/timed/load-balance.js";
import { timedReplay } from "../../crawl/timed/timed-replay.js";
import type { Web } from "../../web/web.js";
import { checkScale, type ExperimentOptions, inferring } from "../experiment.js";
import { type SplitterTraffic, splitterTraffic } from "./splitter-traffic.js";

/** Numbers of processes that are laid side by side; the first is that of Broder et al. 2003, section 4.2. */
export const PROCESSES = [4, 8, 16, 40, 100, 400] as const;

/** Parts that a crawl of several processes has unless asked otherwise. */
export const PARTITIONS = 64;

/** Section 4.2: 62.55 links a page, 42.74 of them different. For webs whose source dropped repeats. */
const REPEATS = 1 - 42.74 / 62.55;

/** Threads of each process at scale 1: a fifth of the paper's, for 400 processes need as many times more hosts. */
const THREADS = 100;
const SCALE = 0.1;

/** Requests of all processes together at scale 1. */
const REQUESTS = 20_000_000;

/** Hosts of equal size that the copies of a web should amount to: one for each process. */
const HOSTS = 400;

/** No more copies than make so many URLs, of which each process keeps 8 bytes. */
const MOST_URLS = 1_000_000;

/** Entries of a cache in the host splitter of each process. */
export const SIZES = powersOf2(6, 20);

/** One number of processes: links on all pages, and one crawl. */
export interface ScaleStep {
  readonly processes: number;
  readonly shares: LinkShares;
  /**
   * Of pages and hosts that processes own: hosts hashed over processes, and over `PARTITIONS` parts that are dealt to
   * them.
   */
  readonly pages: LoadBalance;
  readonly hosts: LoadBalance;
  readonly pagesInParts: LoadBalance;
  /** Of the time that each process spent on downloads. */
  readonly fetchTime: LoadBalance;
  /** Share of all threads' time in which they waited. */
  readonly idle: number;
  readonly downloads: number;
  /** Of virtual time. */
  readonly seconds: number;
  readonly traffic: SplitterTraffic;
}

/** One key of Cho and Garcia-Molina 2002, on the links alone: no crawl can keep the delay of hosts that are split. */
export interface KeyStep {
  readonly by: PartitionKey;
  readonly shares: LinkShares;
  readonly pages: LoadBalance;
}

export interface ScaleOut {
  readonly source: LinkedUrls;
  readonly copies: number;
  readonly threads: number;
  /** Of all copies. */
  readonly hosts: number;
  readonly effectiveHosts: number;
  readonly steps: readonly ScaleStep[];
  /** At `PROCESSES[0]`, by what of a URL decides; none where the web has no URLs. */
  readonly keys: readonly KeyStep[];
  readonly provenance: object;
}

/**
 * Crawls a web with ever more processes: as many requests each time, so that the work is shared out, not multiplied.
 */
export function scaleOutOf(
  web: Web,
  { seed = 1, scale = SCALE, putBack = REPEATS, copies: asked, pagesPerHost }: ExperimentOptions = {},
): ScaleOut {
  checkScale(scale, "the paper's threads and requests");
  const source = linkedUrls(web, { seed, repeats: putBack, ...inferring(web, pagesPerHost) });
  const effective = effectiveCount(ownedByHost(source));
  const copies = asked ?? Math.max(1, Math.min(Math.floor(MOST_URLS / source.size), Math.ceil(HOSTS / effective)));
  const threads = Math.max(1, Math.round(THREADS * scale));
  const requests = Math.round(Math.min(0.5 * copies * source.links, REQUESTS * scale));
  const crawl = { copies, threads, seed, until: { requests } };
  return {
    source,
    copies,
    threads,
    hosts: source.hosts * copies,
    effectiveHosts: effective * copies,
    steps: PROCESSES.map((processes) => stepOf(source, processes, crawl)),
    keys: source.urls ? PARTITION_KEYS.map((by) => keyStepOf(source, by, copies)) : [],
    provenance: {
      dataset: { name: web.name, sha256: web.sha256 },
      processes: PROCESSES,
      partitions: PARTITIONS,
      ...crawl,
      effectiveHosts: Math.round(effective * copies),
      ...source.assumptions,
      crawlbench: version,
    },
  };
}

function stepOf(
  source: LinkedUrls,
  processes: number,
  crawl: { readonly copies: number; readonly threads: number; readonly until: { readonly requests: number } },
): ScaleStep {
  const { copies } = crawl;
  const owned = ownedLoads(source, { processes, copies });
  const replay = timedReplay(source, { ...crawl, processes });
  return {
    processes,
    shares: linkShares(source, { processes, copies }),
    pages: loadBalance(owned.pages),
    hosts: loadBalance(owned.hosts),
    pagesInParts: loadBalance(ownedLoads(source, { processes, copies, partitions: PARTITIONS }).pages),
    fetchTime: loadBalance(replay.idleShares.map((idle) => 1 - idle)),
    idle: replay.idle,
    downloads: replay.downloads,
    seconds: replay.milliseconds / 1000,
    traffic: splitterTraffic(replay.traces, SIZES),
  };
}

function keyStepOf(source: LinkedUrls, by: PartitionKey, copies: number): KeyStep {
  const options = { processes: PROCESSES[0], by, copies };
  return { by, shares: linkShares(source, options), pages: loadBalance(ownedLoads(source, options).pages) };
}

/** Stored pages of each host. */
function ownedByHost({ hosts, hostOf, stored }: LinkedUrls): Float64Array {
  const pages = new Float64Array(hosts);
  for (let page = 0; page < stored; page++) pages[hostOf[page]]++;
  return pages;
}
