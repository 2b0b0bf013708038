import { dirname, extname, join, resolve } from "node:path";
import type { Command } from "commander";
import { got, problem } from "../base/error.js";
import { meant } from "../base/nearest.js";
import { wrapped } from "../base/rows/width.js";
import type { ClaimVerdict } from "../experiment/claim.js";
import { claimTable } from "../experiment/claim-table.js";
import { FAMILIES, familyOf } from "../experiment/families.js";
import { counting, headline } from "../experiment/headline.js";
import { COPY_OF, LEDGER, readLedger } from "../experiment/ledger.js";
import { inBothThemes } from "../figure/both-themes.js";
import { claimsMap } from "../figure/claims-map.js";
import { claimsPage } from "../figure/report/claims-page.js";
import { shortTitle } from "../figure/report/reported.js";
import { options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print, printJson, writeResult } from "./output.js";
import { inventoryOf } from "./reproduce-report.js";
import { makeFolderFor } from "./stored.js";

interface ClaimsFlags {
  verdict?: string;
  out?: string;
  json?: boolean;
}

/** Words of `--verdict` that need no quotes; the verdicts' own are taken, too. */
const VERDICTS: Readonly<Record<string, ClaimVerdict["verdict"]>> = {
  agrees: "agrees",
  mixed: "mixed",
  "no-difference": "no difference",
  disagrees: "disagrees",
  untested: "cannot be tested",
};

/** `crawlbench claims`: the claims ledger as recorded, in the file `path`; nothing is run. */
export function claimsCommand(path = LEDGER): Command {
  return commandOf("claims", "list the papers' claims with their recorded verdicts; nothing is run", [
    "crawlbench claims                                # every claim on every web",
    "crawlbench claims cho1998 --verdict disagrees    # claims of one paper that do not hold, and where",
    "crawlbench claims --out claims.md                # a page with heat maps, claims by webs",
  ])
    .argument("[which]", "all, a family (cho1998, broder2003, ...), or one experiment (cho1998/graph-2)", "all")
    .option("--verdict <verdict>", `only these: ${Object.keys(VERDICTS).join(", ")}`)
    .option("--out <file.md>", "write a Markdown page, and a heat map per paper in a folder of its name")
    .addOption(options.json("one JSON array instead of text"))
    .action(async (which: string, flags: ClaimsFlags) => {
      const wanted = verdictNamed(flags.verdict);
      const named = chosen(path, which);
      const claims = named.filter(({ verdict }) => wanted === undefined || verdict === wanted);
      if (flags.out !== undefined) await writePage(claims, flags.out);
      if (flags.json) {
        const counts = new Set(counting(named));
        printJson(
          claims.map((claim) => ({ ...claim, secondReadingOf: COPY_OF[claim.dataset], counts: counts.has(claim) })),
        );
      } else if (flags.out !== undefined) print(`Page: ${resolve(flags.out)}`);
      else if (claims.length === 0)
        print(`${which}: none of its ${named.length} claims has --verdict ${flags.verdict}.`);
      else print([claimTable(claims), ...headline(claims).map((line) => wrapped(line, "").join("\n"))].join("\n"));
    });
}

/** @throws "option" for a verdict that is none of them */
function verdictNamed(word: string | undefined): ClaimVerdict["verdict"] | undefined {
  if (word === undefined) return undefined;
  const found = Object.entries(VERDICTS).find((each) => each.includes(word));
  if (found) return found[1];
  throw problem.option`--verdict is one of ${Object.keys(VERDICTS).join(", ")}; ${got(word)}`;
}

/**
 * The claims of a family or an experiment. @throws "option" for one that the ledger does not know; "empty"
 */
function chosen(path: string, which: string): ClaimVerdict[] {
  const ledger = readLedger(path);
  if (ledger.length === 0)
    throw problem.empty`the ledger ${path} holds no claims yet. Record some: crawlbench reproduce all --record`;
  const named = ledger.filter(
    ({ experiment }) => which === "all" || experiment === which || experiment.startsWith(`${which}/`),
  );
  if (named.length > 0) return named;
  const recorded = new Set(ledger.map(({ experiment }) => experiment));
  const families = [...new Set([...recorded].map(familyOf))];
  const author = /^[a-z]*/i.exec(which)?.[0] ?? ""; // of a year that is off: cho98
  const suggestion = meant(which, [...families, ...recorded]) || meant(author, families);
  throw problem.option`the ledger has no claims of "${which}".${suggestion} It has: ${families.join(", ")}, and their experiments: crawlbench reproduce --list`;
}

async function writePage(claims: readonly ClaimVerdict[], out: string): Promise<void> {
  if (extname(out) !== ".md") throw problem.option`--out names a Markdown file, as in --out claims.md; ${got(out)}`;
  const path = resolve(out);
  const pictures = path.slice(0, -".md".length);
  const parts = Object.entries(FAMILIES).flatMap(([name, title]) => {
    const verdicts = claims.filter(({ experiment }) => familyOf(experiment) === name);
    return verdicts.length > 0 ? [{ name, title, verdicts, inventory: inventoryOf(name) }] : [];
  });
  const maps = await Promise.all(
    parts.map(({ title, verdicts }) => claimsMap(verdicts, { notes: [shortTitle(title)] })),
  );
  for (const { name } of parts) makeFolderFor(join(pictures, `${name}.svg`));
  // the page before its pictures: where it cannot be written, none is left behind
  writeResult(path, Buffer.from(claimsPage(parts, pictures.slice(dirname(path).length + 1), headline(claims))));
  for (const [index, { svg }] of maps.entries())
    writeResult(join(pictures, `${parts[index].name}.svg`), Buffer.from(inBothThemes(svg)));
}
