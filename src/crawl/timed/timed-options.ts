import { got, option, problem } from "../../base/error.js";
import { checkedElsewhere, checkOptions, flag } from "../../base/method.js";
import { requireList } from "../../base/require-list.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { keepsHosts } from "../../url/partition.js";
import type { PageId } from "../../web/graph/graph.js";
import { type AssignmentOptions, checkAssignment } from "./assignment.js";
import { type LatencyModel, lognormalLatency } from "./latency.js";
import type { LinkedUrlsOptions } from "./linked-urls.js";

/** Hosts belong to processes by `by` and `partitions`; `by: "url"` would split them, and is refused. */
export interface TimedReplayOptions extends LinkedUrlsOptions, AssignmentOptions {
  /** Default 4, as in Broder et al. 2003; 1 to 65,536. */
  readonly processes?: number;
  /** Of each process; default 500; 1 to 65,536. */
  readonly threads?: number;
  /** Front end of each process's frontier; default breadth-first. */
  readonly ordering?: OrderingMethod;
  /**
   * The next request to a host is sent when so many times as long as its last download took have passed since that;
   * default 10.
   */
  readonly politeness?: number;
  /** Default: `lognormalLatency()`. */
  readonly latency?: LatencyModel;
  /**
   * Hosts that are open at once in a process, one queue each; default 3 threads, what Heydon and Najork 1999 advise.
   */
  readonly backEndQueues?: number;
  /** Milliseconds between the times at which URLs are sent to other processes; default 0: at once. */
  readonly batch?: number;
  /**
   * URLs that were never stored: "fetched" (default): downloaded like pages, showing nothing; "ignored": met, but not
   * downloaded.
   */
  readonly outside?: "fetched" | "ignored";
  /** Start pages, in each copy; default: the web's own start. */
  readonly from?: readonly PageId[];
  /** Of every choice left to chance; default 1. */
  readonly seed?: number;
  /** Copies of the web that are crawled side by side, with hosts of their own; default 1. */
  readonly copies?: number;
  /**
   * When to stop: requests of all processes together, milliseconds of the crawl; default: when nothing is left to
   * download.
   */
  readonly until?: { readonly requests?: number; readonly milliseconds?: number };
  /** Keep when each download began and ended; default false. */
  readonly log?: boolean;
}

const OPTIONS = [
  "processes",
  "threads",
  "ordering",
  "politeness",
  "latency",
  "backEndQueues",
  "batch",
  "from",
  "seed",
  "copies",
  "until",
  "repeats",
  "repeatPlace",
  "hostOf",
  "pagesPerHost",
  "by",
  "partitions",
];

const whole = (most: number) => (value: number) => Number.isInteger(value) && value >= 1 && value <= most;
const wholeOrNone = (value: number) => value === Number.POSITIVE_INFINITY || whole(2 ** 32)(value);
const fromZero = (value: number) => value >= 0 && Number.isFinite(value);

/** What a timed replay does when it is told no more. @throws "option" for an option that makes no sense, naming it */
export function settled(options: TimedReplayOptions) {
  checkOptions("timedReplay", options, {
    ...checkedElsewhere(OPTIONS),
    outside: ["fetched", "ignored"],
    repeatPlace: ["mixed", "adjacent", "spread"],
    log: flag("keep when each download began and ended"),
  });
  const { processes = 4, threads = 500, ordering = breadthFirst, politeness = 10, seed = 1, copies = 1 } = options;
  const { latency = lognormalLatency(), backEndQueues = 3 * threads } = options;
  const { batch = 0, outside = "fetched", from, until = {}, log = false, by, partitions } = options;
  const assignment = { ...(by !== undefined && { by }), ...(partitions !== undefined && { partitions }) };
  checkAssignment("timedReplay", assignment);
  if (by !== undefined && !keepsHosts(by))
    throw problem.option`timedReplay: by "${by}" splits hosts, and no process can keep the delay of a host that others ask too: count it on the links, timed.linkShares(web, { by: "${by}", .. })`;
  checkOptions("timedReplay: until", until, { requests: undefined, milliseconds: undefined });
  if ((ordering as Partial<OrderingMethod> | null)?.kind !== "ordering")
    throw problem.option`${option("ordering", "timedReplay")} is a method, such as breadthFirst; ${got(ordering)}`;
  if ((latency as Partial<LatencyModel> | null)?.kind !== "latency")
    throw problem.option`${option("latency", "timedReplay")} is a model, such as timed.constantLatency(1000); ${got(latency)}`;
  requireList("timedReplay: from takes a list of pages, such as [0]", from ?? []);
  const rules: readonly [option: string, value: number | undefined, fits: (value: number) => boolean, what: string][] =
    [
      ["processes", processes, whole(65536), "a whole number from 1 to 65,536"],
      ["threads", threads, whole(65536), "a whole number from 1 to 65,536"],
      ["copies", copies, whole(2 ** 32), "a whole number from 1"],
      ["backEndQueues", backEndQueues, wholeOrNone, "a whole number from 1, or Infinity"],
      ["politeness", politeness, fromZero, "a number from 0"],
      ["batch", batch, fromZero, "milliseconds, from 0"],
      ["seed", seed, Number.isInteger, "an integer"],
      ["until.requests", until.requests, (value) => value >= 1, "a number from 1"],
      ["until.milliseconds", until.milliseconds, (value) => value >= 0, "a number from 0"],
    ];
  for (const [option, value, fits, what] of rules) {
    if (value !== undefined && !fits(value)) throw problem.option`timedReplay: ${option} is ${what}; ${got(value)}`;
  }
  return {
    processes,
    threads,
    ordering: ordering as OrderingMethod,
    politeness,
    latency,
    backEndQueues,
    batch,
    outside,
    from,
    seed,
    copies,
    until,
    log,
    assignment,
  };
}
