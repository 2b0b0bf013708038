import { plural } from "../../base/numbers.js";
import { bars } from "../../figure/bars.js";
import { said, wholePercent } from "../../figure/finding.js";
import { testClaims } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { advised, claims, entriesInWords, localShare, onHostShare } from "./scale-out-claims.js";
import { type ScaleOut, SIZES, scaleOutOf } from "./scale-out-crawls.js";

const GROUPS = ["no cache", "CLOCK, 64 entries", "CLOCK, as advised", "each URL once"] as const;

/** Tidy: one number of processes, one measure, one variant of it. */
function rowsOf(dataset: string, { steps, threads }: ScaleOut) {
  const size = advised({ threads });
  return steps.flatMap((step) => {
    const { met, crossing, sent, once } = step.traffic;
    const share = [crossing, sent[0], sent[size], once].map((urls) => urls / met);
    const values: readonly (readonly [measure: string, group: string, value: number])[] = [
      ...GROUPS.map((group, i) => ["sent", group, share[i]] as const),
      ...SIZES.map((entries, i) => ["sent", `CLOCK, 2^${Math.log2(entries)}`, sent[i] / met] as const),
      ["local", "all links", localShare(step)],
      ["local", "once on each page", step.shares.uniqueLocal / step.shares.unique],
      ["local", "on the host", onHostShare(step)],
      ["crossing per page", "crawled pages", crossing / Math.max(1, step.traffic.pages)],
      ...(["pages", "pagesInParts", "hosts", "fetchTime"] as const).flatMap((load) => [
        ["largest over mean", load, step[load].largestOverMean] as const,
        ["variation", load, step[load].variation] as const,
        ["processes without", load, step[load].without] as const,
      ]),
      ["idle", "share of threads' time", step.idle],
      ["seconds", "of the crawl", step.seconds],
    ];
    const { processes } = step;
    return values.map(([measure, group, value]) => {
      return { dataset, processes, measure, ordering: `${processes} processes`, group, value };
    });
  });
}

/** A crawl of one to four hundred processes, in virtual time. */
export const scaleOut: WebExperiment = {
  id: "ours/scale-out",
  title: "What more processes cost: links that cross, caches before them, loads",
  paper:
    "Broder et al. 2003, section 4.1: each process has the hosts that a hash gives it, 81.5 % of the URLs stay with theirs, the others are sent; a cache in " +
    "the host splitter saves most of that. They had four machines. Here the same web is crawled in virtual time by 4 to 400.",
  suits: "broder2003",
  async run(web, options) {
    const evidence = scaleOutOf(web, options);
    const { threads, copies, hosts, provenance } = evidence;
    const rows = rowsOf(web.name, evidence);
    const drawn = rows.filter(({ measure, group }) => measure === "sent" && GROUPS.some((each) => each === group));
    const notes = [
      `number of processes · ${threads} threads each · ${copies} copies, ${plural(hosts, "host")} · as advised: ${entriesInWords(SIZES[advised(evidence)])} in each process`,
    ];
    const last = drawn[drawn.length - 1];
    const sentIn = (name: string) =>
      wholePercent(drawn.find(({ ordering, group }) => ordering === last.ordering && group === name)!.value);
    return resultOf(scaleOut, web.name, testClaims(claims, evidence), rows, provenance, () =>
      bars(drawn, {
        title: said`Among ${last.ordering}, ${sentIn("no cache")} of the URLs met are sent on without a cache, ${sentIn("CLOCK, as advised")} with the advised one`,
        axis: "share of all URLs met (%)",
        groups: GROUPS,
        notes: ["URLs sent to other processes", ...notes],
      }),
    );
  },
};
