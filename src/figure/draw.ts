import type { TopLevelSpec } from "vega-lite";
import { escapeXml } from "../base/escape-xml.js";
import { fontFile } from "./font-file.js";
import { pngOf } from "./png.js";
import { textWidth } from "./text-width.js";

/** A Vega-Lite specification as plain JSON. */
export type VegaLiteSpec = Readonly<Record<string, unknown>>;

/** A picture. */
export interface Drawn {
  readonly svg: string;
  /** Draws the same as PNG. */
  readonly png: () => Uint8Array;
  /** Of Vega and Vega-Lite. */
  readonly warnings: readonly string[];
}

/** Pixels of the PNG per pixel of the SVG. */
const scale = 2;

/** The part of a Vega text item that decides its width. */
interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
  readonly limit?: number;
}

/**
 * Vega waits for a module at its top level, which a notebook's `require` cannot do. So these packages are imported
 * here, when the first figure is drawn, and nowhere statically.
 */
async function loadVega() {
  const [vega, vegaLite] = await Promise.all([import("vega"), import("vega-lite")]);
  const { textMetrics } = vega as unknown as { textMetrics: { width: (item: TextItem, text: unknown) => number } };
  textMetrics.width = ({ fontSize = 11, fontWeight, limit = 0 }, text) => {
    const width = textWidth(String(text ?? "").trim(), fontSize, isBold(fontWeight) ? "bold" : "normal");
    return limit > 0 ? Math.min(width, limit) : width;
  };
  return { vega, vegaLite };
}

const isBold = (weight: string | number | undefined): boolean => weight === "bold" || Number(weight) >= 600;

/**
 * Renders a spec to SVG and PNG with fonts of this package, so equal specs give equal pictures on every machine.
 *
 * @returns the SVG with title and description as its first children; warnings of Vega and Vega-Lite
 * @throws Error when the spec asks for data outside itself
 */
export async function drawNow(spec: VegaLiteSpec, title: string, description = ""): Promise<Drawn> {
  const [{ vega, vegaLite }, rasterized] = await Promise.all([loadVega(), rasterizer()]);
  const warnings: string[] = [];
  const note = (...parts: readonly unknown[]) => {
    warnings.push(parts.join(" "));
    return logger;
  };
  const logger = {
    level: (_?: number) => logger as never,
    error: note as never,
    warn: note as never,
    info: () => logger as never,
    debug: () => logger as never,
  };
  const copy = structuredClone(spec); // Vega numbers the rows it is given, in place
  const compiled = vegaLite.compile(copy as unknown as TopLevelSpec, { logger });
  const refuse = async (uri: string) => {
    throw new Error(`a figure holds its data itself; its spec asks for ${uri}`);
  };
  const loader = { ...vega.loader(), load: refuse, http: refuse, file: refuse } as never;
  const view = new vega.View(vega.parse(compiled.spec), { renderer: "none", logger, loader });
  const bare = await view.toSVG();
  view.finalize();
  const svg = describe(bare, title, description);
  return { svg, png: () => rasterized(svg), warnings };
}

/** A function from an SVG of this package to PNG bytes, two pixels per pixel: some 0.08 s a picture. */
export async function rasterizer(): Promise<(svg: string) => Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js");
  return (svg) => {
    const options = { background: "white", fitTo: { mode: "zoom", value: scale }, font: fonts() } as const;
    const { pixels, width, height } = new Resvg(svg, options).render();
    return pngOf(pixels, width, height);
  };
}

function fonts() {
  const family = "DejaVu Sans";
  return {
    loadSystemFonts: false,
    fontFiles: [fontFile("DejaVuSans"), fontFile("DejaVuSans-Bold")],
    defaultFontFamily: family,
    sansSerifFamily: family,
  };
}

/** Marks an SVG as one image with a name, for screen readers. */
function describe(svg: string, title: string, description: string): string {
  const name = `<title>${escapeXml(title)}</title>${description ? `<desc>${escapeXml(description)}</desc>` : ""}`;
  return svg.replace(/<svg [^>]*>/, (open) => `${open.slice(0, -1)} role="img">${name}`);
}
