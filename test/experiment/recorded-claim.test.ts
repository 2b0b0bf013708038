import { describe, expect, it } from "vitest";
import type { ClaimVerdict } from "../../src/experiment/claim.js";
import { inWords, manyOf, RecordedClaim } from "../../src/experiment/recorded-claim.js";

const verdict = (dataset: string, ours: string, more: Partial<ClaimVerdict> = {}): ClaimVerdict => ({
  experiment: "cho1998/graph-2",
  claim: "A beats B",
  source: "cho1998",
  where: "section 6",
  dataset,
  real: true,
  published: "80 %",
  ours,
  tolerance: "within 0.02, in 4 of 5 crawls",
  wouldChange: "-",
  verdict: "agrees",
  because: "median difference +0.2, positive in 18 of 20 crawls; mean +0.198, 95 % interval +0.192 to +0.204",
  kind: "measured",
  ...more,
});

const claim = new RecordedClaim(
  [
    verdict("web-1", "A 0.5, B 0.31"),
    verdict("web-2", "A 1,742, B -0.4", { verdict: "disagrees", kind: "construction", real: false }),
    verdict("web-3", "-", { verdict: "cannot be tested" }),
    verdict("web-1", "A 0.9", { claim: "another" }),
  ],
  "cho1998/graph-2",
  "A beats B",
);

describe("RecordedClaim", () => {
  it("counts webs where the claim was tested, real ones, verdicts and what follows from a number put in", () => {
    expect(claim.webs).toBe("two webs, one of them real");
    expect([claim.count("agrees"), claim.count("disagrees"), claim.count("cannot be tested")]).toEqual([1, 1, 0]);
    expect([claim.websOf("agrees"), claim.websOf("mixed")]).toEqual(["web-1", ""]);
    expect(claim.byConstruction).toBe(1);
  });

  it("counts two copies of a web as one real web, and a part beside its whole as none, though it has numbers", () => {
    const ledger = [
      verdict("web-1", "A 0.5", { real: false }),
      verdict("uci-ics-2019", "A 0.6"),
      verdict("uci-ics-2019-text", "A 0.7"),
      verdict("debian-docs", "A 0.8", { verdict: "disagrees" }),
      verdict("debian-docs-small", "A 0.9", { partOf: "debian-docs" }),
    ];
    const onParts = new RecordedClaim(ledger, "cho1998/graph-2", "A beats B");
    expect([onParts.realWebs(), onParts.realWebs("agrees"), onParts.tested.length]).toEqual([2, 1, 4]);
    expect([onParts.webs, onParts.websOnce]).toEqual(["four webs, three of them real", "three webs, two of them real"]);
    expect(onParts.websBeside(claim)).toBe("uci-ics-2019, uci-ics-2019-text and debian-docs");
    expect(onParts.numbers("A", "real")).toEqual(["0.6", "0.7", "0.8"]);
    expect(onParts.on("debian-docs-small", "A")).toBe("0.9");
  });

  it("finds what another number that was put in came to", () => {
    const varied = [{ choice: "with 0 % put back", ours: "4.9 times as fast", verdict: "agrees" as const }];
    const [one, other] = [verdict("web-1", "6.6 times as fast", { varied }), verdict("web-2", "3.6 times as fast")];
    const both = new RecordedClaim([one, other], "cho1998/graph-2", "A beats B");
    expect(both.varied("web-1", "with 0 % put back")).toBe("4.9");
    expect(() => both.varied("web-2", "with 0 % put back")).toThrow(/the ledger has no number/);
  });

  it("finds numbers behind words, as they were recorded, on a web or on all", () => {
    expect(claim.on("web-1")).toBe("0.5");
    expect(claim.on("web-2", "A")).toBe("1,742");
    expect(claim.on("web-2", "B")).toBe("-0.4");
    expect(claim.range("B")).toBe("-0.4 to 0.31");
    expect(claim.numbers("B", "agrees")).toEqual(["0.31"]);
    expect(claim.crawls).toBe("20");
    expect(claim.interval("web-1")).toBe("+0.192 to +0.204");
    expect([claim.stated("published"), claim.stated("tolerance", "in ")]).toEqual(["80", "0.02"]);
  });

  it("refuses words and webs that the ledger does not have", () => {
    expect(() => claim.on("web-1", "C")).toThrow(/no number behind "C" in "A 0\.5, B 0\.31; median/);
    expect(() => claim.on("web-3")).toThrow("no number behind");
    const other = { because: "positive in 4 of 5 crawls" };
    const differing = [verdict("web-1", "A 1"), verdict("web-2", "A 2", other)];
    expect(() => new RecordedClaim(differing, "cho1998/graph-2", "A beats B").crawls).toThrow("20 and 5 crawls");
  });

  it("writes small counts in words", () => {
    expect([inWords(3), inWords(25), manyOf(1, "web"), manyOf(2, "web")]).toEqual([
      "three",
      "25",
      "one web",
      "two webs",
    ]);
  });
});
