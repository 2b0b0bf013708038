import { counted } from "../../base/numbers.js";
import { sizeInShort } from "../../cache/sweep/sweep-rows.js";
import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { type Claim, testClaims, within } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { curveOf, points, widestGap } from "./reading.js";
import { crawlsOf, PROCESSES, type Sweep, sweepTrace } from "./setting.js";
import { tooSmall } from "./shape-claims.js";

/** One sweep for each process of one crawl. */
type Processes = readonly Sweep[];

export const claims: readonly Claim<Processes>[] = [
  {
    claim: "The other processes' results are quasi-identical",
    source: "section 5.2",
    published: "quasi-identical; one of four is shown",
    tolerance: "CLOCK's curves of all four within 3 points of the first at every size (mixed: 10)",
    quote: "The results for the other three hosts are quasi-identical",
    wouldChange:
      "A web of many thousand hosts of about one size: the four parts are then alike by the law of large numbers, and gaps above 3 points would need another reason",
    test(processes) {
      const [first, ...others] = processes.map(({ rows }) => curveOf(rows, "CLOCK"));
      const gaps = others.map((each) => widestGap(first, each));
      const widest = gaps.reduce((most, each) => (each.gap > most.gap ? each : most));
      return (
        processes.map(tooSmall).find(Boolean) ?? {
          ours: `${points(widest.gap)} apart at most, at ${sizeInShort(widest.at)} entries`,
          verdict: within(widest.gap, 0.03, 0.1),
          because: `${processes.map(({ requests }) => counted(requests)).join(", ")} requests`,
        }
      );
    },
  },
];

/** Is one process of a crawl like another? Broder et al. 2003, section 5.2. */
export const fourProcesses: WebExperiment = {
  id: "broder2003/four-processes",
  title: "Miss rate by process of one crawl",
  paper:
    "Broder et al. 2003, section 5.2: results are shown for one of the four machines; those of the other three are said to be quasi-identical. Here the traces of all four processes of one crawl meet CLOCK, " +
    "each with the hosts that a hash gave it.",
  suits: "broder2003",
  async run(web, options = {}) {
    const { traces, provenance } = await crawlsOf(web, options);
    const { threads, openHosts, full, others = [] } = traces[traces.length - 1];
    const processes: Sweep[] = [];
    for (const trace of [full, ...others]) processes.push(await sweepTrace(trace, { threads, openHosts }, options));
    const rows = processes.flatMap(({ rows: own }, process) =>
      own
        .filter(({ policy }) => policy === "CLOCK")
        .map((row) => ({ dataset: web.name, ...row, policy: `process ${process + 1}` })),
    );
    return resultOf(fourProcesses, web.name, testClaims(claims, processes), rows, provenance, () =>
      missRateCurve(rows, {
        notes: [`${web.name} · CLOCK · ${PROCESSES} processes with ${threads} threads each, one crawl`],
      }),
    );
  },
};
