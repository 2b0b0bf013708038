import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { counted } from "../../src/base/numbers.js";
import { findingsOf, type LedgerFinding } from "../../src/experiment/findings.js";
import { GLOSSARY } from "../../src/experiment/glossary.js";
import { headline } from "../../src/experiment/headline.js";
import { readLedger } from "../../src/experiment/ledger.js";
import { inWords, manyOf, RecordedClaim } from "../../src/experiment/recorded-claim.js";
import { root } from "../cli/command.js";
import { documents } from "./examples.js";

// docs/findings.md is written from the ledger, docs/glossary.md from its terms: npx vitest run test/docs/findings -u

const ledger = readLedger();
const findings = findingsOf(ledger);
const LEAD = "PageRank order beats backlink order, though importance is the backlink count";

const section = ({ headline: title, text, sure, claims, evidence }: LedgerFinding, index: number) => `
## ${index + 1}. ${title}

${text}

**How sure.** ${sure}

In the ledger: ${claims.map(({ experiment, claim }) => `"${claim}" (\`${experiment}\`)`).join("; ")}. [More of the evidence](evidence.md#${evidence})
`;

const page = `# Ten findings

What crawls of stored webs say about four papers on crawling. Each number here is taken from [the ledger](claims.md), which
holds ${counted(ledger.length)} recorded verdicts. \`crawlbench reproduce\` writes a report that begins with the same text, and draws the figures.

A page is *hot*, or popular, when at least 100 pages link to it. A number between 0 and 1 says, unless the text says otherwise, what
share of the hot pages a crawl had found, as the mean over the whole crawl: chance gives 0.5, and more is better. The real webs are crawls of universities and of Italy's
research council (cnr-2000), Python documentation that Debian packages (debian-docs), and an encyclopedia (wikispeedia). uci-ics-2019 and uci-ics-2019-text are two readings of one faculty's web. Finding 1 counts them as one web, the others as two. No count of webs includes debian-docs-small, a part of debian-docs. campus is generated. Other words: [glossary](glossary.md).

Findings on the papers' claims are replications on other webs: the papers' own data and machines are gone. Findings 1 to 4, 6 and 9 test claims of ours, too, and finding 10 those of a later paper. ${headline(ledger)[0]}
${findings.map(section).join("")}`;

describe("docs/findings.md", () => {
  it("has ten findings, which the ledger bears out, with the numbers that it holds", async () => {
    expect(findings).toHaveLength(10);
    await expect(page).toMatchFileSnapshot(join(root, "docs/findings.md"));
  });

  it("links headings of docs/evidence.md", () => {
    const headings = readFileSync(join(root, "docs/evidence.md"), "utf8").match(/^## .*$/gm) ?? [];
    const slugs = headings.map((heading) =>
      heading
        .slice(3)
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    for (const { evidence } of findings) expect(slugs).toContain(evidence);
  });
});

describe("README.md", () => {
  it("counts webs as the ledger does", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8").replace(/\s+/g, " ");
    const lead = new RecordedClaim(ledger, "cho1998/graph-2", LEAD);
    const first = new RecordedClaim(ledger, "cho1998/graph-2", "PageRank order beats breadth-first");
    const hits = new RecordedClaim(ledger, "broder2003/figure-2", "100 entries per thread hit almost 80 % of the time");
    const enough = new RecordedClaim(ledger, "broder2003/figure-8", "100 to 500 entries per thread are enough");
    const hit = hits.tested.length - hits.count("disagrees");
    for (const words of [
      `sooner than backlink order on ${manyOf(lead.realWebs("agrees"), "real web")} of ${inWords(lead.realWebs())}.`,
      `hit the cache on ${manyOf(hit, "web")} of ${inWords(hits.tested.length)}, and ${hits.on("webkb-1997")} % on the sixth`,
      `With ${enough.stated("published", "to")}, the most that they advise, ${manyOf(enough.count("disagrees"), "web")} miss over ${enough.stated("tolerance", "within")} points more than without limit.`,
    ])
      expect(readme).toContain(words);
    expect([first.websOf("agrees"), first.websOf("disagrees")]).toEqual(["web-NotreDame, wikispeedia", "campus"]);
    expect([lead.websOf("agrees"), lead.websOf("no difference")]).toEqual(["web-NotreDame", "wikispeedia"]);
  });
});

describe("counts of the ledger in the documents", () => {
  it("are those of the ledger, and written alike", () => {
    const told = documents.flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(/\b(\d[\d,]*\d{3})\s+(?:recorded\s+)?verdicts\b/g)].map(
        ([, count]) => [path, count],
      ),
    );
    expect(new Set(told.map(([path]) => path)).size).toBeGreaterThanOrEqual(2);
    expect(told.filter(([, count]) => count !== counted(ledger.length))).toEqual([]);
  });
});

describe("docs/claims.md", () => {
  it("says over how many runs the ratios of times are taken", () => {
    const runs = (experiment: RegExp) =>
      new Set(
        ledger
          .filter((each) => experiment.test(each.experiment))
          .flatMap(({ ratios = [] }) => ratios.map((each) => each.runs)),
      );
    expect([runs(/^dorosz\/figure-2-in-full$/), runs(/^(?!dorosz\/figure-2-in-full$)/)]).toEqual([
      new Set([3]),
      new Set([5]),
    ]);
    expect(readFileSync(join(root, "docs/claims.md"), "utf8")).toContain(
      "over five runs (`dorosz/figure-2-in-full`: three)",
    );
  });
});

describe("docs/glossary.md", () => {
  it("has the terms of the report's glossary, in the order of the alphabet", async () => {
    const terms = Object.entries(GLOSSARY).map(([term, meaning]) => `- **${term}**: ${meaning}`);
    const sortedBy = Object.keys(GLOSSARY).map((term) => term.split(",")[0].toLowerCase());
    expect(sortedBy).toEqual(sortedBy.toSorted());
    const text = `# Glossary\n\nTerms of the field, and the papers' symbols. The report of \`crawlbench reproduce\` has them, too.\n\n${terms.join("\n")}\n`;
    await expect(text).toMatchFileSnapshot(join(root, "docs/glossary.md"));
  });
});
