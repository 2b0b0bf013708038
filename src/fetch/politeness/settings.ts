import { got, option, problem } from "../../base/error.js";
import { given } from "../../base/given.js";
import { checkedElsewhere, checkOptions, valuesOf } from "../../base/method.js";
import { addressOptions } from "../declared-options.js";
import { checkPositive, type SpeedPeriod } from "./speed-schedule.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * - "suel": hosts go by the request number of their first item (Shkapenyuk and Suel 2001, section 3.4); 30 s between
 *   requests.
 * - "mercator": the same queues, no fixed delay: ten times as long as the last download took (Heydon and Najork 1999).
 * - "webbase": 500 queues by hash of the host, one item from each in turn (Cho, Garcia-Molina and Page 1998, section
 *   5); no delay.
 */
export type Policy = "suel" | "mercator" | "webbase";

/** How long a host is left alone; see `SchedulerOptions`. */
export interface HostDelay {
  /** Milliseconds. */
  readonly delay?: number;
  readonly factor?: number;
}

/** What may be said about who is asked when. Times in milliseconds. */
export interface SchedulerOptions {
  /** Default "suel". It sets the defaults of `delay`, `factor` and `queues`; the rest is alike for all. */
  readonly policy?: Policy;
  /**
   * At least so long from the end of a request to the next one to its host; default 30 s ("mercator" and "webbase": 0).
   */
  readonly delay?: number;
  /** ... and at least so many times as long as the last download took; default 10 ("webbase": 0). */
  readonly factor?: number;
  /** No more than this through `factor`; default 5 minutes. */
  readonly maxDelay?: number;
  /** A Crawl-delay over this is cut to it, or its host given up; default 5 minutes. */
  readonly maxCrawlDelay?: number;
  /** Default "cap". */
  readonly longCrawlDelay?: "cap" | "give up";
  /** A Retry-After over this is cut to it; default 24 hours. */
  readonly maxRetryAfter?: number;
  /**
   * Other delays for some hosts, a powerful server for instance: a name stands for that host and all below it, the
   * longest one counts.
   */
  readonly hosts?: Readonly<Record<string, HostDelay>>;
  /** Requests to one host at a time: 1. Both papers say never two. */
  readonly connectionsPerHost?: 1;
  /** Queues of "webbase"; default 500. */
  readonly queues?: number;
  /** From the end of a request to the next one to any host of its registered domain; default 0: hosts alone count. */
  readonly domainDelay?: number;
  /** The same for hosts known to stand at one address; default 0. */
  readonly addressDelay?: number;
  /** How long a host that did not answer is left alone, doubled with each failure in a row; default 5 minutes. */
  readonly downDelay?: number;
  /** ... up to this; default 1 hour. */
  readonly maxDownDelay?: number;
  /**
   * ... and how long after a robots.txt of its that could not be had, doubled with each failure in a row; default 10 s.
   * A longer `delay` counts.
   */
  readonly robotsDelay?: number;
  /** A host is dead after so many failures in a row; default 6. */
  readonly deadAfter?: number;
  /**
   * ... or after so many refused connections in a row; default 3: more look like a port scan (Shkapenyuk and Suel,
   * section 4.4).
   */
  readonly deadAfterRefused?: number;
  /** Ask for robots.txt before the first page of an origin, and when what is known has expired; default true. */
  readonly robots?: boolean;
  /** Requests per second; default: as politeness allows. */
  readonly speed?: number;
  /** Requests per second by time of day; `speed` holds for the rest of the day. */
  readonly schedule?: readonly SpeedPeriod[];
  /** Time zone of `schedule`: a name such as "America/New_York"; default "UTC". */
  readonly timeZone?: string;
  /** Bytes of bodies per second; default: no limit. */
  readonly bytesPerSecond?: number;
  /**
   * Hold `speed` by spacing requests ("pace", default), or as the paper did by the number of connections
   * ("connections").
   */
  readonly control?: "pace" | "connections";
  /** Requests under way at most; default 1,000 (Shkapenyuk and Suel, section 2.2). */
  readonly connections?: number;
  /**
   * x of section 3.5: `wants` asks for more items while fewer hosts are ready; default 10,000. Choose x > speed *
   * delay.
   */
  readonly readyHosts?: number;
  /** ... and fewer items than this wait; default 2,000,000. */
  readonly maxQueued?: number;
}

