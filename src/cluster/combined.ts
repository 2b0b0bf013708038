import type { CrawlStatus, ExchangeCounts, HostStatus } from "../fetch/status.js";
import { largestTraps } from "../fetch/tally.js";
import { inOrder, noExchange, processRows } from "./process-rows.js";
import { summedByName } from "./report-shape.js";
import type { ProcessReport, ReportedError } from "./reports.js";
import { type HeardReport, isHeard, working } from "./roll-call.js";

/**
 * The status of a crawl that several processes share.
 *
 * What was done is that of all of them, those that are away, have ended or have left included: sums, the longest time,
 * the earliest start. What waits is that of those that belong to the crawl: the URLs of one that was given up belong to
 * others now. What is under way (rates, requests and hosts in use, memory, speed, the oldest checkpoint) is that of
 * those that work. It is "running" if any is, "paused" if all that work are, and without any "done" if all that belong
 * to it are, else "stopped".
 *
 * @param reports the last one of each process
 * @param now milliseconds since 1970, of the clock that `heard` is of
 * @param members names of the processes that belong to the crawl, whether they were heard or not; left out: those that
 *   were
 */
export function combinedStatus(
  reports: readonly HeardReport[],
  now: number,
  members: readonly string[] = reports.map(({ report }) => report.name),
): CrawlStatus {
  const sorted = inOrder(reports);
  const all = statuses(sorted);
  const atWork = working(sorted, now);
  const heard = sorted.filter((each) => isHeard(each, now));
  const known = new Set(members);
  const belonging = statuses(sorted.filter((each) => known.has(each.report.name) || atWork.includes(each)));
  const starts = all.map(({ started }) => started).filter((started) => started > 0);
  return {
    state: stateOf(statuses(atWork), belonging),
    ordering: [...new Set(all.map(({ ordering }) => ordering))].join(", "),
    started: starts.length === 0 ? 0 : Math.min(...starts),
    now,
    elapsed: Math.max(0, ...all.map(({ elapsed }) => elapsed)),
    ...countsOf(all),
    frontier: sum(belonging, ({ frontier }) => frontier),
    ...presenceOf(statuses(atWork.length > 0 ? atWork : heard), all),
    ...sharesOf(all),
    blocked: [...new Set(all.flatMap(({ blocked }) => blocked))],
    processes: processRows(sorted, now, members),
  };
}

const statuses = (of: readonly HeardReport[]): CrawlStatus[] => of.map(({ report }) => report.status);

function stateOf(atWork: readonly CrawlStatus[], belonging: readonly CrawlStatus[]): CrawlStatus["state"] {
  const states = atWork.map(({ state }) => state);
  if (states.includes("running")) return "running";
  if (states.length > 0) return states.every((state) => state === "paused") ? "paused" : "draining";
  return belonging.length > 0 && belonging.every(({ state }) => state === "done") ? "done" : "stopped";
}

const sum = <T>(of: readonly T[], value: (each: T) => number): number =>
  of.reduce((total, each) => total + value(each), 0);

const merged = (of: readonly CrawlStatus[], names: (each: CrawlStatus) => Readonly<Record<string, number>>) =>
  summedByName(of.flatMap((each) => Object.entries(names(each))));

/** What was done. */
function countsOf(all: readonly CrawlStatus[]) {
  return {
    requests: sum(all, ({ requests }) => requests),
    robotsRequests: sum(all, ({ robotsRequests }) => robotsRequests),
    faults: merged(all, ({ faults }) => faults),
    dropped: merged(all, ({ dropped }) => dropped),
    oddities: merged(all, ({ oddities }) => oddities),
    statuses: merged(all, ({ statuses }) => statuses),
    pages: sum(all, ({ pages }) => pages),
    bytes: sum(all, ({ bytes }) => bytes),
    links: {
      found: sum(all, ({ links }) => links.found),
      fresh: sum(all, ({ links }) => links.fresh),
      outOfScope: merged(all, ({ links }) => links.outOfScope),
    },
    disallowed: sum(all, ({ disallowed }) => disallowed),
  };
}

