import { problem } from "../../base/error.js";
import { escapeXml as escaped } from "../../base/escape-xml.js";
import { inTurn } from "../../base/in-turn.js";
import type { ReportedClaim } from "./claims.js";
import { type FirstPage, firstPage } from "./first-page.js";
import { ledgerScript, ledgerTable } from "./ledger-table.js";
import { htmlPage, type Provenance } from "./page.js";
import { paperPage } from "./paper-page.js";
import { prose } from "./prose.js";
import { shortTitle, verdictsOf } from "./reported.js";

export interface Report extends FirstPage {
  readonly provenance: Provenance;
  /** Every claim on every web, as recorded. */
  readonly ledger: readonly ReportedClaim[];
  /** Term -> what it means. */
  readonly glossary: Readonly<Record<string, string>>;
}

/**
 * The report as HTML files, see `htmlPage`: the findings first, a page a paper with its figures, the ledger, and a
 * glossary.
 *
 * @returns name of a file -> its text; the first page is index.html
 * @throws "option" when two experiments have the same id
 */
export async function reportPages({ provenance, ledger, glossary, ...first }: Report): Promise<Map<string, string>> {
  const { parts } = first;
  const ids = parts.flatMap(({ experiments }) => experiments.map(({ id }) => id));
  if (new Set(ids).size < ids.length)
    throw problem.option`report: ids of experiments must differ, found ${ids.join(", ")}`;
  const files = new Map(parts.flatMap(({ name, experiments }) => experiments.map(({ id }) => [id, `${name}.html`])));
  const run = parts.flatMap(({ experiments }) => verdictsOf(experiments));
  const links: [file: string, words: string][] = [
    ["index.html", "Findings"],
    ...parts.map(({ name, title }): [string, string] => [`${name}.html`, shortTitle(title)]),
    ["ledger.html", "Ledger"],
    ["glossary.html", "Glossary"],
  ];
  const made = (file: string, title: string, lead: string, main: string, script = "") => {
    const pages = links.map(
      ([to, words]) => `<a href="${to}"${to === file ? ' aria-current="page"' : ""}>${escaped(words)}</a>`,
    );
    return [file, htmlPage({ title, lead, pages, provenance, ...(script && { script }) }, [], main)] as const;
  };
  return new Map([
    made("index.html", "What crawls of stored webs teach", FIRST_LEAD, await firstPage(first, files)),
    ...(await inTurn(parts, async (part) => made(`${part.name}.html`, part.title, "", await paperPage(part, files)))),
    made("ledger.html", "The claims ledger", LEDGER_LEAD, ledgerTable(ledger, run), ledgerScript),
    made("glossary.html", "Glossary", "Terms of the field, and the papers' symbols.", glossaryList(glossary)),
  ]);
}

const FIRST_LEAD =
  "Numbers come from the recorded ledger. A page is hot, or popular, when at least 100 pages link to it. A number between 0 and 1 is the share of the hot pages found, as the mean over a crawl; chance gives 0.5.";
const LEDGER_LEAD =
  "Every claim on every web, as recorded, beside the verdict of this report where it was run here. Verdicts on the papers' claims are replications: the papers' own data and machines are gone.";

const glossaryList = (glossary: Readonly<Record<string, string>>): string =>
  `<section aria-label="Terms"><dl>
${Object.entries(glossary)
  .map(([term, meaning]) => `<dt>${prose(term)}</dt><dd>${prose(meaning)}</dd>`)
  .join("\n")}
</dl></section>`;