type Filled = "hosts" | "speed" | "bytesPerSecond" | "connectionsPerHost";

/** Options with every default filled in. */
export type Settings = Required<Omit<SchedulerOptions, Filled>> &
  Pick<SchedulerOptions, "hosts" | "speed" | "bytesPerSecond">;

const defaults: Settings = {
  policy: "suel",
  delay: 30 * SECOND,
  factor: 10,
  maxDelay: 5 * MINUTE,
  maxCrawlDelay: 5 * MINUTE,
  longCrawlDelay: "cap",
  maxRetryAfter: 24 * HOUR,
  queues: 500,
  domainDelay: 0,
  ...valuesOf("the scheduler", addressOptions),
  downDelay: 5 * MINUTE,
  maxDownDelay: HOUR,
  robotsDelay: 10 * SECOND,
  deadAfter: 6,
  deadAfterRefused: 3,
  robots: true,
  schedule: [],
  timeZone: "UTC",
  control: "pace",
  connections: 1000,
  readyHosts: 10_000,
  maxQueued: 2_000_000,
};

const byPolicy: Readonly<Record<Policy, Partial<Settings>>> = {
  suel: {},
  mercator: { delay: 0 },
  webbase: { delay: 0, factor: 0 },
};

const notNegative = [
  "delay",
  "factor",
  "maxDelay",
  "maxCrawlDelay",
  "maxRetryAfter",
  "domainDelay",
  "addressDelay",
  "downDelay",
  "maxDownDelay",
  "robotsDelay",
] as const;
const counts = ["queues", "deadAfter", "deadAfterRefused", "connections", "readyHosts", "maxQueued"] as const;

/** @throws "option" for an option that is not known, or a value that it does not take */
export function settingsOf(options: SchedulerOptions): Settings {
  const known = [...Object.keys(defaults), "hosts", "speed", "bytesPerSecond", "connectionsPerHost"];
  checkOptions("the scheduler", options, {
    ...checkedElsewhere(known),
    policy: ["suel", "mercator", "webbase"],
    longCrawlDelay: ["cap", "give up"],
    control: ["pace", "connections"],
  });
  const { connectionsPerHost = 1, ...rest } = options;
  if (connectionsPerHost !== 1)
    throw problem.option`${option("connectionsPerHost")} is 1: a polite crawler never sends two requests to a host at a time; found ${connectionsPerHost}. For a host that bears more, give it a shorter delay under hosts`;
  const settings: Settings = { ...defaults, ...byPolicy[options.policy ?? "suel"], ...given(rest) };
  for (const name of notNegative) checkDelay(name, settings[name]);
  for (const name of counts)
    if (!(settings[name] === Number.POSITIVE_INFINITY || (Number.isInteger(settings[name]) && settings[name] >= 1)))
      throw problem.option`${option(name)} is a whole number above 0; ${got(settings[name])}`;
  if (settings.queues > 65_536) throw problem.option`${option("queues")} is at most 65536; ${got(settings.queues)}`;
  for (const name of ["speed", "bytesPerSecond"] as const) checkPositive(name, settings[name]);
  for (const [host, delay] of Object.entries(settings.hosts ?? {})) checkHostDelay(host, delay);
  return settings;
}

/** @throws "option" for an option that is not known, or a delay that is none */
function checkHostDelay(host: string, chosen: HostDelay): void {
  checkOptions(`hosts: "${host}"`, chosen, { delay: undefined, factor: undefined });
  checkDelay(`hosts: "${host}": delay`, chosen.delay ?? 0);
  checkDelay(`hosts: "${host}": factor`, chosen.factor ?? 0);
}

function checkDelay(name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0))
    throw problem.option`${option(name)} is a number, 0 or more${name.endsWith("actor") ? "" : ", in milliseconds"}; ${got(value)}`;
}
