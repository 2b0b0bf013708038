import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ClaimVerdict } from "./claim.js";

/** The claims ledger: every claim on every web, as the project was released with. */
export const LEDGER = fileURLToPath(new URL("../../datasets/paper/verdicts.json", import.meta.url));

const keyOf = ({ experiment, claim, dataset }: Pick<ClaimVerdict, "experiment" | "claim" | "dataset">) =>
  `${experiment} | ${dataset} | ${claim}`;

/** What the ledger holds; nothing where there is none yet. @throws SyntaxError when it is no JSON */
export function readLedger(path = LEDGER): ClaimVerdict[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return JSON.parse(text) as ClaimVerdict[];
}

/**
 * The ledger after a run: what ran stands in place of what the same experiments said of the same webs before, all else stays, save claims
 * of experiments that there are no more.
 *
 * @param experiments ids of all that there are
 */
export function mergedLedger(
  ledger: readonly ClaimVerdict[],
  run: readonly ClaimVerdict[],
  experiments: Iterable<string>,
): ClaimVerdict[] {
  const known = new Set(experiments);
  const again = new Set(run.map(({ experiment, dataset }) => `${experiment} | ${dataset}`));
  const kept = ledger.filter(
    ({ experiment, dataset }) => known.has(experiment) && !again.has(`${experiment} | ${dataset}`),
  );
  return [...kept, ...run].sort((a, b) => {
    // claims of one experiment on one web keep its order; "graph-2" comes before "graph-10"
    return inOrder.compare(a.experiment, b.experiment) || inOrder.compare(a.dataset, b.dataset);
  });
}

const inOrder = new Intl.Collator("en", { numeric: true });

export const ledgerText = (ledger: readonly ClaimVerdict[]): string => `${JSON.stringify(ledger, null, 1)}\n`;

/** Claims that the ledger has as agreeing, and that disagree now. */
export function turnedAgainst(ledger: readonly ClaimVerdict[], run: readonly ClaimVerdict[]): ClaimVerdict[] {
  const before = new Map(ledger.map((each) => [keyOf(each), each.verdict]));
  return run.filter((each) => before.get(keyOf(each)) === "agrees" && each.verdict === "disagrees");
}
