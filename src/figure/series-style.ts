import { fnvOf } from "../base/mix.js";
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

// Okabe and Ito 2008, "Color Universal Design", without the yellow, which is too pale for lines on white.
const blue = "#0072b2";
const vermillion = "#d55e00";
const green = "#009e73";
const purple = "#b35d94"; // their #cc79a7, darkened to be told from sky blue in grey
const orange = "#e69f00";
const sky = "#56b4e9";
const black = "#222222";

const colors = [purple, orange, sky, black, blue, vermillion, green];
const dashes: readonly (readonly number[])[] = [[], [7, 3], [2, 2], [10, 3, 2, 3], [4, 4], [12, 4]];

/** Methods that keep their style in every figure, by their name in lower case without punctuation. */
const known: Readonly<Record<string, SeriesStyle>> = {
  breadthfirst: { color: blue, dash: [] },
  backlink: { color: vermillion, dash: [7, 3] },
  pagerank: { color: green, dash: [10, 3, 2, 3] },
  random: { color: black, dash: [2, 2] },
  depthfirst: { color: purple, dash: [4, 4] },
  similarity: { color: orange, dash: [] },
  opic: { color: sky, dash: [7, 3] },
  rankmass: { color: purple, dash: [] },
  scoremix: { color: orange, dash: [12, 4] },
  learnedmix: { color: orange, dash: [12, 4] },
  hits: { color: green, dash: [] },
  largersitesfirst: { color: purple, dash: [7, 3] },
  hostindegree: { color: sky, dash: [2, 2] },
  forwardlink: { color: purple, dash: [2, 2] },
  frozenpagerank: { color: sky, dash: [10, 3, 2, 3] },
  exactpagerank: { color: purple, dash: [12, 4] },
  location: { color: sky, dash: [] },
  postgresql: { color: vermillion, dash: [] },
  berkeleydb: { color: green, dash: [] },
  lmdb: { color: purple, dash: [] },
  dedicated: { color: blue, dash: [] },
  inmemory: { color: black, dash: [2, 2] },
  lru: { color: blue, dash: [] },
  clock: { color: vermillion, dash: [7, 3] },
  min: { color: green, dash: [] },
  static: { color: purple, dash: [10, 3, 2, 3] },
  infinite: { color: orange, dash: [12, 4] },
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

const slot = (index: number): SeriesStyle => ({
  color: colors[index % colors.length],
  dash: dashes[(index + Math.floor(index / colors.length)) % dashes.length],
});

const isSame = (a: SeriesStyle, b: SeriesStyle) => a.color === b.color && String(a.dash) === String(b.dash);

/** The first of `wanted` that no other series has; else the first free one from a place that the name alone decides. */
function freeStyle(name: string, taken: Iterable<SeriesStyle>, wanted: readonly SeriesStyle[] = []): SeriesStyle {
  const others = [...taken];
  const slots = colors.length * dashes.length;
  const first = (fnvOf(plain(name) || name) >>> 0) % slots;
  const choices = [...wanted, ...Array.from({ length: slots }, (_, i) => slot(first + i))];
  return choices.find((style) => !others.some((other) => isSame(other, style))) ?? slot(first);
}

/** Styles of names, each by its name alone; only where two would look alike does the later one move on. */
function fixedStyles(names: readonly string[]): Map<string, SeriesStyle> {
  const styles = new Map<string, SeriesStyle>();
  const isKnown = (name: string) => Object.hasOwn(known, plain(name));
  for (const name of [...names.filter(isKnown), ...names.filter((other) => !isKnown(other))]) {
    styles.set(
      name,
      freeStyle(name, styles.values(), Object.hasOwn(known, knownAs(name)) ? [known[knownAs(name)]] : []),
    );
  }
  return styles;
}

/** Ends and middle of the ramp for numbers, from few to many. */
const ramp = ["#74c0f0", "#0072b2", "#07203f"];

/** Labels that differ in numbers alone, "4 threads" and "20 threads": from few to many, from light to dark. */
function rampStyles(labels: readonly string[]): Map<string, SeriesStyle> | undefined {
  const template = (label: string) => label.replace(/[\d,.]*\d/g, "#").replace(/s$/, "");
  const isRamp = labels.length > 1 && new Set(labels.map(template)).size === 1;
  if (!isRamp) return undefined;
  const numbers = (label: string) => (label.match(/[\d,.]*\d/g) ?? []).map((text) => Number(text.replaceAll(",", "")));
  const sorted = labels.toSorted((a, b) => {
    const [ofA, ofB] = [numbers(a), numbers(b)];
    const at = ofA.findIndex((value, i) => value !== ofB[i]);
    return ofA[at] - ofB[at];
  });
  const colorAt = (place: number) => {
    const [from, to] = place < 0.5 ? ramp : ramp.slice(1);
    const share = place < 0.5 ? 2 * place : 2 * place - 1;
    return hex(partsOf(from).map((part, i) => part + (partsOf(to)[i] - part) * share));
  };
  const styles = new Map(
    sorted.map((label, i) => [label, { color: colorAt(i / (labels.length - 1)), dash: dashes[i % dashes.length] }]),
  );
  return new Map(labels.map((label) => [label, styles.get(label)!]));
}

/**
 * Colour and dash of each series. A method has the same colour in every figure, whichever others stand beside it. Where
 * methods come in several variants, the colour tells the method and the dash the variant; where one method comes in
 * several variants, they differ in both. Series that differ in numbers alone are a ramp.
 *
 * @returns label -> style
 */
export function seriesStyles(series: readonly Series[]): Map<string, SeriesStyle> {
  const numbered = rampStyles([...new Set(series.map(({ label }) => label))]);
  if (numbered) return numbered;
  const labels = new Map<string, string[]>();
  for (const { label, method: full } of series) {
    const method = baseOf(full);
    const variants = labels.get(method) ?? [];
    if (!variants.includes(label)) variants.push(label);
    labels.set(method, variants);
  }
  const methods = [...labels.keys()];
  if (methods.length === 1 && labels.get(methods[0])!.length > 1) return fixedStyles(labels.get(methods[0])!);
  const ofMethod = fixedStyles(methods);
  const styles = new Map<string, SeriesStyle>();
  for (const [method, variants] of labels) {
    const own = ofMethod.get(method)!;
    const inItsColor = dashes.map((dash) => ({ color: own.color, dash }));
    for (const label of variants) {
      styles.set(label, freeStyle(label, styles.values(), variants.length === 1 ? [own] : inItsColor));
    }
  }
  return styles;
}

/** Styles of methods that stand in the legend by their own labels. */
export const methodStyles = (methods: readonly string[]): Map<string, SeriesStyle> =>
  seriesStyles(methods.map((method) => ({ label: method, method })));

/** Contrast that text of this size needs on its ground. WCAG 2.1, success criterion 1.4.3. */
const TEXT_CONTRAST = 4.5;

/** The colour for text on white: made darker until it can be read. @param color "#rrggbb" */
export function readable(color: string): string {
  const parts = partsOf(color);
  let shade = 1;
  while (1.05 / (luminanceOf(parts.map((part) => part * shade)) + 0.05) < TEXT_CONTRAST) shade -= 0.02;
  return hex(parts.map((part) => part * shade));
}

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
