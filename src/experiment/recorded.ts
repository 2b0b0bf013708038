import type { ClaimVerdict } from "./claim.js";
import { isPutBack } from "./construction.js";
import type { ExperimentResult } from "./experiment.js";
import { keyOf } from "./ledger.js";
import { isExpected } from "./paired.js";

/**
 * A plain run of few crawls makes no verdicts of its own where the ledger has some from many: it shows the recorded
 * ones, and beside each what this run showed, and whether that is what the record leads to expect.
 */
export function heldAgainst(ledger: readonly ClaimVerdict[], result: ExperimentResult): ExperimentResult {
  const known = new Map(ledger.map((each) => [keyOf(each), each]));
  return result.withVerdicts(
    result.verdicts.map((run) => {
      const recorded = known.get(keyOf(run));
      if (recorded === undefined) return run;
      if (recorded.kind === "theorem") return { ...run, thisRun: { ...told(run), expected: expects(recorded, run) } };
      const { ours, because, verdict, kind, pairs, chance } = recorded;
      return {
        ...run,
        ...{ ours, because, verdict, kind, pairs, chance },
        thisRun: { ...told(run), expected: expects(recorded, run) },
      };
    }),
  );
}

const told = ({ ours, verdict }: ClaimVerdict) => ({ ours, verdict });

/** Whether a run's paired crawls lie where they should; without such, whether what agreed does not disagree. */
function expects(recorded: ClaimVerdict, run: ClaimVerdict): boolean {
  const ofRun = new Map((run.pairs ?? []).map((pair) => [pair.of, pair]));
  const both = (recorded.pairs ?? []).flatMap((pair) => {
    const own = ofRun.get(pair.of);
    return own ? [isExpected(pair, own)] : [];
  });
  return both.length > 0 ? both.every(Boolean) : !(recorded.verdict === "agrees" && run.verdict === "disagrees");
}

/** A run with choices of its own, or on a web of one's own: its verdicts stand, with what the ledger knows they rest on. */
export function withKnownKinds(ledger: readonly ClaimVerdict[], result: ExperimentResult): ExperimentResult {
  if (!isPutBack(result.provenance)) return result;
  const constructed = new Set(
    ledger.flatMap(({ kind, experiment, claim }) => (kind === "construction" ? [`${experiment} ${claim}`] : [])),
  );
  return result.withVerdicts(
    result.verdicts.map((verdict) =>
      verdict.kind === "measured" && constructed.has(`${verdict.experiment} ${verdict.claim}`)
        ? { ...verdict, kind: "construction" }
        : verdict,
    ),
  );
}
