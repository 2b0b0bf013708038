import { escapeXml as escaped } from "../../base/escape-xml.js";
import { plural } from "../../base/numbers.js";
import { distinct } from "../check-rows.js";
import { type ClaimRow, type Verdict, verdictStyles } from "../claims-map.js";
import { prose } from "./prose.js";

/** A published claim and what became of it on one web. */
export interface ReportedClaim extends ClaimRow {
  /** The paper's own words, where it makes the claim in words. */
  readonly quote?: string;
  /** What the paper found, in words or numbers. */
  readonly published: string;
  /** What this run found. */
  readonly ours: string;
  /** How far ours may lie from theirs, set before the run. */
  readonly tolerance: string;
  readonly because: string;
  /** What it rests on. */
  readonly kind: "measured" | "theorem" | "construction";
  /** What a plain run showed, where the verdict is that of a recorded one. */
  readonly thisRun?: ThisRun;
  /** The paired crawls that the verdict rests on. */
  readonly pairs?: readonly object[];
  /** The ratios of times that it rests on. */
  readonly ratios?: readonly object[];
  /** Chance of such differences, were there none; corrected for the number of claims. */
  readonly chance?: number;
  /** An observation that would turn the verdict. */
  readonly wouldChange?: string;
}

/** A run of few crawls beside the recorded one. */
export interface ThisRun {
  readonly ours: string;
  /** What it would be called by this run alone. */
  readonly verdict: Verdict;
  /** False where the run lies outside of what the recorded one leads to expect. */
  readonly expected: boolean;
  /** True for times of a machine of another kind than the recorded ones': they stand beside them, and are not held to them. */
  readonly elsewhere?: true;
}

/** Claims on one web, a line each; unfolded: the paper's words, theirs beside ours, why, and what would change it. */
export function claimsList(verdicts: readonly ReportedClaim[]): string {
  const items = verdicts.map((row) => {
    const said = row.quote === undefined ? "" : ` <q>${prose(row.quote)}</q>`;
    const detail: [string, string | undefined][] = [
      ["The paper", `${prose(row.where)}: ${prose(row.published)}.${said}`],
      ["Here", `${[row.ours, row.because, besideRun(row)].filter(Boolean).map(prose).join("; ")}.`],
      ["Rests on", restingOn(row)],
      ["Margin, set before the run", prose(row.tolerance)],
      ["What would change our mind", row.wouldChange && prose(row.wouldChange)],
    ];
    const lines = detail.filter(([, text]) => text).map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`);
    return `<li><details><summary>${badge(row.verdict)} ${prose(row.claim)} <span class="soft">${prose(row.ours)}</span></summary>
<dl>${lines.join("\n")}</dl></details></li>`;
  });
  return items.length > 0 ? `<ul class="claims">\n${items.join("\n")}\n</ul>` : "";
}

/** What a verdict rests on, where that is no measurement beyond chance. */
export const restingOn = ({ kind, chance = 0 }: Pick<ReportedClaim, "kind" | "chance">): string =>
  kind === "theorem"
    ? "a theorem"
    : kind === "construction"
      ? "by construction"
      : isBeyondChance(chance)
        ? ""
        : "may be chance";

/** Whether a difference of paired crawls counts as one: at 5 %, after the correction. */
export const isBeyondChance = (chance: number): boolean => chance <= 0.05;

/** What a plain run showed beside the recorded verdict; "" where there was none. */
export function besideRun({ thisRun, ours, verdict, pairs, ratios }: ReportedClaim): string {
  if (!thisRun) return "";
  if (thisRun.elsewhere) return `this run, on another machine: ${thisRun.ours}, by itself: ${thisRun.verdict}`;
  if (!thisRun.expected)
    return `this run: ${thisRun.ours}, outside of what the record leads to expect; by itself: ${thisRun.verdict}`;
  if (thisRun.ours === ours) return "this run: the same";
  const alone =
    (pairs ?? ratios)
      ? ", as the record leads to expect"
      : thisRun.verdict === verdict
        ? ""
        : `, by itself: ${thisRun.verdict}`;
  return `this run: ${thisRun.ours}${alone}`;
}

/** Claims by webs, a badge in each cell: the heat map as a table. Those of several experiments lead to each. */
export function claimsGrid(verdicts: readonly ReportedClaim[], caption: string): string {
  const datasets = distinct(verdicts.map(({ dataset }) => dataset));
  const keyOf = (row: ClaimRow) => `${row.experiment}\n${row.claim}`;
  const claims = [...new Map(verdicts.map((row) => [keyOf(row), row])).values()];
  const cells = new Map(verdicts.map((row) => [`${keyOf(row)}\n${row.dataset}`, row.verdict]));
  const isOne = distinct(verdicts.map(({ experiment }) => experiment)).length === 1;
  const rows = claims.map((row) => {
    const found = datasets.map((dataset) => {
      const verdict = cells.get(`${keyOf(row)}\n${dataset}`);
      return verdict ? `<td data-web="${escaped(dataset)}">${badge(verdict)}</td>` : "<td></td>";
    });
    const link = isOne ? "" : `<a href="#${anchorOf(row.experiment)}">${escaped(row.experiment)}</a>, `;
    return `<tr><td>${prose(row.claim)}<br><span class="soft">${link}${prose(row.where)}</span></td>${found.join("")}</tr>`;
  });
  return `<div class="grid">${table(caption, ["Claim", ...datasets].map(escaped), rows)}</div>`;
}

/** A table that scrolls by itself when the page is narrow. @param headers, rows HTML */
export function table(caption: string, headers: readonly string[], rows: readonly string[]): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(caption)}"><table>
<caption>${escaped(caption)}</caption>
<thead><tr>${headers.map((header) => `<th scope="col">${header}</th>`).join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

/** A verdict as sign and word on its colour. */
export function badge(verdict: Verdict): string {
  const { color, ink, sign } = verdictStyles[verdict];
  const colors = verdict === "cannot be tested" ? "" : ` style="background:${color};color:${ink}"`; // as faint in the dark
  return `<span class="verdict"${colors}><span aria-hidden="true">${sign}</span> ${verdict}</span>`;
}

/** Verdict -> how many, those that occur, in the order of the key. */
export const counted = (verdicts: readonly ClaimRow[]): [Verdict, number][] =>
  (Object.keys(verdictStyles) as Verdict[])
    .map((verdict): [Verdict, number] => [verdict, verdicts.filter((row) => row.verdict === verdict).length])
    .filter(([, count]) => count > 0);

/** "12 verdicts: agrees 7, mixed 3, ..." */
export function tally(verdicts: readonly ClaimRow[]): string {
  const counts = counted(verdicts).map(([verdict, count]) => `${verdict} ${count}`);
  return `${plural(verdicts.length, "verdict")}${counts.length > 0 ? `: ${counts.join(", ")}` : ""}.`;
}

/** Id of the section of an experiment. */
export const anchorOf = (id: string): string => `section-${id.replace(/[^A-Za-z0-9]+/g, "-")}`;
