import { escapeXml as escaped } from "../../base/escape-xml.js";
import { inTurn } from "../../base/in-turn.js";
import { plural } from "../../base/numbers.js";
import { anchorOf, claimsGrid, claimsList, counted, table, tally } from "./claims.js";
import { figureBlock } from "./figure-block.js";
import { type Provenance, provenanceList } from "./page.js";
import { prose } from "./prose.js";
import { type InventoryRow, type ReportedExperiment, type ReportPart, verdictsOf } from "./reported.js";

const RECORDED =
  "Figures show this run. Verdicts and the numbers beside them are those on record; the details of each say what this run gave.";

/**
 * One paper: its figures in order with the verdicts below each, then its claims by webs, and all that the paper holds.
 *
 * @param files experiment -> file that has it, of the whole report
 */
export async function paperPage(
  { name, title, map, inventory = [], experiments }: ReportPart,
  files: ReadonlyMap<string, string>,
): Promise<string> {
  const verdicts = verdictsOf(experiments);
  const items = experiments.map(
    ({ id, title: heading }) => `<li><a href="#${anchorOf(id)}">${escaped(heading)}</a></li>`,
  );
  return `<details class="data"><summary>${plural(experiments.length, "experiment")}, ${escaped(tally(verdicts))}</summary><ul>
${items.join("\n")}
</ul></details>${verdicts.some(({ thisRun }) => thisRun) ? `\n<p class="soft">${RECORDED}</p>` : ""}
${(await inTurn(experiments, experimentSection)).join("\n")}
<section aria-labelledby="map">
<h2 id="map">Claims by webs</h2>
${await figureBlock(map, `${name}-map`, claimsGrid(verdicts, `Claims by webs: ${title}`))}
${inventory.length > 0 ? inventoryTable(inventory, title, files) : ""}
</section>`;
}

async function experimentSection({ id, title, paperText, webs, figures }: ReportedExperiment): Promise<string> {
  const anchor = anchorOf(id);
  const { each, panels } = await figures();
  const blocks = await inTurn(webs, async ({ dataset, verdicts, provenance }, index) => {
    const counts = counted(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
    return `<details class="web"${index === 0 && !panels ? " open" : ""}><summary><strong>${escaped(dataset)}</strong> <span class="soft">${counts.join(", ")}</span></summary>
${await figureBlock(each[index], `${anchor}-${index}`)}
${claimsList(verdicts)}
<details class="data"><summary>Provenance</summary>${provenanceList(provenance as Provenance)}</details>
</details>`;
  });
  const all = webs.flatMap(({ verdicts }) => verdicts);
  const side = panels
    ? `${await figureBlock(panels, `${anchor}-all`)}\n${claimsGrid(all, `Claims by webs: ${title}`)}\n`
    : "";
  return `<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${escaped(title)} <span class="soft">${escaped(id)}</span></h2>
<p class="paper">${prose(paperText)}</p>
${side}${blocks.join("\n")}
</section>`;
}

function inventoryTable(inventory: readonly InventoryRow[], title: string, files: ReadonlyMap<string, string>): string {
  const rows = inventory.map(({ item, experiments, note = "" }) => {
    const where = experiments.map((id) =>
      files.has(id) ? `<a href="${files.get(id)}#${anchorOf(id)}">${escaped(id)}</a>` : escaped(id),
    );
    return `<tr><td>${prose(item)}</td><td>${where.join(", ")}</td><td>${prose(note)}</td></tr>`;
  });
  return `<details class="data"><summary>Everything in the paper, and where it is reproduced</summary>
${table(`Graphs, figures, tables and numbers: ${title}`, ["In the paper", "Experiments", "Note"], rows)}
</details>`;
}
