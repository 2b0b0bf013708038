import { fnvOf } from "../base/mix.js";
import { shortLabels } from "../base/short-labels.js";

/** How a line is drawn: colour by eye, dash by a grey print. */
export interface SeriesStyle {
  /** CSS colour. */
  readonly color: string;
  /** Lengths of stroke and gap in pixels; empty: solid. */
  readonly dash: readonly number[];
}

/**
 * One line of a chart: its label in the legend, and the label of its method, choices included: "backlink, ties lifo".
 */
export interface Series {
  readonly label: string;
  readonly method: string;
}

/**
 * Colours of names, far from each other to all eyes: any two, and each and the greys, are at least 12 apart by
 * CIEDE2000, as seen with full colour vision, deuteranopia and protanopia. All have a contrast of 3 or more on white.
 * Each has a dash of its own, which a grey print keeps. `DARK` holds the same for a dark ground.
 */
const blue: SeriesStyle = { color: "#0066cd", dash: [] };
const vermillion: SeriesStyle = { color: "#b74900", dash: [7, 3] };
const green: SeriesStyle = { color: "#008a5a", dash: [10, 3, 2, 3] };
const purple: SeriesStyle = { color: "#581e81", dash: [4, 4] };
const orange: SeriesStyle = { color: "#ce8300", dash: [12, 4] };
const sky: SeriesStyle = { color: "#3d9adf", dash: [3, 2] };
const wine: SeriesStyle = { color: "#7a1020", dash: [9, 2, 2, 2, 2, 2] };
const navy: SeriesStyle = { color: "#222b3d", dash: [6, 2, 1, 2] };

/** What others are compared with: chance, and what nobody can do better. */
const chance: SeriesStyle = { color: "#555555", dash: [2, 2] };
export const REFERENCE: SeriesStyle = { color: "#8c8c8c", dash: [] };

/** For names that are not in the papers, before they take what the papers' own have. */
const others = [purple, orange, sky, navy, wine];
export const palette: readonly SeriesStyle[] = [...others, blue, vermillion, green];
const dashes = palette.map(({ dash }) => dash);

/** The colours of names as they are on a dark ground. */
export const DARK: ReadonlyMap<string, string> = new Map([
  [blue.color, "#4668df"],
  [vermillion.color, "#f07327"],
  [green.color, "#22bc77"],
  [purple.color, "#9e89ba"],
  [orange.color, "#f9d23d"],
  [sky.color, "#81d4ff"],
  [wine.color, "#bb2c5c"],
  [navy.color, "#9e590e"],
  [chance.color, "#c4c4c4"],
  [REFERENCE.color, "#909090"],
]);

/** Methods that keep their style in every figure, by their name in lower case without punctuation. */
const known: Readonly<Record<string, SeriesStyle>> = {
  breadthfirst: blue,
  backlink: vermillion,
  pagerank: green,
  random: chance,
  depthfirst: purple,
  similarity: orange,
  opic: sky,
  rankmass: wine,
  scoremix: navy,
  learnedmix: navy,
  hits: wine,
  largersitesfirst: purple,
  hostindegree: sky,
  forwardlink: purple,
  frozenpagerank: sky,
  exactpagerank: wine,
  location: navy,
  postgresql: vermillion,
  berkeleydb: green,
  lmdb: purple,
  dedicated: blue,
  inmemory: chance,
  lru: blue,
  clock: vermillion,
  min: green,
  static: purple,
  infinite: { ...REFERENCE, dash: [12, 4] },
  thewebitself: REFERENCE,
};

