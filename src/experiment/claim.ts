import { momentsOf, pairedDifference } from "../base/statistics/paired-difference.js";
import { quantile } from "../base/statistics/quantile.js";
import { tQuantile } from "../base/statistics/t-quantile.js";
import { FEWEST_HOT } from "../crawl/few-hot.js";
import { datasets } from "../web/dataset/card.js";
import { familyOf } from "./families.js";

/**
 * What became of a claim. "mixed": a part of it holds, or some crawls bear it out and others do not, or it is off by
 * little more than the tolerance. "no difference": what it calls different is equal within the margin.
 */
export const VERDICTS = ["agrees", "mixed", "no difference", "disagrees", "cannot be tested"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * What a verdict rests on: "measured", on a web or a load; "theorem", it holds or fails on any; "construction", it
 * follows from a number of the paper's that was put in, see construction.ts.
 */
export const KINDS = ["measured", "theorem", "construction"] as const;
export type Kind = (typeof KINDS)[number];

/** One checkable sentence of a paper, laid beside what a web showed. */
export interface ClaimVerdict {
  /** Experiment that tested it: "cho1998/graph-2". */
  readonly experiment: string;
  /** The claim in our words. */
  readonly claim: string;
  /** Whose it is: "cho1998" and the other papers' folders, "ours", or another work, cited. */
  readonly source: string;
  /** Where it is made: "section 6, Graph 2". */
  readonly where: string;
  /** The paper's own words, "..." for what is left out; none for claims of our own, and what a paper only draws. */
  readonly quote?: string;
  readonly dataset: string;
  /** False for a generated web, and for a load that an experiment makes. */
  readonly real: boolean;
  /** The real web that this one is a part of, by its card: no further witness beside it. */
  readonly partOf?: string;
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
  readonly kind: Kind;
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
  /** Where the paper makes it: "section 6, Graph 2"; "ours, on section 6" for what no paper says. */
  readonly source: string;
  /** The paper's own words, at most some 200 letters, "..." for what is left out. */
  readonly quote?: string;
  readonly published: string;
  readonly tolerance: string;
  /** Where no measurement decides it. */
  readonly kind?: "theorem";
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

/** Tests every claim on one web. @param experiment makes its own load where it has one */
export function testClaims<E>(
  experiment: { readonly id: string; readonly load?: string },
  dataset: string,
  claims: readonly Claim<E>[],
  evidence: E,
): ClaimVerdict[] {
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
}

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
    because: `median difference ${signed(median)}, positive in ${positive} of ${differences.length} crawls${howSure(first, second)}`,
  };
}

/**
 * The interval of the mean difference by Student's t, and the difference that so many crawls would have shown: four
 * times of five, at 5 %, two-sided. Cohen 1988, Statistical power analysis, section 2.2, by t in place of z.
 */
function howSure(first: readonly number[], second: readonly number[]): string {
  if (first.length < 2) return "";
  const { mean, low, high } = pairedDifference(first, second, { interval: "t" });
  const { deviation } = momentsOf(Float64Array.from(first, (value, pair) => value - second[pair]));
  if (deviation === 0) return "";
  const degrees = first.length - 1;
  const seen = ((tQuantile(0.975, degrees) + tQuantile(0.8, degrees)) * deviation) / Math.sqrt(first.length);
  return `; mean ${signed(mean)}, 95 % interval ${signed(low)} to ${signed(high)}; would have seen ${seen.toFixed(3)}`;
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
 * Findings that make one claim together, by what they are about: what all have is its verdict; it is "disagrees" when
 * none agrees and one disagrees, else "mixed".
 */
export function together(findings: Readonly<Record<string, Finding>>): Finding {
  const verdicts = Object.values(findings).map(({ verdict }) => verdict);
  const joined = (part: "ours" | "because") =>
    Object.entries(findings)
      .map(([name, finding]) => `${name}: ${finding[part]}`)
      .join("; ");
  return {
    ours: joined("ours"),
    verdict: verdicts.every((verdict) => verdict === verdicts[0])
      ? verdicts[0]
      : !verdicts.includes("agrees") && verdicts.includes("disagrees")
        ? "disagrees"
        : "mixed",
    because: joined("because"),
  };
}

/** "agrees" up to `well`, "mixed" up to `nearly`, else "disagrees". */
export const within = (value: number, well: number, nearly: number): Verdict =>
  value <= well ? "agrees" : value <= nearly ? "mixed" : "disagrees";

/**
 * Is a signed difference above the margin ("agrees"), below its negative ("disagrees"), or in between ("no
 * difference")?
 */
export const beyond = (difference: number, margin: number): Verdict =>
  difference > margin ? "agrees" : difference < -margin ? "disagrees" : "no difference";

/** "agrees" when all hold, "mixed" when some do, "disagrees" when none does. */
export const howMany = (held: readonly boolean[]): Verdict =>
  held.every(Boolean) ? "agrees" : held.some(Boolean) ? "mixed" : "disagrees";

export const signed = (value: number, digits = 3): string =>
  `${value >= 0 ? "+" : "-"}${Math.abs(value).toFixed(digits)}`;

/** The worst of several verdicts that must all hold. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce((a, b) => (VERDICTS.indexOf(b) > VERDICTS.indexOf(a) ? b : a), "agrees");
}
