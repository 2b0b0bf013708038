import type { Gate } from "./gates.js";
import type { HostDelay, Settings } from "./settings.js";
import type { Outcome } from "./task.js";

/** Why a host was given up: it does not answer, refuses connections, or has a Crawl-delay over the limit. */
export type Death = "down" | "refused" | "crawl-delay";

/** What is known of a host beside its queue. Times in milliseconds. */
export interface HostState {
  readonly name: string;
  /** What `hosts` of the options says. */
  readonly own: HostDelay | undefined;
  /** What it is being asked for, and on behalf of which origin. */
  asked: "page" | "robots" | undefined;
  origin: string;
  /** Items that wait of those that no robots.txt speaks for: see `Scheduler.putGuest`. */
  guests: number;
  /** Waits at a gate. */
  parked: boolean;
  /** Crawl-delay of the origin that was asked last, cut to the limit; 0: none. */
  crawlDelay: number;
  lastDownload: number;
  /** From the end of the last request to when the next one may be sent. */
  gap: number;
  nextAllowed: number;
  /** Said while the host was being asked: see `Scheduler.hold`. */
  heldUntil: number;
  /** In a row; refused connections among them. */
  failures: number;
  refused: number;
  /** Pages that were answered. */
  fetched: number;
  readonly domain: Gate | undefined;
  address: Gate | undefined;
}

export const newHostState = (name: string, own: HostDelay | undefined, domain: Gate | undefined): HostState => ({
  name,
  own,
  asked: undefined,
  origin: "",
  guests: 0,
  parked: false,
  crawlDelay: 0,
  lastDownload: 0,
  gap: own?.delay ?? 0,
  nextAllowed: Number.NEGATIVE_INFINITY,
  heldUntil: Number.NEGATIVE_INFINITY,
  failures: 0,
  refused: 0,
  fetched: 0,
  domain,
  address: undefined,
});

/**
 * How long a host is left alone after an answer: max(delay, min(factor * last download, maxDelay), Crawl-delay,
 * Retry-After). Shkapenyuk and Suel 2001, section 3.4 (delay); Heydon and Najork 1999 (factor); RFC 9110, section
 * 10.2.3 (Retry-After).
 */
export function gapAfter(host: HostState, settings: Settings, retryAfter = 0): number {
  const delay = host.own?.delay ?? settings.delay;
  const factor = host.own?.factor ?? settings.factor;
  return Math.max(
    delay,
    Math.min(factor * host.lastDownload, settings.maxDelay),
    host.crawlDelay,
    Math.min(retryAfter, settings.maxRetryAfter),
  );
}

/**
 * Takes an answer, or the lack of one, to the host's account: its gap, its failures in a row.
 *
 * A host that does not answer is left alone for downDelay (the time that it took to fail is no download), and twice as
 * long each further time, up to maxDownDelay; a first connection that was cut counts as a failure, but need not be the
 * host's. A robots.txt that is asked for again has waits of its own, unless the host refuses connections.
 *
 * @returns why the host is dead now; undefined: it is not
 */
export function settle(host: HostState, outcome: Outcome, settings: Settings): "down" | "refused" | undefined {
  const { again } = outcome;
  host.lastDownload = outcome.kind === "answered" ? (outcome.milliseconds ?? 0) : 0;
  host.gap = gapAfter(host, settings, outcome.retryAfter);
  const isSoon = again !== undefined && outcome.kind !== "refused"; // where nothing listens, asking soon finds nothing
  if (isSoon)
    host.gap = Math.max(host.gap, Math.max(host.own?.delay ?? settings.delay, settings.robotsDelay) * 2 ** (again - 1));
  if (outcome.kind === "answered") {
    host.failures = 0;
    host.refused = 0;
    if (host.asked === "page") host.fetched++;
    return undefined;
  }
  host.failures++;
  host.refused = outcome.kind === "refused" ? host.refused + 1 : 0;
  if (!isSoon && (outcome.kind !== "cut" || host.failures > 1))
    host.gap = Math.max(host.gap, Math.min(settings.downDelay * 2 ** (host.failures - 1), settings.maxDownDelay));
  if (host.refused >= settings.deadAfterRefused) return "refused";
  return host.failures >= settings.deadAfter ? "down" : undefined;
}
