import { plural } from "../base/numbers.js";
import { meanOf } from "../base/statistics/mean-of.js";
import { distinct } from "./check-rows.js";

// What a figure shows, in a sentence made from what is drawn: its title, unless its caller says another.

/** Smallest difference of two areas that counts as one: about what a change of the start page moves a curve by. */
export const AREA_MARGIN = 0.02;

/** A name and a number of it. */
export interface Named {
  readonly name: string;
  readonly value: number;
}

type InWords = (value: number) => string;

export const wholePercent: InWords = (share) => `${Math.round(100 * share)} %`;

/** The means of the values of each name, in the order in which names turn up. */
export const meansByName = (values: readonly Named[]): Named[] =>
  distinct(values.map(({ name }) => name)).map((name) => ({
    name,
    value: meanOf(values.filter((each) => each.name === name).map(({ value }) => value)),
  }));

/** "page-rank, Figure 5" -> "page-rank (Figure 5)": in a sentence a comma would part it. */
export const asOne = (name: string): string => name.replace(/, (.+)$/, " ($1)");

/** The largest first, as a sentence names them. */
const ranked = (values: readonly Named[]): Named[] =>
  values.map(({ name, value }) => ({ name: asOne(name), value })).sort((a, b) => b.value - a.value);

/**
 * "Most found: PageRank, 0.75; least: backlink, 0.31".
 *
 * @param margin a difference below it is none
 */
export function ends(
  values: readonly Named[],
  [most, least]: readonly [most: string, least: string],
  inWords: InWords,
  margin = AREA_MARGIN,
): string {
  const [first, ...rest] = ranked(values);
  const last = rest.at(-1);
  if (last === undefined) return `${most}: ${first.name}, ${inWords(first.value)}`;
  if (first.value - last.value < margin) {
    const [low, high] = [inWords(last.value), inWords(first.value)];
    return `No difference: all ${values.length} ${low === high ? `at ${low}` : `between ${low} and ${high}`}`;
  }
  return `${most}: ${first.name}, ${inWords(first.value)}; ${least}: ${last.name}, ${inWords(last.value)}`;
}

/** Numbers of several names in one place: "at 512 entries". */
export interface Standing {
  readonly place: string;
  readonly values: readonly Named[];
}

/**
 * Where names differ most: "Widest gap at 512 entries: 61 % for 50 threads, 24 % for 2 threads".
 *
 * @param margin a difference below it is none
 */
export function furthestApart(standings: readonly Standing[], inWords: InWords, margin = AREA_MARGIN): string {
  const spreads = standings.map(({ place, values }) => {
    const [first, ...rest] = ranked(values);
    const last = rest.at(-1) ?? first;
    return { place, first, last, spread: first.value - last.value };
  });
  const { place, first, last, spread } = spreads.reduce((a, b) => (b.spread > a.spread ? b : a));
  if (spread < margin) return "No difference: all lines run together";
  return `Widest gap ${place}: ${inWords(first.value)} for ${first.name}, ${inWords(last.value)} for ${last.name}`;
}

/** A curve from 0 to 1: shares found over shares crawled. */
export interface FoundCurve {
  readonly name: string;
  /** By `crawled`, ascending. */
  readonly points: readonly { readonly crawled: number; readonly performance: number }[];
}

/** "a", "a and b", "a, b and c"; "a (n)" and "b (n)" -> "a and b (both n)". */
function listed(names: readonly string[]): string {
  const parts = names.map((name) => /^(.+?)(?: \((.+)\))?$/.exec(name)!);
  const [note, ...others] = distinct(parts.map(([, , own]) => own));
  if (note !== undefined && others.length === 0 && names.length > 1)
    return `${listed(parts.map(([, name]) => name))} (${names.length === 2 ? "both" : "all"} ${note})`;
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}

const NOBODY = "none";

/** A kind of sentence that names who comes first: where the name stands, and how its count over webs is told. */
interface Lead {
  readonly name: RegExp;
  /** Said where nobody does. */
  readonly nobody: RegExp;
  readonly told: (name: string, title: string) => string;
}

const AHEAD: Lead = {
  name: /^(.+?) (?:finds half|keeps half|is ahead:)/,
  nobody: /^None is ahead|are level;/,
  told: (name) => `${name} is ahead`,
};

