import type { ClaimVerdict, Verdict } from "./claim.js";
import type { ExperimentResult } from "./experiment.js";
import { type Machine, pooled, type Ratio, thisMachine } from "./timed.js";

/** Runs that a recorded result rests on whose times were measured, or whose numbers depend on them. */
export const TIMED_RUNS = 5;

const ORDINALS = ["the first", "the second", "the third", "the fourth", "the fifth"];

/**
 * Runs of one experiment as one result: each claim comes to what at least four of five of them say, else to "mixed";
 * its ratios are those of all runs, and the times beside them those of the run in their middle. Where nothing was timed,
 * the numbers are those of the first run that says the same. Figure and rows are the first run's.
 *
 * @param results one or more, of the same claims
 */
export function overRuns(results: readonly ExperimentResult[], machine = thisMachine()): ExperimentResult {
  const [first] = results;
  return first.withVerdicts(
    first.verdicts.map((verdict) =>
      ofRuns(
        results.flatMap(({ verdicts }) => verdicts.filter(({ claim }) => claim === verdict.claim)),
        machine,
      ),
    ),
  );
}

function ofRuns(runs: readonly ClaimVerdict[], machine: Machine): ClaimVerdict {
  const [first] = runs;
  const counts = new Map<Verdict, number>();
  for (const { verdict } of runs) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const [most, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  const ratios = (first.ratios ?? []).map(({ of }) =>
    pooled(runs.flatMap((run) => run.ratios?.filter((ratio) => ratio.of === of) ?? [])),
  );
  const verdict = count >= 0.8 * runs.length ? most : "mixed";
  const shown = ratios.length > 0 ? middleOf(runs, ratios) : (runs.find((run) => run.verdict === verdict) ?? first);
  const which = ratios.length > 0 ? "the middle" : (ORDINALS[runs.indexOf(shown)] ?? "a later one");
  const said = [...counts].map(([each, times]) => `${each} in ${times}`).join(", ");
  return {
    ...shown,
    verdict,
    ours: [...ratios.map(ratioInWords), shown.ours].join("; "),
    because: `${shown.because}; ${runs.length === 1 ? "one run" : `numbers of ${which} of ${runs.length} runs: ${said}`}${ratios.length > 0 ? `; ${machineInWords(machine)}` : ""}`,
    ...(ratios.length > 0 && { ratios, machine }),
  };
}

/**
 * The run whose ratios lie nearest to the means, by the one that is farthest: of up to six runs a ratio then lies in the
 * interval of its mean, where there is one; an extreme run need not.
 */
function middleOf(runs: readonly ClaimVerdict[], means: readonly Ratio[]): ClaimVerdict {
  const timed = runs.filter(({ ratios = [] }) => ratios.length > 0);
  const distance = ({ ratios = [] }: ClaimVerdict) =>
    Math.max(
      ...means.map(({ of, mean }) => Math.abs(Math.log((ratios.find((each) => each.of === of)?.mean ?? 0) / mean))),
    );
  return timed.toSorted((a, b) => distance(a) - distance(b))[0];
}

const ratioInWords = ({ of, mean, low, high }: Ratio): string => {
  const [middle, from, to] = [mean, low, high].map((each) => each.toPrecision(3)).map(Number);
  return `${of}: ${middle}, 95 % interval ${from} to ${to}`;
};

const machineInWords = ({ processor, cores, node }: Machine): string =>
  `${processor}, ${cores} ${cores === 1 ? "core" : "cores"}, Node ${node.slice(1)}`;
