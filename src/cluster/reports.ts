import { attempt } from "../base/attempt.js";
import type { Clock } from "../fetch/clock.js";
import type {
  CrawlControl,
  CrawlStatus,
  ExchangeCounts,
  HostCounts,
  HostStatus,
  NearCounts,
  Trap,
} from "../fetch/status.js";
import type { Engine } from "./engine.js";
import { again } from "./quiet.js";
import { counts, fields, flag, list, maybe, number, oneOf, type Shape, text, versioned } from "./report-shape.js";

/** Topic of reports. */
export const STATUS_TOPIC = "status";

/** Milliseconds from one report to the next. */
export const TOLD_EVERY = 1000;

/** Of the form of reports. */
const VERSION = 1;

const MOST_HOSTS = 50;
const MOST_ERRORS = 20;
const MOST_BLOCKED = 200;
const MOST_TRAPS = 20;
/** Characters of a URL or a message. */
const LONG = 500;
/** Characters of a host name (RFC 1035, section 2.3.4) or a label. */
const SHORT = 253;

export type ReportedError = ReturnType<CrawlControl["errors"]>[number];

/** The last checkpoint that an order asked for and that is over, and what went wrong with it. */
export interface CheckpointDone {
  /** As orders count them; 0: none so far. */
  readonly number: number;
  readonly failure?: string;
}

/** What one of the processes that share a crawl tells the others every second. */
export interface ProcessReport {
  readonly name: string;
  /** Parts of the hosts that are its own. */
  readonly partitions: number;
  /** It hands its hosts over. */
  readonly leaving?: boolean;
  /** Left out: it takes no orders. */
  readonly checkpoint?: CheckpointDone;
  /** Of this process alone, without `processes`. */
  readonly status: CrawlStatus;
  /** The 50 with most URLs queued. */
  readonly hosts: readonly HostStatus[];
  /** The last 20, newest first. */
  readonly errors: readonly ReportedError[];
}

const host = fields<HostStatus>({
  host: text(SHORT),
  fetched: number,
  queued: number,
  state: oneOf("ready", "waiting", "down", "in use", "done", "blocked"),
  nextAllowed: maybe(number),
});

const status = fields<CrawlStatus>({
  state: oneOf("running", "paused", "draining", "done", "stopped"),
  ordering: text(SHORT),
  started: number,
  now: number,
  elapsed: number,
  requests: number,
  robotsRequests: number,
  faults: counts,
  dropped: counts,
  oddities: counts,
  statuses: counts,
  pages: number,
  bytes: number,
  links: fields<CrawlStatus["links"]>({ found: number, fresh: number, outOfScope: counts }),
  disallowed: number,
  frontier: number,
  postponed: maybe(number),
  hosts: fields<HostCounts>({ known: number, ready: number, waiting: number, down: number, inUse: number }),
  inFlight: number,
  rate: fields<CrawlStatus["rate"]>({ pagesPerSecond: number, bytesPerSecond: number }),
  speed: maybe(number),
  cacheHits: number,
  urlCache: maybe(fields<NonNullable<CrawlStatus["urlCache"]>>({ entries: number, asked: number, hits: number })),
  nearDuplicates: maybe(
    fields<NearCounts>({
      pages: number,
      unfollowed: number,
      traps: list(fields<Trap>({ url: text(LONG), prefix: text(LONG), pages: number }), MOST_TRAPS),
    }),
  ),
  exchange: maybe(
    fields<ExchangeCounts>({
      foreign: number,
      sent: number,
      messages: number,
      bytes: number,
      received: number,
      fresh: number,
    }),
  ),
  processes: () => undefined,
  missCurves: () => undefined,
  proxies: () => undefined,
  warnings: () => undefined,
  checkpoint: number,
  blocked: list(text(SHORT), MOST_BLOCKED),
  memory: number,
});

const report: Shape<ProcessReport> = fields<ProcessReport>({
  name: text(SHORT),
  partitions: number,
  leaving: maybe(flag),
  checkpoint: maybe(fields<CheckpointDone>({ number, failure: maybe(text(LONG)) })),
  status,
  hosts: list(host, MOST_HOSTS),
  errors: list(
    fields<ReportedError>({ time: number, url: text(LONG), fault: text(SHORT), message: text(LONG) }),
    MOST_ERRORS,
  ),
});

const keptKey = (name: string): string => `report.${name}`;

/** Keeps a report with the engine, for whoever looks when the process does not run. */
export async function keepReport(engine: Engine, told: ProcessReport): Promise<void> {
  const before = await engine.read(keptKey(told.name));
  await engine.write(keptKey(told.name), packReport(told), before?.revision ?? 0);
}

/** The last report that a process kept; undefined: none, or one of another version. */
export async function keptReport(engine: Engine, name: string): Promise<ProcessReport | undefined> {
  const found = await engine.read(keptKey(name));
  return found && attempt(() => readReport(found.value));
}

/** What a process tells of itself. */
export type Standing = Pick<ProcessReport, "name" | "partitions" | "leaving" | "checkpoint">;

/** The report of a crawl, as it is now. */
export const reportOf = (crawl: CrawlControl, standing: Standing): ProcessReport => ({
  ...standing,
  status: crawl.status(),
  hosts: crawl.hosts(MOST_HOSTS),
  errors: crawl.errors().slice(0, MOST_ERRORS),
});

/**
 * A report as JSON: usually less than 10 kB, never more than 1 MB. URLs and messages are cut at 500 characters, names
 * of hosts at 253; of counts by name the 99 largest are told and the others as one, of blocked hosts the first 200.
 */
export const { pack: packReport, read: readReport } = versioned("a report", "report", VERSION, report);

/**
 * Tells the others a report now, every second, and when it is ended: the last one says how the crawl ended.
 *
 * @param onTrouble told when a report cannot be made; the next one is tried
 * @returns ends it
 */
export function tellReports(
  engine: Engine,
  clock: Clock,
  current: () => ProcessReport,
  onTrouble: (error: unknown) => void,
): () => void {
  const tell = () => {
    try {
      engine.tell(STATUS_TOPIC, packReport(current()));
    } catch (error) {
      onTrouble(error);
    }
  };
  tell();
  const end = again(clock, TOLD_EVERY, async () => tell());
  return () => {
    end();
    tell();
  };
}
