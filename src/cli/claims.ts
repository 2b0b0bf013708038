import { dirname, extname, join, resolve } from "node:path";
import { Command } from "commander";
import type { ClaimVerdict } from "../experiment/claim.js";
import { claimTable } from "../experiment/claim-table.js";
import { readLedger } from "../experiment/ledger.js";
import { FAMILIES, familyOf } from "../experiment/reproduce.js";
import { claimsMap } from "../figure/claims-map.js";
import { tally } from "../report/claims.js";
import { claimsPage } from "../report/claims-page.js";
import { options } from "./choices.js";
import { print, printJson, writeResult } from "./output.js";
import { inventoryOf } from "./reproduce-report.js";

interface ClaimsFlags {
  verdict?: string;
  out?: string;
  json?: boolean;
}

/** Words of `--verdict`. */
const VERDICTS: Readonly<Record<string, ClaimVerdict["verdict"]>> = {
  agrees: "agrees",
  partly: "partly",
  disagrees: "disagrees",
  untested: "cannot be tested here",
};

/** `crawlbench claims`: the claims ledger as recorded; nothing is run. */
export function claimsCommand(): Command {
  return new Command("claims")
    .description("what the papers claim and what the webs say, as recorded; nothing is run")
    .addHelpText(
      "before",
      "Examples:\n" +
        "  crawlbench claims                                # every claim on every web\n" +
        "  crawlbench claims cho1998 --verdict disagrees    # what of one paper does not hold, and where\n" +
        "  crawlbench claims --out claims.md                # a page with heat maps, claims by webs\n",
    )
    .argument("[which]", "all, a family (cho1998, broder2003, ...), or one experiment (cho1998/graph-2)", "all")
    .option("--verdict <verdict>", `only these: ${Object.keys(VERDICTS).join(", ")}`)
    .option("--out <file.md>", "write a Markdown page, and a heat map per paper in a folder of its name")
    .addOption(options.json())
    .action(async (which: string, flags: ClaimsFlags) => {
      const claims = chosen(which, flags.verdict);
      if (flags.out !== undefined) await writePage(claims, flags.out);
      if (flags.json) printJson(claims);
      else print(flags.out === undefined ? `${claimTable(claims)}\n${tally(claims)}` : `Page: ${resolve(flags.out)}`);
    });
}

/** @throws RangeError for an experiment that the ledger does not know, or a verdict that is none of the four */
function chosen(which: string, verdict: string | undefined): ClaimVerdict[] {
  if (verdict !== undefined && !Object.hasOwn(VERDICTS, verdict))
    throw new RangeError(`--verdict is one of ${Object.keys(VERDICTS).join(", ")}; found "${verdict}"`);
  const ledger = readLedger();
  const named = ledger.filter(
    ({ experiment }) => which === "all" || experiment === which || experiment.startsWith(`${which}/`),
  );
  if (named.length === 0) {
    const known = [...new Set(ledger.map(({ experiment }) => familyOf(experiment)))];
    throw new RangeError(
      `the ledger has no claims of "${which}". It has: ${known.join(", ")}, and their experiments: crawlbench reproduce --list`,
    );
  }
  return verdict === undefined ? named : named.filter((each) => each.verdict === VERDICTS[verdict]);
}

async function writePage(claims: readonly ClaimVerdict[], out: string): Promise<void> {
  if (extname(out) !== ".md")
    throw new RangeError(`--out names a Markdown file, as in --out claims.md; found "${out}"`);
  const path = resolve(out);
  const pictures = path.slice(0, -".md".length);
  const parts = Object.entries(FAMILIES).flatMap(([name, title]) => {
    const verdicts = claims.filter(({ experiment }) => familyOf(experiment) === name);
    return verdicts.length > 0 ? [{ name, title, verdicts, inventory: inventoryOf(name) }] : [];
  });
  for (const { name, title, verdicts } of parts) {
    const map = await claimsMap(verdicts, { title: `What still holds, and where: ${title.split(":")[0]}` });
    writeResult(join(pictures, `${name}.svg`), Buffer.from(map.svg));
  }
  writeResult(path, Buffer.from(claimsPage(parts, pictures.slice(dirname(path).length + 1))));
}
