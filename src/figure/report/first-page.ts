import { escapeXml as escaped } from "../../base/escape-xml.js";
import { inTurn } from "../../base/in-turn.js";
import { distinct } from "../check-rows.js";
import type { ClaimRow } from "../claims-map.js";
import type { Figure } from "../figure.js";
import { anchorOf, badge, counted, table } from "./claims.js";
import { chartOf } from "./figure-block.js";
import { prose } from "./prose.js";
import { type ReportPart, shortTitle, verdictsOf } from "./reported.js";

/** One thing that was learned, with what it rests on. */
export interface ReportedFinding {
  /** Unique: "page-rank-order". */
  readonly name: string;
  readonly headline: string;
  /** What stands between backticks is code. */
  readonly text: string;
  readonly sure: string;
  /** What it rests on. */
  readonly claims: readonly Pick<ClaimRow, "experiment" | "claim">[];
  /** It on every web of the ledger. */
  readonly figure: Figure;
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
  const cards = await inTurn(findings, async (finding, index) => {
    const links = distinct(finding.claims.map((each) => each.experiment)).map(
      (id) => `<a href="${files.get(id) ?? "ledger.html"}#${anchorOf(id)}">${escaped(id)}</a>`,
    );
    return `<article class="finding" aria-labelledby="${finding.name}">
<div><h2 id="${finding.name}">${index + 1}. ${prose(finding.headline)}</h2>
<p>${prose(finding.text)}</p>
<p class="soft"><strong>How sure.</strong> ${prose(finding.sure)} Evidence: ${links.join(", ")}.</p></div>
<figure>${await chartOf(finding.figure, `small-${finding.name}`)}</figure>
</article>`;
  });
  return `${cards.join("\n")}\n${verdictsByPaper(parts, summary)}`;
}

function verdictsByPaper(parts: readonly ReportPart[], said: readonly string[]): string {
  const all = parts.flatMap(({ experiments }) => verdictsOf(experiments));
  const verdicts = counted(all).map(([verdict]) => verdict);
  const rows = parts.map((part) => {
    const counts = new Map(counted(verdictsOf(part.experiments)));
    const cells = verdicts.map(
      (verdict) => `<td class="number" data-web="${verdict}">${counts.get(verdict) ?? 0}</td>`,
    );
    return `<tr><th scope="row"><a href="${part.name}.html">${escaped(shortTitle(part.title))}</a></th>${cells.join("")}</tr>`;
  });
  return `<section aria-labelledby="claims">
<h2 id="claims">Verdicts of this report</h2>
${said.map((text) => `<p>${escaped(text)}</p>`).join("\n")}
<div class="grid" id="counts">${table("Verdicts by paper", ["Paper", ...verdicts.map(badge)], rows)}</div>
</section>`;
}
