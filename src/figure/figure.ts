import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import { displayBundle } from "../base/display.js";
import { got, option, problem } from "../base/error.js";
import { type Forms, saveAs } from "../base/file/save-as.js";
import { valuesOf, word } from "../base/method.js";
import { toCsv } from "../base/rows/csv.js";
import { toParquet } from "../base/rows/parquet.js";
import { textTable } from "../base/rows/text-table.js";
import { wrapped } from "../base/rows/width.js";
import { inBothThemes } from "./both-themes.js";
import type { Drawn, VegaLiteSpec } from "./draw.js";
import { draw } from "./draw-once.js";
import { asFinding, type Finding } from "./finding.js";
import { toPdf } from "./pdf.js";

export type { VegaLiteSpec } from "./draw.js";

/** What a figure is besides its spec and rows. */
export interface FigureOptions {
  /** One line, for lists and for readers who do not see the picture. */
  readonly title: string;
  /** What the picture shows, in a sentence or two, for the same readers. */
  readonly description?: string;
  /** Fewer, wider rows for people to read: shown by `table()` and in reports in place of the rows. */
  readonly summary?: readonly object[];
  /** The title as data, for counting over several figures. Default: the words of the title. */
  readonly finding?: Finding;
}

export interface SaveFigureOptions {
  /** "light" (default), or "auto", of an SVG alone: dark where its reader's screen is. */
  readonly theme?: "light" | "auto";
}

const saveOptions = { theme: word(["light", "auto"], "the ground of the picture") };

/** A rendered figure: the picture, the rows it was made from, and its Vega-Lite spec. Shows itself in a notebook. */
export class Figure<R extends object = object> {
  /** Problems that Vega reported while drawing; empty for the figures of this library. */
  readonly warnings: readonly string[];
  readonly title: string;
  readonly description: string;
  /** The title as data: its words, and the numbers among them. */
  readonly finding: Finding;
  readonly spec: VegaLiteSpec;
  /** Tidy rows, shares in [0, 1]. */
  readonly rows: readonly R[];
  readonly summary: readonly object[] | undefined;
  readonly svg: string;
  readonly #draw: () => Uint8Array;
  #png: Uint8Array | undefined;

  constructor(spec: VegaLiteSpec, rows: readonly R[], options: FigureOptions, drawn: Drawn) {
    this.spec = spec;
    this.rows = rows;
    this.title = options.title;
    this.description = options.description ?? "";
    this.summary = options.summary;
    this.finding = options.finding ?? asFinding(options.title);
    this.svg = drawn.svg;
    this.#draw = drawn.png;
    this.warnings = drawn.warnings;
  }

  /** PNG bytes, two pixels per pixel of the SVG. */
  png(): Uint8Array {
    return (this.#png ??= this.#draw());
  }

  /** All rows, in full precision. */
  csv(): string {
    return toCsv(this.rows);
  }

  /** A table for terminals: the summary where there is one, else the first rows. */
  table(): string {
    return textTable(this.summary ?? this.rows);
  }

  /**
   * Writes the figure as its suffix says: .svg, .pdf (vectors, for papers), .png, .csv or .parquet (rows), .json
   * (Vega-Lite spec). Folders are made as needed.
   *
   * @throws "option" for another suffix, or a theme that its form does not have; "failed" naming the path when it
   *   cannot be written
   */
  async save(path: string, options: SaveFigureOptions = {}): Promise<void> {
    const { theme } = valuesOf("save", saveOptions, options);
    const isFollowing = theme === "auto";
    if (isFollowing && !/\.svg$/i.test(path))
      throw problem.option`${option("theme")} "auto" is for .svg, which its reader's screen can darken; ${got(path)}`;
    await saveAs(path, isFollowing ? followingForms : forms, this);
    await setImmediate(); // what drew it lets go of 10 MB then
  }

  /** Writes picture and data beside each other: `path` plus .svg, .png and .csv. */
  async saveAll(path: string): Promise<void> {
    for (const suffix of [".svg", ".png", ".csv"]) await this.save(path + suffix);
  }

  /** Shows the figure in a notebook. @returns false, having shown nothing, outside of one */
  display(): boolean {
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(this.svg) ?? [];
    return displayBundle(
      {
        "application/vnd.vegalite.v5+json": inShort({
          ...this.spec,
          $schema: "https://vega.github.io/schema/vega-lite/v5.json",
        }),
        "image/png": this.png(),
        "text/plain": this.toString(),
      },
      { "image/png": { width: Math.round(Number(width)), height: Math.round(Number(height)) } },
    );
  }

  toString(): string {
    return [...wrapped(this.title, ""), this.table()].join("\n");
  }

  [inspect.custom](depth: number | null, options: { readonly depth?: number | null }): string {
    if (depth !== options.depth) return `[Figure: ${this.title}]`;
    return this.display() ? "" : this.toString();
  }
}

/** The same spec with numbers of six digits, more than a picture shows: a notebook keeps it. */
const inShort = (spec: VegaLiteSpec): VegaLiteSpec =>
  JSON.parse(JSON.stringify(spec, (_, value) => (typeof value === "number" ? Number(value.toPrecision(6)) : value)));

const forms: Forms<[Figure]> = {
  ".svg": ({ svg }) => svg,
  ".pdf": ({ svg, title }) => toPdf(svg, title),
  ".png": (figure) => figure.png(),
  ".csv": (figure) => figure.csv(),
  ".parquet": ({ rows }) => toParquet(rows),
  ".json": ({ spec }) => `${JSON.stringify(spec, null, 2)}\n`,
};

const followingForms: Forms<[Figure]> = { ".svg": ({ svg }) => inBothThemes(svg) };

/** What a figure can be saved as. */
export const figureSuffixes: readonly string[] = Object.keys(forms);

/**
 * Draws a Vega-Lite spec whose data stand inside it; nothing is read from files or the network.
 *
 * @param rows what the spec was made from; kept for csv() and table()
 *
 * Loads Vega on first use, about 0.3 s; then about 0.1 s per figure.
 */
export async function renderFigure<R extends object>(
  spec: VegaLiteSpec,
  rows: readonly R[],
  options: FigureOptions,
): Promise<Figure<R>> {
  return new Figure(spec, rows, options, await draw(spec, options.title, options.description));
}

/** A figure as plain data, for keeping; `restoreFigure` makes it a figure again. */
export interface StoredFigure extends FigureOptions {
  readonly spec: VegaLiteSpec;
  readonly rows: readonly object[];
  readonly svg: string;
  readonly png: Uint8Array;
  readonly warnings: readonly string[];
}

export const storedFigure = (figure: Figure): StoredFigure => {
  const { title, description, summary, finding, spec, rows, svg, warnings } = figure;
  return { title, description, ...(summary && { summary }), finding, spec, rows, svg, png: figure.png(), warnings };
};

/** The figure that was stored. */
export const restoreFigure = ({ spec, rows, svg, png, warnings, ...options }: StoredFigure): Figure =>
  new Figure(spec, rows, options, { svg, png: () => png, warnings });
