import { got, option, problem } from "../../base/error.js";
import { checkedElsewhere, checkOptions } from "../../base/method.js";
import { expectedLocal } from "../../crawl/timed/link-shares.js";
import { ASSUMPTIONS, COSTS, MACHINE } from "./scale-costs.js";

export interface ScalePlanOptions {
  /** Default 30. */
  readonly days?: number;
  /** Default 62.55, all tags; anchors alone gave 8 in 2001. */
  readonly linksPerPage?: number;
  /** Bytes of URLs that one snapshot takes; default 4 GiB. Infinity: as if that bound were gone. */
  readonly urlText?: number;
  /** Memory per URL that a process knows; default 27. */
  readonly memoryPerUrl?: number;
  readonly machine?: { readonly cores: number; readonly memory: number; readonly disk: number };
}

/** What a crawl needs, over all machines unless said otherwise; bytes, seconds. */
export interface ScalePlan {
  readonly pages: number;
  readonly pagesPerSecond: number;
  /** Cores that fetching and storing keep busy. */
  readonly cores: number;
  readonly processes: number;
  readonly machines: number;
  /** What asks for that many machines. */
  readonly limit: "nothing" | "processor" | "URL text" | "memory" | "disk";
  /** Parts: the least power of two that gives each process four, 64 or more. */
  readonly partitions: number;
  readonly urls: number;
  readonly hosts: number;
  /** Hosts that must be under way or wait for their delay at once. */
  readonly openHosts: number;
  readonly memory: number;
  readonly disk: number;
  readonly bytesPerSecond: number;
  /** URLs that pages show, of all processes, per second. */
  readonly metPerSecond: number;
  /** Share of them that belong to another process. */
  readonly cross: number;
  readonly sentPerSecond: number;
  readonly messagesPerSecond: number;
  readonly sentBytesPerSecond: number;
  /** Of one process's state/hosts.jsonl. */
  readonly hostsFile: number;
  /** Pages after which the URL column of one process is full. */
  readonly pagesPerSnapshot: number;
}

const DAY = 86_400;

/**
 * The design of a crawl on paper: numbers of `COSTS` and `ASSUMPTIONS`, multiplied.
 *
 * A process keeps a row for each URL of its own and for each that it sent; so what processes need depends on how many
 * they are. Their number is raised until their work, their URL columns and their machines' memory and disk hold what
 * falls to them.
 *
 * @param pages fetched
 * @throws "option" for a number that is not above 0; `memoryPerUrl` may be 0
 */
export function scalePlan(pages: number, options: ScalePlanOptions = {}): ScalePlan {
  checkOptions("scalePlan", options, checkedElsewhere(["days", "linksPerPage", "urlText", "memoryPerUrl", "machine"]));
  const { days = 30, linksPerPage = ASSUMPTIONS.linksPerPage, machine = MACHINE } = options;
  const { urlText = COSTS.urlText, memoryPerUrl = COSTS.memoryPerUrl } = options;
  for (const [name, value] of Object.entries({ pages, days, linksPerPage, urlText, ...machine }))
    if (!(value > 0)) throw problem.option`${option("scalePlan")}: ${name} is a number above 0; ${got(value)}`;
  const crawl = { pages, linksPerPage, memoryPerUrl, pagesPerSecond: pages / (days * DAY) };
  let processes = 1;
  for (;;) {
    const needs = needsOf(crawl, processes);
    const wanted = {
      processor: Math.ceil(needs.cores / machine.cores),
      "URL text": Math.ceil(Math.ceil(needs.urlText / urlText) / machine.cores),
      memory: Math.ceil(needs.memory / machine.memory),
      disk: Math.ceil(needs.disk / machine.disk),
    };
    const machines = Math.max(1, ...Object.values(wanted));
    const least = Math.max(machines, Math.ceil(needs.cores), Math.ceil(needs.urlText / urlText));
    if (least > processes) {
      processes = least;
      continue;
    }
    const [limit] = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((part) => wanted[part] === machines);
    const { urlText: text, ...rest } = needs;
    return { ...rest, machines, limit: machines === 1 ? "nothing" : limit, pagesPerSnapshot: (urlText / text) * pages };
  }
}

interface PlannedCrawl {
  readonly pages: number;
  readonly linksPerPage: number;
  readonly memoryPerUrl: number;
  readonly pagesPerSecond: number;
}

/** What all processes need together, if they are so many. */
function needsOf({ pages, linksPerPage, memoryPerUrl, pagesPerSecond }: PlannedCrawl, processes: number) {
  const ownPerPage = Math.max(1, linksPerPage * ASSUMPTIONS.newPerLink);
  const cross = 1 - expectedLocal(ASSUMPTIONS.onHost, processes);
  const sentPerPage = linksPerPage * cross * ASSUMPTIONS.missRate;
  const urls = pages * ownPerPage;
  const rows = urls + pages * sentPerPage;
  const links = Math.max(0, linksPerPage - COSTS.linksIncluded);
  const sentPerSecond = pagesPerSecond * sentPerPage;
  const partitions = Math.max(64, 2 ** Math.ceil(Math.log2(4 * processes)));
  const foreign = (partitions * (processes - 1)) / processes;
  const hosts = pages / ASSUMPTIONS.pagesPerHost;
  return {
    pages,
    pagesPerSecond,
    processes,
    partitions,
    urls,
    hosts,
    cross,
    sentPerSecond,
    cores: pagesPerSecond * (COSTS.cpuPerPage + links * COSTS.cpuPerLink + ownPerPage * COSTS.cpuPerOwnUrl),
    urlText: rows * COSTS.urlBytes,
    memory:
      processes * COSTS.memoryPerProcess +
      rows * memoryPerUrl +
      urls * COSTS.memoryPerOwnUrl +
      pages * COSTS.memoryPerPage,
    disk:
      pages * (COSTS.archivePerPage + COSTS.diskPerPage + linksPerPage * COSTS.diskPerLink) +
      rows * COSTS.diskPerUrl +
      urls * COSTS.diskPerOwnUrl,
    openHosts: pagesPerSecond * ASSUMPTIONS.delay,
    bytesPerSecond: pagesPerSecond * COSTS.pageBytes,
    metPerSecond: pagesPerSecond * linksPerPage,
    messagesPerSecond: processes * messagesFor(sentPerSecond / processes, foreign),
    sentBytesPerSecond: sentPerSecond * COSTS.sentBytes,
    hostsFile: ((pagesPerSecond * DAY) / ASSUMPTIONS.pagesPerHost / processes) * COSTS.hostBytes,
  };
}

/**
 * Messages per second of one process that keeps a batch for each foreign part and sends all of them once in
 * `COSTS.longestWait`, or one when it is full: parts that got at least one of k URLs, drawn at random, are m (1 - (1 -
 * 1 / m)^k). Never more than URLs.
 *
 * @param urls per second
 * @param parts m
 */
export function messagesFor(urls: number, parts: number): number {
  if (urls === 0 || parts === 0) return 0;
  const each = urls * COSTS.longestWait;
  const touched = parts * (1 - (1 - 1 / Math.max(1, parts)) ** each);
  return Math.min(urls, Math.max(touched / COSTS.longestWait, urls / COSTS.batch));
}
