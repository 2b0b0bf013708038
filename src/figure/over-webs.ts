import { distinct } from "./check-rows.js";
import { type Finding, type Quantity, rangeOf, said } from "./finding.js";

/**
 * What was found on each of several webs, as one finding: the same sentence with ranges, or "Backlink is ahead on 2 of 4
 * webs, random on 1, none on 1", "Most found: RankMass on 3 of 5 webs, OPIC on 2". Undefined where different things were
 * found.
 */
export const overWebs = (findings: readonly Finding[]): Finding | undefined =>
  inRanges(findings) ?? runTogether(findings) ?? inRegions(findings) ?? countedByLead(findings);

/** Where lines run together from some size on: on some webs, and not on others. */
function runTogether(findings: readonly Finding[]): Finding | undefined {
  const count = findings.filter(({ together }) => together === "later" || together === "from the first").length;
  return findings.every(({ together }) => together) && findings.some(({ together }) => together === "later")
    ? said`The lines run together, from some size on, on ${`${count} of ${findings.length}`} webs`
    : undefined;
}

/** Where some webs have a critical region, and others do not. */
function inRegions(findings: readonly Finding[]): Finding | undefined {
  const count = findings.filter(({ region }) => region).length;
  return count > 0 && findings.every(({ region }) => region !== undefined)
    ? said`A critical region on ${`${count} of ${findings.length}`} webs`
    : undefined;
}

/** Webs that are few enough to say who is first on each, where it is another on each. */
const FEW = 3;

function countedByLead(findings: readonly Finding[]): Finding | undefined {
  const leads = findings.flatMap(({ lead }) => lead ?? []);
  if (leads.length < findings.length || distinct(leads.map(({ told }) => told.join("#"))).length > 1) return undefined;
  const [{ told }] = leads;
  const counts = distinct(leads.map(({ name }) => name)).map((name) => ({
    name,
    count: leads.filter((lead) => lead.name === name).length,
  }));
  const [most, ...others] = counts.sort(
    (a, b) => Number(a.name === undefined) - Number(b.name === undefined) || b.count - a.count,
  );
  if (most.name === undefined) return said`None is ahead on any of ${String(leads.length)} webs`;
  if (counts.length === leads.length && counts.length > FEW)
    return said`${told.join("another")} on each of ${String(leads.length)} webs`;
  const rest = others.map(({ name = "none", count }) => `, ${name} on ${count}`).join("");
  return said`${told.join(most.name)} on ${String(most.count)} of ${String(leads.length)} webs${rest}`;
}

/** Findings that differ in nothing but numbers, as one with the least and the greatest of each. */
function inRanges(findings: readonly Finding[]): Finding | undefined {
  const wordsOf = ({ said: pieces }: Finding) => pieces.map((piece) => (isWords(piece) ? piece : [piece.unit]));
  if (distinct(findings.map((finding) => JSON.stringify(wordsOf(finding)))).length > 1) return undefined;
  const [{ said: pieces }] = findings;
  return {
    said: pieces.map((piece, i) =>
      isWords(piece) ? piece : rangeOf(findings.map(({ said: own }) => own[i] as Quantity)),
    ),
  };
}

const isWords = (piece: string | Quantity): piece is string => typeof piece === "string";
