import { gotInstead, problem } from "../../base/error.js";
import { escapeXml as escaped } from "../../base/escape-xml.js";
import { faceHtml } from "../../base/face/face.js";
import { Result } from "../../base/face/result.js";
import { Figure } from "../figure.js";
import { figureBlock } from "./figure-block.js";
import { htmlTable } from "./html-table.js";
import { htmlPage, type Provenance } from "./page.js";

/** A result that tells itself in rows; one that shows itself in a notebook does so in a report, too. */
export interface Tabular {
  /** Fewer rows for people to read, where there are many. */
  summary?(): readonly object[];
  rows?(): readonly object[];
  /** What follows from them, in sentences; stands below the table. */
  conclusions?(): readonly string[];
  readonly provenance?: object;
}

/** What a report is made of, from top to bottom: a heading with "# ", a paragraph, a figure, a table. */
export type ReportItem = string | Figure | Tabular;

/**
 * A report of your own as one HTML file, see `htmlPage`: figures as SVG with their data below, results as tables, and
 * what they were made from.
 *
 * @throws "option" for an item that has neither rows nor a picture
 */
export async function ownReport(title: string, items: readonly ReportItem[]): Promise<string> {
  const contents: string[] = [];
  const blocks: string[] = [];
  const origins: (readonly [of: string, provenance: object])[] = [];
  let tables = 0;
  for (const [index, item] of items.entries()) {
    if (typeof item === "string" && item.startsWith("# ")) {
      const heading = escaped(item.slice(2));
      contents.push(`<a href="#part-${index}">${heading}</a>`);
      blocks.push(`<h2 id="part-${index}">${heading}</h2>`);
    } else if (typeof item === "string") blocks.push(paragraph(item));
    else if (item instanceof Figure) blocks.push(await figureBlock(item, `part-${index}`));
    else blocks.push(tableOf(item, index, ++tables));
    if (typeof item === "object" && "provenance" in item && item.provenance)
      origins.push([`Table ${tables}`, item.provenance]);
  }
  return htmlPage({ title, provenance: provenanceOf(origins) }, contents, blocks.join("\n"));
}

/** What tables were made from, field by field; of several tables each field with the name of its table. */
const provenanceOf = (origins: readonly (readonly [of: string, provenance: object])[]): Provenance =>
  Object.fromEntries(
    origins.flatMap(([of, provenance]) =>
      Object.entries(provenance).map(([name, value]) => [origins.length > 1 ? `${of}: ${name}` : name, value]),
    ),
  );

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;

function tableOf(item: Tabular, index: number, number: number): string {
  if (item instanceof Result) {
    const { tables = [], ...face } = item.face();
    return faceHtml({
      ...face,
      tables: tables.map((each, i) => (i === 0 ? { title: `Table ${number}`, ...each } : each)),
    });
  }
  const rows = item?.summary?.() ?? item?.rows?.();
  if (rows !== undefined)
    return [htmlTable(rows, `Table ${number}`), ...(item.conclusions?.() ?? []).map(paragraph)].join("\n");
  throw problem.option`item ${index + 1} of a report is a text, a figure (await hotPageCurve(runs)) or a result with rows (runs); ${gotInstead(item)}`;
}
