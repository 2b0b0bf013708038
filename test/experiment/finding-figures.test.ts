import { expect, it } from "vitest";
import { findingFigure } from "../../src/experiment/finding-figures.js";
import { findingsOf } from "../../src/experiment/findings.js";
import { readLedger } from "../../src/experiment/ledger.js";

const ledger = readLedger();
const findings = findingsOf(ledger);

it("draws each finding on all webs that show it, the real ones first, and that of one web on each of its budgets", async () => {
  for (const finding of findings) {
    const figure = await findingFigure(finding, ledger);
    const rows = [...new Set(figure.rows.map((row) => (row as { dataset: string }).dataset))];
    const expected =
      finding.name === "freshness"
        ? rows.findIndex((row) => row.includes(" fetches a page"))
        : rows.indexOf("campus, generated");
    expect([finding.name, expected]).toEqual([
      finding.name,
      finding.name === "freshness" ? 0 : rows.length > 4 ? rows.length - 1 : 3,
    ]);
    expect(figure.warnings).toEqual([]);
  }
});

it("takes its numbers from the ledger: PageRank, backlink and breadth-first order on web-NotreDame", async () => {
  const figure = await findingFigure(findings[0], ledger);
  const on = (figure.summary as { dataset: string }[]).find(({ dataset }) => dataset === "web-NotreDame");
  expect(on).toEqual({ dataset: "web-NotreDame", PageRank: 0.509, backlink: 0.312, "breadth-first": 0.347 }); // docs/evidence.md
});

it("leaves a series out on a web where it was not run, and draws the others there", async () => {
  const { experiment, claim } = findings[0].claims[1]; // of breadth-first order
  const without = ledger.filter((each) => {
    return !(each.experiment === experiment && each.claim === claim && each.dataset === "web-NotreDame");
  });
  const figure = await findingFigure(findings[0], without);
  const on = (figure.summary as { dataset: string }[]).find(({ dataset }) => dataset === "web-NotreDame");
  expect(on).toEqual({ dataset: "web-NotreDame", PageRank: 0.509, backlink: 0.312 }); // docs/evidence.md
});

it("draws what is fresh by each budget as the ledger has it: half a fetch for each change", async () => {
  const figure = await findingFigure(findings.find(({ name }) => name === "freshness")!, ledger);
  const on = (figure.summary as { dataset: string }[]).find(({ dataset }) => dataset === "0.5 fetches a page");
  // docs/findings.md, finding 10: "of the pages fresh"
  expect(on).toEqual({
    dataset: "0.5 fetches a page",
    ...{ "the optimum": 0.654, "all alike": 0.619, "by rate of change": 0.431 },
  });
  expect(figure.title).toBe("Freshest: the optimum on 6 budgets of 6");
});
