import { groupedBy } from "../../dist/base/grouped-by.js";
import { familyOf } from "../../dist/experiment/families.js";
import { badge } from "../../dist/figure/report/claims.js";
import { escaped } from "./notebook-page.mjs";

/**
 * The heat map of a paper as a table: its heads stay in sight, and its words are found.
 *
 * @param {readonly import("../../dist/experiment/claim.js").ClaimVerdict[]} ledger
 * @param {string} family "cho1998"
 * @returns {string} HTML without an empty line
 */
export function claimsMatrix(ledger, family) {
  const own = ledger.filter(({ experiment }) => familyOf(experiment) === family);
  const webs = [...new Set(own.map(({ dataset }) => dataset))].filter((web) => !isPart(web));
  const heads = ["", ...webs].map((web) => `<th scope="col"><span>${escaped(web) || "Claim"}</span></th>`);
  const rows = groupedBy(own, ({ experiment, claim }) => `${experiment}\n${claim}`).map((same) => {
    const [{ claim, experiment, where }] = same;
    const cells = webs.map((web) => {
      const found = same.find(({ dataset }) => dataset === web);
      return `<td>${found ? badge(found.verdict) : ""}</td>`;
    });
    return `<tr><th scope="row">${escaped(claim)}<br><small>${escaped(`${experiment}, ${where}`)}</small></th>${cells.join("")}</tr>`;
  });
  const parts = own.some(({ dataset }) => isPart(dataset)) ? "; single hosts of webs stand in the list below" : "";
  return `<table class="matrix"><caption>Claims by webs${parts}</caption><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

/** "webkb-1997/www.cs.utexas.edu" */
const isPart = (web) => web.includes("/");
