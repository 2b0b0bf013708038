import { distinct } from "../figure/check-rows.js";
import { type ClaimRow, type Verdict, verdictStyles } from "../figure/claims-map.js";
import { escapeXml as escaped } from "../figure/escape-xml.js";
import type { Figure } from "../figure/figure.js";
import { htmlTable } from "./html-table.js";
import { stylesheet } from "./stylesheet.js";

/** A published claim and what became of it on one web. */
export interface ReportedClaim extends ClaimRow {
  /** What the paper found, in words or numbers. */
  readonly published: string;
  /** What this run found. */
  readonly ours: string;
  /** How far ours may lie from theirs, set before the run. */
  readonly tolerance: string;
  readonly because: string;
}

/** One reproduced figure or table. */
export interface ReportSection {
  /** Name of the experiment, unique in the report: "cho1998/graph-2". */
  readonly id: string;
  readonly heading: string;
  /** What the paper shows and says, in our words. */
  readonly paperText: string;
  readonly figure: Figure;
  readonly verdicts: readonly ReportedClaim[];
  /** A paragraph each. */
  readonly notes: readonly string[];
}

export interface Report {
  readonly title: string;
  /** When it was made, as the reader shall see it; the report reads no clock. */
  readonly created?: string;
  /** Name -> value: version, dataset digests, seeds, options. Nested values are shown as JSON. */
  readonly provenance: Readonly<Record<string, unknown>>;
  readonly verdicts: readonly ReportedClaim[];
  readonly sections: readonly ReportSection[];
  /** The claims map. */
  readonly map?: Figure;
}

/**
 * One HTML file that needs nothing else: figures stand in it as SVG, each with a table of its data; its own security policy
 * forbids it to load anything.
 *
 * @throws RangeError when two sections have the same id
 */
export function htmlReport({ title, created, provenance, verdicts, sections, map }: Report): string {
  const anchors = new Map(sections.map((section) => [section.id, anchorOf(section.id)]));
  if (new Set(anchors.values()).size < sections.length) {
    throw new RangeError(`report: ids of sections must differ, found ${sections.map(({ id }) => id).join(", ")}`);
  }
  const contents = sections.map(({ id, heading }) => `<li><a href="#${anchors.get(id)}">${escaped(heading)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escaped(title)}</title>
<style>${stylesheet}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>${escaped(title)}</h1>
${created ? `<p class="soft">${escaped(created)}</p>` : ""}
<nav aria-label="Contents"><ul>
<li><a href="#claims">Claims and verdicts</a></li>
${contents.join("\n")}
<li><a href="#provenance">Provenance</a></li>
</ul></nav>
</header>
<main id="content" tabindex="-1">
<section aria-labelledby="claims">
<h2 id="claims">Claims and verdicts</h2>
<p>${escaped(tally(verdicts))}</p>
${map ? figureBlock(map, "map") : ""}
${verdicts.length > 0 ? claimsTable(verdicts, anchors) : ""}
</section>
${sections.map((section) => sectionBlock(section, anchors.get(section.id)!)).join("\n")}
<section aria-labelledby="provenance">
<h2 id="provenance">Provenance</h2>
<dl>
${Object.entries(provenance)
  .map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(asText(value))}</dd>`)
  .join("\n")}
</dl>
</section>
</main>
</body>
</html>
`;
}

function sectionBlock({ heading, paperText, figure, verdicts, notes }: ReportSection, anchor: string): string {
  return `<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${escaped(heading)}</h2>
<h3>The paper</h3>
<blockquote><p>${escaped(paperText)}</p></blockquote>
<h3>This run</h3>
${figureBlock(figure, anchor)}
${verdicts.length > 0 ? claimsTable(verdicts) : ""}
${notes.map((note) => `<p>${escaped(note)}</p>`).join("\n")}
</section>`;
}

/** A chart on a white card, its caption, and its data folded away. */
function figureBlock(figure: Figure, prefix: string): string {
  return `<figure>
<div class="chart">${inlineSvg(figure.svg, prefix)}</div>
<figcaption>${escaped([figure.title, figure.description].filter(Boolean).join(". "))}</figcaption>
<details><summary>Data of this chart</summary>
${htmlTable(figure.summary ?? figure.rows, figure.title)}
</details>
</figure>`;
}

function claimsTable(verdicts: readonly ReportedClaim[], anchors = new Map<string, string>()): string {
  const headers = ["Verdict", "Claim", "Web", "Published", "Ours", "Tolerance", "Because"];
  const rows = verdicts.map((row) => {
    const anchor = anchors.get(row.experiment);
    const experiment = anchor ? `<a href="#${anchor}">${escaped(row.experiment)}</a>` : escaped(row.experiment);
    const claim = `${escaped(row.claim)}<br><span class="soft">${experiment}, ${escaped(row.source)}</span>`;
    const cells = [row.dataset, row.published, row.ours, row.tolerance, row.because].map(
      (text) => `<td>${escaped(text)}</td>`,
    );
    return `<tr><td>${badge(row.verdict)}</td><td>${claim}</td>${cells.join("")}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="Claims"><table>
<caption>${escaped(distinct(verdicts.map((row) => row.experiment)).join(", "))}</caption>
<thead><tr>${headers.map((header) => `<th scope="col">${header}</th>`).join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

function badge(verdict: Verdict): string {
  const { color, ink, sign } = verdictStyles[verdict];
  return `<span class="verdict" style="background:${color};color:${ink}"><span aria-hidden="true">${sign}</span> ${verdict}</span>`;
}

/** "12 verdicts: agrees 7, partly 3, ..." */
function tally(verdicts: readonly ReportedClaim[]): string {
  const counts = (Object.keys(verdictStyles) as Verdict[])
    .map((verdict) => [verdict, verdicts.filter((row) => row.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${verdict} ${count}`);
  return `${verdicts.length} verdicts${counts.length > 0 ? `: ${counts.join(", ")}` : ""}.`;
}

/** An SVG for use inside HTML: its ids carry the prefix, as ids of two figures would clash; namespaces are dropped. */
function inlineSvg(svg: string, prefix: string): string {
  return svg
    .replace(/^<\?xml[^>]*>\s*/, "")
    .replace(/\s(?:xmlns(?::xlink)?|version)="[^"]*"/g, "")
    .replace(/\sid="([^"]*)"/g, ` id="${prefix}-$1"`)
    .replace(/url\(#/g, `url(#${prefix}-`)
    .replace(/((?:xlink:)?href)="#/g, `$1="#${prefix}-`);
}

const anchorOf = (id: string): string => `section-${id.replace(/[^A-Za-z0-9]+/g, "-")}`;

const asText = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));