/** "backlink, ties random" -> "backlink": a label without the choices that follow its name. */
const baseOf = (label: string): string => label.split(/[(,;:]/)[0].trim() || label;

/** Letters and digits in lower case, without a plural. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/(\p{L})s$/u, "$1");

/** "similarity graded" is drawn as "similarity" is, unless another has that style. */
const knownAs = (name: string): string => (Object.hasOwn(known, plain(name)) ? plain(name) : plain(name.split(" ")[0]));

/** What others are compared with. */
const isGrey = ({ label }: Series): boolean =>
  Object.hasOwn(known, plain(label)) && [chance.color, REFERENCE.color].includes(known[plain(label)].color);

const isSame = (a: SeriesStyle, b: SeriesStyle) => a.color === b.color && String(a.dash) === String(b.dash);

/**
 * The wanted style where its colour is free; else a colour that no other series has, from a place on that the name alone
 * decides; when all are taken, grey with another dash, and then one again with another dash.
 */
function freeStyle(name: string, taken: readonly SeriesStyle[], wanted?: SeriesStyle): SeriesStyle {
  const first = (fnvOf(plain(name) || name) >>> 0) % others.length;
  const ring = [...others.slice(first), ...others.slice(0, first), blue, vermillion, green];
  const grey = dashes.filter(({ length }) => length > 0).map((dash) => ({ color: REFERENCE.color, dash }));
  const again = [...grey, ...dashes.flatMap((dash) => ring.map(({ color }) => ({ color, dash })))];
  return (
    [...(wanted ? [wanted] : []), ...ring].find(({ color }) => !taken.some((each) => each.color === color)) ??
    again.find((style) => !taken.some((each) => isSame(each, style))) ??
    ring[0]
  );
}

/** Styles of names: first of those that have a style of their own, then of their variants, then of others. */
function stylesOf(series: readonly Series[]): Map<string, SeriesStyle> {
  const rank = ({ label, method }: Series) =>
    Object.hasOwn(known, plain(label)) ? 0 : Object.hasOwn(known, knownAs(baseOf(method))) ? 1 : 2;
  const styles = new Map<string, SeriesStyle>();
  for (const { label, method } of series.toSorted((a, b) => rank(a) - rank(b))) {
    const name = knownAs(baseOf(method));
    styles.set(label, freeStyle(label, [...styles.values()], Object.hasOwn(known, name) ? known[name] : undefined));
  }
  return new Map(series.map(({ label }) => [label, styles.get(label)!]));
}

/** Ends and middle of the ramp for numbers, from few to many. */
const ramp = ["#3c98dc", "#005aa8", "#0b1a33"];

/** Labels that differ in numbers alone, "4 threads" and "20 threads", from few to many; undefined for any others. */
export function byNumber(labels: readonly string[]): string[] | undefined {
  const template = (label: string) => label.replace(/[\d,.]*\d/g, "#").replace(/s$/, "");
  const isRamp = labels.length > 1 && new Set(labels.map(template)).size === 1;
  if (!isRamp) return undefined;
  const numbers = (label: string) => (label.match(/[\d,.]*\d/g) ?? []).map((text) => Number(text.replaceAll(",", "")));
  return labels.toSorted((a, b) => {
    const [ofA, ofB] = [numbers(a), numbers(b)];
    const at = ofA.findIndex((value, i) => value !== ofB[i]);
    return ofA[at] - ofB[at];
  });
}

/**
 * Labels that differ in numbers alone: from few to many, from light to dark.
 *
 * @param beside styles of other lines, whose dashes are taken
 */
function rampStyles(labels: readonly string[], beside: readonly SeriesStyle[]): Map<string, SeriesStyle> | undefined {
  const sorted = byNumber(labels);
  if (!sorted) return undefined;
  const colorAt = (place: number) => {
    const [from, to] = place < 0.5 ? ramp : ramp.slice(1);
    const share = place < 0.5 ? 2 * place : 2 * place - 1;
    return mixed(from, to, share);
  };
  const free = dashes.filter((dash) => !beside.some((other) => String(other.dash) === String(dash)));
  const styles = new Map(
    sorted.map((label, i) => [label, { color: colorAt(i / (labels.length - 1)), dash: free[i % free.length] }]),
  );
  return new Map(labels.map((label) => [label, styles.get(label)!]));
}

/**
 * Colour and dash of each series. A method has the same colour in every figure, unless two of one picture have the
 * same: no two series of a picture share a colour. Only where there are more than eight besides what they are compared
 * with, the colour tells the method and the dash its variant, as far as there are colours and dashes: else no two have
 * the same look. Series that differ in numbers alone are a ramp, what they are compared with is grey. Labels in full get
 * what their short forms get: a table has the colours of the figure beside it.
 *
 * @returns label -> style
 */
export function seriesStyles(series: readonly Series[]): Map<string, SeriesStyle> {
  const short = shortLabels(series.map(({ label }) => label));
  const isTelling = new Set(short.values()).size === short.size; // "a, b" and "a, b, b" are both "a"
  const shown = (label: string) => (isTelling ? short.get(label)! : label);
  const styles = stylesByShort(series.map(({ label, method }) => ({ label: shown(label), method })));
  return new Map(series.map(({ label }) => [label, styles.get(shown(label))!]));
}

function stylesByShort(series: readonly Series[]): Map<string, SeriesStyle> {
  const each = [...new Map(series.map((one) => [one.label, one])).values()];
  const greys = stylesOf(each.filter(isGrey));
  const numbered = rampStyles(
    each.map(({ label }) => label).filter((label) => !greys.has(label)),
    [...greys.values()],
  );
  if (numbered) return new Map(each.map(({ label }) => [label, greys.get(label) ?? numbered.get(label)!]));
  const methods = [...new Set(each.map(({ method }) => baseOf(method)))];
  const variantsOf = (method: string) => each.filter((one) => baseOf(one.method) === method);
  const mayShare =
    methods.length <= palette.length && methods.every((method) => variantsOf(method).length <= dashes.length);
  if (each.length - greys.size <= palette.length || methods.length === 1 || !mayShare) return stylesOf(each);
  const ofMethod = stylesOf(methods.map((method) => ({ label: method, method })));
  return new Map(
    methods.flatMap((method) => {
      const { color, dash } = ofMethod.get(method)!;
      const own = [dash, ...dashes.filter((other) => other !== dash)];
      return variantsOf(method).map(({ label }, i) => [label, { color, dash: own[i] }] as const);
    }),
  );
}

/** Styles of methods that stand in the legend by their own labels. */
export const methodStyles = (methods: readonly string[]): Map<string, SeriesStyle> =>
  seriesStyles(methods.map((method) => ({ label: method, method })));

/** Contrast that text of this size needs on its ground. WCAG 2.1, success criterion 1.4.3. */
const TEXT_CONTRAST = 4.5;

/** The colour for text: made darker on white, lighter on a dark ground, until it can be read. @param color "#rrggbb" */
export function readable(color: string, ground = "#ffffff"): string {
  const toward = contrastOf(ground, "#000000") > contrastOf(ground, "#ffffff") ? "#000000" : "#ffffff";
  let shade = 0;
  while (contrastOf(mixed(color, toward, shade), ground) < TEXT_CONTRAST) shade += 0.02;
  return mixed(color, toward, shade);
}

/** Contrast of two colours, 1 to 21. WCAG 2.1. @param a "#rrggbb" */
export function contrastOf(a: string, b: string): number {
  const [dark, light] = [a, b].map((color) => luminanceOf(partsOf(color))).sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour with a share in [0, 1] of another. */
export const mixed = (color: string, other: string, share: number): string =>
  hex(partsOf(color).map((part, i) => part + (partsOf(other)[i] - part) * share));

/** Red, green and blue of "#rrggbb", in [0, 255]. */
const partsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const hex = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance of red, green and blue in [0, 255]. WCAG 2.1. */
function luminanceOf(parts: readonly number[]): number {
  const [red, green, blue] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
