import type { ClaimVerdict } from "./claim.js";
import { variationsOf } from "./construction.js";
import type { ExperimentResult } from "./experiment.js";
import { keyOf } from "./ledger.js";
import { isExpected } from "./paired.js";
import { isExpectedRatio, isOfKind, thisMachine } from "./timed.js";

/**
 * A plain run of few crawls makes no verdicts of its own where the ledger has some from many: it shows the recorded
 * ones, and beside each what this run showed, and whether that is what the record leads to expect.
 */
export function heldAgainst(
  ledger: readonly ClaimVerdict[],
  result: ExperimentResult,
  machine = thisMachine(),
): ExperimentResult {
  const known = new Map(ledger.map((each) => [keyOf(each), each]));
  return result.withVerdicts(
    result.verdicts.map((run) => {
      const recorded = known.get(keyOf(run));
      if (recorded === undefined) return run;
      const elsewhere = recorded.machine !== undefined && !isOfKind(recorded.machine, machine);
      const thisRun = { ...told(run), expected: elsewhere || expects(recorded, run), ...(elsewhere && { elsewhere }) };
      if (recorded.kind === "theorem") return { ...run, thisRun };
      const { ours, because, verdict, kind, pairs, chance, ratios, varied, machine: recordedOn } = recorded;
      return {
        ...run,
        ...{ ours, because, verdict, kind, pairs, chance },
        ...(ratios && { ratios, machine: recordedOn }),
        ...(varied && { varied }),
        thisRun,
      };
    }),
  );
}

const told = ({ ours, verdict }: ClaimVerdict) => ({ ours, verdict });

/**
 * Whether a run's paired crawls, or its ratios, lie where they should; without such, whether what agreed does not
 * disagree.
 */
function expects(recorded: ClaimVerdict, run: ClaimVerdict): boolean {
  const both = [
    ...inBoth(recorded.pairs, run.pairs).map(([one, other]) => isExpected(one, other)),
    ...inBoth(recorded.ratios, run.ratios).map(([one, other]) => isExpectedRatio(one, other)),
  ];
  return both.length > 0 ? both.every(Boolean) : !(recorded.verdict === "agrees" && run.verdict === "disagrees");
}

/** What both have under one name. */
function inBoth<T extends { readonly of: string }>(first: readonly T[] = [], second: readonly T[] = []): [T, T][] {
  const named = new Map(second.map((each) => [each.of, each]));
  return first.flatMap((each): [T, T][] => {
    const other = named.get(each.of);
    return other ? [[each, other]] : [];
  });
}

/**
 * A run with choices of its own, or on a web of one's own: its verdicts stand, with what the ledger knows they rest on:
 * on this web, or where it has not the claim on it, on any.
 */
export function withKnownKinds(ledger: readonly ClaimVerdict[], result: ExperimentResult): ExperimentResult {
  if (variationsOf(result.provenance).length === 0) return result;
  return result.withVerdicts(
    result.verdicts.map((verdict) => {
      const alike = ledger.filter(
        ({ experiment, claim }) => experiment === verdict.experiment && claim === verdict.claim,
      );
      const here = alike.filter(({ dataset }) => dataset === verdict.dataset);
      const isConstructed = (here.length > 0 ? here : alike).some(({ kind }) => kind === "construction");
      return verdict.kind === "measured" && isConstructed ? { ...verdict, kind: "construction" } : verdict;
    }),
  );
}
