import { problem } from "../../base/error.js";
import { bars } from "../../figure/bars.js";
import { pageStructure } from "../../trace/model/page-structure.js";
import { testClaims } from "../claim.js";
import { isPutBack } from "../construction.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { clockByThreads, crawlsOf, notesOn } from "./setting.js";
import { claims, clockAt, type Evidence, floorOf, PAPER } from "./trace-claims.js";

/** What a trace is made of. Broder et al. 2003, sections 4.2 and 5.2. */
export const traceStatistics: WebExperiment = {
  id: "broder2003/trace-statistics",
  title: "Links on a page, repeats, and the parts of the model",
  paper:
    "Broder et al. 2003, section 4.2: 62.55 links a page in the mean, 23 in the median, about 30 % of them repeats on their page. Section 5.2 explains the curves by URLs from a set common to all " +
    "threads (alpha, small), from sets of a page and a host (beta, large), and at random (gamma, about 20 %). The paper reads these off the curves; here they are also counted on the requests.",
  suits: "broder2003",
  async run(web, options = {}) {
    const { provenance } = await crawlsOf(web, options);
    const sweeps = await clockByThreads(web, "full", options);
    const sweep = sweeps[sweeps.length - 1];
    const { trace } = sweep;
    if (trace.pages === undefined) throw problem.lacks`the trace of ${web.name} has no pages`;
    const structure = pageStructure(trace, trace.pages);
    const evidence: Evidence = {
      structure,
      sweep,
      unique: uniqueLinks(trace.requests, trace.pages.ends),
      hasOwnRepeats: !isPutBack(provenance),
    };
    const shares: readonly (readonly [name: string, theirs: number, ours: number])[] = [
      ["repeats on the page", 1 - PAPER.unique / PAPER.mean, structure.repeatsOnPage],
      ["first requests", 0.2, floorOf(evidence)],
      ["small caches hit", 0.225, 1 - clockAt(evidence, sweep.threads)],
    ];
    const rows = shares.flatMap(([ordering, theirs, ours]) => [
      { dataset: web.name, ordering, group: "Broder et al. 2003", value: theirs },
      { dataset: web.name, ordering, group: "this web", value: ours },
    ]);
    return resultOf(traceStatistics, web.name, testClaims(claims, evidence), rows, provenance, () =>
      bars(rows, { axis: "share of the requests (%)", notes: notesOn(sweep) }),
    );
  },
};

/** Mean and median number of different URLs on pages that have any. */
export function uniqueLinks(
  requests: Uint32Array,
  ends: Uint32Array,
): { readonly mean: number; readonly median: number } {
  const counts: number[] = [];
  for (let page = 0, from = 0; page < ends.length; from = ends[page++])
    if (ends[page] > from) counts.push(new Set(requests.subarray(from, ends[page])).size);
  counts.sort((a, b) => a - b);
  return { mean: counts.reduce((sum, count) => sum + count, 0) / counts.length, median: counts[counts.length >> 1] };
}
