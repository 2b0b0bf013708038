import { counted, inPercent, plural } from "../../base/numbers.js";
import type { MissRates } from "../../cache/advice/knee.js";
import { sizeInShort } from "../../cache/sweep/sweep-rows.js";
import { timedReplay } from "../../crawl/timed/timed-replay.js";
import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { depthFirst } from "../../ordering/depth-first.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { pageRank } from "../../ordering/page-rank.js";
import { random } from "../../ordering/random.js";
import { similarity } from "../../ordering/similarity.js";
import type { Web } from "../../web/web.js";
import { type Claim, testClaims, unless, within } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { curveOf, points, steepestPart, widestGap } from "./reading.js";
import { crawlPlan, notesOn, SCALE, type Sweep, sweepTrace, threadsAt } from "./setting.js";
import { noRegion, tooSmall } from "./shape-claims.js";

/** The crawl of one ordering. */
export interface OrderSweep extends Sweep {
  readonly ordering: string;
}
type Orders = readonly OrderSweep[];

const clockOf = ({ rows }: Sweep) => curveOf(rows, "CLOCK");
const floorOf = ({ rows }: Sweep) => curveOf(rows, "INFINITE").missRates[0];

/** Those of the paper that is cited for crawl orders, and what a crawler falls into by accident. */
function orderingsFor(web: Web): OrderingMethod[] {
  const plain = [breadthFirst, random, depthFirst, backlink, pageRank({ accuracy: 1e-2 })];
  const readable = (["urls", "anchors", "text"] as const).every((each) => web.capabilities.includes(each));
  return readable ? [...plain, similarity("computer")] : plain;
}

/** CLOCK's misses less those that no cache can avoid. */
function beyondFirst(sweep: OrderSweep) {
  const { sizes, missRates } = clockOf(sweep);
  return { sizes, missRates: missRates.map((rate) => rate - floorOf(sweep)) };
}

/** Those that the paper cites Cho et al. 1998 for: all but depth-first. */
const cited = (orders: Orders): Orders => orders.filter(({ ordering }) => ordering !== depthFirst.name);

/** How far each curve lies from that of the first, breadth-first's, at most. */
function gaps([first, ...others]: Orders, read: (sweep: OrderSweep) => MissRates) {
  return others.map((each) => ({ ...widestGap(read(first), read(each)), ordering: each.ordering }));
}

const widest = (all: ReturnType<typeof gaps>) => Math.max(...all.map(({ gap }) => gap));
const listed = (all: ReturnType<typeof gaps>) =>
  all.map(({ ordering, gap, at }) => `${ordering} ${points(gap)} at ${sizeInShort(at)}`).join(", ");

const fewUrls = ([first]: Orders) => tooSmall(first);
const anyWithout = (orders: Orders) =>
  fewUrls(orders) ??
  cited(orders)
    .map((sweep) => noRegion(sweep, ` under ${sweep.ordering} order`))
    .find(Boolean);

