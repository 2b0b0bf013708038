import type { ClaimVerdict } from "./claim.js";
import type { ExperimentResult } from "./experiment.js";

/**
 * Shares of the links that are put back as repeats, beside the paper's 0.317: none, and half. A verdict that one of
 * them changes follows from what was put in, and tells nothing of the web.
 */
export const VARIED = [0, 0.5] as const;

/** Whether repeats were put back, since the source of the web dropped them. */
export const isPutBack = (provenance: object): boolean =>
  "repeats" in provenance && String(provenance.repeats).includes("put back");

/**
 * The result, each of its measured verdicts held against the same experiment with other numbers put in: those that
 * change are by construction.
 *
 * @param run the experiment with that share of the links put back
 */
export async function withKinds(
  result: ExperimentResult,
  run: (putBack: number) => Promise<ExperimentResult>,
): Promise<ExperimentResult> {
  if (!isPutBack(result.provenance)) return result;
  const others: ExperimentResult[] = [];
  for (const share of VARIED) others.push(await run(share));
  return result.withVerdicts(
    result.verdicts.map((verdict) => {
      const found = others.map(({ verdicts }) => verdicts.find(({ claim }) => claim === verdict.claim)?.verdict);
      return verdict.kind === "measured" && found.some((each) => each !== verdict.verdict)
        ? { ...verdict, kind: "construction", because: `${verdict.because}; ${inWords(found)}` }
        : verdict;
    }),
  );
}

const inWords = (found: readonly (ClaimVerdict["verdict"] | undefined)[]): string =>
  VARIED.map((share, i) => `with ${100 * share} % of the links put back as repeats: ${found[i]}`).join(", ");
