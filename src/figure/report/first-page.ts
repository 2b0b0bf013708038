import { escapeXml as escaped } from "../../base/escape-xml.js";
import { distinct } from "../check-rows.js";
import type { ClaimRow } from "../claims-map.js";
import { anchorOf, badge, counted, table } from "./claims.js";
import { chartOf } from "./figure-block.js";
import { prose } from "./prose.js";
import { type ReportedExperiment, type ReportPart, shortTitle } from "./reported.js";

/** One thing that was learned, with what it rests on. */
export interface ReportedFinding {
  /** Unique: "page-rank-order". */
  readonly name: string;
  readonly headline: string;
  /** What stands between backticks is code. */
  readonly text: string;
  readonly sure: string;
  /** What it rests on; the experiment of the first has its figure. */
  readonly claims: readonly Pick<ClaimRow, "experiment" | "claim">[];
  /** Webs whose figure shows it, the best first; none where the figure shows something else. */
  readonly shownOn: readonly string[];
  /** Webs whose figure does not. */
  readonly notShownOn: readonly string[];
}

export interface FirstPage {
  readonly findings: readonly ReportedFinding[];
  /** What the verdicts of this report come to, a paragraph each. */
  readonly summary: readonly string[];
  readonly parts: readonly ReportPart[];
}

/**
 * The findings as cards, and the verdicts by paper.
 *
 * @param files experiment -> file that has it
 */
export async function firstPage(
  { findings, summary, parts }: FirstPage,
  files: ReadonlyMap<string, string>,
): Promise<string> {
  const run = new Map(parts.flatMap(({ experiments }) => experiments.map((each) => [each.id, each] as const)));
  const cards = findings.map(async (finding, index) => {
    const experiment = run.get(finding.claims[0].experiment);
    const links = distinct(finding.claims.map((each) => each.experiment)).map(
      (id) => `<a href="${files.get(id) ?? "ledger.html"}#${anchorOf(id)}">${escaped(id)}</a>`,
    );
    return `<article class="finding" aria-labelledby="${finding.name}">
<div><h2 id="${finding.name}">${index + 1}. ${prose(finding.headline)}</h2>
<p>${prose(finding.text)}</p>
<p class="soft"><strong>How sure.</strong> ${prose(finding.sure)} Evidence: ${links.join(", ")}.</p></div>
${experiment && finding.shownOn.length > 0 ? await smallFigure(experiment, finding) : ""}
</article>`;
  });
  return `${(await Promise.all(cards)).join("\n")}\n${verdictsByPaper(parts, summary)}`;
}

/** The figure of the web that shows it best, of those that were run, or else of one of yours; or which webs show it. */
async function smallFigure(
  { id, webs }: ReportedExperiment,
  { name, shownOn, notShownOn }: ReportedFinding,
): Promise<string> {
  const known = shownOn.map((dataset) => webs.find((web) => web.dataset === dataset)).find(Boolean);
  const best = known ?? webs.find(({ dataset }) => !notShownOn.includes(dataset));
  const told = best
    ? `${id} as this report ran it on ${best.dataset}`
    : `No web of this report shows it; ${shownOn.slice(0, 2).join(" and ")} ${shownOn.length > 1 ? "do" : "does"}.`;
  const chart = best ? `${await chartOf(best.figure, `small-${name}`)}\n` : "";
  return `<figure>${chart}<figcaption>${escaped(told)}</figcaption></figure>`;
}

function verdictsByPaper(parts: readonly ReportPart[], said: readonly string[]): string {
  const verdictsOf = ({ experiments }: ReportPart) =>
    experiments.flatMap(({ webs }) => webs.flatMap((web) => web.verdicts));
  const verdicts = counted(parts.flatMap(verdictsOf)).map(([verdict]) => verdict);
  const rows = parts.map((part) => {
    const counts = new Map(counted(verdictsOf(part)));
    const cells = verdicts.map((verdict) => `<td class="number">${counts.get(verdict) ?? 0}</td>`);
    return `<tr><th scope="row"><a href="${part.name}.html">${escaped(shortTitle(part.title))}</a></th>${cells.join("")}</tr>`;
  });
  return `<section aria-labelledby="claims">
<h2 id="claims">Verdicts of this report</h2>
${said.map((text) => `<p>${escaped(text)}</p>`).join("\n")}
${table("Verdicts by paper", ["Paper", ...verdicts.map(badge)], rows)}
</section>`;
}
