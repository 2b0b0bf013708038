import { listed } from "../base/listed.js";
import { asOne, nameAndSettings } from "../base/short-labels.js";
import { meanOf } from "../base/statistics/mean-of.js";
import { distinct } from "./check-rows.js";
import { type Finding, type InWords, inWords, quantity, said, wholePercent } from "./finding.js";

// Findings of figures that compare: who has most, where they are furthest apart, who is first.

/** Smallest difference of two areas that counts as one: about what a change of the start page moves a curve by. */
export const AREA_MARGIN = 0.02;

/** A name and a number of it. */
export interface Named {
  readonly name: string;
  readonly value: number;
}

/** The means of the values of each name, in the order in which names turn up. */
export const meansByName = (values: readonly Named[]): Named[] =>
  distinct(values.map(({ name }) => name)).map((name) => ({
    name,
    value: meanOf(values.filter((each) => each.name === name).map(({ value }) => value)),
  }));

const largestFirst = (values: readonly Named[]): Named[] => values.toSorted((a, b) => b.value - a.value);

/**
 * "Most found: PageRank, 0.75; least: backlink, 0.31".
 *
 * @param margin a difference below it is none
 */
export function ends(
  values: readonly Named[],
  [most, least]: readonly [most: string, least: string],
  inNumbers: InWords,
  margin = AREA_MARGIN,
): Finding {
  const told = [`${most}: `, ""] as const;
  const [first, ...rest] = largestFirst(values);
  const name = asOne(first.name);
  const last = rest.at(-1);
  if (last === undefined) return said`${most}: ${name}, ${inNumbers(first.value)}`;
  const [low, high] = [inNumbers(last.value), inNumbers(first.value)];
  if (first.value - last.value < margin) {
    const level = inWords(low) === inWords(high) ? said`at ${low}` : said`between ${low} and ${high}`;
    return { ...said`No difference: all ${String(values.length)} ${level}`, lead: { told } };
  }
  return { ...said`${most}: ${name}, ${high}; ${least}: ${asOne(last.name)}, ${low}`, lead: { name, told } };
}

/** Numbers of several names in one place: "at 512 entries". */
export interface Standing {
  readonly place: string | Finding;
  readonly values: readonly Named[];
}

/**
 * Where names differ most: "Misses differ most at 512 entries: 61 % for 50 threads, 24 % for 2 threads".
 *
 * @param margin a difference below it is none
 * @param words how the sentence begins, and what is said of who comes first where webs are counted
 */
export function furthestApart(
  standings: readonly Standing[],
  inNumbers: InWords,
  margin = AREA_MARGIN,
  words: readonly [gap: string, most: string] = ["Widest gap", "Highest"],
): Finding {
  const spreads = standings.map(({ place, values }) => {
    const [first, ...rest] = largestFirst(values);
    const last = rest.at(-1) ?? first;
    return { place, first, last, spread: first.value - last.value };
  });
  const { place, first, last, spread } = spreads.reduce((a, b) => (b.spread > a.spread ? b : a));
  const [gap, most] = words;
  const told = [`${most} at the widest gap: `, ""] as const;
  if (spread < margin)
    return { ...said`No difference: all lines run together`, lead: { told }, together: "from the first" };
  const [name, other] = [asOne(first.name), asOne(last.name)];
  return {
    ...said`${gap} ${place}: ${inNumbers(first.value)} for ${name}, ${inNumbers(last.value)} for ${other}`,
    lead: { name, told },
    together: "never",
  };
}

/** Shares found over shares crawled, from 0 to 1, by `crawled`, ascending. */
type Points = readonly { readonly crawled: number; readonly performance: number }[];

/** A curve, and those of the single crawls that it is made of; those of one number have one start. */
export interface FoundCurve {
  readonly name: string;
  readonly points: Points;
  readonly crawls?: readonly { readonly repeat: number; readonly points: Points }[];
}

/** "a", "a and b", "a, b and c"; where all have one choice it stands once: "a and b (both Figure 5)". */
function chosenNames(names: readonly string[]): string {
  const [chosen, ...others] = distinct(names.map((name) => nameAndSettings(name)[1]));
  if (chosen !== undefined && others.length === 0 && names.length > 1)
    return `${listed(names.map((name) => asOne(nameAndSettings(name)[0])))} (${names.length === 2 ? "both" : "all"} ${chosen})`;
  return listed(names.map(asOne));
}

