import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CrawlbenchError, problem } from "../base/error.js";
import { type ClaimVerdict, KINDS, VERDICTS } from "./claim.js";
import { chanceOf, holm } from "./paired.js";

/** The claims ledger: every claim on every web, as the project was released with. */
export const LEDGER = fileURLToPath(new URL("../../datasets/paper/verdicts.json", import.meta.url));

/** Tells verdicts apart; that on a theorem is one for all webs and experiments. */
export const keyOf = ({ experiment, claim, dataset, kind, source }: ClaimVerdict) =>
  kind === "theorem" ? `${source} | ${claim}` : `${experiment} | ${dataset} | ${claim}`;

/**
 * What the ledger holds; nothing where there is none yet.
 *
 * @throws Error for a ledger that cannot be read, or is damaged
 */
export function readLedger(path = LEDGER): ClaimVerdict[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw problem.failed`cannot read the ledger ${path}: ${cause}. Make it readable, or take it from the package again`;
  }
  let ledger: unknown;
  try {
    ledger = JSON.parse(text);
  } catch (cause) {
    throw damaged(path, `no JSON: ${(cause as Error).message}`);
  }
  if (!Array.isArray(ledger)) throw damaged(path, "expected a list of claims");
  for (const [index, each] of ledger.entries()) {
    const fault = faultOf(each);
    if (fault !== undefined) throw damaged(path, `claim ${index + 1} of ${ledger.length} ${fault}`);
  }
  return ledger;
}

const damaged = (path: string, what: string): CrawlbenchError =>
  problem.damaged`${path} is damaged (${what}): take it from the package again`;

const TEXTS = [
  ...["experiment", "claim", "source", "where", "dataset"],
  ...["published", "ours", "tolerance", "wouldChange", "because"],
];

function faultOf(claim: unknown): string | undefined {
  if (typeof claim !== "object" || claim === null) return "is no object";
  const fields = claim as Readonly<Record<string, unknown>>;
  const missing = TEXTS.find((name) => typeof fields[name] !== "string");
  if (missing !== undefined) return `has no text "${missing}"`;
  if (fields.quote !== undefined && typeof fields.quote !== "string") return 'has a "quote" that is no text';
  if (fields.partOf !== undefined && typeof fields.partOf !== "string") return 'has a "partOf" that is no text';
  if (typeof fields.real !== "boolean") return 'has no true or false "real"';
  if (!KINDS.some((kind) => kind === fields.kind)) return `has none of the kinds ${KINDS.join(", ")}`;
  if (fields.pairs !== undefined && !(Array.isArray(fields.pairs) && fields.pairs.every(isPaired)))
    return 'has "pairs" that are no list of differences';
  if (fields.ratios !== undefined && !(Array.isArray(fields.ratios) && fields.ratios.every(isRatio)))
    return 'has "ratios" that are no list of ratios';
  if (fields.varied !== undefined && !(Array.isArray(fields.varied) && fields.varied.every(isVaried)))
    return 'has "varied" that is no list of what other numbers gave';
  return VERDICTS.some((verdict) => verdict === fields.verdict)
    ? undefined
    : `has none of the verdicts ${VERDICTS.join(", ")}`;
}

const isPaired = (pair: Readonly<Record<string, unknown>> | null): boolean =>
  typeof pair?.of === "string" && [pair.mean, pair.deviation, pair.crawls].every(Number.isFinite);

const isRatio = (ratio: Readonly<Record<string, unknown>> | null): boolean =>
  typeof ratio?.of === "string" && [ratio.mean, ratio.deviation, ratio.runs].every(Number.isFinite);

const isVaried = (each: Readonly<Record<string, unknown>> | null): boolean =>
  [each?.choice, each?.ours].every((text) => typeof text === "string") &&
  VERDICTS.some((verdict) => verdict === each?.verdict);

/**
 * The ledger after a run: what ran stands in place of what the same experiments said of the same webs before, all else
 * stays, save claims of experiments that there are no more, or that no longer suit the web. A theorem stands in it once,
 * not once a web or experiment: where it comes first.
 *
 * @param suits whether there is such an experiment, and it runs on such a web
 */
