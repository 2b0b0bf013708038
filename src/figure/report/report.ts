import { problem } from "../../base/error.js";
import { escapeXml as escaped } from "../../base/escape-xml.js";
import type { Figure } from "../figure.js";
import { badge, claimsGrid, claimsTable, counted, type ReportedClaim, table, tally } from "./claims.js";
import { figureBlock } from "./figure-block.js";
import { htmlPage, type Page } from "./page.js";

export type { ReportedClaim } from "./claims.js";

/** What one web showed of one figure or table. */
export interface ReportedWeb {
  readonly dataset: string;
  readonly figure: Figure;
  readonly verdicts: readonly ReportedClaim[];
}

/** One reproduced figure or table, on all webs that it was tried on. */
export interface ReportedExperiment {
  /** Unique in the report: "cho1998/graph-2". */
  readonly id: string;
  readonly title: string;
  /** What the paper shows and says, in our words. */
  readonly paperText: string;
  readonly webs: readonly ReportedWeb[];
}

/** One paper, or our own experiments. */
export interface ReportPart {
  /** "Cho, Garcia-Molina, Page 1998" */
  readonly title: string;
  /** Its claims by webs, as a picture. */
  readonly map: Figure;
  /** What the paper holds and where it is reproduced, or why it cannot be. */
  readonly inventory?: readonly InventoryRow[];
  readonly experiments: readonly ReportedExperiment[];
}

/** One graph, figure, table or number of a paper. */
export interface InventoryRow {
  readonly item: string;
  /** Experiments that cover it; those of this report become links. */
  readonly experiments: readonly string[];
  /** What stands in their place, or should be known of them. */
  readonly note?: string;
}

export interface Report extends Page {
  /** What the verdicts come to, a paragraph each. */
  readonly summary: readonly string[];
  readonly parts: readonly ReportPart[];
}

/**
 * The papers' claims and figures as one HTML file, see `htmlPage`: figures stand in it as SVG, each with a table of its
 * data.
 *
 * @throws "option" when two experiments have the same id
 */
export function htmlReport({ parts, summary, ...page }: Report): string {
  const ids = parts.flatMap(({ experiments }) => experiments.map(({ id }) => id));
  if (new Set(ids.map(anchorOf)).size < ids.length)
    throw problem.option`report: ids of experiments must differ, found ${ids.join(", ")}`;
  const known = new Set(ids);
  const main = [summarySection(parts, summary), ...parts.map((part) => partSection(part, known))].join("\n");
  return htmlPage(page, contents(parts), main);
}

const verdictsOf = ({ experiments }: ReportPart): ReportedClaim[] =>
  experiments.flatMap(({ webs }) => webs.flatMap(({ verdicts }) => verdicts));

function contents(parts: readonly ReportPart[]): string[] {
  const items = parts.map(({ title, experiments }) => {
    const inside = experiments.map(
      ({ id, title: heading }) => `<li><a href="#${anchorOf(id)}">${escaped(id)}</a> ${escaped(heading)}</li>`,
    );
    return `<a href="#${anchorOf(title)}">${escaped(title)}</a>
<details><summary>${experiments.length} experiments</summary><ul>
${inside.join("\n")}
</ul></details>`;
  });
  return ['<a href="#claims">What still holds</a>', ...items];
}

/** Papers by verdicts. */
function summarySection(parts: readonly ReportPart[], said: readonly string[]): string {
  const all = parts.flatMap(verdictsOf);
  const verdicts = counted(all).map(([verdict]) => verdict);
  const rows = parts.map((part) => {
    const counts = new Map(counted(verdictsOf(part)));
    const cells = verdicts.map((verdict) => `<td class="number">${counts.get(verdict) ?? 0}</td>`);
    return `<tr><th scope="row"><a href="#${anchorOf(part.title)}">${escaped(part.title)}</a></th>${cells.join("")}</tr>`;
  });
  return `<section aria-labelledby="claims">
<h2 id="claims">What still holds</h2>
${said.map((text) => `<p>${escaped(text)}</p>`).join("\n")}
<p>All are replications: the papers' own data and machines are gone.</p>
${table("Verdicts by paper", ["Paper", ...verdicts.map(badge)], rows)}
</section>`;
}

function partSection(part: ReportPart, known: ReadonlySet<string>): string {
  const { title, map, inventory = [], experiments } = part;
  const anchor = anchorOf(title);
  const verdicts = verdictsOf(part);
  return `<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${escaped(title)}</h2>
<p>${escaped(tally(verdicts))}</p>
${figureBlock(map, `${anchor}-map`, claimsGrid(verdicts, `Claims by webs: ${title}`, anchorOf))}
${inventory.length > 0 ? inventoryTable(inventory, title, known) : ""}
${experiments.map(experimentSection).join("\n")}
</section>`;
}

function inventoryTable(inventory: readonly InventoryRow[], title: string, known: ReadonlySet<string>): string {
  const rows = inventory.map(({ item, experiments, note = "" }) => {
    const where = experiments.map((id) =>
      known.has(id) ? `<a href="#${anchorOf(id)}">${escaped(id)}</a>` : escaped(id),
    );
    return `<tr><td>${escaped(item)}</td><td>${where.join(", ")}</td><td>${escaped(note)}</td></tr>`;
  });
  return `<details class="data"><summary>Everything in the paper, and where it is reproduced</summary>
${table(`Graphs, figures, tables and numbers: ${title}`, ["In the paper", "Experiments", "Note"], rows)}
</details>`;
}

function experimentSection({ id, title, paperText, webs }: ReportedExperiment): string {
  const anchor = anchorOf(id);
  const blocks = webs.map(({ dataset, figure, verdicts }, index) => {
    const counts = counted(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
    return `<details class="web"${index === 0 ? " open" : ""}><summary><strong>${escaped(dataset)}</strong> <span class="soft">${counts.join(", ")}</span></summary>
${figureBlock(figure, `${anchor}-${index}`)}
${verdicts.length > 0 ? claimsTable(verdicts, `${id} on ${dataset}`) : ""}
</details>`;
  });
  return `<section aria-labelledby="${anchor}">
<h3 id="${anchor}">${escaped(title)} <span class="soft">${escaped(id)}</span></h3>
<blockquote><p>${escaped(paperText)}</p></blockquote>
${blocks.join("\n")}
</section>`;
}

const anchorOf = (id: string): string => `section-${id.replace(/[^A-Za-z0-9]+/g, "-")}`;
