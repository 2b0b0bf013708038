import { inWhole } from "../../base/numbers.js";
import { type Claim, within } from "../claim.js";
import type { ManagerLoad, ManagerRun, OrderCounts } from "./manager.js";

/** A load that every pair of requests can be looked at in. */
export const SMALL = { requests: 5_000, hosts: 200 } as const;

/** The manager with one x. */
export interface Setting {
  readonly multiple: number;
  readonly load: ManagerLoad;
  readonly run: ManagerRun;
}

export interface Evidence {
  /** By x, ascending; the last is the paper's. */
  readonly settings: readonly Setting[];
  /** All requests inserted at once. */
  readonly atOnce: ManagerRun;
  readonly order: OrderCounts;
}

const paperOf = ({ settings }: Evidence) => settings[settings.length - 1];

/** x + s t + n_d + n_t at the moment when most hosts were held. */
export const boundOf = ({ load: { ready, speed, delay }, run: { peak } }: Omit<Setting, "multiple">): number =>
  ready + (speed * delay) / 1000 + peak.down + peak.inUse;

/**
 * Requests per second until four of five were sent: towards the end a few large hosts are left, as section 4.1 says.
 */
export function speedOf({ sent }: ManagerRun): number {
  const { start } = sent[Math.floor(0.8 * sent.length)];
  return (1000 * 0.8 * sent.length) / Math.max(1, start);
}