export const claims: readonly Claim<Orders>[] = [
  {
    claim: "Caching performs very similarly whatever the crawl order",
    source: "section 7, first open question",
    published: "believed, not tested",
    tolerance: "CLOCK's curves within 5 points of breadth-first's at every size (mixed: 10)",
    quote:
      "after a short period from the beginning of the crawl the general strategy does not matter much. Hence, we believe that caching performance will be very similar for any alternative crawling strategy",
    wouldChange:
      "Two independent crawls of the live web in different orders, past their first billion URLs: gaps over 10 points; ours are short, where order matters most",
    test: unless(fewUrls, (orders) => {
      const all = gaps(cited(orders), clockOf);
      return {
        ours: `apart from breadth-first at most: ${listed(all)}`,
        verdict: within(widest(all), 0.05, 0.1),
        because: `${points(widest(all.filter(({ ordering }) => ordering !== random.name)))} at most when random order is left out`,
      };
    }),
  },
  {
    claim: "It does once what no cache can hit is left out: misses beyond first requests",
    source: "ours, on section 7: orders differ in how many new URLs they meet, whatever the cache",
    published: "-",
    tolerance: "CLOCK less INFINITE within 5 points of breadth-first's at every size (mixed: 10)",
    wouldChange:
      "Equal numbers of first requests per order (each crawl cut where INFINITE agrees): a gap above 10 points even then",
    test: unless(fewUrls, (orders) => {
      const all = gaps(cited(orders), beyondFirst);
      return {
        ours: `apart from breadth-first at most: ${listed(all)}`,
        verdict: within(widest(all), 0.05, 0.1),
        because: `INFINITE misses ${cited(orders)
          .map((each) => `${inPercent(floorOf(each))} under ${each.ordering}`)
          .join(", ")}`,
      };
    }),
  },
  {
    claim: "The critical region begins at the same size whatever the order",
    source: "ours, on section 7",
    published: "-",
    tolerance: "all within two doublings (mixed: four)",
    wouldChange:
      "More back-end queues than hosts, so that the order of the frontier alone decides: starts more than four doublings apart",
    test: unless(anyWithout, (orders) => {
      const all = cited(orders);
      const starts = all.map((each) => steepestPart(clockOf(each)).from);
      const doublings = Math.log2(Math.max(...starts) / Math.min(...starts));
      return {
        ours: all.map(({ ordering }, i) => `${ordering} ${sizeInShort(starts[i])}`).join(", "),
        verdict: within(doublings, 2, 4),
        because: `${plural(Math.round(doublings), "doubling")} apart; open hosts ${all.map(({ openHosts }) => openHosts.toFixed(0)).join(", ")}`,
      };
    }),
  },
  {
    claim: "Depth-first order, which runs through one host after the other, does as the others",
    source: "ours, on section 7: the strategy that the introduction names beside breadth-first",
    published: "-",
    tolerance: "CLOCK less INFINITE within 5 points of breadth-first's at every size (mixed: 10)",
    wouldChange:
      "A scheduler without queues per host, in which depth-first stays on one host: a gap above 10 points there, and below 5 here, would show that politeness evens orders out",
    test: unless(fewUrls, (orders) => {
      const both = orders.filter(({ ordering }) => [breadthFirst.name, depthFirst.name].includes(ordering));
      const [{ gap, at }] = gaps(both, beyondFirst);
      return {
        ours: `${points(gap)} apart at most`,
        verdict: within(gap, 0.05, 0.1),
        because: `at ${sizeInShort(at)} entries; ${both.map(({ ordering, openHosts, requests }) => `${ordering}: ${counted(requests)} requests, ${openHosts.toFixed(0)} open hosts`).join("; ")}`,
      };
    }),
  },
];

/** Does the order of a crawl change what a URL cache does? The first open question of Broder et al. 2003, section 7. */
export const crawlOrder: WebExperiment = {
  id: "broder2003/crawl-order",
  title: "Miss rate by crawl order: the first open question",
  paper:
    "Broder et al. 2003, section 7: to what extent does the crawl order affect caching? The authors believe that it does very little, after a short " +
    "period at the beginning. Here the same scheduler crawls the same web under several orderings; every one feeds the same per-host queues.",
  suits: "broder2003",
  async run(web, options = {}) {
    // PageRank order of many copies of a web takes minutes
    const [threads] = threadsAt(options.scale ?? SCALE).slice(-2);
    const { source, settings, provenance } = crawlPlan(web, options, [threads]);
    const orders: OrderSweep[] = [];
    for (const ordering of orderingsFor(web)) {
      const { traces, openHosts } = timedReplay(source, { ...settings, threads, ordering });
      const busiest = traces
        .map(({ requests }) => requests.length)
        .reduce((most, length, i, all) => (length > all[most] ? i : most), 0);
      const sweep = await sweepTrace(traces[busiest], { threads, openHosts: openHosts[busiest] }, options);
      orders.push({ ordering: ordering.name, ...sweep });
    }
    const rows = orders.flatMap(({ ordering, rows: own }) =>
      own.filter(({ policy }) => policy === "CLOCK").map((row) => ({ dataset: web.name, ...row, policy: ordering })),
    );
    return resultOf(crawlOrder, web.name, testClaims(claims, orders), rows, provenance, () =>
      missRateCurve(rows, { notes: ["CLOCK by crawl order", ...notesOn(orders[0])] }),
    );
  },
};
