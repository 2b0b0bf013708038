import { draw, type VegaLiteSpec } from "./draw.js";
import type { Figure } from "./figure.js";
import { axisRoom, PADDING, TEXT_SIZE, TITLE_SIZE } from "./frame.js";
import { channelsOf, inPanel, keysOf, type Layered, replaced } from "./panels.js";
import { balancedText, wrapText } from "./text-width.js";

/** Pixels across a picture that a telephone shows whole, and up its plotting area. */
export const NARROW_WIDTH = 340;
const HEIGHT = 230;

/** Pixels that are left for titles, and for the plotting area beside an axis whose title may take two lines. */
const TITLE_LIMIT = NARROW_WIDTH - 2 * PADDING;
const PLOT = TITLE_LIMIT - axisRoom - 20;

/** What a figure is drawn from, as a notebook keeps it, too. */
type Drawable = Pick<Figure, "title"> & { readonly spec: VegaLiteSpec; readonly description?: string };

interface Titled {
  readonly text: string | readonly string[];
  readonly subtitle?: string | readonly string[];
}

/**
 * The picture of a figure for narrow screens: text as large as in the wide one, names of lines in a legend below, panels
 * one below the other.
 *
 * @returns SVG; undefined for pictures that would lose by it: tables, and bars side by side
 */
export async function narrowSvg({ spec, title, description }: Drawable): Promise<string | undefined> {
  const isRow = "concat" in spec;
  const bodies = (isRow ? spec.concat : [spec]) as readonly Layered[];
  if (!bodies.every(isOfNumbers)) return undefined;
  const slim = bodies.map((body) => inPanel(body, PLOT, isRow ? undefined : HEIGHT));
  const keys = keysOf(slim, PLOT - axisRoom);
  const keyed = slim.map((body) => ({
    ...body,
    title: wrappedTitle((body as VegaLiteSpec).title as Titled, isRow ? TEXT_SIZE : TITLE_SIZE),
    layer: body.layer.map((layer) => ({
      ...layer,
      encoding: { ...layer.encoding, ...replaced(layer.encoding, keys) },
    })),
  }));
  const whole = isRow
    ? { ...spec, title: wrappedTitle(spec.title as Titled, TITLE_SIZE), columns: 1, concat: keyed }
    : { ...keyed[0], width: NARROW_WIDTH, autosize: { type: "fit-x", contains: "padding" } };
  return (await draw(whole, title, description)).svg;
}

/** Over two axes of numbers: tables and diagrams have none, bars one. */
const isOfNumbers = (body: Layered): boolean =>
  Boolean(body.layer) &&
  ["x", "y"]
    .map((axis) => channelsOf(body, axis))
    .every((all) => all.some(({ title }) => title) && all.every(({ type }) => type === "quantitative"));

function wrappedTitle({ text, subtitle = [], ...title }: Titled, size: number) {
  const lines = [subtitle].flat().flatMap((line) => wrapText(line, TITLE_LIMIT, TEXT_SIZE));
  return { ...title, text: balancedText([text].flat().join(" "), TITLE_LIMIT, size, "bold"), subtitle: lines };
}
