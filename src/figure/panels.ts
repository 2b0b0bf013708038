import { got, gotInstead, option, problem } from "../base/error.js";
import { requireList } from "../base/require-list.js";
import { distinct } from "./check-rows.js";
import type { VegaLiteSpec } from "./draw.js";
import type { Figure } from "./figure.js";
import {
  axisRoom,
  FIGURE_WIDTH,
  type FrameOptions,
  figureOptions,
  framedFigure,
  legendBelow,
  PADDING,
  TEXT_SIZE,
} from "./frame.js";
import { LINE_SYMBOL, type LinePoint, labelPlaces, NAMES } from "./line-parts.js";
import { overWebs } from "./over-webs.js";
import { PAPER_INK, spotsOf } from "./paper-marks.js";
import { byNumber } from "./series-style.js";
import { balancedText, wrapText } from "./text-width.js";

export interface PanelOptions extends Pick<FrameOptions, "title" | "notes"> {
  /** What tells the panels apart, a name each. Default: the dataset of their rows. */
  readonly names?: readonly string[];
}

interface Channel extends VegaLiteSpec {
  readonly title?: unknown;
  readonly scale?: { readonly domain?: readonly unknown[]; readonly range?: readonly unknown[] };
  readonly legend?: VegaLiteSpec | null;
}

type Encoding = Readonly<Record<string, Channel>>;

/** A picture of layers, as its figure had it. */
export interface Layered extends VegaLiteSpec {
  readonly width: number;
  readonly data?: { readonly values?: readonly object[] };
  readonly encoding?: Encoding;
  readonly layer: readonly Layer[];
}

interface Layer extends VegaLiteSpec {
  readonly name?: string;
  readonly data?: { readonly values?: readonly object[] };
  readonly encoding?: Encoding;
}

/** Channels that a legend explains. */
const KEYS = ["color", "strokeDash", "fill"] as const;

/** Pixels between panels, of an axis title's second line, and up a panel. */
const SPACING = 28;
const SECOND_LINE = 16;
const HEIGHT = 190;

/**
 * Figures of one function as the panels of one picture, two in a row, bars one below the other: a panel a web. What
 * each shows, its title, stands over its panel; small print that all share is printed once. Axes of numbers are the same
 * in all panels. One legend names the lines of all. Where no sentence tells what all show, the first note is the title.
 *
 * await panels([await hotPageCurve(here), await hotPageCurve(there)])
 *
 * @throws "option" for another number of names, or figures of which `arePanels` says no
 */
export async function panels<R extends object>(
  figures: readonly Figure<R>[],
  chosen: PanelOptions = {},
): Promise<Figure<R & { readonly panel: string }>> {
  requireList("panels draws a list of figures", figures);
  for (const figure of figures)
    if (!Array.isArray(figure?.rows))
      throw problem.option`panels draws figures, such as await hotPageCurve(runs); ${gotInstead(figure)}`;
  const options = figureOptions("panels", chosen, ["names"]);
  const { notes = [], names = figures.map(datasetOf) } = options;
  if (names.length !== figures.length)
    throw problem.option`panels: ${option("names")} has a name for each of ${figures.length} figures; ${got(names)}`;
  if (!arePanels(figures))
    throw problem.option`panels draws two or more figures of one function, over the same axes; ${got(figures.map(({ title }) => title))}`;
  const whole = FIGURE_WIDTH - 2 * PADDING;
  const perRow = figures.every(({ spec }) => channelsOf(spec as Layered, "x")[0].type === "quantitative") ? 2 : 1;
  const width = (whole + SPACING) / perRow - SPACING - axisRoom - SECOND_LINE;
  const bodies = figures.map(({ spec }) => inPanel(spec as Layered, width));
  const common = { ...axesOf(bodies), ...keysOf(bodies, whole) };
  const titles = figures.map(({ title }) => title);
  const finding = options.title ?? overWebs(figures.map(({ finding: own }) => own));
  const [about, ...others] = notes;
  const subtitles = asHigh(
    titles.map((title) => balancedText(title, width + axisRoom, TEXT_SIZE)),
    perRow,
  );
  const concat = bodies.map(({ $schema, config, ...body }, i) => ({
    ...body,
    title: { text: names[i], fontSize: 13, subtitle: subtitles[i], offset: 8 },
    layer: body.layer.map((layer) => ({
      ...layer,
      encoding: { ...layer.encoding, ...replaced(layer.encoding, common) },
    })),
  }));
  const numbers = ["x", "y"].filter((name) => channelsOf(bodies[0], name)[0].type === "quantitative");
  const scale = Object.fromEntries([...numbers, ...Object.keys(common)].map((name) => [name, "shared"]));
  const tagged = figures.map(({ rows, summary = rows }, i) => ({
    rows: rows.map((row) => ({ ...row, panel: names[i] })),
    summary: summary.map((row) => ({ panel: names[i], ...row })),
  }));
  return framedFigure(
    { concat, columns: perRow, spacing: SPACING, resolve: { scale } },
    tagged.flatMap(({ rows }) => rows),
    {
      title:
        finding ??
        (about === undefined ? `What each of ${names.length} webs shows` : `${about} (${names.length} webs)`),
      lines: [...(finding === undefined ? others : notes), saidByAll(figures)].filter(Boolean),
      width: whole,
      room: 0,
      description: figures.map(({ title }, i) => `${names[i]}: ${title}`).join("; "),
      summary: tagged.flatMap(({ summary }) => summary),
    },
  );
}

