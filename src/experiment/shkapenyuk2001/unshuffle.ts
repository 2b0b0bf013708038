import { counted } from "../../base/numbers.js";
import { Random } from "../../base/random.js";
import { version } from "../../base/version.js";
import { replay } from "../../crawl/replay.js";
import { bars } from "../../figure/bars.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { hostOf } from "../../url/host.js";
import { byReversedHost, unshuffle, waysFor } from "../../urldb/unshuffle.js";
import { asBatch } from "../../urldb/url-batch.js";
import { hostWeb } from "../../web/model/host-web.js";
import { type Claim, howMany, testClaims } from "../claim.js";
import { checkScale, type LoadExperiment, resultOf, SCALE } from "../experiment.js";
import { bitReversed, crowding, leastDistance, overBound, shuffled } from "./crowding.js";
import { PAGES_PER_HOST } from "./testbed.js";

/** New URLs of one merge at scale 1. */
const URLS = 1_000_000;
const FEWEST = 1_000;

/** k; less where there are fewer URLs than its square, see `waysFor`. */
const WAYS = 1_000;

/** Requests in a row that are looked at: what is under way at a time, and soon after. */
const WINDOW = 100;

const ORDERS = ["as found", "unshuffled", "bits reversed", "at random"] as const;
type Order = (typeof ORDERS)[number];

export interface Evidence {
  readonly ways: number;
  readonly urls: number;
  /** By order, the largest number of URLs of one host among `WINDOW` in a row: the worst window, and the mean one. */
  readonly worst: Readonly<Record<Order, number>>;
  readonly mean: Readonly<Record<Order, number>>;
  /** Least distance after the unshuffle of two URLs that were side by side when sorted. */
  readonly least: number;
  /** Largest number of a host's URLs in a window over what is provable for it. */
  readonly overBound: number;
}

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "URLs in the order in which they were found crowd: many of one host come in a row",
    source: "section 3.3",
    kind: "construction",
    published: "a very bad idea, since links stay near; no number",
    tolerance: `in the mean window of ${WINDOW}, twice as many of one host as at random (mixed: 1.25 times)`,
    quote:
      "fetching URLs in the order they were parsed out of the pages is a very bad idea, since there is a lot of second-level domain locality in the links",
    wouldChange:
      "A web whose pages link to other hosts only: found in any order, its URLs crowd no more than at random",
    test({ mean }) {
      const ratio = mean["as found"] / mean["at random"];
      return {
        ours: `${mean["as found"].toFixed(1)} of ${WINDOW}, at random ${mean["at random"].toFixed(1)}`,
        verdict: ratio >= 2 ? "agrees" : ratio >= 1.25 ? "mixed" : "disagrees",
        because: `${ratio.toFixed(1)} times; breadth-first on a model of hosts, three of four links on the host`,
      };
    },
  },
  {
    claim: "Unshuffled, URLs that were side by side are far apart",
    source: "section 3.3",
    kind: "theorem",
    published: "guaranteed, for reversed host names; no number",
    tolerance: "never nearer than floor(n / k) places, less one (mixed: half of that)",
    quote:
      "their balancing properties, which in our case guarantee that adjacent URLs in the sorted order are spread out far apart",
    wouldChange:
      "One pair that is nearer: the bound is proved in the docstring of `unshuffle`, so that would be an error of ours",
    test({ least, urls, ways }) {
      const bound = Math.floor(urls / ways) - 1;
      return {
        ours: `${least} places at least`,
        verdict: least >= bound ? "agrees" : least >= bound / 2 ? "mixed" : "disagrees",
        because: `${counted(urls)} URLs, k = ${ways}: the bound is ${bound}`,
      };
    },
  },
  {
    claim: "A host's URLs are spread within a bound that is known beforehand",
    source: "section 3.3: provable load balancing",
    kind: "theorem",
    published: "provable, no bound given",
    tolerance: `no window of ${WINDOW} holds more of any host than ceil(m / k) (ceil((w - 1) / q) + 1), q = floor(n / k), m its URLs`,
    quote: "we can do this in a simple deterministic way with provable load balancing properties",
    wouldChange: "One window above the bound; or hosts of more URLs than n / 2, for which it says nothing",
    test: ({ overBound }) => ({
      ours: `${overBound.toFixed(2)} times the bound at most`,
      verdict: overBound <= 1 ? "agrees" : "disagrees",
      because: "over all hosts and windows",
    }),
  },
  {
    claim: "An unshuffle spreads as well as a random order",
    source: "section 3.3: used in place of random permutations",
    published: "used because of their balancing properties",
    tolerance:
      "no more of one host than at random, in the worst window and in the mean one, by a tenth (mixed: one of both)",
    quote:
      "such unshuffle permutations have been used instead of random permutations in parallel computation ... because of their balancing properties",
    wouldChange:
      "Hosts of far more than k URLs: they stand side by side in several files, and a random order may then be the better one",
    test: ({ worst, mean }) => ({
      ours: `worst window ${worst.unshuffled}, at random ${worst["at random"]}; mean ${mean.unshuffled.toFixed(2)} and ${mean["at random"].toFixed(2)}`,
      verdict: howMany([worst.unshuffled <= 1.1 * worst["at random"], mean.unshuffled <= 1.1 * mean["at random"]]),
      because: `most URLs of one host among ${WINDOW} in a row`,
    }),
  },
  {
    claim: "A bit reversal has a similar effect",
    source: "section 3.3, note 11",
    published: "similar, no number",
    tolerance:
      "in the worst window and in the mean one within a quarter of the unshuffle's, either way (mixed: one of both)",
    quote: "Note that a bit-reversal permutation has a similar effect",
    wouldChange:
      "Another k: where the unshuffle's worst and mean windows come within a quarter of the reversal's, k was the reason and not the permutation",
    test({ worst, mean }) {
      const isNear = (found: number, dealt: number) => found <= 1.25 * dealt && dealt <= 1.25 * found;
      return {
        ours: `worst window ${worst["bits reversed"]}, unshuffled ${worst.unshuffled}; mean ${mean["bits reversed"].toFixed(2)} and ${mean.unshuffled.toFixed(2)}`,
        verdict: howMany([worst, mean].map((each) => isNear(each["bits reversed"], each.unshuffled))),
        because: `most URLs of one host among ${WINDOW} in a row`,
      };
    },
  },
];

