import { inPercent, plural } from "../../base/numbers.js";
import { expectedLocal } from "../../crawl/timed/link-shares.js";
import { expectedVariation } from "../../crawl/timed/load-balance.js";
import { type Claim, howMany, sideOf, untestable, within } from "../claim.js";
import { PARTITIONS, type ScaleOut, type ScaleStep, SIZES } from "./scale-out-crawls.js";

/** Section 7: 50,000 entries for 500 threads. */
const ENTRIES_PER_THREAD = 100;

/** Index of the size that is nearest above the paper's entries per thread. */
export const advised = ({ threads }: Pick<ScaleOut, "threads">): number =>
  SIZES.findIndex((size) => size >= ENTRIES_PER_THREAD * threads);

export const localShare = ({ shares }: Pick<ScaleStep, "shares">) => shares.local / shares.links;
export const onHostShare = ({ shares }: Pick<ScaleStep, "shares">) => shares.onHost / shares.links;
export const entriesInWords = (entries: number) => plural(entries, "entry", "entries");
const byProcesses = (steps: readonly ScaleStep[], show: (step: ScaleStep) => string) =>
  steps.map((step) => `${step.processes}: ${show(step)}`).join(", ");

const first = ({ steps }: ScaleOut) => steps[0];
const last = ({ steps }: ScaleOut) => steps[steps.length - 1];

/** Where links lead. */
const linkClaims: readonly Claim<ScaleOut>[] = [
  {
    claim: "Four of five links stay with the process that found them",
    source: "Broder et al. 2003, section 4.1",
    published:
      "81.5 % local, 4 processes; section 4.2: 4.92 of 26.86 billion cross, called 19.5 %, which is 18.3 %: 81.7 % local",
    tolerance: "4 processes: within 5 points of 81.5 % (mixed: 10)",
    quote: "most of the URLs (81.5% in our experiment) will be assigned to the local crawling process",
    wouldChange:
      "The host splitter's log of a crawl of many domains: a share outside 71.5 to 91.5 % with four processes",
    test: (evidence) => ({
      ours: inPercent(localShare(first(evidence))),
      verdict: within(Math.abs(localShare(first(evidence)) - 0.815), 0.05, 0.1),
      ...sideOf(localShare(first(evidence)), 0.815),
      because: `all links on stored pages; ${inPercent(onHostShare(first(evidence)))} stay on their host`,
    }),
  },
  {
    claim: "The local share falls slowly with the number of processes",
    source: "ours, on section 4.1",
    published: "-",
    tolerance: "from 4 to 400 processes by 10 points at most (mixed: 20)",
    wouldChange:
      "A web on which fewer than half of the links stay on their host: there the same law gives a fall of more than 20 points from 4 to 400",
    test: (evidence) => ({
      ours: byProcesses(evidence.steps, (step) => inPercent(localShare(step))),
      verdict: within(localShare(first(evidence)) - localShare(last(evidence)), 0.1, 0.2),
      because: "links on the host stay with any number of processes",
    }),
  },
  {
    claim: "Local are the links on the host, and of the others one in as many as there are processes",
    source: "ours, on section 4.1",
    published: "-",
    tolerance: "h + (1 - h) / P, with the share h of links on the host, within 2 points at every number (mixed: 5)",
    wouldChange:
      "Hosts dealt by who links to whom (a graph partition): a share above h + (1 - h) / P by 5 points would show that the hash, not the web, sets the bound",
    test: ({ steps }) => {
      const gaps = steps.map((step) => Math.abs(localShare(step) - expectedLocal(onHostShare(step), step.processes)));
      return {
        ours: `${(100 * Math.max(...gaps)).toFixed(1)} points off at most`,
        verdict: within(Math.max(...gaps), 0.02, 0.05),
        because: "hosts are dealt by hash, without regard to who links to whom",
      };
    },
  },
  {
    claim: "Larger units keep more links and spread worse; single URLs spread best and keep one link in P",
    source: "ours, on the schemes that section 2 names (Cho and Garcia-Molina 2002)",
    published: "-",
    tolerance:
      "4 processes: by url within 5 points of 25 % local; domain no less local than host; largest share of pages: url below host, host below top-level (mixed: some)",
    wouldChange:
      "A web with more registered domains than 100 per process: if domains then spread as evenly as hosts do, they are the better unit",
    test: ({ keys }) => {
      if (keys.length === 0) return untestable("the web has no URLs: its hosts have no names");
      const [host, domain, top, url] = keys;
      return {
        ours: keys
          .map(
            (key) => `${key.by} ${inPercent(localShare(key))} local, ${key.pages.largestOverMean.toFixed(2)} over mean`,
          )
          .join("; "),
        verdict: howMany([
          Math.abs(localShare(url) - 0.25) <= 0.05,
          localShare(domain) >= localShare(host),
          url.pages.largestOverMean < host.pages.largestOverMean,
          host.pages.largestOverMean < top.pages.largestOverMean,
        ]),
        because: "on the links alone: a crawl that splits hosts cannot keep their delays",
      };
    },
  },
];