/** The lines over the panels of a row, as many for each. */
const asHigh = (texts: readonly (readonly string[])[], perRow: number): string[][] =>
  texts.map((lines, i) => {
    const row = texts.slice(i - (i % perRow), i - (i % perRow) + perRow);
    return Array.from({ length: Math.max(...row.map(({ length }) => length)) }, (_, line) => lines[line] ?? " ");
  });

/** A picture as a panel: smaller, its axis title in lines, names of lines left to the legend; the paper's year is placed anew. */
export function inPanel(body: Layered, width: number, height = HEIGHT): Layered {
  const upright = ({ title, ...y }: Channel): Channel => ({
    ...y,
    ...(title !== undefined && { title: typeof title === "string" ? wrapText(title, height, TEXT_SIZE) : title }),
  });
  const inLines = (encoding: Encoding = {}): Encoding =>
    encoding.y ? { ...encoding, y: upright(encoding.y) } : encoding;
  const series = new Set(channelsOf(body, "color").flatMap(({ scale }) => scale?.domain ?? []));
  const layer = body.layer.flatMap(({ name, ...drawn }): Layer[] => {
    if (!name?.startsWith(NAMES)) return [{ ...drawn, encoding: inLines(drawn.encoding) }];
    const years = drawn.data!.values!.filter((value) => !series.has((value as { readonly label: string }).label));
    const values = placedAnew(years as readonly Year[], body, { width, height });
    const { fill, ...encoding } = drawn.encoding!;
    const mark = { ...(drawn.mark as object), ...(fill && { fill: PAPER_INK }) };
    return values.length > 0 ? [{ ...drawn, data: { values }, mark, encoding: inLines(encoding) }] : [];
  });
  return { ...body, width, height, ...(body.encoding && { encoding: inLines(body.encoding) }), layer };
}

/** The label of a paper's marks. */
interface Year {
  readonly label: string;
}

/** Where the year lies over no line of the smaller picture; where there is no such place, as it was. */
function placedAnew(years: readonly Year[], body: Layered, size: { readonly width: number; readonly height: number }) {
  if (years.length === 0) return years;
  const [{ label }] = years;
  const [x, y] = ["x", "y"].map((name) => channelsOf(body, name).find(({ scale }) => scale?.domain) ?? {});
  const ends = [x, y].map(({ scale }) => (scale?.domain ?? [0, 1]).map(Number));
  const spots = spotsOf(
    body.layer.flatMap(({ data }) => data?.values ?? []),
    ends,
  );
  const points = (body.data?.values ?? []) as readonly LinePoint[];
  return labelPlaces(points, { ...size, x, y, paper: { label, spots } }, [label]) ?? years;
}

