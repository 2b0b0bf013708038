import { got, option, problem } from "../../base/error.js";
import { given } from "../../base/given.js";
import {
  type ChosenOf,
  checkOptions,
  flag,
  number,
  undecided,
  unruled,
  type ValuesOf,
  valuesOf,
  word,
} from "../../base/method.js";
import { addressOptions } from "../declared-options.js";
import type { SpeedPeriod } from "./speed-schedule.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const time = (usual: number) => number(usual, "[0, ∞)", "", { is: "a number, 0 or more, in milliseconds" });
const factor = (usual: number) => number(usual, "[0, ∞)", "", { is: "a number, 0 or more" });
const count = (usual: number) => number(usual, "[1, ∞]", "", { whole: true, is: "a whole number above 0" });
const perSecond = undecided(number(1, "(0, ∞]", "", { is: "a number above 0, or left out for no limit" }));

/**
 * - "suel": hosts go by the request number of their first item (Shkapenyuk and Suel 2001, section 3.4); 30 s between
 *   requests.
 * - "mercator": the same queues, no fixed delay: ten times as long as the last download took (Heydon and Najork 1999).
 * - "webbase": 500 queues by hash of the host, one item from each in turn (Cho, Garcia-Molina and Page 1998, section
 *   5); no delay.
 */
const policy = word(["suel", "mercator", "webbase"], "");

export type Policy = (typeof policy)["default"];

/** How long a host is left alone; see `SchedulerOptions`. */
export interface HostDelay {
  /** Milliseconds. */
  readonly delay?: number;
  readonly factor?: number;
}

export const SCHEDULER_OPTIONS = {
  /** Default "suel". It sets the defaults of `delay`, `factor` and `queues`; the rest is alike for all. */
  policy,
  /**
   * At least so long from the end of a request to the next one to its host; default 30 s ("mercator" and "webbase": 0).
   */
  delay: time(30 * SECOND),
  /** ... and at least so many times as long as the last download took; default 10 ("webbase": 0). */
  factor: factor(10),
  /** No more than this through `factor`; default 5 minutes. */
  maxDelay: time(5 * MINUTE),
  /** A Crawl-delay over this is cut to it, or its host given up; default 5 minutes. */
  maxCrawlDelay: time(5 * MINUTE),
  /** Default "cap". */
  longCrawlDelay: word(["cap", "give up"], ""),
  /** A Retry-After over this is cut to it; default 24 hours. */
  maxRetryAfter: time(24 * HOUR),
  /** Queues of "webbase"; default 500. */
  queues: count(500),
  /** From the end of a request to the next one to any host of its registered domain; default 0: hosts alone count. */
  domainDelay: time(0),
  /** The same for hosts known to stand at one address; default 0. */
  addressDelay: time(addressOptions.addressDelay.default),
  /** How long a host that did not answer is left alone, doubled with each failure in a row; default 5 minutes. */
  downDelay: time(5 * MINUTE),
  /** ... up to this; default 1 hour. */
  maxDownDelay: time(HOUR),
  /**
   * ... and how long after a robots.txt of its that could not be had, doubled with each failure in a row; default 10 s.
   * A longer `delay` counts.
   */
  robotsDelay: time(10 * SECOND),
  /** A host is dead after so many failures in a row; default 6. */
  deadAfter: count(6),
  /**
   * ... or after so many refused connections in a row; default 3: more look like a port scan (Shkapenyuk and Suel,
   * section 4.4).
   */
  deadAfterRefused: count(3),
  /** Ask for robots.txt before the first page of an origin, and when what is known has expired; default true. */
  robots: { ...flag(""), default: true },
  /** Requests per second by time of day; `speed` holds for the rest of the day. */
  schedule: unruled<readonly SpeedPeriod[]>([]),
  /** Time zone of `schedule`: a name such as "America/New_York"; default "UTC". */
  timeZone: unruled("UTC"),
  /**
   * Hold `speed` by spacing requests ("pace", default), or as the paper did by the number of connections
   * ("connections").
   */
  control: word(["pace", "connections"], ""),
  /** Requests under way at most; default 1,000 (Shkapenyuk and Suel, section 2.2). */
  connections: count(1000),
  /**
   * x of section 3.5: `wants` asks for more items while fewer hosts are ready; default 10,000. Choose x > speed *
   * delay.
   */
  readyHosts: count(10_000),
  /** ... and fewer items than this wait; default 2,000,000. */
  maxQueued: count(2_000_000),
  /**
   * Other delays for some hosts, a powerful server for instance: a name stands for that host and all below it, the
   * longest one counts.
   */
  hosts: unruled<Readonly<Record<string, HostDelay>> | undefined>(undefined),
  /** Requests per second; default: as politeness allows. */
  speed: perSecond,
  /** Bytes of bodies per second; default: no limit. */
  bytesPerSecond: perSecond,
  /** Requests to one host at a time: 1. Both papers say never two. */
  connectionsPerHost: unruled<1>(1),
} as const;

/** What may be said about who is asked when. Times in milliseconds. */
export interface SchedulerOptions extends ChosenOf<typeof SCHEDULER_OPTIONS> {}

/** Options with every default filled in. */
export type Settings = Omit<ValuesOf<typeof SCHEDULER_OPTIONS>, "connectionsPerHost">;

const byPolicy: Readonly<Record<Policy, SchedulerOptions>> = {
  suel: {},
  mercator: { delay: 0 },
  webbase: { delay: 0, factor: 0 },
};

/** @throws "option" for an option that is not known, or a value that it does not take */
export function settingsOf(options: SchedulerOptions): Settings {
  const usual = byPolicy[options.policy ?? "suel"];
  const { connectionsPerHost, ...settings } = valuesOf("the scheduler", SCHEDULER_OPTIONS, {
    ...usual,
    ...given(options),
  });
  const { queues, hosts = {} } = settings;
  if (connectionsPerHost !== 1)
    throw problem.option`${option("connectionsPerHost")} is 1: a polite crawler never sends two requests to a host at a time; found ${connectionsPerHost}. For a host that bears more, give it a shorter delay under hosts`;
  if (queues > 65_536) throw problem.option`${option("queues")} is at most 65536; ${got(queues)}`;
  for (const [host, delay] of Object.entries(hosts))
    checkOptions(`hosts: "${host}"`, delay, { delay: time(0), factor: factor(0) }, { prefix: true });
  return given(settings);
}
