import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type ClaimVerdict, VERDICTS } from "../../src/experiment/claim.js";
import { readLedger } from "../../src/experiment/ledger.js";
import { inWords, RecordedClaim } from "../../src/experiment/recorded-claim.js";
import { type Notebook, sourceOf } from "../../src/notebook/notebook.js";
import { root } from "../cli/command.js";
import { sentencesOf, unknown } from "./ledger-numbers.js";

// What the notebooks' text quotes from the ledger, the ledger has: for the experiments that a notebook runs, or that the
// paragraph names.

const ledger = readLedger();
/** What the page of the ledger says of all its crawls. */
const STARTS = "from 20 start pages";
const LINK = "ledger](../docs/claims.md)";
const names = readdirSync(join(root, "notebooks")).filter((file) => file.endsWith(".ipynb"));
const notebookOf = (name: string) => JSON.parse(readFileSync(join(root, "notebooks", name), "utf8")) as Notebook;
const textOf = ({ cells }: Notebook, type: string): string =>
  cells
    .filter(({ cell_type }) => cell_type === type)
    .map(sourceOf)
    .join("\n\n");
const quoting = names.filter((name) => textOf(notebookOf(name), "markdown").includes(LINK));

/** "five of seven" for "on five webs of seven". */
const countsIn = (paragraph: string): string[] =>
  [...paragraph.replace(/\s+/g, " ").matchAll(/\b(\w+) webs? of (\w+)\b/g)].map(
    ([, count, all]) => `${count} of ${all}`,
  );

/** On how many webs, of those where it was tested, each claim came out in each way. */
const countsOf = (records: readonly ClaimVerdict[]): Set<string> =>
  new Set(
    records.flatMap(({ experiment, claim }) => {
      const told = new RecordedClaim(ledger, experiment, claim);
      return VERDICTS.map((verdict) => `${inWords(told.count(verdict))} of ${inWords(told.tested.length)}`);
    }),
  );

it("notebooks on the papers quote the ledger, and no other recorded runs", () => {
  expect(quoting.length).toBeGreaterThan(25);
  expect(readFileSync(join(root, "docs/claims.md"), "utf8")).toContain(STARTS);
  for (const name of names) expect(textOf(notebookOf(name), "markdown"), name).not.toMatch(/recorded runs?\b/i);
});

it.each(quoting)("%s quotes numbers that the ledger has", (name) => {
  const notebook = notebookOf(name);
  const run = [...textOf(notebook, "code").matchAll(/reproduce\("([^"]+)"/g)].map(([, id]) => id);
  const paragraphs = textOf(notebook, "markdown").split(/\n\n+/);
  for (const paragraph of paragraphs.filter((each) => each.includes(LINK))) {
    const named = [...paragraph.matchAll(/`([a-z0-9]+\/[a-z0-9-]+)`/g)].map(([, id]) => id);
    const ids = named.length > 0 ? named : run;
    const records = ledger.filter(({ experiment }) => ids.includes(experiment));
    expect(records.length, paragraph).toBeGreaterThan(0);
    expect(countsIn(paragraph).filter((count) => !countsOf(records).has(count))).toEqual([]);
    const all = sentencesOf(paragraph);
    const quoted = all.slice(all.findIndex((sentence) => sentence.includes(LINK)));
    expect(quoted.flatMap((sentence) => unknown(sentence.replace(STARTS, ""), records))).toEqual([]);
  }
});
