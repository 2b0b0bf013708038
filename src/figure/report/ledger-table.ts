import { escapeXml as escaped } from "../../base/escape-xml.js";
import { distinct } from "../check-rows.js";
import { anchorOf, badge, type ReportedClaim, restingOn, table } from "./claims.js";
import { prose } from "./prose.js";

/** Tells claims apart in the ledger and in a run. */
const keyOf = ({ experiment, dataset, claim }: ReportedClaim) => `${experiment}\n${dataset}\n${claim}`;

/**
 * Every claim on every web: what the ledger has, and beside it what was found now. Menus by which rows are chosen are
 * there when the script runs; without it the table stands whole.
 */
export function ledgerTable(ledger: readonly ReportedClaim[], run: readonly ReportedClaim[]): string {
  const recorded = new Set(ledger.map(keyOf));
  const now = new Map(run.map((each) => [keyOf(each), each]));
  const all = [...ledger, ...run.filter((each) => !recorded.has(keyOf(each)))];
  const seen = new Set<string>();
  const rows = all.map((row) => {
    const { experiment, claim, where, published, dataset, ours, because } = row;
    const here = now.get(keyOf(row));
    const known = recorded.has(keyOf(row));
    const first = !seen.has(experiment);
    seen.add(experiment);
    const rests = restingOn(row);
    const cells = [
      `${known ? badge(row.verdict) : ""}${rests && `<br><span class="soft">${rests}</span>`}`,
      here ? badge(here.verdict) : "",
      escaped(dataset),
      `${prose(claim)}<br><span class="soft">${prose(`${experiment}, ${where}${published === "-" ? "" : `; published: ${published}`}`)}</span>`,
      `${prose(ours)}<br><span class="soft">${prose(because)}</span>`,
    ];
    const data = `data-paper="${escaped(paperOf(row))}" data-web="${escaped(dataset)}" data-verdict="${(known ? row : here)?.verdict}"`;
    return `<tr${first ? ` id="${anchorOf(experiment)}"` : ""} ${data}>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  return `<form id="filter" hidden>
${menu("paper", "Paper", distinct(all.map(paperOf)))}
${menu("web", "Web", distinct(all.map(({ dataset }) => dataset)))}
${menu("verdict", "Verdict", distinct(all.map(({ verdict }) => verdict)))}
<label>Words <input type="search" name="words" autocomplete="off"></label>
<button type="reset">Show all</button>
<p id="count" role="status"></p>
</form>
<div id="ledger">${table("Claims by webs", ["Recorded", "This report", "Web", "Claim", "Found"], rows)}</div>`;
}

const paperOf = ({ experiment }: ReportedClaim): string => experiment.split("/")[0];

const menu = (name: string, label: string, values: readonly string[]): string =>
  `<label>${label} <select name="${name}"><option value="">all</option>${values
    .toSorted()
    .map((value) => `<option>${escaped(value)}</option>`)
    .join("")}</select></label>`;

/** Hides the rows that the menus do not choose, and counts the others. */
export const ledgerScript = `
const form = document.getElementById("filter");
const rows = document.querySelectorAll("#ledger tbody tr");
const choose = () => {
  const wanted = [...new FormData(form)].filter(([name, value]) => value !== "" && name !== "words");
  const words = form.elements.words.value.toLowerCase().split(/\\s+/);
  const lacks = (row) => words.some((word) => !row.textContent.toLowerCase().includes(word));
  for (const row of rows) row.hidden = wanted.some(([name, value]) => row.dataset[name] !== value) || lacks(row);
  const shown = [...rows].filter((row) => !row.hidden).length;
  const counted = (value) => value.toLocaleString("en");
  document.getElementById("count").textContent = counted(shown) + " of " + counted(rows.length) + " verdicts " + (shown === 1 ? "is" : "are") + " shown";
};
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", choose);
form.addEventListener("reset", () => setTimeout(choose));
choose();
`;
