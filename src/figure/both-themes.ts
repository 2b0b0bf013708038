import { contrastOf, DARK, mixed, readable } from "./series-style.js";

/** The ground of a picture in the dark. */
export const DARK_GROUND = "#16181c";

/** Inks and greys of the frame, and of claims without an answer, and the same in the dark. */
const FRAME: ReadonlyMap<string, string> = new Map([
  ["white", DARK_GROUND],
  ["#ffffff", DARK_GROUND],
  ["#f4f4f4", "#24272c"],
  ["#ededed", "#33373d"],
  ["#e4e4e4", "#33373d"],
  ["#151515", "#e8e8e8"],
  ["#222222", "#e8e8e8"],
  ["#333333", "#a8acb2"],
  ["#444444", "#b8bcc2"],
  ["#777777", "#8c9096"],
]);

/** Names of lines in the dark: as their lines there, or lighter where they could not be read. */
const NAMES: ReadonlyMap<string, string> = new Map(
  [...DARK].map(([light, dark]) => [readable(light), readable(dark, DARK_GROUND)]),
);

/** Text on coloured cells, whose colours stay as they are. */
const ON_CELLS: ReadonlySet<string> = new Set(["#ffffff", "#111111"]);

/** A colour with the contrast on the dark ground that it has on white: numbers on a ramp keep their order. */
function asStrong(color: string): string {
  const wanted = contrastOf(color, "#ffffff");
  const toward = contrastOf(color, DARK_GROUND) < wanted ? "#ffffff" : DARK_GROUND;
  let found = color;
  for (let share = 0.02; share <= 1; share += 0.02) {
    const next = mixed(color, toward, share);
    const isPast =
      toward === "#ffffff" ? contrastOf(found, DARK_GROUND) >= wanted : contrastOf(next, DARK_GROUND) < wanted;
    if (isPast) break;
    found = next;
  }
  return found;
}

const colorsOf = (svg: string, attribute: "fill" | "stroke", element: string): string[] => [
  ...new Set(
    [...svg.matchAll(new RegExp(`<${element} [^>]*\\b${attribute}="(#[0-9a-f]{6}|white)"`, "g"))].map(
      ([, color]) => color,
    ),
  ),
];

/**
 * An SVG of this package that follows its reader: as it is in the light, on a dark ground in the dark, by a style sheet
 * inside of it. Cells of tables and bars keep their colours.
 */
export function inBothThemes(svg: string): string {
  const strokes = colorsOf(svg, "stroke", "\\w+");
  const isLine = (color: string) => FRAME.has(color) || DARK.has(color) || strokes.includes(color);
  const line = (color: string) => FRAME.get(color) ?? DARK.get(color) ?? asStrong(color);
  const rules = [
    ...strokes.map((color) => `[stroke="${color}"]{stroke:${line(color)}}`),
    ...colorsOf(svg, "fill", "(?!text)\\w+")
      .filter(isLine)
      .map((color) => `:not(text)[fill="${color}"]{fill:${line(color)}}`),
    ...colorsOf(svg, "fill", "text")
      .filter((color) => !ON_CELLS.has(color))
      .map(
        (color) =>
          `text[fill="${color}"]{fill:${FRAME.get(color) ?? NAMES.get(color) ?? readable(asStrong(color), DARK_GROUND)}}`,
      ),
  ];
  const sheet = `<style>@media screen and (prefers-color-scheme: dark){${rules.join("")}}</style>`;
  return svg.replace(/<svg [^>]*>/, (open) => `${open}${sheet}`);
}