/** Told where a name comes up twice: that each web has another is no finding. */
const OTHERS: readonly Lead[] = [
  {
    name: /^Widest gap .+?: [^;]*? for (.+?), /,
    nobody: /^No difference/,
    told: (name) => `Highest at the widest gap: ${name}`,
  },
  {
    name: /^At worst, (.+?) misses /,
    nobody: /^At worst, .+ miss \d/,
    told: (name, title) => `Nearest to ${/ often as (\w+)/.exec(title)?.[1]} at worst: ${name}`,
  },
  {
    name: /^A small buffer keeps .+? in (.+?) order, /,
    nobody: /^No difference/,
    told: (name) => `A small buffer keeps most in ${name} order`,
  },
  {
    name: /^[\w' ]+: (.+?), [^,;]+; [a-z ]+: /,
    nobody: /^No difference/,
    told: (name, title) => `${title.split(":")[0]}: ${name}`,
  },
];

/**
 * What was said of each of several webs, as one sentence: "Backlink is ahead on 2 of 4 webs, random on 1, none on 1", "Most
 * found: RankMass on 3 of 5 webs, OPIC on 2", or the same sentence with ranges. Undefined where different things were said.
 */
export const overWebs = (titles: readonly string[]): string | undefined =>
  counts(titles, AHEAD) ??
  inRanges(titles) ??
  runTogether(titles) ??
  OTHERS.map((lead) => counts(titles, lead, 2)).find((sentence) => sentence !== undefined);

/** Where lines run together from some size on: on some webs, and not on others. */
function runTogether(titles: readonly string[]): string | undefined {
  const [later, always, never] = ["All lie within ", "No difference", "Widest gap"].map(
    (begin) => titles.filter((title) => title.startsWith(begin)).length,
  );
  return later > 0 && later + always + never === titles.length
    ? `The lines run together, from some size on, on ${later + always} of ${titles.length} webs`
    : undefined;
}

/** @param least how often one name comes up, at least */
function counts(titles: readonly string[], { name, nobody, told }: Lead, least = 1): string | undefined {
  const leads = titles.map((title) => (nobody.test(title) ? NOBODY : name.exec(title)?.[1]));
  if (!leads.every((lead) => lead !== undefined)) return undefined;
  const found = distinct(leads).map((lead) => ({ lead, value: leads.filter((each) => each === lead).length }));
  const [most, ...others] = found.sort(
    (a, b) => Number(a.lead === NOBODY) - Number(b.lead === NOBODY) || b.value - a.value,
  );
  if (most.value < least) return undefined;
  if (most.lead === NOBODY) return `None is ahead on any of ${titles.length} webs`;
  const within = (lead: string) => lead.replace(/^[A-Z](?=[a-z-]+$)/, (letter) => letter.toLowerCase());
  const rest = others.map(({ lead, value }) => `, ${within(lead)} on ${value}`).join("");
  return `${told(most.lead, titles[leads.indexOf(most.lead)])} on ${most.value} of ${titles.length} webs${rest}`;
}

const NUMBER = String.raw`(?<![\w.-])-?\d+(?:,\d{3})*(?:\.\d+)?`;
const NUMBERS = new RegExp(`(${NUMBER})(?:( %)? to (${NUMBER}))?`, "g");

/**
 * Sentences that differ in nothing but numbers and ranges of them, as one with the least and the greatest of each: "At
 * worst, CLOCK misses 1.32 to 1.77 times as often as MIN". Undefined where they differ in words.
 */
function inRanges(sentences: readonly string[]): string | undefined {
  const wordsOf = (sentence: string) => sentence.replace(NUMBERS, "#").replaceAll("# entry", "# entries");
  if (distinct(sentences.map(wordsOf)).length > 1) return undefined;
  const ranges = sentences.map((sentence) => [...sentence.matchAll(NUMBERS)]);
  const read = (number: string) => Number(number.replaceAll(",", ""));
  let place = 0;
  const many = sentences.find((sentence) => !/ entry\b/.test(sentence)) ?? sentences[0];
  return many.replace(NUMBERS, () => {
    const own = ranges.map((each) => each[place]);
    place++;
    const ends = own.flatMap(([, low, , high = low]) => [low, high]).sort((a, b) => read(a) - read(b));
    const unit = own.find((each) => each[2])?.[2] ?? "";
    return ends[0] === ends.at(-1) ? ends[0] : `${ends[0]}${unit} to ${ends.at(-1)}`;
  });
}

/** Mean height of a curve, from its first point to its last. */
function areaOf({ points }: FoundCurve): number {
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

/**
 * Whose curve is first, by area, and how much sooner it reaches a half; or by how much it is higher, where the next one
 * reaches a half as soon, or where reaching a half says nothing.
 *
 * @param half what a curve that reaches 50 % says: "finds half of the hot pages"; undefined: the curves do not count it
 */
export function whoIsFirst(curves: readonly FoundCurve[], half: string | undefined): string {
  const of = new Map(curves.map((curve) => [asOne(curve.name), curve]));
  const order = ranked(curves.map((curve) => ({ name: curve.name, value: areaOf(curve) })));
  const [first, second] = order;
  const halfBy = ({ name }: Named) => wholePercent(halfOf(of.get(name)!));
  const reaches = ({ name }: Named) => of.get(name)!.points.some(({ performance }) => performance >= 0.5);
  const last = order[order.length - 1];
  if (second === undefined)
    return half === undefined
      ? `${first.name}: ${wholePercent(first.value)} on average over the crawl`
      : `${first.name} ${half} in ${halfBy(first)} of the crawl`;
  if (first.value - last.value < AREA_MARGIN)
    return `None is ahead: ${curves.length === 2 ? "both" : `all ${curves.length}`} lie within ${100 * AREA_MARGIN} points on average`;
  const level = order.filter(({ value }) => first.value - value < AREA_MARGIN);
  if (level.length > 1) {
    const next = order[level.length];
    const points = Math.round(100 * (first.value - next.value));
    return `${listed(level.map(({ name }) => name))} are level; ${next.name} is ${plural(points, "point")} behind on average`;
  }
  const isSooner = halfOf(of.get(second.name)!) - halfOf(of.get(first.name)!) >= 0.005;
  if (half !== undefined && isSooner && halfBy(first) !== halfBy(second))
    return `${first.name} ${half} in ${halfBy(first)} of the crawl, ${second.name} ${reaches(second) ? `in ${halfBy(second)}` : "never"}`;
  return `${first.name} is ahead: ${wholePercent(first.value)} on average over the crawl, ${second.name} ${wholePercent(second.value)}`;
}
