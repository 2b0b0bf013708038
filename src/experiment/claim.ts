import { quantile } from "../base/statistics/quantile.js";
import { FEWEST_HOT } from "../crawl/few-hot.js";

export type Verdict = "agrees" | "mixed" | "disagrees" | "cannot be tested";

/** One checkable sentence of a paper, laid beside what a web showed. */
export interface ClaimVerdict {
  /** Experiment that tested it: "cho1998/graph-2". */
  readonly experiment: string;
  /** The claim in our words. */
  readonly claim: string;
  /** Where the paper makes it. */
  readonly source: string;
  /** The paper's own words, "..." for what is left out; none for claims of our own, and what a paper only draws. */
  readonly quote?: string;
  readonly dataset: string;
  /** What the paper states. */
  readonly published: string;
  /** What this web showed. */
  readonly ours: string;
  /** What counts as agreement; written before the run. */
  readonly tolerance: string;
  /** What would change our mind: an observation that anyone could make, and what it would turn the verdict to. */
  readonly wouldChange: string;
  readonly verdict: Verdict;
  readonly because: string;
}

/** What a test of a claim found. */
export interface Finding {
  readonly ours: string;
  readonly verdict: Verdict;
  readonly because: string;
}

/** A claim, before it is tested. */
export interface Claim<E> {
  readonly claim: string;
  readonly source: string;
  /** The paper's own words, at most some 200 letters, "..." for what is left out. */
  readonly quote?: string;
  readonly published: string;
  readonly tolerance: string;
  /** What would change our mind; written before the run, so that it holds whatever the run shows. */
  readonly wouldChange: string;
  test(evidence: E): Finding;
}

/** Areas closer than this count as equal: about what a change of the start page moves a curve by. */
export const AREA_MARGIN = 0.02;

export const untestable = (because: string, ours = "-"): Finding => ({
  ours,
  verdict: "cannot be tested",
  because,
});

/**
 * The finding for webs with fewer hot pages than tell anything; undefined where there are enough. @param which "have
 * 100 backlinks"
 */
export const tooFewHot = (hot: number | undefined, which: string): Finding | undefined =>
  (hot ?? 0) < FEWEST_HOT ? untestable(`only ${hot} pages ${which}`) : undefined;

/** A test, unless something else is found of the evidence first: that it is too little to tell anything. */
export const unless =
  <E>(found: (evidence: E) => Finding | undefined, test: (evidence: E) => Finding) =>
  (evidence: E): Finding =>
    found(evidence) ?? test(evidence);

/** Tests every claim on one web. */
export function testClaims<E>(
  experiment: string,
  dataset: string,
  claims: readonly Claim<E>[],
  evidence: E,
): ClaimVerdict[] {
  return claims.map(({ claim, source, quote, published, tolerance, wouldChange, test }) => ({
    experiment,
    dataset,
    claim,
    source,
    quote,
    published,
    tolerance,
    wouldChange,
    ...test(evidence),
  }));
}

/**
 * Is `first` larger than `second`? Two-sided: "agrees" when the median of the paired differences exceeds `margin` and
 * four of five pairs have its sign, "disagrees" when the same holds the other way round, else "mixed".
 */
export function larger(
  [firstName, first]: readonly [string, readonly number[]],
  [secondName, second]: readonly [string, readonly number[]],
  margin = AREA_MARGIN,
): Finding {
  const differences = first.map((value, index) => value - second[index]);
  const median = quantile(differences, 0.5);
  const positive = differences.filter((difference) => difference > 0).length;
  const negative = differences.filter((difference) => difference < 0).length;
  const most = 0.8 * differences.length;
  const verdict =
    median > margin && positive >= most ? "agrees" : median < -margin && negative >= most ? "disagrees" : "mixed";
  const middle = (values: readonly number[]) => quantile(values, 0.5).toFixed(3);
  return {
    ours: `${firstName} ${middle(first)}, ${secondName} ${middle(second)}`,
    verdict,
    because: `median difference ${signed(median)}, positive in ${positive} of ${differences.length} crawls`,
  };
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
  return { ...found, verdict: median <= margin ? "agrees" : found.verdict === "agrees" ? "disagrees" : "mixed" };
}

/**
 * Findings that make one claim together, by what they are about: "agrees" when all do, "disagrees" when none agrees and
 * one disagrees, else "mixed".
 */
export function together(findings: Readonly<Record<string, Finding>>): Finding {
  const verdicts = Object.values(findings).map(({ verdict }) => verdict);
  const joined = (part: "ours" | "because") =>
    Object.entries(findings)
      .map(([name, finding]) => `${name}: ${finding[part]}`)
      .join("; ");
  return {
    ours: joined("ours"),
    verdict: verdicts.every((verdict) => verdict === "agrees")
      ? "agrees"
      : !verdicts.includes("agrees") && verdicts.includes("disagrees")
        ? "disagrees"
        : "mixed",
    because: joined("because"),
  };
}

/** "agrees" when all hold, "mixed" when some do, "disagrees" when none does. */
export const howMany = (held: readonly boolean[]): Verdict =>
  held.every(Boolean) ? "agrees" : held.some(Boolean) ? "mixed" : "disagrees";

export const signed = (value: number, digits = 3): string =>
  `${value >= 0 ? "+" : "-"}${Math.abs(value).toFixed(digits)}`;

/** The worst of several verdicts that must all hold. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  const severity: readonly Verdict[] = ["agrees", "mixed", "disagrees", "cannot be tested"];
  return verdicts.reduce((a, b) => (severity.indexOf(b) > severity.indexOf(a) ? b : a), "agrees");
}