/** Shortest time from the end of a request to the start of the next one to its host, milliseconds. */
export function shortestGap({ sent }: ManagerRun): number {
  const ends = new Map<number, number>();
  let least = Number.POSITIVE_INFINITY;
  for (const { host, start, end } of sent) {
    const before = ends.get(host);
    if (before !== undefined) least = Math.min(least, start - before);
    ends.set(host, end);
  }
  return least;
}

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "Two requests to one host are sent in the order in which they were issued",
    source: "section 3.5, the result at its end",
    published: "any two",
    tolerance: "no exception among the requests of the small load (mixed: one in a thousand)",
    quote:
      "Any two requests for pages from the same host will be downloaded in the order they were issued by the application",
    wouldChange:
      "One pair out of order: a retry, or a page handed back at a crawl's end, that is put behind what was issued after it",
    test: ({ order }) => ({
      ours: `${order.withinHost} exceptions`,
      verdict: within(order.withinHost / SMALL.requests, 0, 0.001),
      because: `${inWhole(SMALL.requests)} requests to ${SMALL.hosts} hosts, each held against all that waited`,
    }),
  },
  {
    claim: "Requests to different hosts are sent in the order in which they were issued, unless a host is backed up",
    source: "section 3.5, the result at its end",
    published: "any two, but for a host in its delay, down, or being asked",
    tolerance:
      "no request overtakes one whose host is free (mixed: one in a thousand does); and some overtake, or nothing was tested",
    quote:
      'Any two requests for pages from different hosts will be downloaded in the order they were issued, unless one host queue is "backed up"',
    wouldChange:
      "One request sent while an earlier one's host was free: domains or addresses that are throttled together would be the next place to look",
    test: ({ order }) => ({
      ours: `${inWhole(order.overtaking)} requests overtook, ${order.unexplained} of them a host that was free`,
      verdict: order.overtaking === 0 ? "cannot be tested" : within(order.unexplained / SMALL.requests, 0, 0.001),
      because: "from when requests were sent and ended; what a host's state was is not asked of the scheduler",
    }),
  },
  {
    claim: "Late loading does not change the order: it is that of inserting all requests at once",
    source: "section 3.5",
    published: "the same, if x hosts are ready again before downloaders run out",
    tolerance: "the same request at every place (mixed: at 99 of 100)",
    quote: "the ordering is in fact the same as if we immediately insert all request URLs into the manager",
    wouldChange:
      "Response times that depend on when a host is asked: the paper excludes them, and the two orders may then part for good after the first difference",
    test(evidence) {
      const { sent } = paperOf(evidence).run;
      const same = sent.filter(({ item }, at) => evidence.atOnce.sent[at].item === item).length / sent.length;
      return {
        ours: `${(100 * same).toFixed(1)} % of the places`,
        verdict: same === 1 ? "agrees" : same >= 0.99 ? "mixed" : "disagrees",
        because: `${inWhole(sent.length)} requests, files of ${inWhole(paperOf(evidence).load.file)}`,
      };
    },
  },
  {
    claim: "Late loading keeps most requests out of memory",
    source: "ours, on section 3.5, whose goal it is",
    published: "significantly smaller structures, no number",
    tolerance: "at most half of all requests in memory at a time (mixed: nine tenths)",
    wouldChange:
      "Request files that are not unshuffled, a domain behind the other: few hosts are ready then, and most of the requests are loaded to find x of them",
    test(evidence) {
      const share = paperOf(evidence).run.queued / evidence.atOnce.queued;
      return {
        ours: `${(100 * share).toFixed(0)} % at most`,
        verdict: within(share, 0.5, 0.9),
        because: `${inWhole(paperOf(evidence).run.queued)} of ${inWhole(evidence.atOnce.queued)}`,
      };
    },
  },
  {
    claim: "At the peak, host structures are about x + s t + n_d + n_t",
    source: "section 3.5",
    published: "about that many at any time",
    tolerance: "between 0.8 and 1.2 times that (mixed: 0.5 to 1.5)",
    quote:
      "The total number of host structures and corresponding URL queues at any time is about x + s · t + n_d + n_t",
    wouldChange:
      "Host sizes so uneven that one file brings thousands of new hosts: what a file holds beyond x is not in the formula",
    test(evidence) {
      const ratio = paperOf(evidence).run.peak.total / boundOf(paperOf(evidence));
      const { peak } = paperOf(evidence).run;
      return {
        ours: `${inWhole(peak.total)} hosts, ${ratio.toFixed(2)} times the formula`,
        verdict: within(Math.abs(ratio - 1), 0.2, 0.5),
        because: `ready ${inWhole(peak.ready)}, waiting ${inWhole(peak.waiting)}, down ${inWhole(peak.down)}, being asked ${inWhole(peak.inUse)}; x = ${inWhole(paperOf(evidence).load.ready)}`,
      };
    },
  },
  {
    claim: "Those that are down apart, host structures are fewer than 2 x",
    source: "section 3.5",
    published: "usually; at most 16,000 for x = 10,000 at 120 pages per second: 1.6 x",
    tolerance: "at the peak below 2 x (mixed: 2.5 x)",
    quote:
      "Ignoring for the moment n_d, which is hard to estimate, the number of host structures will usually be less than 2x",
    wouldChange:
      "x near s t, or below: by the formula the bound of 2 x needs x above s t + n_t, which is why the paper chooses it so",
    test(evidence) {
      const { run, load } = paperOf(evidence);
      const ratio = (run.peak.total - run.peak.down) / load.ready;
      return {
        ours: `${ratio.toFixed(2)} x`,
        verdict: ratio < 2 ? "agrees" : within(ratio, 2, 2.5),
        because: `x is ${paperOf(evidence).multiple.toFixed(1)} times s t, as in the paper`,
      };
    },
  },
  {
    claim: "With x above s t the crawl keeps its speed",
    source: "section 3.5",
    published: "enough hosts to keep the crawl running at the given speed",
    tolerance: "at least 99 % of s over the first four fifths of the requests (mixed: 90 %)",
    quote:
      "as long as we have x hosts in this queue, we have enough hosts to keep the crawl running at the given speed",
    wouldChange: "A crawl near its end, or of one domain: with fewer hosts than s t in all, no x helps",
    test(evidence) {
      const { run, load } = paperOf(evidence);
      const share = speedOf(run) / load.speed;
      return {
        ours: `${(100 * share).toFixed(1)} % of ${load.speed.toFixed(2)} a second`,
        verdict: within(1 - share, 0.01, 0.1),
        because: "on a simulated clock, without a network that could be slower",
      };
    },
  },
  {
    claim: "It needs x above s t for that",
    source: "ours, on section 3.5, which chooses x > s t",
    published: "-",
    tolerance: "with x = s t / 10 the speed is below 90 % of s (mixed: below 99 %)",
    wouldChange:
      "Loading that takes time: with a second per file and x = s t / 10 the ready queue may run dry, which x above s t would cover",
    test({ settings: [least] }) {
      const share = speedOf(least.run) / least.load.speed;
      return {
        ours: `${(100 * share).toFixed(1)} % of s with x = ${inWhole(least.load.ready)}`,
        verdict: share < 0.9 ? "agrees" : share < 0.99 ? "mixed" : "disagrees",
        because: "hosts in their delay do not count into x, and here a file is loaded in no time",
      };
    },
  },
  {
    claim: "A host is asked once in 30 seconds",
    source: "section 1.3; section 3.4",
    kind: "construction",
    published: "30 s between requests to a host",
    tolerance:
      "never less than 30 s from the end of a request to the next one, to the millisecond (mixed: never less than 29)",
    quote: "we do this by contacting each site only once every 30 seconds unless specified otherwise",
    wouldChange:
      "A gap below 30 s in a server's log of a real crawl with the default delay; `crawlbench score --delay 30` looks for one",
    test(evidence) {
      const seconds = Math.round(shortestGap(paperOf(evidence).run)) / 1000;
      return {
        ours: `${seconds.toFixed(1)} s at least`,
        verdict: seconds >= 30 ? "agrees" : seconds >= 29 ? "mixed" : "disagrees",
        because: `${inWhole(paperOf(evidence).run.sent.length)} requests; by construction, the scheduler is told so`,
      };
    },
  },
];