/** Whether figures can be panels of one picture: two or more, of layers, over the same axes. */
export function arePanels(figures: readonly Figure[]): boolean {
  const bodies = figures.map(({ spec }) => spec as Layered);
  if (bodies.length < 2 || !bodies.every(({ layer }) => layer)) return false;
  const titles = bodies.map((body) => ["x", "y"].map((axis) => titleOf(body, axis)));
  return titles[0][1] !== undefined && distinct(titles.map(String)).length === 1;
}

const datasetOf = ({ rows: [row] }: Figure, index: number): string =>
  (row as { readonly dataset?: string } | undefined)?.dataset ?? `panel ${index + 1}`;

/** A channel in all layers. */
export const channelsOf = ({ encoding, layer }: Layered, name: string): Channel[] =>
  [{ encoding }, ...layer].map((each) => each.encoding?.[name]).filter((channel) => channel !== undefined);

const titleOf = (body: Layered, axis: string): unknown =>
  channelsOf(body, axis).find(({ title }) => typeof title === "string")?.title;

/** Axes whose ends every panel states: from the least to the greatest, with the ticks of the widest. */
function axesOf(bodies: readonly Layered[]): Encoding {
  const found = ["x", "y"].map((name) => {
    const stated = bodies.map((body) => channelsOf(body, name).filter(({ scale }) => scale?.domain));
    const ends = stated.flat().map(({ scale }) => scale!.domain!.map(Number));
    const domain = [Math.min(...ends.map(([low]) => low)), Math.max(...ends.map(([, high]) => high))];
    const spans = stated.flat().map(({ scale }) => Number(scale!.domain![1]) - Number(scale!.domain![0]));
    const { axis } =
      stated
        .flat()
        .filter((_, i) => spans[i] === Math.max(...spans))
        .find((each) => each.axis) ?? {};
    const isShared = stated.every(({ length }) => length > 0);
    return [name, isShared && { scale: { domain }, ...(axis !== undefined && { axis }) }];
  });
  return Object.fromEntries(found.filter(([, channel]) => channel));
}

/**
 * Colours and dashes of all panels, by name, with one legend below: of bars and dots where a panel has one, of lines
 * also where their names stand at them, which panels leave out.
 */
export function keysOf(bodies: readonly Layered[], width: number): Encoding {
  const explained = KEYS.map((key) => {
    const own = bodies
      .flatMap((body) => channelsOf(body, key))
      .filter(({ legend, scale }) => (key === "fill" ? legend : legend !== undefined) && scale?.domain);
    const values = new Map(
      own.flatMap(({ scale }) => scale!.domain!.map((name, i) => [String(name), scale!.range![i]] as const)),
    );
    const names = [...values.keys()];
    const domain = byNumber(names) ?? names;
    const { orient, columns, offset, ...symbol } = own.find(({ legend }) => legend)?.legend ?? LINE_SYMBOL;
    return [
      key,
      own.length > 0 && {
        scale: { domain, range: domain.map((name) => values.get(name)!) },
        legend: legendBelow(domain, width, symbol),
      },
    ];
  });
  return Object.fromEntries(explained.filter(([, channel]) => channel));
}

/** The channels of a layer that are the same in all panels. */
export const replaced = (encoding: Encoding = {}, common: Encoding): Encoding =>
  Object.fromEntries(
    Object.entries(common)
      .filter(([name]) => encoding[name]?.scale?.domain)
      .map(([name, same]) => {
        const { scale, ...own } = encoding[name];
        return [name, { ...own, ...same, scale: { ...scale, ...same.scale } }];
      }),
  );

/** Small print that every figure has. */
function saidByAll(figures: readonly Figure[]): string {
  const [first, ...others] = figures.map(({ description }) => description.split(/; | · /));
  return first.filter((part) => others.every((parts) => parts.includes(part))).join(" · ");
}
