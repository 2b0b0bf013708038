import { got, option, problem } from "../../base/error.js";
import {
  type ChosenOf,
  checkedElsewhere,
  checkOptions,
  flag,
  number,
  undecided,
  unruled,
  valuesOf,
  word,
} from "../../base/method.js";
import { requireList } from "../../base/require-list.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { keepsHosts } from "../../url/partition.js";
import type { PageId } from "../../web/graph/graph.js";
import { type AssignmentOptions, checkAssignment } from "./assignment.js";
import { type LatencyModel, lognormalLatency } from "./latency.js";
import type { LinkedUrlsOptions } from "./linked-urls.js";

const called = (name: string) => ({ called: `timedReplay: ${name}` });
const whole = (name: string, usual: number) =>
  number(usual, "[1, 65536]", "", { whole: true, is: "a whole number from 1 to 65,536", ...called(name) });
const queues = number(1500, `[1, ${2 ** 32}]`, "", {
  whole: true,
  is: "a whole number from 1, or Infinity",
  ...called("backEndQueues"),
});

const RULES = {
  /** Default 4, as in Broder et al. 2003; 1 to 65,536. */
  processes: whole("processes", 4),
  /** Of each process; default 500; 1 to 65,536. */
  threads: whole("threads", 500),
  /** Front end of each process's frontier; default breadth-first. */
  ordering: unruled<OrderingMethod>(breadthFirst),
  /**
   * The next request to a host is sent when so many times as long as its last download took have passed since that;
   * default 10.
   */
  politeness: number(10, "[0, ∞)", "", { is: "a number from 0", ...called("politeness") }),
  /** Default: `lognormalLatency()`. */
  latency: unruled<LatencyModel | undefined>(undefined),
  /**
   * Hosts that are open at once in a process, one queue each; default 3 threads, what Heydon and Najork 1999 advise.
   */
  backEndQueues: {
    ...undecided(queues),
    wrong: (value: unknown) => (value === Number.POSITIVE_INFINITY ? undefined : queues.wrong(value)),
  },
  /** Milliseconds between the times at which URLs are sent to other processes; default 0: at once. */
  batch: number(0, "[0, ∞)", "", { is: "milliseconds, from 0", ...called("batch") }),
  /**
   * URLs that were never stored: "fetched" (default): downloaded like pages, showing nothing; "ignored": met, but not
   * downloaded.
   */
  outside: word(["fetched", "ignored"], ""),
  /** Start pages, in each copy; default: the web's own start. */
  from: unruled<readonly PageId[] | undefined>(undefined),
  /** Of every choice left to chance; default 1. */
  seed: number(1, "(-∞, ∞)", "", { whole: true, is: "an integer", ...called("seed") }),
  /** Copies of the web that are crawled side by side, with hosts of their own; default 1. */
  copies: number(1, `[1, ${2 ** 32}]`, "", { whole: true, is: "a whole number from 1", ...called("copies") }),
  /**
   * When to stop: requests of all processes together, milliseconds of the crawl; default: when nothing is left to
   * download.
   */
  until: unruled<{ readonly requests?: number; readonly milliseconds?: number }>({}),
  /** Keep when each download began and ended; default false. */
  log: flag("keep when each download began and ended"),
} as const;

const UNTIL = {
  requests: number(1, "[1, ∞]", "", { is: "a number from 1", ...called("until.requests") }),
  milliseconds: number(0, "[0, ∞]", "", { is: "a number from 0", ...called("until.milliseconds") }),
} as const;

/** Hosts belong to processes by `by` and `partitions`; `by: "url"` would split them, and is refused. */
export interface TimedReplayOptions extends LinkedUrlsOptions, AssignmentOptions, ChosenOf<typeof RULES> {}

const NAMES = "processes threads ordering politeness latency backEndQueues batch from seed copies until".split(" ");

/** What a timed replay does when it is told no more. @throws "option" for an option that makes no sense, naming it */
export function settled(options: TimedReplayOptions) {
  checkOptions("timedReplay", options, {
    ...checkedElsewhere([...NAMES, "repeats", "repeatPlace", "hostOf", "pagesPerHost", "by", "partitions"]),
    ...RULES,
    repeatPlace: ["mixed", "adjacent", "spread"],
  });
  const { repeats, repeatPlace, hostOf, pagesPerHost, by, partitions, ...own } = options;
  const values = valuesOf("timedReplay", RULES, own);
  const { threads, ordering, latency = lognormalLatency(), backEndQueues = 3 * threads, from = [], until } = values;
  const assignment = { ...(by !== undefined && { by }), ...(partitions !== undefined && { partitions }) };
  checkAssignment("timedReplay", assignment);
  if (by !== undefined && !keepsHosts(by))
    throw problem.option`timedReplay: by "${by}" splits hosts, and no process can keep the delay of a host that others ask too: count it on the links, timed.linkShares(web, { by: "${by}", .. })`;
  checkOptions("timedReplay: until", until, UNTIL);
  if ((ordering as Partial<OrderingMethod> | null)?.kind !== "ordering")
    throw problem.option`${option("ordering", "timedReplay")} is a method, such as breadthFirst; ${got(ordering)}`;
  if ((latency as Partial<LatencyModel> | null)?.kind !== "latency")
    throw problem.option`${option("latency", "timedReplay")} is a model, such as timed.constantLatency(1000); ${got(latency)}`;
  requireList("timedReplay: from takes a list of pages, such as [0]", from);
  return { ...values, latency, backEndQueues, assignment };
}
