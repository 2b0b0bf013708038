import { isBeyondChance, tally } from "../figure/report/claims.js";
import type { ClaimVerdict } from "./claim.js";
import { FAMILIES } from "./families.js";

/**
 * What counts, and what stands beside it: the four papers' claims as measured on real webs; then what was measured
 * elsewhere, theorems, verdicts that follow from a number that was put in, and claims that none of the four makes.
 */
export function headline(verdicts: readonly ClaimVerdict[]): string[] {
  const theirs = verdicts.filter(({ source }) => source !== "ours" && Object.hasOwn(FAMILIES, source));
  const of = (wanted: ClaimVerdict["kind"]) => theirs.filter(({ kind }) => kind === wanted);
  const real = of("measured").filter((verdict) => verdict.real);
  const beside = [
    `${of("measured").length - real.length} measured on generated webs and loads`,
    `${of("theorem").length} on theorems`,
    `${of("construction").length} by construction, which follow from a number that was put in`,
    `${verdicts.length - theirs.length} on claims that none of the papers makes`,
  ];
  const clear = real.filter(({ chance, verdict }) => chance !== undefined && /agrees$/.test(verdict));
  const firm = clear.filter(({ chance = 0 }) => isBeyondChance(chance));
  return [
    `The papers' claims, measured on real webs: ${tally(real)}`,
    ...(clear.length > 0
      ? [
          `Of these, ${clear.length} agree or disagree by paired crawls; ${firm.length} of them are beyond chance at 5 %, corrected for the number of such claims of each paper (Holm).`,
        ]
      : []),
    `Beside them: ${beside.join("; ")}.`,
  ];
}