export function mergedLedger(
  ledger: readonly ClaimVerdict[],
  run: readonly ClaimVerdict[],
  suits: (experiment: string, dataset: string) => boolean,
): ClaimVerdict[] {
  const entered = run
    .filter(({ experiment, dataset }) => suits(experiment, dataset)) // one may run on any web that is named
    .map(({ side: _, ...verdict }) => verdict);
  const again = new Set(entered.map(({ experiment, dataset }) => `${experiment} | ${dataset}`));
  const renewed = new Set(entered.map((each) => `${each.experiment} | ${keyOf(each)}`)); // a theorem, on another web
  const kept = ledger.filter(
    (each) =>
      suits(each.experiment, each.dataset) &&
      !again.has(`${each.experiment} | ${each.dataset}`) &&
      !renewed.has(`${each.experiment} | ${keyOf(each)}`),
  );
  const all = [...kept, ...entered].sort((a, b) => {
    // claims of one experiment on one web keep its order; "graph-2" comes before "graph-10"
    return inOrder.compare(a.experiment, b.experiment) || inOrder.compare(a.dataset, b.dataset);
  });
  const seen = new Set<string>();
  return withChances(all.filter((each) => seen.size < seen.add(keyOf(each)).size));
}

/** The ledger, each claim on paired crawls with its chance, corrected for how many its paper has. */
function withChances(ledger: readonly ClaimVerdict[]): ClaimVerdict[] {
  const paired = ledger.filter(({ pairs = [] }) => pairs.length > 0);
  const chances = new Map<ClaimVerdict, number>();
  for (const source of new Set(paired.map((each) => each.source))) {
    const own = paired.filter((each) => each.source === source);
    const corrected = holm(own.map(({ pairs = [] }) => Math.max(...pairs.map(chanceOf))));
    for (const [index, each] of own.entries()) chances.set(each, corrected[index]);
  }
  return ledger.map((each) => (chances.has(each) ? { ...each, chance: chances.get(each) } : each));
}

const inOrder = new Intl.Collator("en", { numeric: true });

export const ledgerText = (ledger: readonly ClaimVerdict[]): string => `${JSON.stringify(ledger, null, 1)}\n`;

/**
 * Claims of a run that speak against the ledger: those that agreed and disagree now, and those whose paired crawls lie
 * outside of what the recorded ones lead to expect.
 */
export function turnedAgainst(ledger: readonly ClaimVerdict[], run: readonly ClaimVerdict[]): ClaimVerdict[] {
  const before = new Map(ledger.map((each) => [keyOf(each), each.verdict]));
  return run.filter((each) =>
    each.thisRun ? !each.thisRun.expected : before.get(keyOf(each)) === "agrees" && each.verdict === "disagrees",
  );
}

/** Verdicts without those on a part of another web, where the whole has one on the same claim: it is no further witness. */
export function witnesses(verdicts: readonly ClaimVerdict[]): ClaimVerdict[] {
  const told = new Set(verdicts.map(onClaim));
  return verdicts.filter((each) => each.partOf === undefined || !told.has(onClaim({ ...each, dataset: each.partOf })));
}

/** A second reading of a crawl -> the first: in a count of webs both are one. */
export const COPY_OF: Readonly<Record<string, string>> = { "uci-ics-2019-text": "uci-ics-2019" };

const onClaim = ({ experiment, claim, dataset }: ClaimVerdict) => `${experiment} | ${dataset} | ${claim}`;

/** What a claim on the URLs that one process sends to the others ends with, where the same is tested on all URLs, too. */
export const CROSS = ", on the cross sub-trace";

/** The same claim of the same passage on the same web, whichever experiment tests it. */
const passageOf = ({ source, where, claim, dataset }: ClaimVerdict) =>
  [source, where, claim.replace(CROSS, ""), COPY_OF[dataset] ?? dataset].join(" | ");

/** Of several verdicts on a claim: that of the reading with the pages' text, one that was tested, that of real crawls. */
const weightOf = ({ dataset, verdict, experiment }: ClaimVerdict): number =>
  (dataset in COPY_OF ? 4 : 0) +
  (verdict === "cannot be tested" ? 0 : 2) +
  (experiment === "broder2003/real-crawls" ? 1 : 0);

/** Verdicts of one kind, each claim of a passage once a web, however often that was read or crawled. */
export function onceAWeb(verdicts: readonly ClaimVerdict[]): ClaimVerdict[] {
  const standing = new Map<string, ClaimVerdict>();
  for (const each of verdicts) {
    const other = standing.get(passageOf(each));
    if (other === undefined || weightOf(each) > weightOf(other)) standing.set(passageOf(each), each);
  }
  return verdicts.filter((each) => standing.get(passageOf(each)) === each);
}