/** New URLs of a crawl, sorted by reversed host name and dealt to k files. Shkapenyuk and Suel 2001, section 3.3. */
export const unshuffledBatch: LoadExperiment = {
  id: "shkapenyuk2001/unshuffle",
  title: "URLs of a batch, spread over hosts",
  paper:
    "Shkapenyuk and Suel 2001, section 3.3: new URLs are sorted by reversed host name and dealt to k = 1,000 files, which are put one behind the other, so that a domain's URLs are spread, provably, as a random order " +
    "would spread them; a bit reversal has a similar effect, says a note. Neither a bound nor an experiment is given, and their own large crawl left the host names as they are. Here the batch is what a breadth-first crawl of a generated web found.",
  load: "batch-load",
  repeatable: true,
  async run({ seed = 1, scale = SCALE } = {}) {
    checkScale(scale, `${counted(URLS)} URLs`);
    const pages = Math.max(FEWEST, Math.round(URLS * scale));
    const web = hostWeb({ pages, hosts: Math.ceil(pages / PAGES_PER_HOST), seed });
    const found = Array.from(replay(web, breadthFirst), (page) => web.urls?.at(page) ?? "");
    const numbers = new Map<string, number>();
    const host = Uint32Array.from(found, (url) => {
      const name = hostOf(url);
      if (!numbers.has(name)) numbers.set(name, numbers.size);
      return numbers.get(name) as number;
    });
    const ways = waysFor(found.length, WAYS);
    const sorted = byReversedHost(asBatch(found));
    const dealt = unshuffle(found.length, ways);
    const places = new Uint32Array(found.length);
    dealt.forEach((thing, place) => {
      places[thing] = place;
    });
    const random = shuffled(found.length, new Random(seed));
    const orders: Record<Order, Uint32Array> = {
      "as found": host,
      unshuffled: dealt.map((thing) => host[sorted[thing]]),
      "bits reversed": bitReversed(found.length).map((thing) => host[sorted[thing]]),
      "at random": random.map((index) => host[index]),
    };
    const by = Object.fromEntries(ORDERS.map((order) => [order, crowding(orders[order], WINDOW)]));
    const evidence: Evidence = {
      ways,
      urls: found.length,
      worst: Object.fromEntries(ORDERS.map((order) => [order, by[order].worst])) as Record<Order, number>,
      mean: Object.fromEntries(ORDERS.map((order) => [order, by[order].mean])) as Record<Order, number>,
      least: leastDistance(places),
      overBound: overBound(orders.unshuffled, numbers.size, WINDOW, ways),
    };
    const rows = ORDERS.flatMap((order) =>
      (["worst", "mean"] as const).map((group) => ({
        dataset: unshuffledBatch.load,
        ordering: order,
        group: `${group} window`,
        window: WINDOW,
        value: evidence[group][order] / WINDOW,
      })),
    );
    return resultOf(
      unshuffledBatch,
      unshuffledBatch.load,
      testClaims(claims, evidence),
      rows,
      { urls: found.length, hosts: numbers.size, ways, window: WINDOW, seed, scale, crawlbench: version },
      () =>
        bars(rows, {
          title: `Of ${WINDOW} URLs in a row at most ${counted(evidence.worst.unshuffled)} are of one host once unshuffled, ${counted(evidence.worst["as found"])} as found`,
          axis: `most of one host among ${WINDOW} in a row (%)`,
          notes: [`${counted(found.length)} URLs on ${counted(numbers.size)} hosts, k = ${ways}`],
        }),
    );
  },
};
