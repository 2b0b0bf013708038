import { counted } from "../base/numbers.js";
import { isBeyondChance, tally } from "../figure/report/claims.js";
import type { ClaimVerdict } from "./claim.js";
import { FAMILIES } from "./families.js";
import { onceAWeb, witnesses } from "./ledger.js";

const isOfThePapers = ({ source }: ClaimVerdict): boolean => source !== "ours" && Object.hasOwn(FAMILIES, source);

/** The verdicts that the headline counts: a paper's own claims, measured on real webs, each claim once a web. */
export function counting(verdicts: readonly ClaimVerdict[]): ClaimVerdict[] {
  return onceAWeb(witnesses(verdicts).filter((each) => each.kind === "measured" && each.real && isOfThePapers(each)));
}

/**
 * What counts, and what stands beside it: the four papers' claims as measured on real webs; then what was measured
 * elsewhere, theorems, verdicts that follow from a number that was put in, and claims that none of the four makes. A web
 * that is a part of another counts where the whole has no verdict on the claim; else it stands beside it. Of two readings
 * of one crawl one counts, and of a timed replay and real crawls of one web.
 */
export function headline(verdicts: readonly ClaimVerdict[]): string[] {
  const theirs = verdicts.filter(isOfThePapers);
  const of = (wanted: ClaimVerdict["kind"]) => theirs.filter(({ kind }) => kind === wanted);
  const real = counting(verdicts);
  const once = new Set(witnesses(verdicts));
  const twice = of("measured").filter((each) => !once.has(each) || (each.real && !real.includes(each)));
  const beside = [
    ...(twice.length > 0
      ? [
          `${counted(twice.length)} measured on parts of these webs, or once more on one of them, which are no further witnesses`,
        ]
      : []),
    `${counted(of("measured").length - real.length - twice.length)} measured on generated webs and loads`,
    `${counted(of("theorem").length)} on theorems`,
    `${counted(of("construction").length)} by construction, which follow from a number that was put in`,
    `${counted(verdicts.length - theirs.length)} on claims that none of the papers makes`,
  ];
  const clear = real.filter(({ chance, verdict }) => chance !== undefined && /agrees$/.test(verdict));
  const firm = clear.filter(({ chance = 0 }) => isBeyondChance(chance));
  return [
    `The papers' claims, measured on real webs: ${tally(real)}`,
    ...(clear.length > 0
      ? [
          `Of these, ${counted(clear.length)} agree or disagree by paired crawls; ${counted(firm.length)} of them are beyond chance at 5 %, corrected for the number of such claims of each paper (Holm).`,
        ]
      : []),
    `Beside them: ${beside.join("; ")}.`,
  ];
}
