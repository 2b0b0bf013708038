import { counted, inPercent } from "../../base/numbers.js";
import { missRateAt } from "../../cache/advice/knee.js";
import type { PageStructure } from "../../trace/model/page-structure.js";
import { type Claim, howMany, sideOf, untestable, within } from "../claim.js";
import { curveOf } from "./reading.js";
import type { Sweep } from "./setting.js";

/** Section 4.2, all links of a page and each once. */
export const PAPER = { mean: 62.55, median: 23, unique: 42.74, uniqueMedian: 17 } as const;

export interface Evidence {
  readonly structure: PageStructure;
  /** Links of a page, each counted once: mean and median. */
  readonly unique: { readonly mean: number; readonly median: number };
  /** False where repeats on a page were put back by chance, as many as the paper has. */
  readonly hasOwnRepeats: boolean;
  readonly sweep: Sweep;
}

/** CLOCK's miss rate at so many entries. */
export const clockAt = ({ sweep }: Evidence, size: number): number => missRateAt(curveOf(sweep.rows, "CLOCK"), size);
const isFactor = (ratio: number, bound: number) => ratio >= 1 / bound && ratio <= bound;
/** INFINITE's: first requests alone. */
export const floorOf = ({ sweep }: Evidence) => curveOf(sweep.rows, "INFINITE").missRates[0];

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "A page has some 63 links in the mean, and some 23 in the median",
    source: "section 4.2",
    published: "62.55 and 23, repeats and all kinds of links counted; earlier studies have 8 and 17",
    tolerance: "mean and median within a factor of 2; each counts",
    quote: "an average of 62.55 links per page; however, the median number of links per page was only 23",
    wouldChange:
      "A crawl of many sites that takes URLs from all tags, pages of up to 16 MB among them: a mean outside 31 to 125 there",
    test: ({ structure: { mean, median, lengths } }) => ({
      ours: `${mean.toFixed(1)} and ${median}`,
      verdict: howMany([isFactor(mean / PAPER.mean, 2), isFactor(median / PAPER.median, 2)]),
      because: `${counted(lengths.length)} pages with links; another web, so a likeness at best`,
    }),
  },
  {
    claim: "About 30 % of the links on a page repeat one on the same page",
    source: "section 3; section 4.2",
    published: '"about 30 %"; 42.74 of 62.55 are different, so 31.7 % are repeats',
    tolerance: "within 5 points of 31.7 % (mixed: 10)",
    quote: "on average about 30% of the links on a page are duplicates of links on the same page",
    wouldChange:
      "The same pages read with links in anchors alone: images and styles repeat too, and without them a share outside 22 to 42 %",
    test({ structure: { repeatsOnPage }, hasOwnRepeats }) {
      const ours = inPercent(repeatsOnPage);
      return hasOwnRepeats
        ? {
            ours,
            verdict: within(Math.abs(repeatsOnPage - 0.317), 0.05, 0.1),
            because: "counted on the pages as their authors wrote them",
          }
        : untestable("the source of this web dropped repeats; they were put back in the paper's number", ours);
    },
  },
  {
    claim: "Each counted once, there are some 43 links on a page in the mean, and some 17 in the median",
    source: "section 4.2",
    published: "42.74 and 17",
    tolerance: "mean and median within a factor of 2; each counts",
    quote: "If we only consider unique links per page, then the average number of links is 42.74 and the median is 17",
    wouldChange:
      "A crawl of many sites: a mean outside 21 to 85 there; one site's navigation bar alone can move ours by as much",
    test: ({ unique: { mean, median } }) => ({
      ours: `${mean.toFixed(1)} and ${median}`,
      verdict: howMany([isFactor(mean / PAPER.unique, 2), isFactor(median / PAPER.uniqueMedian, 2)]),
      because: "different URLs of each page",
    }),
  },
  {
    claim: "Few URLs are produced from a set that is common to all threads: alpha is small",
    source: "section 5.2",
    published: "small, because STATIC does not perform well",
    tolerance: "requests for URLs that another host's pages asked for last: at most 10 % (mixed: 20 %)",
    quote: "We know that α is small because STATIC does not perform well",
    wouldChange:
      "A crawl of many sites past its first million pages: a share above 20 %, of home pages and popular scripts that all hosts name",
    test: ({ structure: { alpha, globalSet } }) => ({
      ours: inPercent(alpha),
      verdict: within(alpha, 0.1, 0.2),
      because: `${counted(globalSet)} URLs that pages of two hosts or more ask for`,
    }),
  },
  {
    claim: "About 20 % of the requests are at random: gamma",
    source: "section 5.2",
    published: "about 20 % for the full trace, because the miss rate does not fall much after the region",
    tolerance: "misses of INFINITE, all of which are first requests, within 5 points of 20 % (mixed: 10)",
    quote:
      "γ is about 20% for the full trace because the miss rate does not decrease substantially after the critical region",
    wouldChange:
      "A trace ten times as long of the same crawl: if first requests fall below 10 % there, they are the web's end and not gamma",
    test: (evidence) => ({
      ours: `${inPercent(floorOf(evidence))}, of them ${inPercent(evidence.structure.gamma)} for URLs that no other page asks for`,
      verdict: within(Math.abs(floorOf(evidence) - 0.2), 0.05, 0.1),
      ...sideOf(floorOf(evidence), 0.2),
      because: "the model's gamma lies between the two: a member of a set that is met once looks random",
    }),
  },
  {
    claim: "Small caches have 15 to 30 % of the hits: what a page repeats, and what is popular on its host",
    source: "section 5.2: L'",
    published:
      "15 to 30 % of the hits; in Figure 2 small caches hit 30 % of the requests and large ones 80 %, which would be 37.5 % of the hits",
    tolerance:
      "CLOCK with one entry for each thread has 15 to 30 % of the hits of INFINITE (mixed: 5 points beside that); its share of the requests stands beside",
    quote:
      "We conjecture that for small caches, all or most of L' ... is in the cache. These URLs account for 15-30% of the hits",
    wouldChange:
      "The share of repeats that follow at once on the one before them: where most do, one entry per thread finds them, and where they are spread over a long page it does not",
    test(evidence) {
      const hits = 1 - clockAt(evidence, evidence.sweep.threads);
      const share = hits / (1 - floorOf(evidence));
      return {
        ours: `${inPercent(share)} of the hits, ${inPercent(hits)} of the requests`,
        verdict: within(Math.max(0.15 - share, share - 0.3, 0), 0, 0.05),
        ...sideOf(share, 0.15, 0.3),
        because: `${evidence.sweep.threads} entries; ${inPercent(evidence.structure.repeatsOnPage)} of the requests repeat one on their page, ${inPercent(evidence.structure.adjacent)} of these at once`,
      };
    },
  },
  {
    claim: "Large caches hit in the rest: what a host's pages share, L'', is most of all requests",
    source: "ours, on section 5.2: beta is large, L'' substantially larger than L'",
    published: "beta large; L'' say ten times L'",
    tolerance:
      "hits that only caches past 524 entries per thread have, over those of one entry per thread: at least 1 (mixed: 0.5)",
    wouldChange:
      "Pages of a host that share no list: L'' is then no larger than what a page repeats, and the region disappears",
    test(evidence) {
      const small = 1 - clockAt(evidence, evidence.sweep.threads);
      const large = 1 - clockAt(evidence, 524 * evidence.sweep.threads);
      const ratio = (large - small) / small;
      return {
        ours: `${inPercent(large - small)} more, ${ratio.toFixed(1)} times as many`,
        verdict: within(-ratio, -1, -0.5),
        because: "524 entries per thread is the right end of the paper's region",
      };
    },
  },
];