/** Who has how much to do. */
const loadClaims: readonly Claim<ScaleOut>[] = [
  {
    claim: `${PARTITIONS} parts on 4 processes share pages out evenly`,
    source: "ours",
    published: "-",
    tolerance: "the largest share of pages at most 1.25 times the mean (mixed: 1.5)",
    wouldChange:
      "A web whose largest host has over a third of all pages: no hash of hosts shares that out within 1.5 on 4 processes",
    test: (evidence) => ({
      ours: `${first(evidence).pagesInParts.largestOverMean.toFixed(2)} times the mean`,
      verdict: within(first(evidence).pagesInParts.largestOverMean, 1.25, 1.5),
      because: `${plural(evidence.hosts, "host")}, as even as ${evidence.effectiveHosts.toFixed(0)} of one size`,
    }),
  },
  {
    claim: "How even pages are shared out is a matter of how many hosts there are",
    source: "ours",
    published: "-",
    tolerance:
      "standard deviation over mean within a factor of 2 of the root of (P - 1) / effective hosts, at every number (mixed: some)",
    wouldChange:
      "A web whose host sizes have no variance to speak of, or an infinite one (a power law of exponent below 2): a ratio outside 0.5 to 2 there bounds the rule",
    test: ({ steps, effectiveHosts }) => {
      const ratios = steps.map(
        ({ pages, processes }) => pages.variation / expectedVariation(effectiveHosts, processes),
      );
      return {
        ours: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} times that`,
        verdict: howMany(ratios.map((ratio) => ratio >= 0.5 && ratio <= 2)),
        because: `largest over mean: ${byProcesses(steps, ({ pages }) => pages.largestOverMean.toFixed(2))}`,
      };
    },
  },
  {
    claim: "On one web a hundred times the processes bring less than ten times the speed: hosts, not machines, are few",
    source: "ours, on section 4.1's politeness",
    published: "-",
    tolerance: "time of as many requests, 4 over 400 processes, at most 10 (mixed: 50)",
    wouldChange:
      "A web of a hundred times as many hosts as there are threads in all 400 processes: threads would not wait, and the speed-up would pass 50",
    test: (evidence) => ({
      ours: `${(first(evidence).seconds / last(evidence).seconds).toFixed(1)} times as fast`,
      verdict: within(first(evidence).seconds / last(evidence).seconds, 10, 50),
      because: `threads wait, share of their time: ${byProcesses(evidence.steps, ({ idle }) => inPercent(idle))}`,
    }),
  },
];

/** What is sent. */
const cacheClaims: readonly Claim<ScaleOut>[] = [
  {
    claim: "A small cache in the host splitter saves four of five URLs that would be sent",
    source:
      "ours, on Broder et al. 2003, section 7: that a small cache would do for cross-machine traffic is its advice",
    published:
      "some 50,000 entries, 100 per thread, hit almost 80 % of all URLs; for cross-machine traffic the goal is a miss rate below 20 %",
    tolerance: `4 processes, CLOCK, ${ENTRIES_PER_THREAD} entries per thread: within 10 points of 80 % (mixed: 20)`,
    wouldChange:
      "The log of a crawl of many domains, in order, with 100 entries per thread: hits on crossing URLs outside 60 to 100 %",
    test(evidence) {
      const size = advised(evidence);
      const { sent, crossing, once } = first(evidence).traffic;
      if (crossing === 0) return untestable("no link leaves its process");
      return {
        ours: `${inPercent(1 - sent[size] / crossing)} saved`,
        verdict: within(Math.abs(1 - sent[size] / crossing - 0.8), 0.1, 0.2),
        ...sideOf(1 - sent[size] / crossing, 0.8),
        because: `${entriesInWords(SIZES[size])}; no cache could save more than ${inPercent(1 - once / crossing)}`,
      };
    },
  },
  {
    claim: "What such a cache leaves to be sent hardly grows with the number of processes",
    source: "ours, on section 5.2",
    published: "-",
    tolerance: "URLs sent per page, 400 over 4 processes: at most 2 (mixed: 4)",
    wouldChange:
      "A crawl that keeps as many requests per process at 400 as at 4, not as many in all: if URLs sent per page then stay equal, the growth was short learning",
    test(evidence) {
      const perPage = ({ traffic }: ScaleStep) => traffic.sent[advised(evidence)] / traffic.pages;
      if (first(evidence).traffic.crossing === 0) return untestable("no link leaves its process");
      return {
        ours: byProcesses(evidence.steps, (step) => perPage(step).toFixed(2)),
        verdict: within(perPage(last(evidence)) / perPage(first(evidence)), 2, 4),
        because: "URLs sent per page; the same requests in all, so that each process has fewer to learn from",
      };
    },
  },
];

export const claims: readonly Claim<ScaleOut>[] = [...linkClaims, ...loadClaims, ...cacheClaims];
