import type { VegaLiteSpec } from "./draw.js";
import { draw } from "./draw-once.js";
import type { Figure } from "./figure.js";
import { axisRoom, PADDING, TEXT_SIZE, TITLE_SIZE } from "./frame.js";
import { channelsOf, inPanel, keysOf, type Layered, replaced } from "./panels.js";
import { balancedText, textWidth, wrapText } from "./text-width.js";

/** Pixels across a picture that a telephone shows whole, and up its plotting area. */
const NARROW_WIDTH = 340;
const HEIGHT = 230;

/** Pixels that are left for titles, and for the plotting area beside an axis whose title may take two lines. */
const TITLE_LIMIT = NARROW_WIDTH - 2 * PADDING;
const PLOT = TITLE_LIMIT - axisRoom - 20;

/** Pixels of a plotting area in which rows can still be compared. */
const LEAST_PLOT = 100;

/** What a figure is drawn from, as a notebook keeps it, too. */
type Drawable = Pick<Figure, "title"> & { readonly spec: VegaLiteSpec; readonly description?: string };

interface Titled {
  readonly text?: string | readonly string[];
  readonly subtitle?: string | readonly string[];
}

/**
 * The picture of a figure for narrow screens: text as large as in the wide one, names of lines in a legend below, panels
 * one below the other.
 *
 * @returns SVG; undefined for pictures that would lose by it: tables, many bars side by side, and rows with long names
 */
export async function narrowSvg({ spec, title, description }: Drawable): Promise<string | undefined> {
  const whole = narrowed(spec);
  if (!whole) return undefined;
  const { svg } = await draw(whole, title, description);
  if (!("layer" in whole) || "autosize" in whole) return svg;
  const over = Math.max(0, widthOf(svg) - NARROW_WIDTH); // numbers behind the last marks
  const width = Math.floor(Number(whole.width) - over);
  if (width < LEAST_PLOT) return undefined;
  return over > 0 ? (await draw({ ...whole, width }, title, description)).svg : svg;
}

const widthOf = (svg: string): number => Number(/\bwidth="([\d.]+)"/.exec(svg)?.[1]);

function narrowed(spec: VegaLiteSpec): VegaLiteSpec | undefined {
  const title = wrappedTitle(spec.title as Titled, TITLE_SIZE);
  if ("facet" in spec) return { ...spec, title, columns: 1, spec: besideNames(spec.spec as Layered) };
  const isRow = "concat" in spec;
  const bodies = ((isRow ? spec.concat : [spec]) as readonly Layered[]).map((body) =>
    fitting(body, isRow ? undefined : HEIGHT),
  );
  if (!bodies.every((body) => body !== undefined)) return undefined;
  const keys = keysOf(bodies, PLOT - axisRoom);
  const keyed = bodies.map((body) => ({
    ...body,
    title: wrappedTitle((body as VegaLiteSpec).title as Titled, isRow ? TEXT_SIZE : TITLE_SIZE),
    layer: body.layer.map((layer) => ({
      ...layer,
      encoding: { ...layer.encoding, ...replaced(layer.encoding, keys) },
    })),
  }));
  if (isRow) return { ...spec, title, columns: 1, concat: keyed };
  if (typeOf(keyed[0], "y") === "nominal") return keyed[0];
  return { ...keyed[0], width: NARROW_WIDTH, autosize: { type: "fit-x", contains: "padding" } };
}

/** Over two axes of numbers, or rows, or few bars; undefined for any other. */
function fitting(body: Layered, height: number | undefined): Layered | undefined {
  if (!body.layer || body.layer.some((each) => "layer" in each)) return undefined; // of one mark, or of drawn rows
  const axes = ["y", "x"].map((axis) => typeOf(body, axis)).join(" over ");
  if (axes === "quantitative over quantitative") return inPanel(body, PLOT, height);
  if (axes === "nominal over quantitative") return besideNames(inPanel(body, PLOT, Number(body.height)));
  const [names, groups = [""]] = ["x", "xOffset"].map(
    (name) => channelsOf(body, name)[0]?.sort as string[] | undefined,
  );
  if (axes !== "quantitative over nominal" || !names || names.length * groups.length * BAR > PLOT) return undefined;
  const { x, ...encoding } = body.encoding!;
  return inPanel({ ...body, encoding: { ...encoding, x: { ...x, axis: SLANTED } } }, PLOT, height);
}

/** Pixels across an upright bar whose number can be read; names that have no room side by side. */
const BAR = 20;
const SLANTED = { ticks: false, labelPadding: 6, labelAngle: -35 };

/** What all layers have on an axis; that of numbers has a title, but in diagrams. */
function typeOf(body: Layered, axis: string): unknown {
  const all = channelsOf(body, axis);
  const types = new Set(all.map(({ type }) => type));
  const [type] = types;
  return types.size === 1 && (type === "nominal" || all.some(({ title }) => title)) ? type : undefined;
}

/** Rows or strips as wide as their names leave room for, with the title of their axis in lines. */
function besideNames(body: Layered): Layered {
  const names = channelsOf(body, "y").flatMap(({ sort, scale }) => (sort as string[]) ?? scale?.domain ?? []);
  const room = Math.max(0, ...names.map((name) => textWidth(String(name), TEXT_SIZE))) + 10;
  const width = Math.floor(TITLE_LIMIT - room);
  const layer = body.layer.map(({ encoding = {}, ...each }) => {
    const { x } = encoding;
    return {
      ...each,
      encoding: x?.title ? { ...encoding, x: { ...x, title: wrapText(String(x.title), width, TEXT_SIZE) } } : encoding,
    };
  });
  return { ...body, width, layer };
}

function wrappedTitle({ text = [], subtitle = [], ...title }: Titled = {}, size: number) {
  const lines = [subtitle].flat().flatMap((line) => wrapText(line, TITLE_LIMIT, TEXT_SIZE));
  return { ...title, text: balancedText([text].flat().join(" "), TITLE_LIMIT, size, "bold"), subtitle: lines };
}
