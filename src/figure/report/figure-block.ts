import { escapeXml as escaped } from "../../base/escape-xml.js";
import { inBothThemes } from "../both-themes.js";
import type { Figure } from "../figure.js";
import { htmlTable } from "./html-table.js";

/**
 * A chart on its card, and its data folded away beneath: what a caption would say, the picture says.
 *
 * @param prefix unique in the page; ids inside the picture carry it
 * @param data HTML in place of the table of the figure's rows
 */
export function figureBlock(
  figure: Figure,
  prefix: string,
  data = htmlTable(figure.summary ?? figure.rows, figure.title),
): string {
  return `<figure>
${chartOf(figure, prefix)}
<figcaption><details class="data"><summary>Data of this chart</summary>
${data}
</details></figcaption>
</figure>`;
}

/** The picture alone, on its card; its legend again for narrow screens, where the one beside the lines is out of sight. */
export function chartOf({ svg, title }: Figure, prefix: string): string {
  const [, x, y, width, height] = LEGEND_BESIDE.exec(svg) ?? [];
  const key =
    x === undefined
      ? ""
      : `<svg class="key" aria-hidden="true" fill="none" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}"><use href="#${prefix}-legend"/></svg>`;
  const named = svg.replace('class="mark-group role-legend"', 'id="legend" $&');
  return `<div class="chart" tabindex="0" role="group" aria-label="${escaped(title)}">${inlineSvg(inBothThemes(named), prefix)}${key}</div>`;
}

/** A legend that starts far to the right: its place and size. */
const LEGEND_BESIDE =
  /role-legend"[^>]*>\s*<g transform="translate\((\d{3}[\d.]*),([\d.]+)\)">\s*<path [^>]*d="M0,0h([\d.]+)v([\d.]+)h/;

/**
 * An SVG for use inside HTML: its ids carry the prefix, as ids of two figures would clash; what only a file of its own
 * needs is dropped.
 */
function inlineSvg(svg: string, prefix: string): string {
  return svg
    .replace(/^<\?xml[^>]*>\s*/, "")
    .replace(/<svg (?=[^>]*\bwidth="([\d.]+)")/, '<svg style="--width:$1" ') // narrow screens: text that can be read
    .replace(/\s(?:xmlns(?::xlink)?|version)="[^"]*"/g, "")
    .replace(/\sid="([^"]*)"/g, ` id="${prefix}-$1"`)
    .replace(/url\(#/g, `url(#${prefix}-`)
    .replace(/((?:xlink:)?href)="#/g, `$1="#${prefix}-`)
    .replace(
      /\s(?:role="graphics-\w+"|aria-(?:roledescription|hidden|label)="[^"]*"|class="[^"]*"|pointer-events="[^"]*")/g,
      "",
    ) // the picture is one image
    .replace(GEOMETRY, (attribute) => attribute.replace(/(\d\.\d)\d+/g, "$1")); // as fine as a screen shows
}

const GEOMETRY = /\s(?:d|points|transform|c?[xy][12]?|r|width|height)="[^"]*"/g;