/** What is under way. */
function presenceOf(present: readonly CrawlStatus[], all: readonly CrawlStatus[]) {
  const isLimited = present.length > 0 && present.every(({ speed }) => speed !== undefined);
  const checkpoints = (present.length > 0 ? present : all).map(({ checkpoint }) => checkpoint);
  return {
    hosts: {
      known: sum(all, ({ hosts }) => hosts.known),
      ready: sum(present, ({ hosts }) => hosts.ready),
      waiting: sum(present, ({ hosts }) => hosts.waiting),
      down: sum(present, ({ hosts }) => hosts.down),
      inUse: sum(present, ({ hosts }) => hosts.inUse),
    },
    inFlight: sum(present, ({ inFlight }) => inFlight),
    rate: {
      pagesPerSecond: sum(present, ({ rate }) => rate.pagesPerSecond),
      bytesPerSecond: sum(present, ({ rate }) => rate.bytesPerSecond),
    },
    ...(isLimited && { speed: sum(present, ({ speed = 0 }) => speed) }),
    checkpoint: checkpoints.length === 0 ? 0 : Math.min(...checkpoints),
    memory: sum(present, ({ memory }) => memory),
  };
}

/** What caches knew, which pages were nearly others, and what went from one process to another. */
function sharesOf(all: readonly CrawlStatus[]) {
  const found = sum(all, ({ links }) => links.found);
  const known = sum(all, ({ links, cacheHits }) => Math.round(links.found * cacheHits)); // it was a count
  const caches = all.flatMap(({ urlCache }) => urlCache ?? []);
  const near = all.flatMap(({ nearDuplicates }) => nearDuplicates ?? []);
  const exchanges = all.flatMap(({ exchange }) => exchange ?? []);
  return {
    cacheHits: found === 0 ? 0 : known / found,
    ...(caches.length > 0 && {
      urlCache: {
        entries: sum(caches, ({ entries }) => entries),
        asked: sum(caches, ({ asked }) => asked),
        hits: sum(caches, ({ hits }) => hits),
      },
    }),
    ...(near.length > 0 && {
      nearDuplicates: {
        pages: sum(near, ({ pages }) => pages),
        unfollowed: sum(near, ({ unfollowed }) => unfollowed),
        traps: largestTraps(near.flatMap(({ traps }) => traps)),
      },
    }),
    ...(exchanges.length > 0 && { exchange: exchanges.reduce(addExchange, noExchange) }),
  };
}

const addExchange = (a: ExchangeCounts, b: ExchangeCounts): ExchangeCounts => ({
  foreign: a.foreign + b.foreign,
  sent: a.sent + b.sent,
  messages: a.messages + b.messages,
  bytes: a.bytes + b.bytes,
  received: a.received + b.received,
  fresh: a.fresh + b.fresh,
});

/** What a host that several processes know is doing: the first of these that is so for any of them. */
const STATES: readonly HostStatus["state"][] = ["in use", "ready", "waiting", "down", "blocked", "done"];

/**
 * Hosts of all processes with most URLs queued first. A host that several know, since it went from one to another or
 * since URLs and not hosts are shared out, is one.
 */
export function combinedHosts(reports: readonly ProcessReport[], count: number): readonly HostStatus[] {
  const hosts = new Map<string, HostStatus>();
  for (const { hosts: told } of reports) {
    for (const host of told) {
      const other = hosts.get(host.host);
      hosts.set(host.host, other ? bothHosts(other, host) : host);
    }
  }
  return [...hosts.values()].sort((a, b) => b.queued - a.queued || (a.host < b.host ? -1 : 1)).slice(0, count);
}

function bothHosts(a: HostStatus, b: HostStatus): HostStatus {
  const state = STATES.find((each) => a.state === each || b.state === each) ?? a.state;
  const times = [a, b].flatMap((each) => (each.state === state ? (each.nextAllowed ?? []) : []));
  return {
    host: a.host,
    state,
    fetched: a.fetched + b.fetched,
    queued: a.queued + b.queued,
    ...(times.length > 0 && { nextAllowed: Math.min(...times) }),
  };
}

/** Errors of all processes, newest first, each message after the name of its process. */
export function combinedErrors(reports: readonly ProcessReport[]): readonly ReportedError[] {
  const named = reports.flatMap(({ name, errors }) =>
    errors.map((error): readonly [string, ReportedError] => [name, { ...error, message: `${name}: ${error.message}` }]),
  );
  return named
    .sort(([nameA, a], [nameB, b]) => b.time - a.time || (nameA === nameB ? 0 : nameA < nameB ? -1 : 1))
    .map(([, error]) => error);
}
