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
<button type="reset">Clear</button>
<p id="count" role="status"></p>
</form>
<div id="ledger">${table("Claims by webs", ["Recorded", "This report", "Web", "Claim", "Found"], rows)}</div>
<button id="more" hidden></button>`;
}

const paperOf = ({ experiment }: ReportedClaim): string => experiment.split("/")[0];

const menu = (name: string, label: string, values: readonly string[]): string =>
  `<label>${label} <select name="${name}"><option value="">all</option>${values
    .toSorted()
    .map((value) => `<option>${escaped(value)}</option>`)
    .join("")}</select></label>`;

/**
 * Hides the rows that the menus do not choose, and counts the others; on a screen the first hundred stand, and a button
 * shows the rest.
 */
export const ledgerScript = `
const form = document.getElementById("filter");
const more = document.getElementById("more");
const rows = document.querySelectorAll("#ledger tbody tr");
const counted = (value) => value.toLocaleString("en");
const choose = (most) => {
  const wanted = [...new FormData(form)].filter(([name, value]) => value !== "" && name !== "words");
  const words = form.elements.words.value.toLowerCase().split(/\\s+/);
  const lacks = (row) => words.some((word) => !row.textContent.toLowerCase().includes(word));
  for (const row of rows) row.hidden = wanted.some(([name, value]) => row.dataset[name] !== value) || lacks(row);
  const chosen = [...rows].filter((row) => !row.hidden);
  const later = Math.max(0, chosen.length - most);
  chosen.forEach((row, place) => row.classList.toggle("later", place >= most));
  const told = later > 0 ? "fit, the first " + most + " are shown" : chosen.length === 1 ? "is shown" : "are shown";
  document.getElementById("count").textContent = counted(chosen.length) + " of " + counted(rows.length) + " verdicts " + told;
  more.hidden = later === 0;
  more.textContent = "Show the other " + counted(later);
};
const anew = () => choose(location.hash ? Infinity : 100); // a link may lead to any row
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", anew);
form.addEventListener("reset", () => setTimeout(anew));
more.addEventListener("click", () => choose(Infinity));
addEventListener("hashchange", anew);
anew();
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
`;
