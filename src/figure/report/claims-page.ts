import { groupedBy } from "../../base/grouped-by.js";
import { counted, plural } from "../../base/numbers.js";
import { verdictStyles } from "../claims-map.js";
import { type ReportedClaim, tally } from "./claims.js";
import type { InventoryRow } from "./reported.js";

/** One paper of the ledger. */
export interface LedgerPart {
  /** Short name, which is also that of its picture: "cho1998". */
  readonly name: string;
  readonly title: string;
  readonly verdicts: readonly ReportedClaim[];
  /** What the paper holds, and where it is reproduced. */
  readonly inventory: readonly InventoryRow[];
}

/**
 * The claims ledger as a Markdown page: every claim on every web, a list per paper below its heat map.
 *
 * @param pictures folder of the heat maps, as seen from the page: "claims" for claims/cho1998.svg
 * @param summary what the verdicts come to, a paragraph each
 */
export function claimsPage(parts: readonly LedgerPart[], pictures: string, summary: readonly string[]): string {
  const all = parts.flatMap(({ verdicts }) => verdicts);
  const key = Object.entries(verdictStyles).map(([verdict, { sign }]) => `${sign} ${verdict}`);
  return `# The claims ledger

What four papers claim about crawling, and what other webs say: ${counted(all.length)} verdicts, each of a claim on a web. All are replications: the papers' own data and
machines are gone. \`crawlbench reproduce all --record\` recorded them, from 20 start pages. \`crawlbench claims\` prints them, theirs beside ours, and
\`crawlbench claims --out docs/claims.md\` writes this page.

${summary.join("\n\n")}

All of them: ${tally(all)} ${key.join(" · ")}

## How to read it

- *Mixed*: a part of the claim holds, or it is off by little more than the tolerance.
- *No difference*: what the claim calls different is equal within the margin.
- *Most*, where a paper gives no number, is more than half, and mixed from a third on. A tolerance that asks for more says why.
- What counts are claims of the papers, measured on real webs, each once a web. Claims on hot pages in Graphs 1, 2 and 4 count twice: at the paper's G, and at
  the G that makes the paper's share of the pages hot.
- A *theorem* holds or fails on any web, and stands here once.
- A verdict is *by construction* if it changes with a number that was put in, or if its load was made to show it, such as the scenes of the papers' drawings
  and the trace of \`broder2003/model-trace\`. Experiments on a web are run again with other numbers:
  - Where the source of a web dropped the repeats on its pages, the paper's share of them is put back; also none, and half.
    The generated web of \`broder2003/large-trace\` has the paper's share alone.
  - Where a web has too few hosts for all threads, copies of it are crawled side by side; also a quarter and a sixteenth of them.
  - Where a web does not name its hosts, they are inferred; also with a tenth and ten times the pages.
  - A value that such a number takes from one side of what the paper states to the other counts as changed, too, though it is off on both.
- Times are ratios of what one run timed, with their interval over five runs (\`dorosz/figure-2-in-full\`: three) and the machine.
  \`dorosz/past-memory\` ran once.
- A plain run is held against all this. Exit code 3: something disagrees that agrees here, or paired crawls lie where one run in a thousand would, or ratios on
  such a machine (processor, cores, Node's major version) lie outside of the recorded ones.
${parts.map((part) => partText(part, pictures)).join("\n")}`;
}

function partText({ name, title, verdicts, inventory }: LedgerPart, pictures: string): string {
  const experiments = groupedBy(verdicts, ({ experiment }) => experiment);
  return `
## ${title}

${tally(verdicts)}

![Claims by webs, ${plural(verdicts.length, "verdict")}; the list below has the same](${pictures}/${name}.svg)
${experiments.map(experimentText).join("")}${inventory.length > 0 ? inventoryText(inventory) : ""}`;
}

/** A list and no table: a telephone shows it whole, however many the webs. */
function experimentText(verdicts: readonly ReportedClaim[]): string {
  const items = groupedBy(verdicts, ({ claim }) => claim).map((rows) => {
    const [{ claim, where, wouldChange }] = rows;
    const found = groupedBy(rows, ({ verdict }) => verdict).map((same) => {
      const webs = same.map(({ dataset, kind }) => (kind === "measured" ? dataset : `${dataset} (${kind})`));
      return `${verdictStyles[same[0].verdict].sign} ${same[0].verdict}: ${webs.join(", ")}`;
    });
    const lines = [`**${claim}** (${where})`, ...found];
    if (wouldChange) lines.push(`*What would change our mind:* ${wouldChange}`);
    return `- ${lines.map(inline).join("\\\n  ")}`;
  });
  return `
### ${verdicts[0].experiment}

${items.join("\n")}
`;
}

function inventoryText(inventory: readonly InventoryRow[]): string {
  const rows = inventory.map(
    ({ item, experiments, note = "" }) => `| ${[item, experiments.join(", "), note].map(cell).join(" | ")} |`,
  );
  return `
Everything in the paper, and where it is reproduced:

| In the paper | Experiments | Note |
| --- | --- | --- |
${rows.join("\n")}
`;
}

const inline = (text: string): string => text.replaceAll("\n", " ").replaceAll("<", "&lt;");

const cell = (text: string): string => inline(text).replaceAll("|", "\\|");
