import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ClaimVerdict, Verdict } from "../../src/experiment/claim.js";
import { experiments } from "../../src/experiment/found.js";
import {
  CROSS,
  LEDGER,
  ledgerText,
  mergedLedger,
  onceAWeb,
  readLedger,
  turnedAgainst,
  witnesses,
} from "../../src/experiment/ledger.js";
import { suitability } from "../../src/experiment/reproduce.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";

const claim = (experiment: string, dataset: string, text: string, verdict: Verdict): ClaimVerdict => ({
  experiment,
  dataset,
  claim: text,
  verdict,
  source: "p",
  where: "section 1",
  kind: "measured",
  real: true,
  published: "-",
  ours: "-",
  tolerance: "-",
  wouldChange: "-",
  because: "-",
});

const of =
  (...experiments: string[]) =>
  (experiment: string) =>
    experiments.includes(experiment);

const before = [
  claim("p/one", "campus", "second", "agrees"),
  claim("p/one", "campus", "first", "mixed"),
  claim("p/one", "other", "first", "agrees"),
  claim("p/gone", "campus", "old", "agrees"),
];

describe("the ledger", () => {
  it("keeps what was not run again, replaces what was, and forgets experiments that there are no more", () => {
    const run = [claim("p/one", "campus", "first", "disagrees"), claim("p/new", "campus", "new", "agrees")];
    expect(mergedLedger(before, run, of("p/one", "p/new"))).toEqual([run[1], run[0], before[2]]);
  });

  it("has the side of a value as the kind of its verdict", () => {
    const [plain] = before;
    expect(mergedLedger([], [{ ...plain, side: "above" }], of("p/one"))).toEqual([plain]);
  });

  it("forgets what an experiment said of a web that it no longer suits", () => {
    const suits = (_: string, dataset: string) => dataset !== "other";
    expect(mergedLedger(before.slice(0, 3), [], suits)).toEqual(before.slice(0, 2));
    expect(mergedLedger(before.slice(0, 2), [before[2]], suits), "nor is that entered").toEqual(before.slice(0, 2));
  });

  it("is the same when the same run is entered twice", () => {
    const once = mergedLedger(before, before.slice(0, 2), of("p/one", "p/gone"));
    expect(mergedLedger(once, before.slice(0, 2), of("p/one", "p/gone"))).toEqual(once);
    expect(once).toHaveLength(4);
  });

  it("holds a theorem once, as it was found on the first of its webs", () => {
    const onWebs = ["other", "campus"].map((web) => ({
      ...claim("p/one", web, "law", "agrees"),
      kind: "theorem" as const,
    }));
    expect(mergedLedger([], onWebs, of("p/one"))).toEqual([onWebs[1]]);
    const later = { ...onWebs[0], verdict: "disagrees" as const };
    expect(mergedLedger([onWebs[1]], [later], of("p/one")), "what was found last").toEqual([later]);
    const elsewhere = { ...onWebs[1], experiment: "p/two" };
    const both = mergedLedger([onWebs[1]], [elsewhere], () => true);
    expect(both, "not once an experiment").toEqual([onWebs[1]]);
    const wrong = onWebs.map((each) => ({ ...each, verdict: "disagrees" as const }));
    expect(turnedAgainst([onWebs[1]], wrong)).toEqual(wrong);
  });

  it("takes verdicts on one site of a web from experiments on small sites alone", async () => {
    const suits = await suitability();
    const site = "webkb-1997/www.cs.wisc.edu";
    expect([suits("cho1998/graph-5", site), suits("cho1998/graph-2", site)]).toEqual([true, false]);
    expect([suits("cho1998/graph-5", "webkb-1997"), suits("cho1998/graph-2", "webkb-1997")]).toEqual([false, true]);
    expect([suits("cho1998/graph-5", "wb-cs-stanford"), suits("cho1998/graph-5", "campus")]).toEqual([true, true]);
  });

  it("gives claims on paired crawls their chance, corrected for how many their paper has", () => {
    // Student 1908: 0.002833 by 10 pairs; see paired.test.ts
    const sleep = { of: "a - b", mean: 1.58, low: 0.7, high: 2.46, deviation: 1.2299955, crawls: 10 };
    const none = { ...sleep, mean: 0 };
    const run = [
      { ...claim("p/one", "a", "x", "agrees"), pairs: [sleep] },
      { ...claim("p/one", "b", "x", "mixed"), pairs: [sleep, none] },
      { ...claim("p/one", "c", "x", "agrees"), source: "q", pairs: [sleep] },
      claim("p/one", "d", "x", "agrees"),
    ];
    const chances = mergedLedger([], run, of("p/one")).map(({ chance }) => chance);
    expect(chances).toEqual([expect.closeTo(2 * 0.002833, 5), 1, expect.closeTo(0.002833, 5), undefined]);
  });

  it("names what agreed and disagrees now, and nothing else", () => {
    const run = before.map((each) => ({ ...each, verdict: "disagrees" as const }));
    expect(turnedAgainst(before, run)).toEqual([run[0], run[2], run[3]]);
    expect(turnedAgainst([], run)).toEqual([]);
    expect(turnedAgainst(before, [claim("p/one", "campus", "second", "mixed")])).toEqual([]);
  });

  it("names of a run beside the record what it did not lead to expect, whatever the verdicts", () => {
    const beside = (expected: boolean) => ({
      ...before[1],
      thisRun: { ours: "-", verdict: "agrees" as const, expected },
    });
    expect(turnedAgainst(before, [beside(true), beside(false)])).toEqual([beside(false)]);
  });

  it("takes a part of a web for no witness beside its whole, of the same claim of the same experiment", () => {
    const whole = claim("p/one", "web", "first", "agrees");
    const part = { ...whole, dataset: "web-small", partOf: "web" };
    expect(witnesses([part, whole])).toEqual([whole]);
    const alone = [
      { ...part, claim: "second" },
      { ...part, experiment: "p/two" },
    ];
    expect(witnesses([...alone, whole])).toEqual([...alone, whole]);
    expect(witnesses([part])).toEqual([part]);
  });

  it("counts a claim once a web: by the reading with text, by what was tested, and by real crawls before a replay", () => {
    const [first, text] = ["uci-ics-2019", "uci-ics-2019-text"].map((web) => claim("p/one", web, "first", "agrees"));
    const others = [claim("p/one", "uci-ics-2019", "second", "agrees"), claim("p/one", "web", "first", "agrees")];
    expect(onceAWeb([first, text, ...others])).toEqual([text, ...others]);
    expect(onceAWeb([first])).toEqual([first]);

    const replay = claim("broder2003/figure-4", "web", "The curve is level", "mixed");
    const crawled = claim("broder2003/real-crawls", "web", `The curve is level${CROSS}`, "disagrees");
    expect(onceAWeb([replay, crawled])).toEqual([crawled]);
    const untested = { ...crawled, verdict: "cannot be tested" as const };
    expect(onceAWeb([replay, untested])).toEqual([replay]);
    const elsewhere = { ...crawled, where: "section 9" };
    expect(onceAWeb([replay, elsewhere])).toEqual([replay, elsewhere]);
  });

  it("tells of one as of one: no cluster, page, host or web is several", () => {
    const said = readLedger().flatMap(({ ours, because }) => [ours, because]);
    const several = /(?:^| )1 (?:hot )?(?:clusters|pages|hosts|webs|crawls|runs|URLs)\b/;
    expect(said.filter((text) => several.test(text))).toEqual([]);
    expect("67 hot pages in 1 clusters").toMatch(several);
  });

  it("is read as it was written, and is empty where there is none", () => {
    const path = join(temporaryFolder(), "ledger.json");
    expect(readLedger(path)).toEqual([]);
    const quoted = before.map((each, i) => (i === 0 ? { ...each, quote: "the paper's own words" } : each));
    writeFileSync(path, ledgerText(quoted));
    expect(readLedger(path)).toEqual(quoted);
  });

  it.each([
    ["no JSON: ", "[{"],
    ["no JSON: ", ""],
    ["expected a list of claims", "null"],
    ["expected a list of claims", "{}"],
    ["claim 1 of 1 is no object", "[null]"],
    ['claim 1 of 1 has no text "experiment"', '[{"x":1}]'],
    ['claim 2 of 2 has no text "because"', JSON.stringify([before[0], { ...before[1], because: undefined }])],
    ['claim 1 of 1 has a "quote" that is no text', JSON.stringify([{ ...before[0], quote: 1 }])],
    ['claim 1 of 1 has a "partOf" that is no text', JSON.stringify([{ ...before[0], partOf: 1 }])],
    ["claim 1 of 1 has none of the verdicts agrees, ", JSON.stringify([{ ...before[0], verdict: "true" }])],
    ["claim 1 of 1 has none of the kinds measured, ", JSON.stringify([{ ...before[0], kind: "guess" }])],
    ['claim 1 of 1 has "pairs" that are no list', JSON.stringify([{ ...before[0], pairs: [{ of: "a - b" }] }])],
    ['claim 1 of 1 has "pairs" that are no list', JSON.stringify([{ ...before[0], pairs: [null] }])],
    ['claim 1 of 1 has "pairs" that are no list', JSON.stringify([{ ...before[0], pairs: {} }])],
    ['claim 1 of 1 has "ratios" that are no list', JSON.stringify([{ ...before[0], ratios: [{ of: "a / b" }] }])],
    ['claim 1 of 1 has "varied" that is no list', JSON.stringify([{ ...before[0], varied: [{ choice: "with 0 %" }] }])],
    ['claim 1 of 1 has no true or false "real"', JSON.stringify([{ ...before[0], real: "yes" }])],
  ])("is refused when it is damaged: %s", (what, text) => {
    const path = join(temporaryFolder(), "ledger.json");
    writeFileSync(path, text);
    expect(() => readLedger(path)).toThrow(`${path} is damaged (${what}`);
    expect(() => readLedger(path)).toThrow(/\): take it from the package again$/);
  });

  it("is not taken for empty when it cannot be read", () => {
    const path = join(temporaryFolder(), "ledger.json");
    mkdirSync(path);
    expect(() => readLedger(path)).toThrow(`cannot read the ledger ${path}: EISDIR`);
  });
});

describe("the ledger of this project", () => {
  const ledger = readLedger(LEDGER);

  it("holds claims of experiments that there are, each once, with what would change our mind", async () => {
    const known = new Set((await experiments()).map(({ id }) => id));
    expect(ledger.length).toBeGreaterThan(300);
    const suits = await suitability();
    for (const { experiment, dataset, claim: text, wouldChange } of ledger) {
      expect(suits(experiment, dataset), `${experiment} on ${dataset}`).toBe(true);
      expect(known, experiment).toContain(experiment);
      expect(wouldChange ?? "", `${experiment}: ${text}`).not.toBe("");
    }
    expect(mergedLedger(ledger, [], suits), "chances, corrected for all claims").toEqual(ledger);
    const keys = ledger.map(({ experiment, dataset, claim: text }) => `${experiment} ${dataset} ${text}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
