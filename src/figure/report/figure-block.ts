import { escapeXml as escaped } from "../../base/escape-xml.js";
import { inBothThemes } from "../both-themes.js";
import type { Figure } from "../figure.js";
import { narrowSvg } from "../narrow.js";
import { htmlTable } from "./html-table.js";

/**
 * A chart on its card, and its data folded away beneath: what a caption would say, the picture says.
 *
 * @param prefix unique in the page; ids inside the picture carry it
 * @param data HTML in place of the table of the figure's rows
 */
export async function figureBlock(
  figure: Figure,
  prefix: string,
  data = htmlTable(figure.summary ?? figure.rows, figure.title),
): Promise<string> {
  return `<figure>
${await chartOf(figure, prefix)}
<figcaption><details class="data"><summary>Data of this chart</summary>
${data}
</details></figcaption>
</figure>`;
}

/** The picture alone, on its card; where there is one for narrow screens they show that, and else it scrolls there. */
export async function chartOf(figure: Figure, prefix: string): Promise<string> {
  const narrow = await narrowSvg(figure);
  const wide = inlineSvg(inBothThemes(figure.svg), prefix);
  const pictures = narrow
    ? `<div class="wide">${wide}</div><div class="narrow">${inlineSvg(inBothThemes(narrow), `${prefix}-narrow`)}</div>`
    : wide;
  return `<div class="chart${narrow || widthOf(figure.svg) <= FITS ? "" : " scrolls"}" tabindex="0" role="group" aria-label="${escaped(figure.title)}">${pictures}</div>`;
}

/** Pixels across a picture whose text can be read on a telephone when it is shown whole. */
const FITS = 450;

const widthOf = (svg: string): number => Number(/\bwidth="([\d.]+)"/.exec(svg)?.[1]);

/**
 * An SVG for use inside HTML: its ids carry the prefix, as ids of two figures would clash; what only a file of its own
 * needs is dropped.
 */
function inlineSvg(svg: string, prefix: string): string {
  return svg
    .replace(/^<\?xml[^>]*>\s*/, "")
    .replace(/<svg (?=[^>]*\bwidth="([\d.]+)")/, '<svg style="--width:$1" ') // where it scrolls, text can be read
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
