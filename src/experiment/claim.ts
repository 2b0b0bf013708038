import { quantile } from "../base/statistics/quantile.js";
import { FEWEST_HOT } from "../crawl/few-hot.js";
import type { ThisRun } from "../figure/report/claims.js";
import { AREA_MARGIN } from "../figure/who-is-first.js";
import { datasets } from "../web/dataset/card.js";
import { familyOf } from "./families.js";
import { type Paired, pairedOf, seenBy } from "./paired.js";
import type { Machine, Ratio } from "./timed.js";

/**
 * What became of a claim. "mixed": a part of it holds, or some crawls bear it out and others do not, or it is off by
 * little more than the tolerance. "no difference": what it calls different is equal within the margin.
 */
export const VERDICTS = ["agrees", "mixed", "no difference", "disagrees", "cannot be tested"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * What a verdict rests on: "measured", on a web or a load; "theorem", it holds or fails on any; "construction", it
 * follows from a number that was put in, see construction.ts.
 */
export const KINDS = ["measured", "theorem", "construction"] as const;
export type Kind = (typeof KINDS)[number];

/** One checkable sentence of a paper, laid beside what a web showed. */
export interface ClaimVerdict
  extends Finding,
    Pick<Claim<unknown>, "claim" | "quote" | "published" | "tolerance" | "wouldChange"> {
  /** Experiment that tested it: "cho1998/graph-2". */
  readonly experiment: string;
  /** Whose it is: "cho1998" and the other papers' folders, "ours", or another work, cited. */
  readonly source: string;
  /** Where it is made: "section 6, Graph 2". */
  readonly where: string;
  readonly dataset: string;
  /** False for a generated web, and for a load that an experiment makes. */
  readonly real: boolean;
  /** The real web that this one is a part of, by its card: no further witness beside it. */
  readonly partOf?: string;
  readonly kind: Kind;
  /**
   * Chance of paired differences as large were there none, corrected for all such claims of its paper that the ledger
   * holds (Holm 1979); of several differences the largest.
   */
  readonly chance?: number;
  /** Where the recorded ratios were measured. */
  readonly machine?: Machine;
  /** What came out with other numbers put in, where some were; see construction.ts. */
  readonly varied?: readonly Varied[];
  /** What a plain run showed, whose verdict and numbers are those that the ledger has; see recorded.ts. */
  readonly thisRun?: ThisRun;
}

export type Side = "above" | "below";

/** What a run showed with another number put in than the usual one. */
export interface Varied {
  /** "with 0 % of the links put back as repeats" */
  readonly choice: string;
  readonly ours: string;
  readonly verdict: Verdict;
}

/** What a test of a claim found. */
export interface Finding {
  /** What this web showed. */
  readonly ours: string;
  readonly verdict: Verdict;
  readonly because: string;
  /** The paired crawls that it rests on, where it compares orderings. */
  readonly pairs?: readonly Paired[];
  /** What was timed, as ratios of one run; in the ledger of several. */
  readonly ratios?: readonly Ratio[];
  /**
   * On which side of what the paper states the value lies, where it may lie on either: a number that was put in decides
   * the verdict, too, where it takes the value from one side to the other and the word is the same on both. The ledger
   * has it as kind.
   */
  readonly side?: Side;
}

/** A claim, before it is tested. */
export interface Claim<E> {
  /** The claim in our words. */
  readonly claim: string;
  /** Where the paper makes it: "section 6, Graph 2"; "ours, on section 6" for what no paper says. */
  readonly source: string;
  /**
   * The paper's own words, at most some 200 letters, "..." for what is left out; none for claims of our own, and what a
   * paper only draws.
   */
  readonly quote?: string;
  /** What the paper states. */
  readonly published: string;
  /** What counts as agreement; written before the run. */
  readonly tolerance: string;
  /** Where no measurement decides it, or what is measured was put in by the load that the experiment makes. */
  readonly kind?: "theorem" | "construction";
  /**
   * What would change our mind: an observation that anyone could make, and what it would turn the verdict to; written
   * before the run, so that it holds whatever the run shows.
   */
  readonly wouldChange: string;
  test(evidence: E): Finding;
}

export { AREA_MARGIN };

export const untestable = (because: string, ours = "-"): Finding => ({
  ours,
  verdict: "cannot be tested",
  because,
});

/**
 * The finding for webs with fewer hot pages than tell anything; undefined where there are enough. @param which "have
 * 100 backlinks"
 */
export function tooFewHot(hot: number | undefined, which: string): Finding | undefined {
  if ((hot ?? 0) >= FEWEST_HOT) return undefined;
  const one = which.replace(/\bhave\b/, "has").replace(/\bare\b/, "is");
  return untestable(hot === 1 ? `only 1 page ${one}` : `only ${hot} pages ${which}`);
}

/** A test, unless something else is found of the evidence first: that it is too little to tell anything. */
export const unless =
  <E>(found: (evidence: E) => Finding | undefined, test: (evidence: E) => Finding) =>
  (evidence: E): Finding =>
    found(evidence) ?? test(evidence);

/** Tests of claims on what was found: the verdicts for the experiment that found it, on a web or the load that it makes. */
export type ClaimTests = (
  experiment: { readonly id: string; readonly load?: string },
  dataset: string,
) => readonly ClaimVerdict[];

/** Tests every claim on the same evidence. */
export const testClaims =
  <E>(claims: readonly Claim<E>[], evidence: E): ClaimTests =>
  (experiment, dataset) => {
    const card = experiment.load === undefined ? cardBehind(dataset) : undefined;
    const real = experiment.load === undefined && card?.generator === undefined;
    const partOf = card?.partOf;
    return claims.map(
      ({ claim, source, quote, published, tolerance, wouldChange, kind, test }): ClaimVerdict => ({
        experiment: experiment.id,
        dataset,
        claim,
        source: whose(experiment.id, source),
        where: source,
        ...(quote !== undefined && { quote }),
        published,
        tolerance,
        wouldChange,
        kind: kind ?? "measured",
        real,
        ...(partOf !== undefined && { partOf }),
        ...test(evidence),
      }),
    );
  };

/** A site of a web is called "web/host". */
const cardBehind = (dataset: string) => datasets().find(({ id }) => id === dataset || dataset.startsWith(`${id}/`));

function whose(experiment: string, source: string): string {
  if (/^ours\b/.test(source)) return "ours";
  const family = familyOf(experiment);
  if (family !== "ours") return family;
  return source.startsWith("Broder et al. 2003") ? "broder2003" : source;
}

/**
 * Is `first` larger than `second`? Two-sided: "agrees" when the median of the paired differences exceeds `margin` and
 * four of five pairs have its sign, "disagrees" when the same holds the other way round; "no difference" when the
 * median and four of five pairs lie within the margin; else "mixed".
 */
export function larger(
  [firstName, first]: readonly [string, readonly number[]],
  [secondName, second]: readonly [string, readonly number[]],
  margin = AREA_MARGIN,
): Finding {
  if ([...first, ...second].some(Number.isNaN)) return untestable("no page reaches the threshold, so there is no area");
  const differences = first.map((value, index) => value - second[index]);
  const median = quantile(differences, 0.5);
  const inMost = (is: (difference: number) => boolean) => differences.filter(is).length >= 0.8 * differences.length;
  const positive = differences.filter((difference) => difference > 0).length;
  const middle = (values: readonly number[]) => quantile(values, 0.5).toFixed(3);
  const pairs = pairedOf(`${firstName} - ${secondName}`, first, second);
  return {
    ours: `${firstName} ${middle(first)}, ${secondName} ${middle(second)}`,
    verdict:
      median > margin && inMost((difference) => difference > 0)
        ? "agrees"
        : median < -margin && inMost((difference) => difference < 0)
          ? "disagrees"
          : Math.abs(median) <= margin && inMost((difference) => Math.abs(difference) <= margin)
            ? "no difference"
            : "mixed",
    because: `median difference ${signed(median)}, positive in ${positive} of ${differences.length} crawls${pairs && pairs.deviation > 0 ? howSure(pairs) : ""}`,
    ...(pairs && { pairs: [pairs] }),
  };
}

/** The 95 % interval of the mean difference, and the difference that so many crawls would have shown. */
function howSure(pairs: Paired): string {
  const [mean, low, high] = [pairs.mean, pairs.low, pairs.high].map((each) => signed(each));
  return `; mean ${mean}, 95 % interval ${low} to ${high}; would have seen ${seenBy(pairs).toFixed(3)}`;
}

/**
 * Is `first` no larger than `second`? The counterpart of `larger`: "disagrees" where that agrees, "agrees" unless the
 * median exceeds the margin.
 */
export function noLarger(
  first: readonly [string, readonly number[]],
  second: readonly [string, readonly number[]],
  margin = AREA_MARGIN,
): Finding {
  const median = quantile(
    first[1].map((value, index) => value - second[1][index]),
    0.5,
  );
  const found = larger(first, second, margin);
  if (found.verdict === "cannot be tested") return found;
  return { ...found, verdict: median <= margin ? "agrees" : found.verdict === "agrees" ? "disagrees" : "mixed" };
}

/**
 * Does what several crawls showed lie between two ends? By the 95 % interval of its mean: "agrees" when that lies inside,
 * "disagrees" when it lies outside, else "mixed". Of a single crawl by its value.
 */
export function between(name: string, values: readonly number[], [from, to]: readonly [number, number]): Finding {
  const [above, below] = [
    pairedOf(
      `${name} - ${to}`,
      values,
      values.map(() => to),
    ),
    pairedOf(
      `${from} - ${name}`,
      values.map(() => from),
      values,
    ),
  ];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [low, high] = above ? [above.low + to, above.high + to] : [mean, mean];
  const interval = above ? `, 95 % interval ${low.toFixed(2)} to ${high.toFixed(2)}` : "";
  return {
    ours: `${mean.toFixed(2)}${interval}`,
    verdict: low >= from && high <= to ? "agrees" : low > to || high < from ? "disagrees" : "mixed",
    because: `mean of ${values.length} ${values.length === 1 ? "crawl" : "crawls"}`,
    ...(above && below && { pairs: [above, below].map((each) => ({ ...each, atMost: 0 })) }),
  };
}

/**
 * Findings that make one claim together, by what they are about: what all have is its verdict; it is "disagrees" when
 * none agrees and one disagrees, else "mixed".
 */
export function together(findings: Readonly<Record<string, Finding>>): Finding {
  const verdicts = Object.values(findings).map(({ verdict }) => verdict);
  const joined = (part: "ours" | "because") =>
    Object.entries(findings)
      .map(([name, finding]) => `${name}: ${finding[part]}`)
      .join("; ");
  const pairs = Object.entries(findings).flatMap(([name, { pairs: own = [] }]) =>
    own.map((each) => ({ ...each, of: `${name}: ${each.of}` })),
  );
  return {
    ours: joined("ours"),
    verdict: verdicts.every((verdict) => verdict === verdicts[0])
      ? verdicts[0]
      : !verdicts.includes("agrees") && verdicts.includes("disagrees")
        ? "disagrees"
        : "mixed",
    because: joined("because"),
    ...(pairs.length > 0 && { pairs }),
  };
}

/** "agrees" up to `well`, "mixed" up to `nearly`, else "disagrees". */
export const within = (value: number, well: number, nearly: number): Verdict =>
  value <= well ? "agrees" : value <= nearly ? "mixed" : "disagrees";

/** The side of a range that a value lies on; of one inside, none. */
export const sideOf = (value: number, from: number, to = from): { readonly side?: Side } =>
  value < from ? { side: "below" } : value > to ? { side: "above" } : {};

/**
 * Is a signed difference above the margin ("agrees"), below its negative ("disagrees"), or in between ("no
 * difference")?
 */
export const beyond = (difference: number, margin: number): Verdict =>
  difference > margin ? "agrees" : difference < -margin ? "disagrees" : "no difference";

/**
 * Is it so of most? Where a paper says "most" and no number: of more than half; "mixed" from a third on. A tolerance
 * that asks for more says why.
 */
export const ofMost = (share: number): Verdict => (share > 1 / 2 ? "agrees" : share >= 1 / 3 ? "mixed" : "disagrees");

/** "agrees" when all hold, "mixed" when some do, "disagrees" when none does. */
export const howMany = (held: readonly boolean[]): Verdict =>
  held.every(Boolean) ? "agrees" : held.some(Boolean) ? "mixed" : "disagrees";

export const signed = (value: number, digits = 3): string =>
  `${value >= 0 ? "+" : "-"}${Math.abs(value).toFixed(digits)}`;

/** The worst of several verdicts that must all hold. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce((a, b) => (VERDICTS.indexOf(b) > VERDICTS.indexOf(a) ? b : a), "agrees");
}
