import { expect, it } from "vitest";
import { findingFigure } from "../../src/experiment/finding-figures.js";
import { findingsOf } from "../../src/experiment/findings.js";
import { readLedger } from "../../src/experiment/ledger.js";

const ledger = readLedger();
const findings = findingsOf(ledger);

it("draws each finding that more than one web shows, on all its webs, the real ones first", async () => {
  const figures = await Promise.all(findings.map((finding) => findingFigure(finding, ledger)));
  const without = findings.filter((_, i) => figures[i] === undefined).map(({ name }) => name);
  expect(without).toEqual(["freshness"]); // on campus alone
  for (const [i, figure] of figures.entries()) {
    if (!figure) continue;
    const webs = [...new Set(figure.rows.map((row) => (row as { dataset: string }).dataset))];
    expect([findings[i].name, webs.indexOf("campus, generated")]).toEqual([
      findings[i].name,
      webs.length > 4 ? webs.length - 1 : 3,
    ]);
    expect(figure.warnings).toEqual([]);
  }
});

it("takes its numbers from the ledger: PageRank, backlink and breadth-first order on web-NotreDame", async () => {
  const figure = await findingFigure(findings[0], ledger);
  const on = (figure?.summary as { dataset: string }[] | undefined)?.find(({ dataset }) => dataset === "web-NotreDame");
  expect(on).toEqual({ dataset: "web-NotreDame", PageRank: 0.509, backlink: 0.312, "breadth-first": 0.347 }); // docs/evidence.md
});