/** Mean height of a curve, from its first point to its last. */
function areaOf(points: Points): number {
  let [area, width] = [0, 0];
  points.slice(1).forEach(({ crawled, performance }, i) => {
    const step = crawled - points[i].crawled;
    area += (step * (performance + points[i].performance)) / 2;
    width += step;
  });
  return width > 0 ? area / width : (points[0]?.performance ?? 0);
}

/** Share of the crawl by which a curve has reached a half; 1 where it never does. */
const halfOf = ({ points }: FoundCurve): number => points.find(({ performance }) => performance >= 0.5)?.crawled ?? 1;

const reachesHalf = ({ points }: FoundCurve): boolean => points.some(({ performance }) => performance >= 0.5);

/**
 * Whose curve is first, by area, and how much sooner it reaches a half; or by how much it is higher, where the next one
 * reaches a half as soon, or where reaching a half says nothing.
 *
 * @param half what a curve that reaches 50 % says: "finds half of the hot pages"; undefined: the curves do not count it
 */
export function whoIsFirst(curves: readonly FoundCurve[], half: string | undefined): Finding {
  const order = curves.map((curve) => ({ ...curve, value: areaOf(curve.points) })).sort((a, b) => b.value - a.value);
  const [first, second] = order;
  const last = order[order.length - 1];
  const name = asOne(first.name);
  const halfBy = (curve: FoundCurve) => wholePercent(halfOf(curve));
  const told = ["", " is ahead"] as const;
  const isFirst: Pick<Finding, "lead"> = { lead: { name, told } };
  const isNobody: Pick<Finding, "lead"> = { lead: { told } };
  if (second === undefined)
    return half === undefined
      ? said`${name}: ${wholePercent(first.value)} on average over the crawl`
      : { ...said`${name} ${half} in ${halfBy(first)} of the crawl`, ...isFirst };
  if (first.value - last.value < AREA_MARGIN) {
    const all = curves.length === 2 ? "both" : `all ${curves.length}`;
    return { ...said`None is ahead: ${all} lie within ${String(100 * AREA_MARGIN)} points on average`, ...isNobody };
  }
  const level = order.filter(({ value }) => first.value - value < AREA_MARGIN);
  if (level.length > 1) {
    const next = order[level.length];
    const points = 100 * (first.value - next.value);
    const behind = quantity(points, points.toFixed(points < 2.5 ? 1 : 0), " points", " point");
    const isVaried = level.some((each) => each.name.startsWith(`${next.name}, `));
    const other = isVaried ? `plain ${next.name}` : asOne(next.name);
    return {
      ...said`${chosenNames(level.map((each) => each.name))} lie within ${String(100 * AREA_MARGIN)} points; ${other} is ${behind} behind on average`,
      ...isNobody,
    };
  }
  const other = asOne(second.name);
  const isSooner = halfOf(second) - halfOf(first) >= 0.005;
  if (half !== undefined && isSooner && inWords(halfBy(first)) !== inWords(halfBy(second))) {
    const when = reachesHalf(second) ? said`in ${halfBy(second)}` : "never";
    return { ...said`${name} ${half} in ${halfBy(first)} of the crawl, ${other} ${when}`, ...isFirst };
  }
  const [higher, lower] = [wholePercent(first.value), wholePercent(second.value)];
  const where = crawlsAhead(first, second);
  return { ...said`${name} is ahead${where}: ${higher} on average over the crawl, ${other} ${lower}`, ...isFirst };
}

/** " in 3 of 5 crawls", where that is not in all. */
function crawlsAhead({ crawls = [] }: FoundCurve, other: FoundCurve): string {
  const pairs = crawls.flatMap(({ repeat, points }) => {
    const theirs = other.crawls?.find((each) => each.repeat === repeat);
    return theirs === undefined ? [] : [areaOf(points) > areaOf(theirs.points)];
  });
  const count = pairs.filter(Boolean).length;
  return count === pairs.length ? "" : ` in ${count} of ${pairs.length} crawls`;
}
